// A service often repeats only a part of a secret, or writes it in another way: a label replaces that too.
import { expect, test } from 'vitest'
import { createFilter, type Filter } from '../../../src/core/secrets/redact.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { catalogueWords } from '../../../src/kinds/providers.ts'
import { pathWords } from '../../../src/service/operations.ts'
import { tries } from '../../support/secret-tries.ts'
import {
  apiKey,
  passphrase,
  pem,
  serviceAccount,
  serviceAccountText,
  webhook,
} from '../../support/usual-secrets.ts'

function knowing(): Filter {
  const filter = createFilter()
  filter.addSecrets([
    Secret.of(pem, 'env:PEM'),
    Secret.of(serviceAccountText, 'env:ACCOUNT'),
    Secret.of(webhook, 'env:HOOK'),
    Secret.of(apiKey, 'env:KEY'),
    Secret.of(passphrase, 'env:PHRASE'),
  ])
  return filter
}

test.each(tries)('%s', (_, text, shown) => {
  const filter = knowing()
  expect(filter.redact(`refused: ${text} is wrong`)).toBe(`refused: ${shown} is wrong`)
})

test.each([
  ['fewer than 12 characters', apiKey.slice(0, 11)],
  ['fewer than 16 characters from the middle', apiKey.slice(9, 24)],
  ['the lines around a key', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----'],
  ['the address of a webhook', new URL(webhook).origin],
  ['another webhook of that service', `${new URL(webhook).origin}/services/T0000/B0000/else`],
  [
    'fields of a service account that are no secret',
    JSON.stringify({ ...serviceAccount, private_key_id: '', private_key: '', pin: '' }),
  ],
  ['a field alone', serviceAccount.client_email],
  ['an address alone', serviceAccount.auth_provider_x509_cert_url],
  ['names of its fields', 'private_key_id is missing, and auth_provider_x509_cert_url too'],
])('%s stay as they are', (_, text) => {
  expect(knowing().redact(text)).toBe(text)
})

test('the domain of an email address stays, and the address does not', () => {
  const filter = createFilter()
  filter.addSecrets(Secret.of('notifications@acme.example', 'env:FROM'))
  const text = 'https://acme.example refused notifications@ACME.example and help@acme.example'
  expect(filter.redact(text)).toBe('https://acme.example refused (secret env:FROM) and help@acme.example')
})

test.each([
  ['notifications@acme.example', 'The notification could not be sent; notifications are disabled'],
  ['announcements@acme.example', 'The announcement could not be sent'],
  ['notifications-2024@acme.example', 'notifications-2024 is unknown at acme.example'],
  ['https://api.mailgun.net/v3/messages', 'POST /v3/messages: not found'],
  ['https://gw.example/api/v1/subscribers', 'GET /api/v1/subscribers: not found'],
  [
    'https://acme.webhook.example/webhookb2/1/IncomingWebhook/0123456789abcdef0123456789abcdef/1',
    'IncomingWebhook is off',
  ],
  ['ExponentPushToken[1erWdPRZjCq1PBXa1erWdP]', 'an ExponentPushToken is required'],
  ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC is a header'],
  ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.abc0123456789xyz', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9: expired'],
])('of %s, words stay', (secret, text) => {
  const filter = createFilter()
  filter.addVisible((hear) => pathWords().forEach(hear))
  filter.addSecrets(Secret.of(secret, 'env:KEY'))
  expect(filter.redact(text)).toBe(text)
  expect(filter.redact(`refused: ${secret}`)).toContain('(secret env:KEY)')
})

test('words of the catalogue stay', () => {
  const filter = createFilter()
  filter.addVisible((visit) => catalogueWords().forEach(visit))
  filter.addSecrets(Secret.of('authenticationTokenKey=abcdefghijklmnopqrstuvwxyz', 'env:LINE'))
  expect(filter.redact('authenticationTokenKey=abcdefghijklmnopqrst')).toBe(
    'authenticationTokenKey(secret env:LINE)',
  )
})

test('what a visible field holds stays, and the rest of the secret does not', () => {
  const filter = createFilter()
  filter.addSecrets(Secret.of('smtp-relay-user@acme.example:abcdefghijklmnopqrstuvwxyz', 'env:LOGIN'))
  filter.addVisible((hear) => hear('smtp-relay-user@acme.example'))
  const text = 'smtp-relay-user@acme.example: unknown; abcdefghijklmnopqrst'
  expect(filter.redact(text)).toBe('smtp-relay-user@acme.example: unknown; (secret env:LOGIN)')
})

test('texts that are seen later stay visible, as those seen before do', () => {
  const filter = createFilter()
  filter.addSecrets(
    Secret.of('user1-of-acme.example:relay2/of/another/27:abcdefghijklmnopqrstuvwxyz', 'env:LOGIN'),
  )
  const text = 'user1-of-acme.example, relay2/of/another/27, abcdefghijklmnopqrst'
  filter.addVisible((hear) => hear('user1-of-acme.example'))
  expect(filter.redact(text)).toBe('user1-of-acme.example, (secret env:LOGIN), (secret env:LOGIN)')
  filter.addVisible((hear) => hear('relay2/of/another/27'))
  expect(filter.redact(text)).toBe('user1-of-acme.example, relay2/of/another/27, (secret env:LOGIN)')
})
