// An operation of the contract as one plain object; app.ts puts all of them on the wire in the same way.
import type { z } from 'zod'
import type { OperationId, Operations } from '../wire/generated.ts'
import type { Query } from './query.ts'
import type { EnvironmentRecord } from './records.ts'
import type { World } from './world.ts'

/** An operation of the contract, or one beside it that deployed services have. */
export type OperationName = OperationId | 'createSubscriber'

/** @internal */
export interface Call<Body = unknown> {
  readonly world: World
  /** The environment that the request's key belongs to. */
  readonly environment: EnvironmentRecord
  /** A part of the path, by the name that it has in the operation's path. */
  readonly param: (name: string) => string
  readonly query: Query
  readonly body: Body
}

export interface Operation {
  readonly id: OperationName
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly status: 200 | 201
  /** @internal */
  readonly body?: z.ZodType
  /** @internal */
  readonly run: (call: Call) => unknown
}

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
