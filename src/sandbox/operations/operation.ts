// Makes the contract's operations, each one plain object; app.ts adds routes for all of them in the same way.
import type { z } from 'zod'
import type { OperationId, Operations } from '../../wire/generated.ts'
import type { Call, Operation } from '../profile.ts'
import { headOf } from './schema-facts.ts'

type Reply<Id extends OperationId> = Operations[Id]['reply']

/** @internal An operation whose requests have no body. */
export function withoutBody<Id extends OperationId>(id: Id, run: (call: Call) => Reply<Id>): Operation {
  return { id, ...headOf(id), run }
}

/** @internal An operation with a body; `run` gets the checked body without unknown fields. */
export function withBody<Id extends OperationId, Body extends z.ZodType>(
  id: Id,
  body: Body,
  run: (call: Call<z.infer<Body>>) => Reply<Id>,
): Operation {
  return { id, ...headOf(id), body, run: run as Operation['run'] }
}
