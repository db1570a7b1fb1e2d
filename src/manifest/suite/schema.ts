// What people write in a smoke suite, in its two forms: written, for editors, and resolved, to be checked.
import { z } from 'zod'
import { email, locale, notEmpty, timezone } from '../../kinds/checks.ts'
import { millisecondsOf } from '../../core/time.ts'
import { suggested, written, type Form, type TextCheck } from '../../kinds/form.ts'
import { targets } from '../schema.ts'

const time: TextCheck = {
  rule: 'wrong-value',
  test: (text) => millisecondsOf(text) !== undefined,
  message: 'is not a valid duration; write a number with a unit, such as 500ms, 30s or 5m',
}

const steps = ['in_app', 'email', 'sms', 'chat', 'push', 'digest', 'delay', 'throttle', 'custom']
const textMeanings: Readonly<Record<string, string>> = {
  provider: 'The provider that sends the message, such as sendgrid',
  integration: 'The identifier of the integration that sends the message',
  subject: 'The subject of the message',
  title: 'The title of the message',
  content: 'The content of the message',
}
const texts = Object.keys(textMeanings)
const outcomes = {
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
const causes = {
  provider: 'The provider rejected the message.',
  integration: 'No integration could deliver the message.',
  address: 'The recipient has no address for the channel.',
  condition: 'A condition of the step did not match.',
  preference: 'The recipient disabled the channel.',
  content: 'The content of the message could not be rendered.',
  payload: 'The payload of the trigger is invalid or incomplete.',
  step: 'An earlier step failed, or the trigger was canceled.',
  throttle: 'The service limited the number of notifications.',
}

/** A result may be followed by a cause. */
const shortOutcomes = {
  ...outcomes,
  'failed:provider': 'The step failed, because the provider rejected the message.',
}

/** The channels that have a primary. */
const primaryChannels = ['email', 'sms']

function recipient(form: Form): z.ZodObject {
  return z.strictObject({
    subscriberId: form
      .text(notEmpty)
      .optional()
      .describe('The ID of the subscriber. Either `subscriberId` or `topic` is required.'),
    firstName: form.text().optional().describe('The given name that is sent with the trigger.'),
    lastName: form.text().optional().describe('The last name that is sent with the trigger.'),
    email: form.text(email).optional().describe('The email address that is sent with the trigger.'),
    phone: form
      .text()
      .optional()
      .describe(
        'The phone number that is sent with the trigger. Put the number in quotes, because YAML reads +49… as a number.',
      ),
    avatar: form.text().optional().describe('The URL of an image that is sent with the trigger.'),
    locale: form
      .text(locale)
      .optional()
      .describe('The language or region that is sent with the trigger, such as de-DE.'),
    timezone: form
      .text(timezone)
      .optional()
      .describe('The IANA time zone that is sent with the trigger, such as Europe/Berlin.'),
    data: form
      .json()
      .optional()
      .describe('Custom data of the subscriber, as a map. The data is sent with the trigger.'),
    topic: form
      .text(notEmpty)
      .optional()
      .describe('The key of a topic. The subscribers of the topic are the recipients.'),
    exclude: z
      .array(form.text())
      .optional()
      .describe('The IDs of subscribers of the topic that get no notification: a list.'),
  })
}

function textOrMap(form: Form): z.ZodType {
  return z.union([form.text(notEmpty), form.json()], { error: 'a string or a map' })
}

/** What people write in many forms, and what is checked in one. */
interface Forms {
  readonly to: z.ZodType
  readonly expect: z.ZodType
}

/** All that a case can say, and a suite for all of its cases. */
function shared(form: Form, { to, expect }: Forms): z.ZodObject {
  return z.strictObject({
    workflow: form
      .text(notEmpty)
      .describe('The trigger identifier of the workflow. Required in the case or in the suite.'),
    to: to.describe(
      'The recipients: a subscriber ID, topic:KEY, a map of attributes, or a list of these. Required in the case or in the suite.',
    ),
    payload: form.json().optional().describe('The data of the trigger, as a map. Default: empty.'),
    overrides: form.json().optional().describe('Provider-specific settings of the trigger, as a map.'),
    actor: textOrMap(form)
      .optional()
      .describe('The subscriber who causes the notification: a subscriber ID, or a map of attributes.'),
    tenant: textOrMap(form).optional().describe('The tenant: its identifier, or a map of fields.'),
    context: z
      .record(z.string(), form.text())
      .optional()
      .describe('The context of the trigger: a map of strings.'),
    transactionId: form
      .text(notEmpty)
      .optional()
      .describe(
        'The transaction ID. The service ignores a trigger whose transaction ID was used before. Default: a new ID.',
      ),
    expect: expect.describe('The expected result for each recipient. Required in the case or in the suite.'),
    timeout: form
      .text(time)
      .optional()
      .describe('How long to wait for the result, such as 500ms, 30s or 5m. Default: 60s.'),
    retries: form
      .whole(0, 10)
      .optional()
      .describe(
        'How many times belfry triggers the case again if the result differs from the expected result: 0 to 10. Default: 0.',
      ),
    tags: z
      .array(form.text(notEmpty))
      .optional()
      .describe('A list of tags. --filter tag:NAME selects the cases with a tag.'),
    createRecipients: form
      .flag()
      .optional()
      .describe(
        'If true, the trigger may permanently create recipients that are not in the service. Default: false.',
      ),
    only: form
      .flag()
      .optional()
      .describe(
        'If at least one case has `only: true`, belfry skips all cases without `only: true`. Default: false.',
      ),
    skip: form
      .text(notEmpty)
      .optional()
      .describe('belfry does not run the case. The value is the reason, such as "no test account yet".'),
  })
}

/** A map of what is expected; `text` and `step` make the forms of a comparison and of a step. */
function expectation(
  form: Form,
  text: (map: z.ZodType) => z.ZodType,
  step: (map: z.ZodType) => z.ZodType,
): z.ZodObject {
  const comparison = text(
    z.strictObject({
      is: form.textOrNumber().optional().describe('The exact value.'),
      contains: form.textOrNumber().optional().describe('A string that the value must contain.'),
    }),
  )
  const ofStep = z.strictObject({
    outcome: form
      .oneOf(outcomes, 'wrong-value')
      .optional()
      .describe(`The expected result of the step: ${Object.keys(outcomes).join(', ')}.`),
    // The short form also accepts this name.
    ...(form === written && {
      status: z.string().optional().describe('A short form of the field `outcome`.'),
    }),
    cause: form
      .oneOf(causes, 'wrong-value')
      .optional()
      .describe(`The expected cause of the result: ${Object.keys(causes).join(', ')}.`),
    ...each(texts, comparison, (field) => `${textMeanings[field]}.`),
  })
  return z.strictObject({
    ...each(
      steps,
      step(ofStep),
      (name) =>
        `The expected result of the ${name} step: a result such as \`sent\` or \`failed:provider\`, or a map of expectations.`,
    ),
    ...each(texts, comparison, (field) => `${textMeanings[field]}, in any channel.`),
    within: form
      .text(time)
      .optional()
      .describe(
        'The maximum time from the trigger to the end of the last step, such as 30s. belfry uses the times that the service returns.',
      ),
    status: form
      .text(notEmpty)
      .optional()
      .describe('The status that the service must return for the trigger. Default: processed.'),
    events: form
      .whole(0, 100_000)
      .optional()
      .describe('The expected number of recipients for which the service creates an event.'),
  })
}

const caseName = (form: Form): z.ZodType =>
  form.text(notEmpty).describe('The name of the case, which describes what the case tests. Required.')

function each(
  keys: readonly string[],
  type: z.ZodType,
  meaning: (key: string) => string,
): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(keys.map((key) => [key, type.optional().describe(meaning(key))]))
}

