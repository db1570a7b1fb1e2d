// Foreign text passes the filter on its way in: whatever form a secret has there, a label comes out.
import { describe, expect, test } from 'vitest'
import { createFilter, labelling, shortest } from '../../../src/core/secrets/redact.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { PieceIndex } from '../../../src/core/secrets/piece-index.ts'

const value = `a"secret\\of/<'all'> & \`é\`=more+\n`

const forms: readonly (readonly [string, string])[] = [
  ['as it is', value],
  ['in JSON', JSON.stringify(value)],
  ['in JSON of ASCII alone', JSON.stringify(value).replaceAll('é', '\\u00e9')],
  ['in JSON that escapes slashes', JSON.stringify(value).replaceAll('/', '\\/')],
  ['in JSON inside JSON', JSON.stringify({ body: JSON.stringify({ value }) })],
  [
    'in HTML',
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ],
  [
    'in HTML with apostrophes escaped',
    value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  ],
  [
    'in HTML with all signs escaped',
    value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#x27;')
      .replaceAll('/', '&#x2F;')
      .replaceAll('`', '&#x60;')
      .replaceAll('=', '&#x3D;'),
  ],
  ['in a URL', `https://x.example/?key=${encodeURIComponent(value)}&other=1`],
  [
    'in a URL in small letters',
    encodeURIComponent(value).replaceAll(/%../g, (escape) => escape.toLowerCase()),
  ],
  ['in a form', new URLSearchParams({ value }).toString()],
  ['in hexadecimal digits', `0x${Buffer.from(value).toString('hex')}`],
  ...[0, 1, 2].flatMap((before) =>
    (['base64', 'base64url'] as const).map(
      (encoding) =>
        [
          `in ${encoding} after ${before}`,
          Buffer.from('x'.repeat(before) + value).toString(encoding),
        ] as const,
    ),
  ),
  ['with the key scheme of basic authentication', `Basic ${Buffer.from(`user:${value}`).toString('base64')}`],
]

describe('a secret goes', () => {
  test.each(forms)('%s', (_, form) => {
    const filter = createFilter()
    const text = `before ${form} after`
    expect(filter.redact(text)).toBe(text)
    expect(filter.findSecret(text)).toBeUndefined()
    filter.addSecrets({ credentials: [{ apiKey: Secret.of(value, 'env:KEY') }] })
    expect(filter.findSecret(text)).toBe('(secret env:KEY)')
    const shown = filter.redact(text)
    expect(shown).toContain('(secret env:KEY)')
    expect(shown).toMatch(/^before .*after$/)
    expect(filter.findSecret(shown)).toBeUndefined()
    expect(shown.length).toBeLessThan(text.length)
  })
})

describe('a secret, by its length', () => {
  const bytes = (text: string) => Buffer.from(text)
  const always: Readonly<Record<string, (text: string) => string>> = {
    'as it is': (text) => text,
    'in JSON': (text) => JSON.stringify(text),
    'in JSON that escapes slashes': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
    'in HTML': (text) => text.replaceAll('"', '&quot;'),
    'in a URL': encodeURIComponent,
    'in base64': (text) => bytes(`x${text}`).toString('base64'),
    'in base64 of JSON': (text) => bytes(JSON.stringify({ key: text })).toString('base64'),
    'in base64 after a letter': (text) => `A${bytes(text).toString('base64')}`,
    'in base64 after two letters': (text) => `AB${bytes(text).toString('base64')}`,
    'in base64 after three letters': (text) => `ABC${bytes(text).toString('base64')}`,
    'in hexadecimal digits': (text) => bytes(text).toString('hex'),
    'in hexadecimal digits in capitals': (text) => bytes(text).toString('hex').toUpperCase(),
    'in hexadecimal digits after another digit': (text) => `0${bytes(text).toString('hex')}`,
  }
  const longOnly: Readonly<Record<string, (text: string) => string>> = {
    'in lower case': (text) => text.toLowerCase(),
    'with a space in it': (text) => `${text.slice(0, 4)} ${text.slice(4)}`,
    'with a line break in it': (text) => `${text.slice(0, 4)}\r\n${text.slice(4)}`,
    'in quoted-printable': (text) => text.replaceAll('"', '=22'),
    'with a needless escape': (text) => text.replaceAll('w', '&#119;'),
  }
  const secrets = ['kT4/w"z9aB3x', 'kT4-w"z9aB3x']

  test.each(secrets.flatMap((secret) => [8, 11, 12].map((length) => [length, secret] as const)))(
    'of %i characters of %s',
    (length, secret) => {
      const short = secret.slice(0, length)
      const filter = createFilter()
      filter.addSecrets(Secret.of(short, 'env:KEY'))
      const taken = (written: typeof always): string[] =>
        Object.keys(written).filter((name) =>
          /^<"?\(secret env:KEY\)"?>$/.test(filter.redact(`<${written[name]?.(short)}>`)),
        )
      expect(taken(always)).toEqual(Object.keys(always))
      expect(taken(longOnly)).toEqual(length < 12 ? [] : Object.keys(longOnly))
    },
  )
})

