// The result of a trigger for each recipient: plain data that belfry waits for, judges, explains and prints.
import type { Position } from '../problem.ts'
import type { ValueMap } from '../value.ts'

/** One line of a step's log, in the service's own words. */
export interface StepDetail {
  /** `Success`, `Failed`, `Warning`, `Pending`, `Queued`, … */
  readonly status: string
  readonly text: string
  /** What the provider said, mostly JSON; empty where it said nothing. */
  readonly raw: string
  /** `Credentials`, `Internal`, `Payload` or `Webhook`. */
  readonly source: string
  /** Through whom the step was being sent, by the selection before this line; absent before the first one. */
  readonly sender?: Sender
  /** Milliseconds since 1970. */
  readonly at?: number
}

/** Through whom a step was sent, or was to be. */
export interface Sender {
  /** Its id, such as `sendgrid`. */
  readonly provider: string
  /** The integration's identifier; empty where the service doesn't name it. */
  readonly integration: string
}

export interface Step {
  /** The job's type: a channel such as `email`, or `digest`, `delay`, … */
  readonly channel: string
  /** Empty where it has none, as all texts here. */
  readonly name: string
  readonly status: string
  /** By its messages, else by its log; none where neither names one. Chat and push may have several. */
  readonly senders: readonly Sender[]
  /** The provider that the job was made with: services guess it before they select one. Empty where there is none. */
  readonly guess: string
  /** From its first log entry to its end. */
  readonly milliseconds?: number
  /** `until 2026-…` or `for 5 minutes`, of a digest or a delay that waits by design. */
  readonly waits: string
  /** Oldest first. */
  readonly details: readonly StepDetail[]
  /** The conditions under which it runs, as people say them. */
  readonly filters: readonly string[]
}

export interface SentMessage {
  readonly id: string
  readonly channel: string
  readonly provider: string
  /** `sent` from its creation; `error` and `warning` where it went wrong. */
  readonly status: string
  readonly subject: string
  readonly title: string
  /** Blocks of an email, joined by line breaks. */
  readonly content: string
  readonly errorText: string
}

/** What one recipient got of one trigger. */
export interface Delivery {
  /** The id that the caller's application gave. */
  readonly recipient: string
  /** The event's id; empty where nothing appeared. */
  readonly event: string
  /** The event before this one that the same trigger made for the same recipient: it was sent twice. */
  readonly repeats?: string
  /** The trigger identifier of its workflow. */
  readonly workflow: string
  /** ISO 8601. */
  readonly created: string
  /**
   * `over`: each step has ended. `delayed`: the others wait for a digest or a delay. `open`: still at work, or without
   * steps so far. `absent`: no event.
   */
  readonly state: 'over' | 'delayed' | 'open' | 'absent'
  /** By the service's own times, from the event's creation to the end of its last step; absent until it is over. */
  readonly milliseconds?: number
  readonly steps: readonly Step[]
  readonly messages: readonly SentMessage[]
  /** As it was triggered with, secrets labelled. */
  readonly payload: ValueMap
}

/** How a wait for it ended. */
export interface Ending {
  readonly end: 'settled' | 'timeout' | 'interrupted' | 'unreadable'
  /** How long was waited. */
  readonly milliseconds: number
}

/** Why something is not as it should be, in words that a newcomer can act on. */
export interface Explanation {
  /** Empty if it concerns no single recipient, such as a topic without events. */
  readonly recipient: string
  /** Absent where it is about the whole event. */
  readonly channel?: string
  readonly why: string
  /** What to do. */
  readonly advice: string
  /** `integration twilio-sms`, where it comes down to one resource. */
  readonly resource?: string
  /** Where that resource, or the field that matters, is declared. */
  readonly position?: Position
}

/** One expectation, and whether it is met. */
export interface Judgement {
  /** Absent where it is about the trigger as a whole. */
  readonly recipient?: string
  /** As it was written: `email=sent`. */
  readonly expected: string
  /** What there was in its place: `email=failed:provider`. */
  readonly seen: string
  readonly isMet: boolean
}
