// What people write in a smoke suite, in its two forms: written, for editors, and resolved, to be checked.
import { z } from 'zod'
import { email, locale, notEmpty, timezone } from '../../kinds/checks.ts'
import { millisecondsOf } from '../../core/time.ts'
import { written, type Form, type TextCheck } from '../../kinds/form.ts'
import { targets } from '../schema.ts'

const time: TextCheck = {
  rule: 'wrong-value',
  test: (text) => millisecondsOf(text) !== undefined,
  message: 'is not a time such as 500ms, 30s or 5m',
}

const steps = ['in_app', 'email', 'sms', 'chat', 'push', 'digest', 'delay', 'throttle', 'custom']
const texts = ['provider', 'integration', 'subject', 'title', 'content']
const outcomes = ['sent', 'completed', 'failed', 'skipped', 'canceled', 'merged', 'delayed', 'none', 'any']
const causes = 'provider integration address condition preference content payload step throttle'.split(' ')

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

function textOrMap(form: Form): z.ZodType {
  return z.union([form.text(notEmpty), form.json()], { error: 'a text or a map' })
}

/** What people write in many forms, and what is checked in one. */
interface Forms {
  readonly to: z.ZodType
  readonly expect: z.ZodType
}

/** All that a case can say, and a suite for all of its cases. */
function shared(form: Form, { to, expect }: Forms): z.ZodObject {
  return z.strictObject({
    workflow: form.text(notEmpty).describe('The trigger identifier of the workflow.'),
    to: to.describe('Who gets it: a subscriber id, topic:KEY, a map of attributes, or a list of these.'),
    payload: form.json().optional(),
    overrides: form.json().optional(),
    actor: textOrMap(form).optional().describe('Who causes it: a subscriber id, or a map of attributes.'),
    tenant: textOrMap(form).optional().describe('Its identifier, or a map of more.'),
    context: z.record(z.string(), form.text()).optional(),
    transactionId: form
      .text(notEmpty)
      .optional()
      .describe('A fresh one by default; services ignore one that they have seen.'),
    expect: expect.describe('What is to become of it, for each recipient.'),
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

/** A map of what is expected; `text` and `step` make the forms of a comparison and of a step. */
function expectation(
  form: Form,
  text: (map: z.ZodType) => z.ZodType,
  step: (map: z.ZodType) => z.ZodType,
): z.ZodObject {
  const comparison = text(
    z.strictObject({ is: form.textOrNumber().optional(), contains: form.textOrNumber().optional() }),
  )
  const ofStep = z.strictObject({
    outcome: form.oneOf(outcomes, 'wrong-value').optional(),
    // Spelled out it is `outcome`.
    ...(form === written && { status: z.string().optional().describe('The same as outcome.') }),
    cause: form.oneOf(causes, 'wrong-value').optional(),
    ...each(texts, comparison),
  })
  return z.strictObject({
    ...each(steps, step(ofStep)),
    ...each(texts, comparison),
    within: form.text(time).optional().describe('How long it may take at most, such as 30s.'),
    status: form.text(notEmpty).optional().describe('What the service answers; processed by default.'),
    events: form.whole(0, 100_000).optional().describe('How many recipients get one.'),
  })
}

const caseName = (form: Form): z.ZodType => form.text(notEmpty).describe('What it proves.')

function each(keys: readonly string[], type: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(keys.map((key) => [key, type.optional()]))
}

const spelled = (map: z.ZodType): z.ZodType => map

/** One case, spelled out, with what its suite says for all of them. */
export function caseSchema(form: Form): z.ZodObject {
  const forms = { to: z.array(recipient(form)), expect: expectation(form, spelled, spelled) }
  return shared(form, forms).extend({ name: caseName(form) })
}

/** The fields of a suite that aren't its cases'. */
export function headSchema(form: Form): z.ZodObject {
  return z.strictObject({
    suite: form.text(notEmpty).optional().describe('Its name; that of the file by default.'),
    primary: z
      .strictObject(Object.fromEntries(primaryChannels.map((channel) => [channel, form.text().optional()])))
      .optional()
      .describe('The identifiers of the integrations that are to be primary.'),
  })
}

export const sharedFields: readonly string[] = Object.keys(
  shared(written, { to: z.unknown(), expect: z.unknown() }).shape,
)

/** A suite as people write it, for the published JSON Schema. */
export function suiteSchema(): z.ZodType {
  const one = z.union([z.string(), recipient(written)])
  const scalar = z.union([z.string(), z.number()])
  const expect = expectation(
    written,
    (map) => z.union([scalar, map]),
    (map) => z.union([z.string().meta({ examples: [...outcomes, 'failed:provider'] }), map]),
  )
  const fields = shared(written, { to: z.union([one, z.array(one)]), expect })
    .partial()
    .extend({ targets: targets.optional() })
  return headSchema(written)
    .extend({ ...fields.shape, cases: z.array(fields.extend({ name: caseName(written) })).optional() })
    .meta({ patternProperties: { '^x-': {} } })
    .describe('A belfry smoke suite.')
}
