// The result of a trigger for each recipient: plain data that belfry waits for, judges, explains and prints, the same in every
// `--format json`.
import { z } from 'zod'
import { optional, type Inferred } from '../given.ts'
import { position } from '../plan/shapes.ts'
import type { ValueMap } from '../value.ts'

const text = z.string()
const milliseconds = z.number().min(0)

const sender = z.strictObject({
  provider: text,
  integration: text.describe(
    "The identifier of the integration. Empty if the service doesn't return the identifier.",
  ),
})

/** Through whom a step was sent, or was to be. */
export type Sender = Inferred<typeof sender>

const detail = z.strictObject({
  status: text,
  text: text.describe('The text of the log entry in the service.'),
  raw: text.describe('The reply of the provider. Empty if the log entry contains no reply.'),
  source: text,
  sender: optional(
    sender,
    'The provider and integration that the service selected, according to an earlier log entry of the step.',
  ),
  at: optional(z.number(), 'The time of the log entry, in milliseconds since 1970-01-01T00:00:00Z.'),
})

/** One line of a step's log, in the service's own words. */
export type StepDetail = Inferred<typeof detail>

const step = z.strictObject({
  channel: text.describe('The type of the step: a channel, or another type such as digest or delay.'),
  name: text,
  status: text.describe(
    'The status of the step. completed, failed, canceled, merged and skipped are final. Services may return other statuses.',
  ),
  senders: z
    .array(sender)
    .describe(
      'The providers and integrations that sent or should send the message. belfry reads the senders from the messages of the step or, if the step has no messages, from the log of the step.',
    ),
  guess: text.describe(
    'The provider in the record of the step. The service sets this provider when the step is created, so a different provider may send the message.',
  ),
  milliseconds: milliseconds.optional(),
  waits: text.describe('How long the workflow waits in this digest or delay step. Empty for other steps.'),
  details: z.array(detail),
  filters: z.array(text),
})

/** `details` are sorted by time. Strings that the service doesn't return are empty. */
export type Step = Inferred<typeof step>

const message = z.strictObject({
  id: text,
  channel: text,
  provider: text,
  status: text,
  subject: text,
  title: text,
  content: text,
  errorText: text,
})

export type SentMessage = Inferred<typeof message>

export const delivery = z
  .strictObject({
    recipient: text,
    event: text.describe('The ID of the event. Empty if the service returned no event for the recipient.'),
    repeats: optional(text, 'The ID of the earlier event, if the trigger was sent twice to this recipient.'),
    workflow: text,
    created: text,
    state: z.enum(['over', 'delayed', 'open', 'absent']),
    milliseconds: optional(
      milliseconds,
      'The duration of the delivery in milliseconds, computed from the times that the service returns.',
    ),
    steps: z.array(step),
    messages: z.array(message),
    payload: z.record(z.string(), z.json()),
  })
  .describe(
    'The delivery to one recipient: event, steps and messages. Each secret is replaced by a label, such as (secret live) for a secret that the service returned.',
  )

/** What one recipient got of one trigger. */
export interface Delivery extends Omit<Inferred<typeof delivery>, 'payload'> {
  /** As it was triggered with, secrets labelled. */
  readonly payload: ValueMap
}

export const explanation = z.strictObject({
  recipient: text,
  channel: text.optional(),
  why: text,
  advice: text,
  resource: text.optional(),
  position: position.optional(),
})

/** Why a result is not as expected, and what to do. `recipient` is empty if the explanation is not about a single recipient. */
export type Explanation = Inferred<typeof explanation>

export const judgement = z.strictObject({
  recipient: text.optional(),
  expected: text,
  seen: text,
  isMet: z.boolean(),
})

/** One expectation, and whether it is met. */
export type Judgement = Inferred<typeof judgement>

export const waited = z.strictObject({
  end: z.enum(['settled', 'timeout', 'interrupted', 'unreadable']),
  milliseconds: milliseconds.describe('The time that belfry waited for the result, in milliseconds.'),
})

/** How a wait for it ended. */
export type Ending = Inferred<typeof waited>