const spelled = (map: z.ZodType): z.ZodType => map

/** One case in its long form, with the fields that its suite sets for all cases. */
export function caseSchema(form: Form): z.ZodObject {
  const forms = { to: z.array(recipient(form)), expect: expectation(form, spelled, spelled) }
  return shared(form, forms).extend({ name: caseName(form) })
}

/** The fields of a suite that aren't its cases'. */
export function headSchema(form: Form): z.ZodObject {
  return z.strictObject({
    suite: form.text(notEmpty).optional().describe('The name of the suite. Default: the name of the file.'),
    primary: z
      .strictObject(
        Object.fromEntries(
          primaryChannels.map((channel) => [
            channel,
            form
              .text()
              .optional()
              .describe(`The identifier of the expected primary integration for ${channel}.`),
          ]),
        ),
      )
      .optional()
      .describe(
        'The expected primary integrations, by channel. Each of these integrations must be active and the only primary integration of its channel.',
      ),
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
    (map) => z.union([suggested(shortOutcomes), map]),
  )
  const fields = shared(written, { to: z.union([one, z.array(one)]), expect })
    .partial()
    .extend({ targets: targets.optional() })
  return headSchema(written)
    .extend({
      ...fields.shape,
      cases: z
        .array(fields.extend({ name: caseName(written) }))
        .optional()
        .describe('The cases of the suite: a list. Fields of the suite apply to all cases.'),
    })
    .meta({ patternProperties: { '^x-': {} } })
    .describe('A belfry smoke suite.')
}
