// What people write of an integration: a provider for one channel, its credentials and its conditions.
import { z } from 'zod'
import { notEmpty } from '../checks.ts'
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
        'Its identity in the target. Not needed for in_app, of which each environment has exactly one.',
      ),
    previously: form
      .text(notEmpty)
      .optional()
      .describe('The identifier that it had before: where that is live, it is renamed.'),
    name: form.text(notEmpty).optional().describe('The display name.'),
    providerId: form
      .oneOf(providerIds, 'unknown-provider', { otherNames })
      .describe('The provider, such as sendgrid or twilio.'),
    channel: form.oneOf(channels, 'wrong-value').describe('The channel that it delivers.'),
    active: form.flag().optional().describe('Whether it processes messages.'),
    primary: form
      .onlyTrue()
      .optional()
      .describe('true makes it the one that delivers its channel (email, sms); leave it out otherwise.'),
    credentials: credentialsSchema(form)
      .optional()
      .describe('Replaced whole by the service: write all of them.'),
    configurations: z
      .strictObject({
        inboundWebhookEnabled: form.flag().optional(),
        inboundWebhookSigningKey: form.text().optional(),
      })
      .optional()
      .describe('Replaced whole by the service: write all of them.'),
    conditions: z
      .array(conditionSchema(form))
      .nullable()
      .optional()
      .describe('When the integration is used; null or [] clears them.'),
    rules: form
      .anything()
      .optional()
      .describe(
        'When the integration is used, as JSONLogic over subscriber, tenant and context, for services since September 2026. Not together with conditions; null clears them.',
      ),
  })
}

function credentialsSchema(form: Form): z.ZodType {
  return z
    .object({
      ...Object.fromEntries(
        textCredentials.map((key) => [key, (key === 'port' ? form.textOrNumber() : form.text()).optional()]),
      ),
      ...Object.fromEntries(flagCredentials.map((key) => [key, form.flag().optional()])),
      tlsOptions: form.json().optional(),
    })
    .catchall(z.unknown())
}

function conditionSchema(form: Form): z.ZodType {
  return z.strictObject({
    isNegated: form.flag(),
    type: form.oneOf(conditionTypes, 'unknown-condition-type'),
    value: form.oneOf(['AND', 'OR'], 'wrong-value').describe('How the children are combined.'),
    children: z.array(
      z.strictObject({
        field: form.text(),
        value: form.text(),
        operator: form.oneOf(operators, 'unknown-operator', { caseRule: 'operator-case' }),
        on: form.oneOf(['subscriber', 'payload'], 'unknown-condition-source'),
      }),
    ),
  })
}
