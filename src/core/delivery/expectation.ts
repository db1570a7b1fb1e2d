// The expected result of a trigger, as data.
import type { Cause } from './cause.ts'
import { channels } from './job.ts'

/** The types of steps that an expectation can be about. */
export const stepTypes: readonly string[] = [...channels, 'digest', 'delay', 'throttle', 'custom']

/** The strings of a step that an expectation can be about. Without full stops, because `, in any channel` may follow. */
export const textMeanings = {
  provider: 'The provider that sends the message, such as sendgrid',
  integration: 'The identifier of the integration that sends the message',
  subject: 'The subject of the message',
  title: 'The title of the message',
  content: 'The content of the message',
}
export const textFields = Object.keys(textMeanings) as readonly (keyof typeof textMeanings)[]

/** The highest number of events that can be expected. */
export const mostEvents = 100_000

export const outcomes = {
  sent: 'The step is completed, and its message has no error.',
  completed: 'The step is completed.',
  failed: 'The step failed.',
  skipped:
    'The service skipped the step, or canceled it because of a missing address, a condition or a preference.',
  canceled: 'The step was canceled.',
  merged: 'The step was merged with an earlier one.',
  delayed: "A delay or a digest delays the step. belfry doesn't wait until the delay ends.",
  none: 'The notification has no step of this type.',
  any: 'The notification has a step of this type, with any result.',
}
export type Outcome = keyof typeof outcomes

export type Expectation = (
  | { readonly about: 'step'; readonly channel: string; readonly outcome: Outcome; readonly cause?: Cause }
  | {
      readonly about: 'text'
      readonly field: keyof typeof textMeanings
      /** Absent for any channel. */
      readonly channel?: string
      readonly how: 'is' | 'contains'
      readonly text: string
    }
  | { readonly about: 'within'; readonly milliseconds: number }
  /** The trigger's own status, such as `processed`. */
  | { readonly about: 'status'; readonly status: string }
  /** The number of events: one for each recipient. */
  | { readonly about: 'events'; readonly count: number }
) & {
  /** As it was written: `email=sent`. */
  readonly written: string
}
