// What people write of an integration: a provider for one channel, its credentials and its conditions.
import { z } from 'zod'
import { notEmpty } from '../checks.ts'
import { credentialText } from './credential-texts.ts'
import type { Form } from '../form.ts'
import { otherNames, providerIds } from '../providers.ts'

const channels = ['in_app', 'email', 'sms', 'chat', 'push'] as const

export const flagCredentials = ['secure', 'requireTls', 'ignoreTls', 'hmac', 'authenticateByToken'] as const

/** The text keys of an integration's credentials, in the contract's order. */
export const textCredentials = [
  'apiKey', 'user', 'secretKey', 'domain', 'password', 'host', 'port', 'region', 'accountSid',
  'messageProfileId', 'token', 'from', 'senderName', 'projectName', 'applicationId', 'clientId', 'baseUrl',
  'webhookUrl', 'redirectUrl', 'serviceAccount', 'ipPoolName', 'apiKeyRequestHeader', 'secretKeyRequestHeader',
  'idPath', 'datePath', 'apiToken', 'authenticationTokenKey', 'instanceId', 'alertUid', 'title', 'imageUrl', 'state',
  'externalLink', 'channelId', 'phoneNumberIdentification', 'accessKey', 'appSid', 'senderId', 'AppIOBaseUrl',
] as const // prettier-ignore

const conditionTypes = ['BOOLEAN', 'TEXT', 'DATE', 'NUMBER', 'STATEMENT', 'LIST', 'MULTI_LIST', 'GROUP']
const operators = [
  'LARGER', 'SMALLER', 'LARGER_EQUAL', 'SMALLER_EQUAL', 'EQUAL', 'NOT_EQUAL', 'ALL_IN', 'ANY_IN', 'NOT_IN',
  'BETWEEN', 'NOT_BETWEEN', 'LIKE', 'NOT_LIKE', 'IN',
] // prettier-ignore

export function integrationSchema(form: Form): z.ZodObject {
  return z.strictObject({
    identifier: form
      .text(notEmpty)
      .optional()
      .describe(
        'The string that identifies the integration in its target. Required, except for channel in_app: each environment has exactly one in-app integration.',
      ),
    previously: form
      .text(notEmpty)
      .optional()
      .describe(
        'The former identifier. If the service has an integration with this identifier, belfry renames that integration and does not create a new integration.',
      ),
    name: form
      .text(notEmpty)
      .optional()
      .describe('The display name. If `name` is not set, the service chooses a name.'),
    providerId: form
      .oneOf(providerIds, 'unknown-provider', { otherNames })
      .describe(
        "The ID of the provider, such as sendgrid or twilio. The provider can't be changed after the integration is created.",
      ),
    channel: form
      .oneOf(channels, 'wrong-value')
      .describe(
        "The channel of the integration: in_app, email, sms, chat or push. The channel can't be changed after the integration is created.",
      ),
    active: form
      .flag()
      .optional()
      .describe(
        'Whether the integration processes messages: true or false. If `active` is not set, belfry leaves the value in the service unchanged.',
      ),
    primary: form
      .onlyTrue()
      .optional()
      .describe(
        'true makes this integration the primary integration of its channel (email or sms). The primary integration delivers the notifications of workflows. Only true is valid; leave the field out for other integrations.',
      ),
    credentials: credentialsSchema(form)
      .optional()
      .describe(
        'The credentials for the provider. The service replaces all credentials at once, so declare every credential.',
      ),
    configurations: z
      .strictObject({
        inboundWebhookEnabled: form
          .flag()
          .optional()
          .describe('Whether the integration accepts inbound webhooks: true or false.'),
        inboundWebhookSigningKey: form
          .text()
          .optional()
          .describe('The secret that verifies inbound webhooks. Use a reference such as ${env:NAME}.'),
      })
      .optional()
      .describe(
        'The settings for inbound webhooks. The service replaces all settings at once, so declare every setting.',
      ),
    conditions: z
      .array(conditionSchema(form))
      .nullable()
      .optional()
      .describe(
        'The conditions that a notification must match before the service uses the integration: a list of groups. null or [] removes the conditions. Not valid together with rules.',
      ),
    rules: form
      .anything()
      .optional()
      .describe(
        'The routing rule that a notification must match before the service uses the integration, in JSONLogic. The rule can use the fields of subscriber, tenant and context. Only releases of the service since September 2026 store the rule. null removes the rule. Not valid together with conditions.',
      ),
  })
}

function credentialsSchema(form: Form): z.ZodType {
  return z
    .object({
      ...Object.fromEntries(
        textCredentials.map((key) => [
          key,
          (key === 'port' ? form.textOrNumber() : form.text()).optional().describe(credentialText(key)),
        ]),
      ),
      ...Object.fromEntries(
        flagCredentials.map((key) => [key, form.flag().optional().describe(credentialText(key))]),
      ),
      tlsOptions: form.json().optional().describe(credentialText('tlsOptions')),
    })
    .catchall(z.unknown())
}

function conditionSchema(form: Form): z.ZodType {
  return z.strictObject({
    isNegated: form.flag().describe('Whether the result of the group is reversed: true or false.'),
    type: form
      .oneOf(conditionTypes, 'unknown-condition-type')
      .describe(`The type of the group: ${conditionTypes.join(', ')}.`),
    value: form
      .oneOf(['AND', 'OR'], 'wrong-value')
      .describe(
        'How the children are combined: AND (all of them must match) or OR (at least one must match).',
      ),
    children: z
      .array(
        z.strictObject({
          field: form.text().describe('The name of the field to compare, such as locale.'),
          value: form.text().describe('The string to compare the field with.'),
          operator: form
            .oneOf(operators, 'unknown-operator', { caseRule: 'operator-case' })
            .describe(`The operator, in capital letters: ${operators.join(', ')}.`),
          on: form
            .oneOf(['subscriber', 'payload'], 'unknown-condition-source')
            .describe('The source of the field: subscriber, or payload of the trigger.'),
        }),
      )
      .describe('The comparisons of the group: a list.'),
  })
}
