// What people write of an integration: a provider for one channel, its credentials and its conditions.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { notEmpty } from '../checks.ts'
import { credentialText, flagCredentials, textCredentials } from './credential-texts.ts'
import { written, type Form } from '../form.ts'
import { similarProviders, providerMeanings } from '../providers.ts'

const channels = {
  in_app: 'The inbox inside your application.',
  email: 'Email.',
  sms: 'Text messages to phone numbers.',
  chat: 'Messages in chat tools such as Slack.',
  push: 'Push messages to devices.',
}

const conditionTypes = {
  ...Object.fromEntries(
    ['BOOLEAN', 'TEXT', 'DATE', 'NUMBER', 'STATEMENT', 'LIST', 'MULTI_LIST'].map((type) => [
      type,
      'The API defines this type, but not its meaning.',
    ]),
  ),
  GROUP: 'A group of comparisons.',
}

/** As the sandbox compares: the contract doesn't define them. */
const operators = {
  LARGER: 'The field is larger than the value.',
  SMALLER: 'The field is smaller than the value.',
  LARGER_EQUAL: 'The field is larger than the value, or equal to the value.',
  SMALLER_EQUAL: 'The field is smaller than the value, or equal to the value.',
  EQUAL: 'The field is equal to the value.',
  NOT_EQUAL: "The field differs from the value, or isn't set.",
  ALL_IN:
    "The value contains strings separated by commas, such as beta,vip. The condition is met if the field is a list that isn't empty and contains only these strings.",
  ANY_IN:
    'The value contains strings separated by commas, such as apac,anz. The condition is met if the field is one of these strings, or a list that contains at least one of them.',
  NOT_IN:
    "The value contains strings separated by commas, such as apac,anz. The condition is met if the field isn't set, is none of these strings, or is a list that contains none of them.",
  BETWEEN:
    'The value contains a lower and an upper limit, such as 10,50. The condition is met if the field is between the limits, or equal to one of them.',
  NOT_BETWEEN:
    "The value contains a lower and an upper limit, such as 10,50. The condition is met if the field is outside the limits, or isn't set.",
  LIKE: 'The field contains the value.',
  NOT_LIKE: "The field doesn't contain the value, or isn't set.",
  IN: 'The value contains strings separated by commas, such as apac,anz. The condition is met if the field is one of these strings, or a list that contains at least one of them.',
}
const sources = {
  subscriber: 'A field of the subscriber.',
  payload: 'A field of the payload of the trigger.',
  tenant: 'A field of the tenant of the trigger, such as identifier.',
}
const combinations = { AND: 'All children must match.', OR: 'At least one child must match.' }

export function integrationSchema(form: Form): z.ZodObject {
  return z.strictObject({
    identifier: optional(
      form.text(notEmpty),
      'The string that identifies the integration in its target. Required, except for the channel in_app: each environment has exactly one in-app integration.',
    ),
    previously: optional(
      form.text(notEmpty),
      'The former identifier. If the service has an integration with this identifier, belfry renames that integration and does not create a new integration.',
    ),
    name: optional(
      form.text(notEmpty),
      'The display name. If `name` is not set, the service chooses a name.',
    ),
    providerId: form
      .oneOf(providerMeanings, 'unknown-provider', { similar: similarProviders })
      .describe(
        "The ID of the provider, such as sendgrid or twilio. The provider can't be changed after the integration is created.",
      ),
    channel: form
      .oneOf(channels, 'wrong-value')
      .describe(
        "The channel of the integration: in_app, email, sms, chat or push. The channel can't be changed after the integration is created.",
      ),
    active: optional(
      form.flag(),
      'Whether the integration processes messages: true or false. If `active` is not set, belfry leaves the value in the service unchanged.',
    ),
    primary: optional(
      form.onlyTrue(),
      'true makes this integration the primary integration of its channel (email or sms). The primary integration delivers the notifications of workflows. Only true is valid; leave the field out for other integrations.',
    ),
    standby: optional(
      form.whole(1, 99),
      'The rank of the integration among the standbys of its channel (email or sms), starting at 1. `belfry failover` makes the standby with the lowest number primary if the provider of the primary integration fails. A standby has neither conditions nor rules, and is not primary. belfry does not send this field to the service.',
    ),
    credentials: optional(
      credentialsSchema(form),
      'The credentials for the provider. The service replaces all credentials at once, so declare every credential.',
    ),
    configurations: optional(
      form.map({
        inboundWebhookEnabled: optional(
          form.flag(),
          'Whether the integration accepts inbound webhooks: true or false.',
        ),
        inboundWebhookSigningKey: optional(
          form.text(),
          'The secret that verifies inbound webhooks. Use a reference such as ${env:NAME}.',
        ),
      }),
      'The settings for inbound webhooks. The service replaces all settings at once, so declare every setting.',
    ),
    conditions: optional(
      form.list(conditionSchema(form)).nullable(),
      'The conditions that a notification must match before the service uses the integration: a list of groups. null or [] removes the conditions. Not valid together with rules.',
    ),
    rules: optional(
      form.anything(),
      'The routing rule that a notification must match before the service uses the integration, in JSONLogic. The rule can use the fields of subscriber, tenant and context. Only releases of the service since September 2026 store the rule. null removes the rule. Not valid together with conditions.',
    ),
  })
}

/** The credentials of the contract. */
export function credentialFields(form: Form): Readonly<Record<string, z.ZodType>> {
  const [text, flag] = [form.text(), form.flag()]
  const texts = textCredentials.map((key) => [key, key === 'port' ? form.textOrNumber() : text] as const)
  const flags = flagCredentials.map((key) => [key, flag] as const)
  return { ...Object.fromEntries([...texts, ...flags]), tlsOptions: form.json() }
}

/** Editors complete only the credentials of the provider: `editorChecks` has them. */
function credentialsSchema(form: Form): z.ZodType {
  const fields = credentialFields(form)
  // Only editors need descriptions: to check credentials, those of one type share one schema.
  const shared = new Map(
    form === written ? [] : Object.values(fields).map((field) => [field, field.optional()]),
  )
  const entries = Object.entries(fields).map(([key, field]) => {
    const described = () => field.optional().meta({ description: credentialText(key), doNotSuggest: true })
    return [key, shared.get(field) ?? described()] as const
  })
  return form.map(Object.fromEntries(entries), z.unknown())
}

function conditionSchema(form: Form): z.ZodType {
  return form.map({
    isNegated: form.flag().describe('Whether the result of the group is reversed: true or false.'),
    type: form
      .oneOf(conditionTypes, 'unknown-condition-type')
      .describe(`The type of the group: ${Object.keys(conditionTypes).join(', ')}.`),
    value: form
      .oneOf(combinations, 'wrong-value')
      .describe(
        'How the children are combined: AND (all of them must match) or OR (at least one must match).',
      ),
    children: form
      .list(
        form.map({
          field: form.text().describe('The name of the field to compare, such as locale.'),
          value: form.text().describe('The string to compare the field with.'),
          operator: form
            .oneOf(operators, 'unknown-operator', { caseRule: 'operator-case' })
            .describe(`The operator, in capital letters: ${Object.keys(operators).join(', ')}.`),
          on: form
            .oneOf(sources, 'unknown-condition-source')
            .describe(
              'The source of the field: "subscriber", "payload" for the payload of the trigger, or "tenant" for its tenant. Which of them has an effect depends on the release of the service.',
            ),
        }),
      )
      .describe('The comparisons of the group: a list.'),
  })
}
