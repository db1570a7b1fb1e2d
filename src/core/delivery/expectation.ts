// The expected result of a trigger, as data.

export type Outcome =
  'sent' | 'completed' | 'failed' | 'skipped' | 'canceled' | 'merged' | 'delayed' | 'none' | 'any'

/** Why a step didn't do what it is there for, in a word that expectations name. */
export type Cause =
  | 'provider'
  | 'integration'
  | 'address'
  | 'condition'
  | 'preference'
  | 'content'
  | 'payload'
  | 'step'
  | 'throttle'
  | 'unknown'

export type Expectation = (
  | { readonly about: 'step'; readonly channel: string; readonly outcome: Outcome; readonly cause?: Cause }
  | {
      readonly about: 'text'
      readonly field: 'provider' | 'integration' | 'subject' | 'title' | 'content'
      /** Any, where it names none. */
      readonly channel?: string
      readonly how: 'is' | 'contains'
      readonly text: string
    }
  | { readonly about: 'within'; readonly milliseconds: number }
  /** The trigger's own status, such as `processed`. */
  | { readonly about: 'status'; readonly status: string }
  /** How many events came of it: one for each recipient. */
  | { readonly about: 'events'; readonly count: number }
) & {
  /** As it was written: `email=sent`. */
  readonly written: string
}
