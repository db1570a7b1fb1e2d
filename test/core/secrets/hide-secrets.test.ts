// What goes in with secrets comes out without, in the same shape.
import { describe, expect, test } from 'vitest'
import type { Value } from '../../../src/core/value.ts'
import { withoutSecrets, withSecretsClosed } from '../../../src/core/secrets/hide-secrets.ts'

const label = '(secret live)'

function hidden(value: Value, take?: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(withoutSecrets(value, take)))
}

test('what is sent has its secrets closed, at any depth', () => {
  const sent = withSecretsClosed({ apiKeys: 'k', webhookUrl: { a: ['x', 7, true] }, b: 'y' }, 'payload')
  const closed = '(secret payload)'
  expect(JSON.parse(JSON.stringify(sent))).toEqual({
    apiKeys: closed,
    webhookUrl: { a: [closed, closed, true] },
    b: 'y',
  })
})

test.each<[string, Value, unknown]>([
  ['a webhook', { directWebhookUrl: 'https://x.example/1' }, { directWebhookUrl: label }],
  ['device tokens, each', { deviceTokens: ['a', 'b'] }, { deviceTokens: [label, label] }],
  ['no device tokens', { deviceTokens: [] }, { deviceTokens: [] }],
  [
    'credentials of a channel, by their leaves',
    {
      subscriber: {
        channels: [
          { providerId: 'slack', credentials: { webhookUrl: 'x', deviceTokens: ['y'], port: 5, ok: true } },
        ],
      },
    },
    {
      subscriber: {
        channels: [
          {
            providerId: 'slack',
            credentials: { webhookUrl: label, deviceTokens: [label], port: label, ok: true },
          },
        ],
      },
    },
  ],
  [
    'what the caller of a trigger put in',
    {
      payload: { resetToken: 'x', user: 'Ada' },
      overrides: { slack: { webhookUrl: 'y' }, sms: { apiKey: 'z' } },
    },
    {
      payload: { resetToken: label, user: 'Ada' },
      overrides: { slack: { webhookUrl: label }, sms: { apiKey: label } },
    },
  ],
  [
    'a recipient',
    { to: { channels: [{ credentials: { webhookUrl: 'x' } }] } },
    { to: { channels: [{ credentials: { webhookUrl: label } }] } },
  ],
])('hides %s', (_, value, shown) => {
  expect(hidden(value)).toEqual(shown)
})

test('a secret in a key of the service is replaced, also in JSON inside a string', () => {
  const take = (text: string): string => text.replaceAll('abcdefgh', label)
  const raw = JSON.stringify({ abcdefgh: { abcdefgh: null } })
  const value = { raw, payload: { abcdefgh: 1 }, credentials: { abcdefgh: 'x' } }
  expect(hidden(value, take)).toEqual({
    raw: raw.replaceAll('abcdefgh', label),
    payload: { [label]: 1 },
    credentials: { [label]: label },
  })
})

test.each<[string, string, string]>([
  ['a list', '[{"token":"x"},1]', `[{"token":"${label}"},1]`],
  ['a list whose last entry has one', '[1,{"token":"x"}]', `[1,{"token":"${label}"}]`],
  ['a map', '{"a":{"token":"x"},"n":1}', `{"a":{"token":"${label}"},"n":1}`],
  ['a map after white space', '\n { "n": 1, "token": "x" }', `{"n":1,"token":"${label}"}`],
])('hides a secret in JSON in a text: %s', (_, raw, shown) => {
  expect(hidden({ raw })).toEqual({ raw: shown })
})

test('a number that is a secret of the run has its label, and other numbers stay numbers', () => {
  const take = (text: string): string => text.replaceAll('12345678', label)
  expect(hidden({ pin: 12345678, port: 587, none: 0 }, take)).toEqual({ pin: label, port: 587, none: 0 })
})