test.each([0, 1, 2])(
  'an encoded address on the host of a secret is no secret, after %i characters',
  (before) => {
    const filter = createFilter()
    filter.addSecrets(Secret.of('https://example.com/a', 'env:HOOK'))
    const encoded = (address: string): string => Buffer.from('x'.repeat(before) + address).toString('base64')
    expect(filter.findSecret(encoded('see https://example.com/b'))).toBeUndefined()
    expect(filter.redact(encoded('see https://example.com/b'))).toBe(encoded('see https://example.com/b'))
    expect(filter.findSecret(encoded('see https://example.com/a'))).toBe('(secret env:HOOK)')
    filter.addSecrets(Secret.of('https://example.com/b', 'env:OTHER'))
    expect(filter.findSecret(encoded('see https://example.com/b'))).toBe('(secret env:OTHER)')
  },
)

test('a URL with a secret in percent escapes keeps what is no secret', () => {
  const filter = createFilter()
  filter.addSecrets(Secret.of('a/b&c d=e', 'env:KEY'))
  expect(filter.redact('see https://x.example/?key=a%2Fb%26c%20d%3De&page=2')).toBe(
    'see https://x.example/?key=(secret env:KEY)&page=2',
  )
  expect(filter.redact('key=a%2Fb%26c+d%3De&page=2')).toBe('key=(secret env:KEY)&page=2')
})

test('secrets that overlap go together', () => {
  const filter = createFilter()
  filter.addSecrets([
    Secret.of('abcdefgh-ijkl', 'env:ONE'),
    Secret.of('ijkl-mnopqrs', 'env:TWO'),
    Secret.of('abcdefgh', 'env:PART'),
  ])
  expect(filter.redact('<abcdefgh-ijkl-mnopqrs>')).toBe('<(secret env:ONE)>')
  expect(filter.redact('<abcdefgh!>')).toBe('<(secret env:PART)!>')
})

test('what is short, or is read anyway, is weak: it is left, and told', () => {
  const filter = createFilter()
  const [short, seen, late, strong] = [
    'x'.repeat(shortest - 1),
    'notify@acme.example',
    'sendgrid-main',
    'quite-secret',
  ].map((text, index) => Secret.of(text, `env:S${index}`)) as [Secret, Secret, Secret, Secret]
  filter.addVisible((hear) => ['From notify@acme.example', 'a/path'].forEach(hear))
  filter.addSecrets([short, seen, strong])
  expect([short, seen, strong].map((each) => filter.weakness(each))).toEqual(['short', 'seen', undefined])
  const text = `${'x'.repeat(shortest)} notify@acme.example quite-secret`
  expect(filter.redact(text)).toBe(`${'x'.repeat(shortest)} notify@acme.example (secret env:S3)`)
  // Also where it is known first, and seen later.
  filter.addSecrets(late)
  expect(filter.findSecret('sendgrid-main')).toBe('(secret env:S2)')
  filter.addVisible((hear) => hear('sendgrid-main'))
  expect(filter.findSecret('sendgrid-main')).toBeUndefined()
  // A label is read too: a secret that is the name of its own variable would be taken out of it for ever.
  filter.addSecrets(Secret.of('MY_PASSWORD', 'env:MY_PASSWORD'))
  expect(filter.findSecret('(secret env:MY_PASSWORD)')).toBeUndefined()
})

