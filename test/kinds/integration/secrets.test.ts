// Which credentials are secrets: a literal of one is reported and hidden, and the others are shown.
import { expect, test } from 'vitest'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { load } from '../../manifest/load-files.ts'
import { isSecretAt } from '../../../src/kinds/from-field-rows.ts'

test.each(['user', 'baseUrl', 'redirectUrl', 'applicationId', 'clientId', 'from', 'region'])(
  'the credential %s is not a secret',
  async (key) => {
    expect(isSecretAt(integration, ['credentials', key])).toBe(false)
    const { problems } = await load(
      `integrations: [{ identifier: a, providerId: acme-relay, channel: email, credentials: { ${key}: value-of-it } }]\n`,
    )
    expect(problems.map(({ rule }) => rule)).not.toContain('literal-secret')
  },
)

test.each(['apiKey', 'secretKey', 'password', 'token', 'apiToken', 'accountSid', 'webhookUrl', 'madeUp'])(
  'the credential %s is a secret',
  async (key) => {
    expect(isSecretAt(integration, ['credentials', key])).toBe(true)
    const { problems } = await load(
      `integrations: [{ identifier: a, providerId: acme-relay, channel: email, credentials: { ${key}: value-of-it } }]\n`,
    )
    expect(problems.map(({ rule }) => rule)).toContain('literal-secret')
  },
)
