// What the worker has still to do, each at its time; it is kept with the rest of the store.
import type { TriggerEventBody } from '../../wire/generated.ts'
import type { ProviderOutcome } from '../store/records.ts'
import type { Finding } from './execution-details.ts'

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
