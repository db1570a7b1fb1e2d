// The fields of an integration: a provider for one channel, its credentials and its conditions.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { channelsWithPrimary } from '../../core/plan/channels.ts'
import { textOf, Unreadable } from '../../core/value.ts'
import { respelled } from '../../core/vendor.ts'
import { plainText, sameRow } from '../from-field-rows.ts'
import type { RowsOf } from '../field-row.ts'
import { written, type Form } from '../form.ts'
import { similarProviders, providerMeanings } from '../providers.ts'
import { credentialText, flagCredentials, isSecretCredential, textCredentials } from './credential-texts.ts'
import {
  readConditions,
  readConfigurations,
  readCredentials,
  type Shown,
  type Traits,
  writtenCredentials,
} from './field-values.ts'
import { nameOf, ruleOf } from './routing.ts'

const channels = {
  in_app: 'The inbox inside your application.',
  email: 'Email.',
  sms: 'Text messages to phone numbers.',
  chat: 'Messages in chat tools such as Slack.',
  push: 'Push messages to devices.',
  tool: 'Incidents in tools such as PagerDuty. Only newer releases of the service have this channel.',
}

const undefinedType = 'The API defines this type, but not its meaning.'
const conditionTypes = {
  BOOLEAN: undefinedType,
  TEXT: undefinedType,
  DATE: undefinedType,
  NUMBER: undefinedType,
  STATEMENT: undefinedType,
  LIST: undefinedType,
  MULTI_LIST: undefinedType,
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

/** Servers may have more than the contract: releases since September 2026 show `rules`. */
export const integrationFields: RowsOf<Shown, Traits> = {
  identifier: {
    ...plainText(
      'The string that identifies the integration in its target. Required, except for the channel in_app: each environment has exactly one in-app integration.',
    ),
    identity: nameOf,
    // The in-app integration is identified by its channel.
    write: ({ fields: { channel, identifier } }) => (channel === 'in_app' ? null : identifier),
  },
  previously: {
    ...plainText(
      'The former identifier. If the service has an integration with this identifier, belfry renames that integration and does not create a new integration.',
    ),
    sent: false,
  },
  name: plainText('The display name. If `name` is not set, the service chooses a name.'),
  providerId: {
    form: (form) => form.oneOf(providerMeanings, 'unknown-provider', { similar: similarProviders }),
    about:
      "The ID of the provider, such as sendgrid or twilio. The provider can't be changed after the integration is created.",
    privacy: 'public',
    required: true,
    fixed: true,
    plain: true,
    vendor: true,
    read: ({ providerId }, { vendor }) => respelled(textOf(providerId), vendor),
  },
  channel: {
    form: (form) => form.oneOf(channels, 'wrong-value'),
    about:
      "The channel of the integration: in_app, email, sms, chat, push or tool. The channel can't be changed after the integration is created.",
    privacy: 'public',
    required: true,
    fixed: true,
    plain: true,
  },
  active: {
    form: (form) => form.flag(),
    about:
      'Whether the integration processes messages: true or false. If `active` is not set, belfry leaves the value in the service unchanged.',
    privacy: 'public',
    affected: true,
    retired: false,
  },
  primary: {
    form: (form) => form.onlyTrue(),
    about:
      'true makes this integration the primary integration of its channel (email or sms). The primary integration delivers the notifications of workflows. Only true is valid; leave the field out for other integrations.',
    privacy: 'public',
    affected: true,
    soleWithin: 'channel',
    coupled: true,
    write: ({ fields: { primary, channel } }) =>
      primary === true && channelsWithPrimary.has(textOf(channel)) ? true : null,
  },
  standby: {
    form: (form) => form.whole(1, 99),
    about:
      'The rank of the integration among the standbys of its channel (email or sms), starting at 1. `belfry failover` makes the standby with the lowest number primary if the provider of the primary integration fails. A standby has neither conditions nor rules, and is not primary. belfry does not send this field to the service.',
    privacy: 'public',
    sent: false,
  },
  credentials: {
    form: credentialsSchema,
    about:
      'The credentials for the provider. The service replaces all credentials at once, so declare every credential.',
    privacy: isSecretCredential,
    filled: true,
    merge: 'key',
    concealable: true,
    compare: { compare: 'whole' },
    read: readCredentials,
    write: writtenCredentials,
  },
  configurations: {
    form: (form) =>
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
    about:
      'The settings for inbound webhooks. The service replaces all settings at once, so declare every setting.',
    privacy: isSecretCredential,
    filled: true,
    merge: 'key',
    concealable: true,
    compare: { compare: 'whole' },
    read: readConfigurations,
    // Most services don't show them, and few integrations have any.
    write: ({ fields: { configurations } }) => (configurations instanceof Unreadable ? null : configurations),
  },
  conditions: {
    form: (form) => form.list(conditionSchema(form)).nullable(),
    about:
      'The conditions that a notification must match before the service uses the integration: a list of groups. null or [] removes the conditions. Not valid together with rules.',
    privacy: 'public',
    filled: true,
    clears: 'itself',
    affected: true,
    coupled: true,
    // Groups and their children are tested together, whatever their order.
    compare: { compare: 'whole', unordered: true },
    read: readConditions,
  },
  'conditions.children.value': { free: true },
  rules: {
    form: (form) => form.anything(),
    about:
      'The routing rule that a notification must match before the service uses the integration, in JSONLogic. The rule can use the fields of subscriber, tenant and context. Only releases of the service since September 2026 store the rule. null removes the rule. Not valid together with conditions.',
    privacy: 'public',
    free: true,
    clears: 'all',
    affected: true,
    coupled: true,
    compare: { compare: 'whole' },
    read: ({ rules }) => ruleOf(rules),
  },
  ...sameRow(
    { readOnly: true },
    '_id',
    '_environmentId',
    '_organizationId',
    'deleted',
    'deletedAt',
    'deletedBy',
  ),
}

/** The credentials of the contract. */
export function credentialFields(form: Form): Readonly<Record<string, z.ZodType>> {
  const [text, flag] = [form.text(), form.flag()]
  const fields: Record<string, z.ZodType> = {}
  for (const key of textCredentials) fields[key] = key === 'port' ? form.textOrNumber() : text
  for (const key of flagCredentials) fields[key] = flag
  return { ...fields, tlsOptions: form.json() }
}

/** Editors complete only the credentials of the provider: `editorChecks` has them. */
function credentialsSchema(form: Form): z.ZodType {
  // Only editors need descriptions: to check credentials, those of one type share one schema.
  const shared = new Map<z.ZodType, z.ZodType>()
  const fields: Record<string, z.ZodType> = {}
  for (const [key, field] of Object.entries(credentialFields(form))) {
    const known = shared.get(field) ?? field.optional()
    if (form === written) fields[key] = known.meta({ description: credentialText(key), doNotSuggest: true })
    else shared.set(field, (fields[key] = known))
  }
  return form.map(fields, z.unknown())
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