test.each<[string, Value]>([
  [
    'what the service itself calls keys',
    { topics: [{ topicKey: 'a' }], contextKeys: ['a:b'], digest: { digestKey: 'x' } },
  ],
  ['addresses of people', { email: 'a@b.example', phone: '+49' }],
  ['a payload without secrets', { payload: { product: 'Acme', n: 1, list: [null, false] } }],
  ['a text that only looks like JSON', { content: '{ not: json }', raw: '[1' }],
  ['JSON in a text, to the letter', { raw: '{ "code" : 30003 }' }],
  ['a list of JSON in a text, to the letter', { raw: '[ 1 , { "code" : [ 30003 ] } ]' }],
  ['an address in what people wrote', { content: 'See https://docs.example/webhooks/setup' }],
])('keeps %s', (_, value) => {
  expect(hidden(value)).toEqual(value)
})

describe('where another text repeats a secret', () => {
  const token = 'made-up-token-of-a-phone'

  test('it is hidden there too', () => {
    const message = { deviceTokens: [token], errorText: `Token ${token} is gone`, content: `(${token})` }
    expect(hidden(message)).toEqual({
      deviceTokens: [label],
      errorText: `Token ${label} is gone`,
      content: `(${label})`,
    })
  })

  test('also inside JSON that is a text', () => {
    const raw = JSON.stringify({ sent: { deviceTokens: [token] }, error: JSON.stringify({ token }) })
    const text = JSON.stringify(hidden({ raw, detail: `no ${token}` }))
    expect(text).not.toContain(token)
    expect(text).toContain('no (secret live)')
  })

  test('a longer one that begins with a shorter one leaves no rest', () => {
    const value = { deviceTokens: [token, `${token}-and-more`], detail: `${token}-and-more` }
    expect(hidden(value)).toMatchObject({ detail: label })
  })

  test.each<[string, string]>([
    ['POST https://hooks.slack.com/services/T0/B0/x, here', 'POST (hidden URL), here'],
    ['https://acme.example/a failed', 'https://acme.example/a failed'],
    [String.raw`not JSON: {"u":"https:\/\/hooks.slack.com\/services\/T0"}`, 'not JSON: {"u":"(hidden URL)"}'],
    ['at https%3A%2F%2Fhooks.slack.com%2Fservices%2FT0', 'at (hidden URL)'],
    ['https://chat.example/v1/messages?key=K&token=T', '(hidden URL)'],
    ['https://hooks.slack.com/services/made-up-new', '(hidden URL)'],
    ['https://known.example/hook/1 is gone.', '(secret env:HOOK) is gone.'],
  ])('a webhook in what a provider said, in JSON in it too: %s', (said, shown) => {
    const take = (text: string): string =>
      text
        .replaceAll('https://known.example/hook/1', '(secret env:HOOK)')
        .replaceAll('/services/made-up-new', '(secret env:HOOK)')
    const raw = (text: string): Value => ({ raw: JSON.stringify({ error: [{ message: text, [text]: 1 }] }) })
    expect(hidden({ detail: said }, take)).toEqual({ detail: shown })
    expect(hidden(raw(said), take)).toEqual(raw(shown))
  })

  test('words between spaces are no secret that others could repeat', () => {
    const channels = ['our general channel', 'general-channel ours', 'our general-channel']
    for (const channel of channels)
      expect(hidden({ credentials: { channel }, content: `In ${channel}` })).toEqual({
        credentials: { channel: label },
        content: `In ${channel}`,
      })
  })

  test('a word that is no secret stays', () => {
    expect(hidden({ credentials: { channel: 'general' }, content: 'In general' })).toMatchObject({
      content: 'In general',
    })
  })
})

test('what is nested deeper than anybody looks is not shown', () => {
  let value: Value = { deviceTokens: ['x'] }
  for (let depth = 0; depth < 5000; depth += 1) value = { a: value }
  expect(JSON.stringify(withoutSecrets(value))).toContain(label)
  expect(JSON.stringify(withoutSecrets({ credentials: value })).length).toBeLessThan(1000)
  const raw = `${'['.repeat(50_000)}"x"${']'.repeat(50_000)}`
  expect(JSON.stringify(withoutSecrets({ raw })).length).toBeLessThan(1000)
})

test('names that mean something to JavaScript stay plain fields', () => {
  const value = JSON.parse('{"__proto__":{"deviceTokens":["x"]},"constructor":"y"}') as Value
  expect(JSON.stringify(withoutSecrets(value))).toBe(
    '{"__proto__":{"deviceTokens":["(secret live)"]},"constructor":"y"}',
  )
})
