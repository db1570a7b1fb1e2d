// What is reported of a provider that the catalogue doesn't have, and of one with another channel.
import { describe, expect, it } from 'vitest'
import { load, project } from '../../manifest/load-files.ts'

async function rulesOf(manifest: string, rules = 'unknown-integration: off') {
  const { problems } = await load({
    'belfry.yaml': `${project}rules: { ${rules} }\n`,
    'manifests/a.yaml': manifest,
  })
  return problems.map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`)
}

const integration = (providerId: string, channel: string): string =>
  `integrations: [{ identifier: main, providerId: ${providerId}, channel: ${channel} }]\n`

const channelOf = (providerId: string): string =>
  `subscribers: [{ subscriberId: ada, channels: [{ providerId: ${providerId}, integrationIdentifier: main, credentials: {} }] }]\n`

const similar = (id: string, field: string, guess: string): string =>
  `error near-miss-provider: "${id}" is not a known value for "${field}"; did you mean "${guess}"?`

describe('a provider', () => {
  it.each([
    ['misspelt', integration('sengrid', 'email'), similar('sengrid', 'providerId', 'sendgrid')],
    ['in the wrong case', integration('SendGrid', 'email'), similar('SendGrid', 'providerId', 'sendgrid')],
    ['under another name', integration('vonage', 'sms'), similar('vonage', 'providerId', 'nexmo')],
    ['misspelt in a subscriber', channelOf('slak'), similar('slak', 'channels[0].providerId', 'slack')],
    [
      'that resembles none',
      integration('homing-pigeon', 'sms'),
      'warning unknown-provider: "homing-pigeon" is not a known value for "providerId"',
    ],
    [
      'that resembles none, in a subscriber',
      channelOf('homing-pigeon'),
      'warning unknown-provider: "homing-pigeon" is not a known value for "channels[0].providerId"',
    ],
    [
      'with another channel',
      integration('sendgrid', 'sms'),
      'error channel-mismatch: provider sendgrid delivers email, not sms',
    ],
    [
      'of the service with another channel',
      integration('novu-email', 'sms'),
      'error channel-mismatch: provider novu-email delivers email, not sms',
    ],
  ])('%s', async (_, manifest, problem) => {
    expect(await rulesOf(manifest)).toEqual([problem])
  })

  it.each([
    ['near-miss-provider', integration('sengrid', 'email')],
    ['channel-mismatch', integration('sendgrid', 'sms')],
  ])('with %s lowered in `rules`', async (rule, manifest) => {
    const found = await rulesOf(manifest, `${rule}: warn`)
    expect(found).toEqual([expect.stringContaining(`warning ${rule}: `)])
    expect(await rulesOf(manifest, `${rule}: off`)).toEqual([])
  })
})
