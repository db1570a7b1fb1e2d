// The behaviours in which deployed services differ from the contract and from each other, gathered in one object.
import type { z } from 'zod'
import type * as wire from '../wire/generated.ts'
import type { Merge } from './operations/channel-credentials.ts'
import type { ActivityRules } from './activity-rules.ts'
import type { ErrorReply } from './http/refusals.ts'
import type { Query } from './operations/request-values.ts'
import type { RateLimit } from './request-rates.ts'
import type { EnvironmentRecord, IntegrationRecord, SubscriberRecord } from './store/records.ts'
import type { Setting } from './setting.ts'

/** The answer to a repeated idempotency key: the first answer; that, but 503 if it was an error; or `none` if keys are ignored. */
export type Replays = 'none' | 'as answered' | 'errors as 503'

/** What every operation works on. */
export interface World extends Setting {
  readonly profile: Profile
}

/** An operation of the contract, or one beside it that deployed services have. */
export type OperationName = wire.OperationId | 'createSubscriber'

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

export interface Profile {
  readonly name: string
  readonly wire: WireRules
  readonly environments: EnvironmentRules
  readonly integrations: IntegrationRules
  readonly subscribers: SubscriberRules
  readonly activity: ActivityRules
  /** The default; a sandbox may be started with another one. */
  readonly rateLimit: RateLimit
  readonly replays: Replays
  /** Beside the contract's. */
  readonly operations: readonly Operation[]
}

/** How requests are read and replies are written. */
export interface WireRules {
  /** A request's body in the contract's words. */
  readonly received: (body: unknown) => unknown
  /** What goes on the wire for a successful reply. */
  readonly sent: (reply: unknown) => unknown
  /** Statuses that differ from the contract's, by operation. */
  readonly statuses: Partial<Record<OperationName, number>>
  /** @internal Shapes of bodies that differ from the contract's, by operation; they give what the contract's give. */
  readonly bodies: Partial<Record<OperationName, z.ZodType>>
  /** @internal A sentence for each thing that is wrong with a body. */
  readonly sentences: (error: z.ZodError, body: unknown) => readonly string[]
  readonly errorBody: (error: unknown, path: string, timestamp: string) => ErrorReply
  /** Of every reply. */
  readonly contentType: string
  /** Parses a body that isn't empty. Throws a Refusal if the body or its content type is invalid. */
  readonly readBody: (text: string, type: string) => unknown
  /** The most that a body may contain, in bytes, by the request's path. */
  readonly bodyLimit: (path: string) => number
}

type EnvironmentChanges = wire.UpdateEnvironmentBody
type EnvironmentView<Shown> = (row: EnvironmentRecord, caller: EnvironmentRecord) => Shown

/** A rule that refuses a request throws a Refusal. */
export interface EnvironmentRules {
  readonly listed: EnvironmentView<wire.Environment>
  readonly created: EnvironmentView<wire.Environment>
  readonly updated: EnvironmentView<unknown>
  readonly checkNew: (setting: Setting, body: wire.CreateEnvironmentBody) => void
  /** The parent that a create gives an environment. */
  readonly parentAtCreate: (parentId: string | undefined) => string | undefined
  /** The environment that a key of `caller` may update. */
  readonly toUpdate: (setting: Setting, id: string, caller: EnvironmentRecord) => EnvironmentRecord
  /** The part of an update that the service carries out. */
  readonly accepted: (body: EnvironmentChanges) => EnvironmentChanges
  readonly checkRename: (setting: Setting, name: string, before: EnvironmentRecord) => void
  readonly checkParent: (setting: Setting, parentId: string) => void
  readonly identifierTaken: () => Error
  /** The in-app integration that each environment is created with; its identifier begins with `stem`. */
  readonly inApp: Pick<IntegrationRecord, 'name' | 'credentials'> & { readonly stem: string }
}

type IntegrationChanges = Omit<wire.UpdateIntegrationBody, 'check'>

export interface IntegrationRules {
  readonly lists: (row: IntegrationRecord, caller: EnvironmentRecord) => boolean
  readonly listed: (row: IntegrationRecord) => wire.ListedIntegration
  readonly shown: (row: IntegrationRecord) => wire.Integration
  /** What is stored of a row that is written. */
  readonly stored: (row: IntegrationRecord, setting: Setting) => IntegrationRecord
  /** Whether integrations can have rules, which the bodies of the profile then name too. */
  readonly hasRules: boolean
  /** The environment that a create is for. */
  readonly home: (body: wire.CreateIntegrationBody, caller: EnvironmentRecord) => string
  readonly checkNew: (body: wire.CreateIntegrationBody) => void
  /** Asks the provider, if a body requests it. */
  readonly check: (setting: Setting, row: Pick<IntegrationRecord, 'channel' | 'providerId'>) => void
  readonly displayName: (providerId: string) => string
  readonly toUpdate: (setting: Setting, id: string, caller: EnvironmentRecord) => IntegrationRecord
  readonly toPromote: (setting: Setting, id: string, caller: EnvironmentRecord) => IntegrationRecord
  /** The part of an update that the service carries out. */
  readonly accepted: (body: IntegrationChanges, before: IntegrationRecord) => IntegrationChanges
  /** Refuses an update that moves an integration to an environment that the caller must not use. */
  readonly checkMove: (setting: Setting, environmentId: string, caller: EnvironmentRecord) => void
  /** Whether an update must not give `row` the identifier that `other` has. */
  readonly sharesNames: (row: IntegrationRecord, other: IntegrationRecord) => boolean
  /**
   * The integration to store, then the others whose priority the write changes. `before` is undefined for a create; `siblings`
   * are all others of the environment.
   */
  readonly consequences: (
    after: IntegrationRecord,
    before: IntegrationRecord | undefined,
    siblings: readonly IntegrationRecord[],
  ) => readonly IntegrationRecord[]
  /** What a promotion makes of an integration; undefined when it changes nothing at all. */
  readonly promoted: (
    row: IntegrationRecord,
    siblings: readonly IntegrationRecord[],
  ) => IntegrationRecord | undefined
}

export interface SubscriberRules {
  /** Credentials of a channel after an upsert. */
  readonly merged: Merge
  readonly shown: (row: SubscriberRecord) => wire.Subscriber
  /** What the replies of an upsert of credentials and of an update show. */
  readonly credentialed: (row: SubscriberRecord) => wire.Subscriber
  readonly updated: (after: SubscriberRecord, before: SubscriberRecord) => wire.Subscriber
  /** Whether a text filter of the search matches. */
  readonly matches: (value: string, filter: string) => boolean
  /** How many a page of the search has. */
  readonly limit: (query: Query) => number
  readonly isDescending: (query: Query) => boolean
  readonly checkCursor: (id: string) => void
}
