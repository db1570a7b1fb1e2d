// What became of a trigger, as every `--format json` that tells of it has it.
import { z } from 'zod'
import { position } from '../../core/plan/shapes.ts'

const text = z.string()
const milliseconds = z.number().min(0)

const sender = z.strictObject({
  provider: text,
  integration: text.describe("Its identifier; empty if the service doesn't name it."),
})

const detail = z.strictObject({
  status: text,
  text: text.describe("The service's own words."),
  raw: text.describe('What the provider said; empty where it said nothing.'),
  source: text,
  sender: sender.optional().describe('Through whom it was being sent, by the selection before this line.'),
  at: z.number().optional().describe('Milliseconds since 1970.'),
})

const step = z.strictObject({
  channel: text.describe("The job's type: a channel, or digest, delay, …"),
  name: text,
  status: text.describe(
    'completed, failed, canceled, merged and skipped are over; services may have others.',
  ),
  senders: z
    .array(sender)
    .describe('Through whom it was sent, or was to be: by its messages, else by its log.'),
  guess: text.describe('The provider that the job was made with; services guess it.'),
  milliseconds: milliseconds.optional(),
  waits: text.describe('How long a digest or a delay waits by design.'),
  details: z.array(detail),
  filters: z.array(text),
})

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

export const delivery = z
  .strictObject({
    recipient: text,
    event: text.describe('Its id; empty where nothing appeared.'),
    repeats: text
      .optional()
      .describe('The event before it of the same trigger and recipient: it was sent twice.'),
    workflow: text,
    created: text,
    state: z.enum(['over', 'delayed', 'open', 'absent']),
    milliseconds: milliseconds.optional().describe("By the service's own times."),
    steps: z.array(step),
    messages: z.array(message),
    payload: z.record(z.string(), z.json()),
  })
  .describe('What one recipient got, with labels such as (secret live) in place of secrets.')

export const explanation = z.strictObject({
  recipient: text,
  channel: text.optional(),
  why: text,
  advice: text,
  resource: text.optional(),
  position: position.optional(),
})

export const judgement = z.strictObject({
  recipient: text.optional(),
  expected: text,
  seen: text,
  isMet: z.boolean(),
})

export const waited = z.strictObject({
  end: z.enum(['settled', 'timeout', 'interrupted', 'unreadable']),
  milliseconds: milliseconds.describe('How long was waited.'),
})
