// What the sandbox remembers. Records are never changed in place: a write puts a new one, so replies can share them.
import type * as wire from '../wire/generated.ts'

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
}

export type IntegrationRecord = Readonly<wire.Integration> & { readonly _id: string }

export type SubscriberRecord = Readonly<wire.Subscriber> & { readonly _id: string }

export type WorkflowRecord = Readonly<wire.Workflow> & {
  readonly _id: string
  readonly origin: string
}

/** A message without the subscriber and workflow that a reply fills in. */
export type MessageRecord = Readonly<Omit<wire.Message, 'subscriber' | 'template'>> & { readonly _id: string }

/** An event without the subscriber and workflow that a reply fills in. */
export type NotificationRecord = Readonly<Omit<wire.RetrievedNotification, 'subscriber' | 'template'>> & {
  readonly _id: string
}