test('a visible text that would take too long to compare shows no secret', () => {
  const filter = createFilter()
  const secret = Secret.of('a'.repeat(5000), 'env:KEY')
  filter.addSecrets(secret)
  // Of a few secrets, each is looked for on its own.
  for (let at = 0; at < 20; at++) filter.addSecrets(Secret.of(`another-secret-${at}`, 'env:OTHER'))
  filter.addVisible((hear) => hear('a'.repeat(4999)))
  expect(filter.weakness(secret)).toBeUndefined()
})

test('a text that takes too long to compare hides what follows', () => {
  const filter = createFilter()
  const same = 'a'.repeat(1000)
  filter.addSecrets([Secret.of('pw-X9!k2', 'env:PASSWORD'), Secret.of(same, 'env:KEY')])
  filter.addVisible((hear) => hear(same))
  const text = `${'a'.repeat(6000)} pw-X9!k2`
  expect(filter.redact(text)).not.toContain('pw-X9!k2')
  expect(filter.findSecret(text)).toBeDefined()
})

test('what a thousand secrets have in common in base64 hides no other secret', () => {
  const filter = createFilter()
  const hook = (name: string): string => `https://hooks.example.com/services/incoming/team-0001/${name}`
  for (let at = 1000; at < 2000; at++)
    filter.addSecrets(Secret.of(hook(`${at}/abcdefghijkl${at}`), 'env:HOOK'))
  filter.addSecrets(Secret.of('pw-X9!k2', 'env:PASSWORD'))
  const visible = `${Buffer.from(hook('public')).toString('base64')} `.repeat(200)
  const text = `${visible}pw-X9!k2`
  expect(filter.redact(text).endsWith(' (secret env:PASSWORD)')).toBe(true)
  expect(filter.findSecret(text)).toBe('(secret env:PASSWORD)')
})

test('a short secret is left also where it is longer because it is escaped', () => {
  const filter = createFilter()
  filter.addSecrets(Secret.of('a"b"c"d', 'env:SHORT'))
  const text = JSON.stringify({ key: 'a"b"c"d' })
  expect([filter.redact(text), filter.findSecret(text)]).toEqual([text, undefined])
})

test('a secret of the minimum length is redacted, at both ends of a string and next to another secret', () => {
  const filter = createFilter()
  const [one, two] = [Secret.of('a'.repeat(shortest), 'env:ONE'), Secret.of('b'.repeat(shortest), 'env:TWO')]
  filter.addSecrets([one, two])
  expect([filter.weakness(one), filter.weakness(Secret.named('env:ONE'))]).toEqual([undefined, undefined])
  const [a, b] = ['a'.repeat(shortest), 'b'.repeat(shortest)]
  expect(filter.redact(a)).toBe('(secret env:ONE)')
  expect(filter.redact(`${a} or ${b}`)).toBe('(secret env:ONE) or (secret env:TWO)')
  expect(filter.redact(`${a}${b}`)).toBe('(secret env:ONE)(secret env:TWO)')
  expect([filter.findSecret(a), filter.findSecret(`(${b}`), filter.findSecret(a.slice(1))]).toEqual([
    '(secret env:ONE)',
    '(secret env:TWO)',
    undefined,
  ])
})

test('a secret that is only named is no text', () => {
  const filter = createFilter()
  filter.addSecrets(Secret.named('env:UNDEFINED_THING'))
  expect(filter.redact('undefined (secret env:UNDEFINED_THING)')).toBe(
    'undefined (secret env:UNDEFINED_THING)',
  )
})

test('the index finds every text, also one inside another', () => {
  const index = new PieceIndex<number>(shortest)
  const texts = ['12345678', '123456789', '3456789012', 'zzzzzzzz']
  for (const [at, text] of texts.entries()) index.add(at, { text, sort: 'whole' })
  const matches = (text: string) =>
    index
      .runs(text)
      .filter(({ isLabelled }) => isLabelled)
      .map(({ from, to, secret }) => ({ from, to, secret }))
      .sort((a, b) => a.from - b.from || b.to - a.to)
  expect(matches('x12345678901234567890zzzzzzzzz')).toEqual([
    { from: 1, to: 10, secret: 1 },
    { from: 1, to: 9, secret: 0 },
    { from: 3, to: 13, secret: 2 },
    { from: 11, to: 20, secret: 1 },
    { from: 11, to: 19, secret: 0 },
    { from: 21, to: 29, secret: 3 },
    { from: 22, to: 30, secret: 3 },
  ])
  expect(matches('x12345678')).toEqual([{ from: 1, to: 9, secret: 0 }])
  expect(matches('1234567')).toEqual([])
})

