// The result of a trigger, the same in every `--format json`.
import { z } from 'zod'
import { position } from '../../core/plan/shapes.ts'

const text = z.string()
const milliseconds = z.number().min(0)

const sender = z.strictObject({
  provider: text,
  integration: text.describe("The identifier of the integration. Empty if the service doesn't name it."),
})

const detail = z.strictObject({
  status: text,
  text: text.describe('The text that the service returned.'),
  raw: text.describe('The reply of the provider. Empty if there is none.'),
  source: text,
  sender: sender.optional().describe('The provider and integration that an earlier log entry selected.'),
  at: z.number().optional().describe('Milliseconds since 1970.'),
})

const step = z.strictObject({
  channel: text.describe("The job's type: a channel, or digest, delay, …"),
  name: text,
  status: text.describe(
    'completed, failed, canceled, merged and skipped are final. Services may have other statuses.',
  ),
  senders: z
    .array(sender)
    .describe(
      'The providers and integrations that sent the step or should send it, from its messages or else from its log.',
    ),
  guess: text.describe('The provider that the job was created with. Services guess it.'),
  milliseconds: milliseconds.optional(),
  waits: text.describe('How long the workflow delays this digest or delay step.'),
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
    event: text.describe('The ID of the event. Empty if no event appeared.'),
    repeats: text.optional().describe('If the trigger was sent twice to this recipient: the earlier event.'),
    workflow: text,
    created: text,
    state: z.enum(['over', 'delayed', 'open', 'absent']),
    milliseconds: milliseconds.optional().describe('Computed from the times that the service shows.'),
    steps: z.array(step),
    messages: z.array(message),
    payload: z.record(z.string(), z.json()),
  })
  .describe('What one recipient received. Labels such as (secret live) replace secrets.')

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
  milliseconds: milliseconds.describe('How long belfry waited.'),
})
