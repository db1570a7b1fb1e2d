// The records that the sandbox stores, and functions that read and copy their fields. Records are never changed in place: a
// write puts a new one, so replies can share them.
import type {
  Integration,
  Message,
  RetrievedNotification,
  Subscriber,
  Workflow,
  RetrievedExecutionDetail,
  TriggerEventBody,
} from '../../wire/generated.ts'

export interface EnvironmentRecord {
  readonly _id: string
  readonly _organizationId: string
  readonly _parentId?: string
  readonly name: string
  readonly identifier: string
  readonly type: 'dev' | 'prod' | null
  readonly slug: string
  readonly apiKeys: readonly { readonly key: string; readonly _userId: string }[]
  readonly color: string
  readonly dns?: { readonly inboundParseDomain?: string }
  readonly bridge?: { readonly url?: string }
  readonly createdAt?: string
  readonly updatedAt?: string
}

export type IntegrationRecord = Readonly<Integration> & {
  readonly _id: string
  /** These three only if the profile keeps them. */
  readonly priority?: number
  readonly createdAt?: string
  readonly updatedAt?: string
  /** JSONLogic, only if the profile keeps it. */
  readonly rules?: unknown
}

/** What an integration is unless a create or a seed says otherwise. */
export const blankIntegration = {
  credentials: {},
  configurations: {},
  active: false,
  deleted: false,
  primary: false,
  conditions: [],
}

export type SubscriberRecord = Readonly<Subscriber> & { readonly _id: string }

export type WorkflowRecord = Readonly<Workflow> & {
  readonly _id: string
  /**
   * Only if the seed sets it. The contract's values with `svc` are unknown to a vendor's strict clients, and the field is
   * optional in both.
   */
  readonly origin?: string
  readonly severity: string
  /** A JSON Schema; profiles of deployed services check payloads by it. */
  readonly payloadSchema?: Readonly<Record<string, unknown>>
}

/** A message without the subscriber and workflow that a reply fills in. */
export type MessageRecord = Readonly<Omit<Message, 'subscriber' | 'template'>> & { readonly _id: string }

/** An event without the subscriber and workflow that a reply fills in. */
export type NotificationRecord = Readonly<Omit<RetrievedNotification, 'subscriber' | 'template'>> & {
  readonly _id: string
}

/** A transaction id that a trigger has used. */
export interface TransactionRecord {
  readonly _id: string
}

export interface TopicRecord {
  readonly _id: string
  readonly key: string
  /** By their `subscriberId`. */
  readonly subscribers: readonly string[]
}

/** `_id` is the identifier by which triggers name it. */
export interface TenantRecord {
  readonly _id: string
  readonly name?: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** Earlier events that a digest or throttle step counts. */
export interface WindowRecord {
  readonly _id: string
  /** The event whose digest is open. */
  readonly notificationId?: string
  /** Of the events that count, in milliseconds since 1970. */
  readonly times: readonly number[]
}

/** How a provider answers. An unknown provider accepts. */
export type ProviderOutcome =
  | { readonly outcome: 'accept' }
  /** With a text that its error carries. */
  | { readonly outcome: 'refuse'; readonly text: string }
  /** Accepts, so many milliseconds later. */
  | { readonly outcome: 'slow'; readonly milliseconds: number }
  /** Never answers: the job stays `running`. */
  | { readonly outcome: 'silent' }

/** `_id` is the provider's id, or an integration's identifier. */
export type ProviderRecord = ProviderOutcome & { readonly _id: string }

/** An execution detail without what the job adds: its id, its time and, by default, its provider. */
export interface Finding {
  readonly status: 'Success' | 'Warning' | 'Failed' | 'Pending' | 'Queued'
  readonly detail: string
  readonly source: RetrievedExecutionDetail['source']
  readonly providerId?: string
  /** JSON. */
  readonly raw?: string
}

interface Place {
  readonly _id: string
  /** When it falls due, in milliseconds since 1970. */
  readonly at: number
  readonly environmentId: string
}

/** Makes the events of a trigger. */
export interface FanOutTask extends Place {
  readonly kind: 'fan-out'
  readonly workflowId: string
  readonly body: TriggerEventBody
  readonly transactionId: string
}

/** What one event's jobs share and no reply shows. */
export interface Carried {
  /** Identifier of the trigger's tenant. */
  readonly tenant?: string
  /** The payloads that a digest before this step has gathered. */
  readonly events?: readonly Readonly<Record<string, unknown>>[]
}

/** One attempt of a job to send a message. */
export interface Attempt {
  readonly messageId: string
  readonly providerId: string
  readonly outcome: ProviderOutcome
  /** What is logged before the answer: services come to one integration after the other. */
  readonly before: readonly Finding[]
}

/** Continues a job: it starts, its providers have answered, or its delay or digest has ended. */
export interface JobTask extends Place {
  readonly kind: 'start' | 'answered' | 'wake'
  readonly notificationId: string
  readonly jobId: string
  readonly carried: Carried
  readonly attempts?: readonly Attempt[]
}

export type TaskRecord = FanOutTask | JobTask

type Fresh<Task> = Task extends Place ? Omit<Task, '_id' | 'at'> & { readonly in: number } : never
/** A task to be, in so many milliseconds. */
export type NewTask = Fresh<TaskRecord>

/** A copy without some fields. */
export function without<Row extends object, const Key extends keyof Row>(
  row: Row,
  ...keys: readonly Key[]
): Omit<Row, Key> {
  const hidden = new Set<PropertyKey>(keys)
  return Object.fromEntries(Object.entries(row).filter(([key]) => !hidden.has(key))) as Omit<Row, Key>
}

/** The fields that are neither undefined nor null, in the same order. */
export function filled<const Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }
}

/** The value at a path such as `data.plan`; undefined if there is none. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}

/** A value as a string: a string unchanged, everything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
