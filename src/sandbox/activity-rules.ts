// The part of a profile about triggers, and the events and messages that they create.
import type * as wire from '../wire/generated.ts'
import type { Query } from './operations/request-values.ts'
import type { Definition } from './operations/trigger-recipients.ts'
import type {
  EnvironmentRecord,
  IntegrationRecord,
  MessageRecord,
  NotificationRecord,
  SubscriberRecord,
  WorkflowRecord,
  Finding,
} from './store/records.ts'
import type { Facts } from './operations/conditions.ts'
import type { Selection } from './worker/select-integrations.ts'
import type { RateLimit } from './request-rates.ts'
import type { Setting } from './setting.ts'

export interface ActivityRules {
  readonly triggers: TriggerRules
  readonly steps: StepRules
  readonly events: EventRules
  readonly messages: MessageRules
}

/** A trigger of a workflow that is there. */
export interface TriggerCase {
  readonly environmentId: string
  readonly workflow: WorkflowRecord
  readonly body: wire.TriggerEventBody
}

export interface TriggerRules {
  /** Throws if a body is too large, or its payload isn't as the workflow demands. */
  readonly check: (body: wire.TriggerEventBody, workflow: WorkflowRecord | undefined) => void
  /** The refusal of a trigger of an unknown workflow. */
  readonly unknownWorkflow: () => Error
  readonly outcome: (
    setting: Setting,
    trigger: TriggerCase,
  ) => Pick<wire.TriggerEventReply, 'acknowledged' | 'status' | 'error'>
  readonly shown: (reply: wire.TriggerEventReply, environment: EnvironmentRecord) => wire.TriggerEventReply
  /** @internal Whether the worker makes an event for a recipient that the trigger defines. */
  readonly reaches: (setting: Setting, environmentId: string, recipient: Definition) => boolean
}

/** What a worker writes into the log of a step, and how a step ends that sends nothing. */
export interface StepRules {
  /** The integration whose provider a job is made with; `active` are those of its channel, oldest first. */
  readonly guess: (active: readonly IntegrationRecord[]) => IntegrationRecord | undefined
  /** Whether a job and its log take over the provider of the integration that was selected. */
  readonly providerIs: 'selected' | 'guessed'
  /** The status of a step that is left out, although nothing went wrong. */
  readonly leftOut: 'skipped' | 'canceled'
  /** Which integrations deliver a step; all are of its channel. */
  readonly select: (channel: string, all: readonly IntegrationRecord[], facts: Facts) => Selection
  /** Logged for the recipient's channels whose integration is switched off. */
  readonly unanswered: (idle: readonly IntegrationRecord[]) => readonly Finding[]
  /** What is logged of an integration that was selected. `wanted` is the identifier in the trigger's overrides. */
  readonly selected: (row: IntegrationRecord, wanted: string | undefined) => readonly Finding[]
  /** Logged if a step's filters don't match. */
  readonly filtered: (workflow: WorkflowRecord) => Finding
  /** Logged if the workflow's preferences leave the channel out. */
  readonly unwanted: Finding
  /** Logged if the subscriber has no address for the channel. */
  readonly unaddressed: Readonly<Record<'email' | 'sms', Finding>>
  /** Logged if a provider refuses a message with this text. */
  readonly refused: (providerId: string, text: string) => Finding
  /** `finding` gives a reason; a profile may leave it out. */
  readonly noIntegration: (finding: Finding) => Finding
  /** What is logged after the refusals of all integrations. */
  readonly allFailed: (channel: string) => readonly Finding[]
}

/** A rule that refuses a request throws a Refusal. */
export interface EventRules {
  /** No event from before it is shown, in milliseconds since 1970. */
  readonly earliest: (setting: Setting, query: Query, rateLimit: RateLimit) => number
  /** Throws if the value of a filter is invalid. */
  readonly check: (query: Query) => void
  readonly severities: (query: Query) => readonly string[] | undefined
  readonly transactionIds: (query: Query) => readonly string[] | undefined
  readonly hasMore: (page: Page) => boolean
  /** Throws if the ID in the path is invalid. */
  readonly checkId: (id: string) => void
  readonly unknown: () => Error
  readonly noDate: (name: string, text: string) => Error
  readonly listed: (event: wire.RetrievedNotification) => wire.Notification
  readonly retrieved: (event: wire.RetrievedNotification) => wire.RetrievedNotification
}

/** A page that has `length` of `total` items and ends before the item number `end`. */
export interface Page {
  readonly end: number
  readonly total: number
  readonly length: number
  readonly limit: number
}

/** What a message belongs to; undefined if it was deleted. */
export interface Around {
  readonly subscriber: SubscriberRecord | undefined
  readonly workflow: WorkflowRecord | undefined
  readonly event: NotificationRecord | undefined
}

export interface MessageRules {
  readonly channel: (query: Query) => string | undefined
  readonly page: (query: Query) => number
  readonly limit: (query: Query) => number
  /** May throw a Refusal; otherwise the list is empty. */
  readonly unknownSubscriber: (subscriberId: string) => void
  readonly shown: (row: MessageRecord, around: Around) => wire.Message
}
