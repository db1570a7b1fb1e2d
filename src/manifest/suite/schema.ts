// What people write in a smoke suite, in its two forms: written, for editors, and resolved, to be checked.
import { z } from 'zod'
import { email, locale, notEmpty, timezone } from '../../kinds/checks.ts'
import { written, type Form, type TextCheck } from '../../kinds/form.ts'
import { targets } from '../schema.ts'

const time: TextCheck = {
  rule: 'wrong-value',
  test: (text) => millisecondsOf(text) !== undefined,
  message: 'is not a time such as 500ms, 30s or 5m',
}

/** Of `500ms`, `30s` or `5m`. */
export function millisecondsOf(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? []
  const lengths: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }
  return amount === undefined ? undefined : Number(amount) * (lengths[unit] ?? 1)
}

const texts = ['provider', 'subject', 'title', 'content'] as const
/** What expectations are about; a field with `~` is contained in what there is. */
export const expected = [
  ...['in_app', 'email', 'sms', 'chat', 'push', 'digest', 'delay', 'throttle', 'custom'],
  ...texts,
  ...texts.map((field) => `${field}~`),
  ...['within', 'status', 'events'],
]

/** The channels that have a primary. */
const primaryChannels = ['email', 'sms']

function recipient(form: Form): z.ZodObject {
  return z.strictObject({
    subscriberId: form.text(notEmpty).optional(),
    firstName: form.text().optional(),
    lastName: form.text().optional(),
    email: form.text(email).optional(),
    phone: form.text().optional().describe('In quotes: YAML reads +49… as a number.'),
    avatar: form.text().optional(),
    locale: form.text(locale).optional(),
    timezone: form.text(timezone).optional(),
    data: form.json().optional(),
    topic: form.text(notEmpty).optional().describe('The key of a topic, in place of a subscriber.'),
    exclude: z.array(form.text()).optional().describe('Members of the topic who get nothing.'),
  })
}

/** All that a case can say, and a suite for all of its cases; `to` is of one form, or of every form it is written in. */
function shared(form: Form, to: z.ZodType): z.ZodObject {
  return z.strictObject({
    workflow: form.text(notEmpty).describe('The trigger identifier of the workflow.'),
    to: to.describe('Who gets it: a subscriber id, topic:KEY, a map of attributes, or a list of these.'),
    payload: form.json().optional(),
    overrides: form.json().optional(),
    actor: form.text(notEmpty).optional(),
    tenant: form.text(notEmpty).optional(),
    context: z.record(z.string(), form.text()).optional(),
    expect: textsOf(form, expected).describe('What is to become of it, as belfry trigger --expect takes it.'),
    timeout: form.text(time).optional().describe('How long it may take; 60s by default.'),
    retries: form.whole(0, 10).optional().describe('How often it is tried again; never by default.'),
    tags: z.array(form.text(notEmpty)).optional(),
    createRecipients: form
      .flag()
      .optional()
      .describe('Whether recipients that the service does not know may come to be, for ever.'),
    only: form.flag().optional().describe('Where a case says so, those that do not are skipped.'),
    skip: form.text(notEmpty).optional().describe('Why it is not run.'),
  })
}

function textsOf(form: Form, keys: readonly string[]): z.ZodObject {
  return z.strictObject(Object.fromEntries(keys.map((key) => [key, form.textOrNumber().optional()])))
}

const caseName = (form: Form): z.ZodType => form.text(notEmpty).describe('What it proves.')

/** One case, with what its suite says for all of them; each of its recipients a map. */
export function caseSchema(form: Form): z.ZodObject {
  return shared(form, z.array(recipient(form))).extend({ name: caseName(form) })
}

/** The fields of a suite that aren't its cases'. */
export function headSchema(form: Form): z.ZodObject {
  return z.strictObject({
    suite: form.text(notEmpty).optional().describe('Its name; that of the file by default.'),
    primary: textsOf(form, primaryChannels)
      .optional()
      .describe('The identifiers of the integrations that are to be primary.'),
  })
}

export const sharedFields: readonly string[] = Object.keys(shared(written, z.unknown()).shape)

/** A suite as people write it, for the published JSON Schema. */
export function suiteSchema(): z.ZodType {
  const one = z.union([z.string(), recipient(written)])
  const fields = shared(written, z.union([one, z.array(one)]))
    .partial()
    .extend({ targets: targets.optional() })
  return headSchema(written)
    .extend({ ...fields.shape, cases: z.array(fields.extend({ name: caseName(written) })).optional() })
    .meta({ patternProperties: { '^x-': {} } })
    .describe('A belfry smoke suite.')
}