test('one of a thousand secrets is found', () => {
  const filter = createFilter()
  for (let at = 0; at < 1000; at++)
    filter.addSecrets(Secret.of(`https://hooks.slack.example/services/T${at}/B${at * 7}`, `env:HOOK_${at}`))
  expect(filter.redact('not sent: https://hooks.slack.example/services/T9/B63')).toContain(
    '(secret env:HOOK_9)',
  )
})

describe('the reply to a request with a secret', () => {
  const sent = `k&y"<'/\``
  const label = '(secret env:KEY)'
  const api = Secret.of('api-key-of-the-target', 'env:API')

  test.each<[string, string, string]>([
    ['as it is', `no ${sent}!`, `no ${label}!`],
    ['in JSON', JSON.stringify({ a: sent }), `{"a":"${label}"}`],
    ['in HTML', '<b>k&amp;y&quot;&lt;&#39;/`</b>', `<b>${label}</b>`],
    ['its key for the service', 'Bearer api-key-of-the-target', 'Bearer (secret env:API)'],
    ['an even shorter one', 'the pin 12a4 is wrong', 'the pin (secret env:PIN) is wrong'],
    ['one of three characters, which any text has', 'abc', 'abc'],
    ['another text', 'not found', 'not found'],
  ])('may quote %s', (_, text, expected) => {
    const body = {
      credentials: [Secret.of(sent, 'env:KEY'), { pin: Secret.of('12a4', 'env:PIN') }],
      tag: Secret.of('abc', 'env:TAG'),
      name: 'ses',
      other: Secret.named('env:NAMED'),
    }
    expect(labelling(body, api)(text)).toBe(expected)
  })

  test('the longest secret is redacted first, and secrets of the whole run are redacted too', () => {
    const filter = createFilter()
    filter.addSecrets(Secret.of('of-another-request', 'env:OTHER'))
    const take = labelling([Secret.of('abcd', 'env:SHORT'), Secret.of('abcdefg', 'env:LONG')], api, filter)
    expect(take('abcdefg abcd of-another-request')).toBe(
      '(secret env:LONG) (secret env:SHORT) (secret env:OTHER)',
    )
    expect(labelling(undefined, api)('api-key-of-the-target')).toBe('(secret env:API)')
  })
})

test('a string that held nothing is searched again once another secret is known', () => {
  const filter = createFilter()
  const shown = 'the reply quotes made-up-secret-1 in full'
  filter.addSecrets(Secret.of('another-made-up-one', 'env:FIRST'))
  expect([filter.redact(shown), filter.findSecret(shown)]).toEqual([shown, undefined])
  filter.addSecrets(Secret.of('made-up-secret-1', 'env:SECOND'))
  expect([filter.redact(shown), filter.findSecret(shown)]).toEqual([
    'the reply quotes (secret env:SECOND) in full',
    '(secret env:SECOND)',
  ])
})

test('secrets that are prepared a few at a time are all found, as they are and encoded', () => {
  const secrets = Array.from({ length: 50 }, (_, index) =>
    Secret.of(`secret-number-${index}`, `env:S${index}`),
  )
  const filter = createFilter()
  filter.addSecrets(secrets)
  let turns = 1
  while (filter.prepare()) turns += 1
  expect(turns).toBe(3)
  for (const index of secrets.keys()) {
    const text = `<secret-number-${index}> <${Buffer.from(`secret-number-${index}`).toString('base64')}>`
    expect(filter.findSecret(`<secret-number-${index}>`)).toBe(`(secret env:S${index})`)
    expect(filter.redact(text)).not.toMatch(/number|c2Vjcm/)
  }
})
