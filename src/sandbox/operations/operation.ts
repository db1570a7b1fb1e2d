// An operation of the contract as one plain object; app.ts puts all of them on the wire in the same way.
import type { z } from 'zod'
import type { OperationId, Operations } from '../../wire/generated.ts'
import type { Call, Operation } from '../profile.ts'

type Reply<Id extends OperationId> = Operations[Id]['reply']
type Head<Id extends OperationId> = Pick<Operations[Id], 'method' | 'path' | 'status'> & { readonly id: Id }

/** @internal An operation that reads no body. */
export function reading<Id extends OperationId>(
  operation: Head<Id> & { readonly run: (call: Call) => Reply<Id> },
): Operation {
  return operation
}

/** @internal An operation with a body; `run` gets it checked, and without the fields that it doesn't know. */
export function writing<Id extends OperationId, Body extends z.ZodType>(
  operation: Head<Id> & {
    readonly body: Body
    readonly run: (call: Call<z.infer<Body>>) => Reply<Id>
  },
): Operation {
  return operation as unknown as Operation
}
