// Routes beside the contract's, for tests: they share its keys, its log and its errors.
import { Refusal } from './errors.ts'
import type { RequestContext, SandboxApp } from './request.ts'
import type { EnvironmentRecord } from '../store/records.ts'
import type { World } from '../profile.ts'

/** @internal */
export interface RouteContext {
  /** The environment that the request's key belongs to. */
  environment(c: RequestContext): EnvironmentRecord
  /** The request's body as JSON. */
  body(c: RequestContext): unknown
  /** A store of the environment's own, by name; empty at first. */
  collection<Row>(environment: EnvironmentRecord, name: string): Map<string, Row>
  /** A new id of the service's kind. */
  id(): string
  now(): string
  /** An error to throw: the reply has this status and message. */
  refusal(status: number, message: string): Error
}

/** @internal */
export type Routes = (app: SandboxApp, context: RouteContext) => void

/** @internal */
export function routeContext(world: World): RouteContext {
  return {
    environment: (c) => c.get('environment'),
    body: (c) => c.get('body'),
    collection: <Row>(environment: EnvironmentRecord, name: string) => {
      const { collections } = world.store.of(environment._id)
      const known = collections.get(name) ?? new Map<string, unknown>()
      collections.set(name, known)
      return known as Map<string, Row>
    },
    id: () => world.ids.next('custom'),
    now: () => world.clock.now().toISOString(),
    refusal: (status, message) => new Refusal(status, message),
  }
}
