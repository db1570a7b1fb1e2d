// The schema of a smoke suite in its two forms: written, for editors, and resolved, for checks.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { email, locale, notEmpty, timezone } from '../../kinds/checks.ts'
import { resolved, suggested, written, type Form } from '../../kinds/form.ts'
import { targets } from '../manifest-schema.ts'
import { expectation, optionalFields, shortOutcomes, time } from './expect-schema.ts'

/** The channels that have a primary. */
const primaryChannels = ['email', 'sms']

function recipient(form: Form): z.ZodObject {
  return z.strictObject({
    subscriberId: optional(
      form.text(notEmpty),
      'The ID of the subscriber. Either `subscriberId` or `topic` is required.',
    ),
    firstName: optional(form.text(), 'The first name that is sent with the trigger.'),
    lastName: optional(form.text(), 'The last name that is sent with the trigger.'),
    email: optional(form.text(email), 'The email address that is sent with the trigger.'),
    phone: optional(
      form.text(),
      'The phone number that is sent with the trigger. Put the number in quotes, because YAML reads +49… as a number.',
    ),
    avatar: optional(form.text(), 'The URL of an image that is sent with the trigger.'),
    locale: optional(
      form.text(locale),
      'The language or region that is sent with the trigger, such as de-DE.',
    ),
    timezone: optional(
      form.text(timezone),
      'The IANA time zone that is sent with the trigger, such as Europe/Berlin.',
    ),
    data: optional(
      form.json(),
      'Custom data of the subscriber, as a map. The data is sent with the trigger.',
    ),
    topic: optional(
      form.text(notEmpty),
      'The key of a topic. The subscribers of the topic are the recipients.',
    ),
    exclude: optional(
      z.array(form.text()),
      'A list of subscriber IDs. These subscribers of the topic get no notification.',
    ),
  })
}

function textOrMap(form: Form): z.ZodType {
  return z.union([form.text(notEmpty), form.json()], { error: 'a string or a map' })
}

/** Fields that can be written in many forms, and are checked in one. */
interface Forms {
  readonly to: z.ZodType
  readonly expect: z.ZodType
}

/** Fields of a case that a suite can set for all of its cases. */
function shared(form: Form, { to, expect }: Forms): z.ZodObject {
  return z.strictObject({
    workflow: form
      .text(notEmpty)
      .describe('The trigger identifier of the workflow. Required in the case or in the suite.'),
    to: to.describe(
      'The recipients: a subscriber ID, topic:KEY, a map of attributes, or a list of these. Required in the case or in the suite.',
    ),
    payload: optional(form.json(), 'The data of the trigger, as a map. Default: empty.'),
    overrides: optional(form.json(), 'Provider-specific settings of the trigger, as a map.'),
    actor: optional(
      textOrMap(form),
      'The subscriber who causes the notification: a subscriber ID, or a map of attributes.',
    ),
    tenant: optional(textOrMap(form), 'The tenant: its identifier, or a map of fields.'),
    context: optional(z.record(z.string(), form.text()), 'The context of the trigger: a map of strings.'),
    transactionId: optional(
      form.text(notEmpty),
      'The transaction ID. The service ignores a trigger whose transaction ID was used before. Default: a new ID.',
    ),
    expect: expect.describe('The expected result for each recipient. Required in the case or in the suite.'),
    timeout: optional(
      form.text(time),
      'How long to wait for the result, such as 500ms, 30s or 5m. Default: 60s.',
    ),
    retries: optional(
      form.whole(0, 10),
      'How many times belfry triggers the case again if the result differs from the expected result: 0 to 10. Default: 0.',
    ),
    tags: optional(
      z.array(form.text(notEmpty)),
      'A list of tags. --filter tag:NAME selects the cases with a tag.',
    ),
    createRecipients: optional(
      form.flag(),
      'If true, the trigger may permanently create recipients that are not in the service. Default: false.',
    ),
    only: optional(
      form.flag(),
      'If at least one case has `only: true`, belfry skips all cases without `only: true`. Default: false.',
    ),
    skip: optional(
      form.text(notEmpty),
      'belfry does not run the case. The value is the reason, such as "no test account yet".',
    ),
  })
}

const caseName = (form: Form): z.ZodType =>
  form.text(notEmpty).describe('The name of the case, which describes what the case tests. Required.')

const spelled = (map: z.ZodType): z.ZodType => map

/** One case in its long form, with the fields that its suite sets for all cases. */
function caseSchema(form: Form): z.ZodObject {
  const forms = { to: z.array(recipient(form)), expect: expectation(form, spelled, spelled) }
  return shared(form, forms).extend({ name: caseName(form) })
}

/** The fields of a suite that aren't its cases'. */
function headSchema(form: Form): z.ZodObject {
  return z.strictObject({
    suite: optional(form.text(notEmpty), 'The name of the suite. Default: the name of the file.'),
    primary: optional(
      z.strictObject(
        optionalFields(
          primaryChannels,
          form.text(),
          (channel) => `The identifier of the expected primary integration for ${channel}.`,
        ),
      ),
      'The expected primary integrations, by channel. Each of these integrations must be active and the only primary integration of its channel.',
    ),
  })
}

let checked: z.ZodObject | undefined

/** A case as it is checked. Made once, and only if there is a suite. */
export function checkedCase(): z.ZodObject {
  return (checked ??= caseSchema(resolved))
}

/** What a suite can set for all of its cases. */
export function sharedFields(): readonly string[] {
  return Object.keys(checkedCase().shape).filter((field) => field !== 'name')
}

/** The fields of a suite that aren't its cases', as they are checked. */
export function checkedHead(): z.ZodObject {
  return headSchema(resolved)
}

/** A suite as people write it, for the published JSON Schema. */
export function suiteSchema(): z.ZodType {
  const one = z.union([z.string(), recipient(written)])
  const scalar = z.union([z.string(), z.number()])
  const expect = expectation(
    written,
    (map) => z.union([scalar, map]),
    (map) => z.union([suggested(shortOutcomes), map]),
  )
  const fields = shared(written, { to: z.union([one, z.array(one)]), expect })
    .partial()
    .extend({ targets: targets().optional() })
  return headSchema(written)
    .extend({
      ...fields.shape,
      cases: optional(
        z.array(fields.extend({ name: caseName(written) })),
        'The cases of the suite: a list. Fields of the suite apply to all cases.',
      ),
    })
    .meta({ patternProperties: { '^x-': {} } })
    .describe('A belfry smoke suite.')
}
