// Random secrets of the shapes that providers give out, random spellings of them, and texts that only look like secrets.
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFilter } from '../../src/core/secrets/redact.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import { pathWords } from '../../src/service/operations.ts'
import { lawTimeout, runsOf } from '../support/laws/runs.ts'
import { seedOf } from '../support/seed.ts'

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const base64url = `${base64.slice(0, -2)}-_`
const digits = '0123456789abcdef'

/** Spread evenly, as secrets are: the characters come from a hash. */
function random(alphabet: string, length: number): fc.Arbitrary<string> {
  return fc.noBias(fc.noShrink(fc.nat())).map((seed) =>
    Array.from({ length: Math.ceil(length / 32) }, (_, block) =>
      createHash('sha256').update(`${seed} ${block}`).digest(),
    )
      .flatMap((bytes) => Array.from(bytes, (byte) => alphabet[byte % alphabet.length]))
      .slice(0, length)
      .join(''),
  )
}

const keyBody = fc
  .tuple(
    random(base64, 64 * 3),
    fc.integer({ min: 4, max: 63 }).chain((length) => random(base64, length)),
  )
  .map(([full, rest]) => [...(full.match(/.{64}/g) ?? []), rest].join('\n'))

const rsaHeader = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'
const tokenHeader = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9'

/** What is secret of a secret, as one stretch, and all of it. Armour, hosts and headers that all keys share are public. */
interface Shape {
  readonly secret: string
  readonly part: string
}

const plain = (secrets: fc.Arbitrary<string>): fc.Arbitrary<Shape> =>
  secrets.map((secret) => ({ secret, part: secret }))

const shapes: Readonly<Record<string, fc.Arbitrary<Shape>>> = {
  'key with a prefix': plain(
    fc
      .tuple(fc.constantFrom('sk_live_', 'SG.', 'xoxb-', 'key-', 'whsec_'), random(base64url, 32))
      .map((parts) => parts.join('')),
  ),
  'hexadecimal key': plain(random(digits, 32)),
  'base64 key': plain(random(base64, 43).map((text) => `${text}=`)),
  'web token': plain(
    fc
      .tuple(random(base64url, 24), random(base64url, 60), random(base64url, 43))
      .map((parts) => parts.join('.')),
  ),
  'signed web token': random(base64url, 90).map((part) => ({ secret: `${tokenHeader}.${part}`, part })),
  'push token': random(base64url, 22).map((part) => ({ secret: `ExponentPushToken[${part}]`, part })),
  'RSA key': keyBody.map((part) => ({ secret: `${rsaHeader}${part}`, part })),
  pem: keyBody.map((part) => ({
    secret: `-----BEGIN RSA PRIVATE KEY-----\n${part}\n-----END RSA PRIVATE KEY-----\n`,
    part,
  })),
  'service account': fc.tuple(keyBody, random(digits, 40)).map(([part, id]) => ({
    secret: JSON.stringify(
      {
        type: 'service_account',
        project_id: 'acme-notifications-production',
        private_key_id: id,
        private_key: `-----BEGIN PRIVATE KEY-----\n${part}\n-----END PRIVATE KEY-----\n`,
        client_email: 'push@acme-notifications-production.iam.gserviceaccount.com',
        client_id: '104958371649182736450',
        auth_uri: 'https://accounts.google.example/o/oauth2/auth',
      },
      undefined,
      2,
    ),
    part,
  })),
  webhook: fc
    .tuple(random(base64url, 9), random(base64url, 11), random(base64url, 24))
    .map(([team, channel, token]) => `/services/${team}/${channel}/${token}`)
    .map((part) => ({ secret: `https://hooks.chat.example${part}`, part })),
  passphrase: plain(
    fc.array(random(base64url, 6), { minLength: 5, maxLength: 5 }).map((words) => words.join(' ')),
  ),
  login: fc
    .tuple(random(base64url, 10), random(base64url, 24))
    .map(([user, password]) => `${user}:${password}`)
    .map((part) => ({ secret: `smtps://${part}@smtp.acme.example:465/?pool=true`, part })),
}

const shapeNames = Object.keys(shapes)

const someShape: fc.Arbitrary<Shape & { readonly name: string }> = fc
  .constantFrom(...shapeNames)
  .chain((name) => (shapes[name] as fc.Arbitrary<Shape>).map((shape) => ({ name, ...shape })))

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
const eachByte = (text: string, write: (digits: string) => string): string =>
  [...Buffer.from(text)].map((byte) => write(hex(byte))).join('')
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Each character on its own, so that a part of a spelling is the spelling of a part. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'lower case': (text) => text.toLowerCase(),
  'upper case': (text) => text.toUpperCase(),
  'line breaks as spaces': (text) => text.replaceAll('\n', ' '),
  'line breaks left out': (text) => text.replaceAll('\n', ''),
  'CRLF for LF': (text) => text.replaceAll('\n', '\r\n'),
  JSON: inJson,
  'JSON inside JSON': (text) => inJson(inJson(text)),
  'JSON of escapes': (text) => eachByte(text, (byte) => `\\u00${byte}`),
  'percent escapes': encodeURIComponent,
  'percent escapes as in a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  'percent escapes only': (text) => eachByte(text, (byte) => `%${byte}`),
  'quoted-printable': (text) => eachByte(text, (byte) => `=${byte.toUpperCase()}`),
  'quoted-printable where needed': (text) => text.replaceAll('=', '=3D'),
  'entities where needed': (text) => text.replaceAll('+', '&#43;').replaceAll('/', '&#x2F;'),
  'entities only': (text) => eachByte(text, (byte) => `&#x${byte};`),
  'hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
}

const inAscii = (text: string): string =>
  inJson(text).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const inBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** The forms in which even a secret of 8 characters is found. */
const wholeForms: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  JSON: inJson,
  'JSON of ASCII alone': inAscii,
  'JSON with escaped slashes': (text) => inJson(text).replaceAll('/', '\\/'),
  'JSON inside JSON': (text) => inJson(inJson(text)),
  HTML: inHtml,
  'HTML with escaped apostrophes': (text) => inHtml(text).replaceAll("'", '&#39;'),
  URL: encodeURIComponent,
  form: (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  base64: inBase64,
  'base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'base64 of JSON': (text) => inBase64(JSON.stringify({ text })),
  'base64 in a URL': (text) => encodeURIComponent(inBase64(`${text}?>`)),
  'hexadecimal digits in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
}

/** Also those that begin or end an escape, are longer in lower case, or take several bytes. */
const letters = ['Ä', 'ß', 'İ', 'Σ', '€', '😀', ...Array.from('abcnutXYZ0124\\%&;=+"\'<>/`#@:._~!-')]
/** Of 8 characters or more. */
const shortSecret = fc
  .array(fc.constantFrom(...letters), { minLength: 8, maxLength: 20 })
  .map((characters) => characters.join(''))

const words = (
  'the a service says that request field value was not found must be one of following is invalid for provider ' +
  'channel email subscriber integration environment name please check and try again later rate limit exceeded ' +
  'unknown error while sending message to recipient credentials are wrong missing required token expired'
).split(' ')

const prose = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((all) => all.join(' '))

const host = fc
  .tuple(
    fc.constantFrom('hooks', 'smtp', 'api', 'mail', 'push'),
    fc.constantFrom('chat', 'acme', 'google', 'oauth2'),
    fc.constantFrom('example', 'acme.example'),
  )
  .map((parts) => parts.join('.'))

/** Seen in manifests. */
const visibleNames = [
  'ops-oncall-of-the-night-shift',
  'notify@acme-notifications.example',
  'mailgun-europe-west',
]

/** References may hold them, though they are not secret by themselves. */
const wordSecrets = [
  'notifications@acme.example',
  'integrations@acme.example',
  'https://api.mailgun.example/v3/messages',
  'https://gateway.acme.example/api/v1/subscribers',
]

const harmless: fc.Arbitrary<string> = fc.oneof(
  prose,
  host,
  host.map((each) => `https://${each}/`),
  fc.tuple(host, prose).map(([each, text]) => `https://${each}:465 ${text}`),
  fc.constantFrom('https://hooks.chat.example/services/', 'smtps://smtp.acme.example:465'),
  fc
    .constantFrom('RSA PRIVATE KEY', 'PRIVATE KEY', 'CERTIFICATE', 'EC PRIVATE KEY')
    .chain((what) =>
      fc.constantFrom(`-----BEGIN ${what}-----`, `-----BEGIN ${what}-----\n…\n-----END ${what}-----`),
    ),
  fc.uuid(),
  fc.constantFrom(
    'The notification could not be sent; notifications are disabled',
    'integrations@ and /v3/messages and /api/v1/subscribers',
    `ExponentPushToken, IncomingWebhook, ${rsaHeader} and ${tokenHeader}`,
  ),
  random(digits, 24),
  random('0123456789', 21),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.tuple(prose, fc.constantFrom(...visibleNames), prose).map((parts) => parts.join(' ')),
  fc.constantFrom(
    'push@acme-notifications-production.iam.gserviceaccount.com',
    '"client_id": "104958371649182736450"',
    '{"type":"service_account","project_id":"acme-notifications-production","private_key":""}',
    'https://accounts.google.example/o/oauth2/auth',
  ),
  fc.tuple(prose, random(digits, 24)).map(([message, id]) =>
    JSON.stringify({
      statusCode: 422,
      message,
      path: `/v1/integrations/${id}`,
      errors: { 'credentials.apiKey': { messages: [message] } },
    }),
  ),
)

const longEnough = 16

/** A part of at least 16 characters that aren't white space, at random. */
function partOf(text: string, from: number, length: number): string {
  const places = Array.from({ length: text.length }, (_, start) => start).filter(
    (start) => enoughAt(text, start) > 0,
  )
  const start = places[Math.floor(from * (places.length - 1))] ?? 0
  return text.slice(start, start + Math.max(length, enoughAt(text, start)))
}

/** The length of the shortest such part that begins there; 0 if there is none. */
function enoughAt(text: string, start: number): number {
  return /^(?:\s*\S){16}/.exec(text.slice(start))?.[0].length ?? 0
}

test('no part of 16 characters or more of what is secret shows', { timeout: lawTimeout }, () => {
  const met = new Set<string>()
  const someCase = fc.record({
    shape: someShape,
    others: fc.array(someShape, { maxLength: 4 }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: longEnough, max: 120 }),
    spelling: fc.constantFrom(...Object.keys(spellings)),
    around: fc.tuple(prose, prose),
  })
  const holds = fc.property(
    someCase,
    ({ shape, others, from, length, spelling, around: [before, after] }) => {
      const part = partOf(shape.part, from, length)
      const filter = createFilter()
      filter.addSecrets([shape, ...others].map(({ secret }) => Secret.of(secret, 'env:SECRET')))
      const spell = spellings[spelling] as (text: string) => string
      const shown = filter.redact(`${before}: ${spell(part)} ${after}`)
      expect(shown).toContain('(secret env:SECRET)')
      const pieces = Array.from({ length: part.length - longEnough + 1 }, (__, start) =>
        part.slice(start, start + longEnough),
      )
      expect(pieces.filter((each) => !/\s/.test(each) && shown.includes(spell(each)))).toEqual([])
      met.add(shape.name)
      met.add(spelling)
    },
  )
  fc.assert(holds, {
    numRuns: runsOf({ small: 300, full: 5000 }),
    seed: seedOf('parts of secrets', 'BELFRY_LAWS_SEED'),
  })
  expect([...met].sort()).toEqual([...shapeNames, ...Object.keys(spellings)].sort())
})

test('10,000 harmless texts stay as they are', { timeout: lawTimeout }, () => {
  const seed = seedOf('harmless texts', 'BELFRY_LAWS_SEED')
  const filter = createFilter()
  filter.addVisible((hear) => [...visibleNames, ...pathWords()].forEach(hear))
  filter.addSecrets(wordSecrets.map((text) => Secret.of(text, 'env:WORDS')))
  filter.addSecrets(
    fc
      .sample(someShape, { numRuns: 60, seed: seed ^ 1 })
      .map(({ secret }) => Secret.of(secret, 'env:SECRET')),
  )
  // A secret that holds what a manifest shows.
  filter.addSecrets(visibleNames.map((name) => Secret.of(`${name}:abcdefghijklmnopqrst`, 'env:LOGIN')))
  const stays = fc.property(harmless, (text) => {
    expect(filter.redact(text)).toBe(text)
  })
  fc.assert(stays, { numRuns: runsOf({ small: 1000, full: 10_000 }), seed })
})

test('a whole secret is found in any encoding, whatever is around it', { timeout: lawTimeout }, () => {
  const someCase = fc.record({
    shape: someShape,
    encoding: fc.constantFrom('base64' as const, 'base64url' as const, 'hex' as const),
    around: fc.tuple(prose, prose),
    cut: fc.nat({ max: 5 }),
  })
  const holds = fc.property(someCase, ({ shape, encoding, around: [before, after], cut }) => {
    const filter = createFilter()
    filter.addSecrets(Secret.of(shape.secret, 'env:SECRET'))
    const encoded = Buffer.from(`${before.slice(cut)}${shape.secret}${after}`).toString(encoding)
    for (const text of encoding === 'hex' ? [encoded, encoded.toUpperCase()] : [encoded]) {
      expect(filter.findSecret(`the ${text} is wrong`)).toBe('(secret env:SECRET)')
      expect(filter.redact(`the ${text} is wrong`)).toBe('the (secret env:SECRET) is wrong')
    }
  })
  fc.assert(holds, {
    numRuns: runsOf({ small: 200, full: 5000 }),
    seed: seedOf('encodings', 'BELFRY_LAWS_SEED'),
  })
})

test(
  'a whole secret of 8 characters is found in any form, whatever is next to it',
  { timeout: lawTimeout },
  () => {
    const met = new Set<string>()
    const someCase = fc.record({
      secret: shortSecret,
      form: fc.constantFrom(...Object.keys(wholeForms)),
      before: fc.constantFrom('', ' ', '\\', '&', '=', '+', '"', 'A', 'amp;', '\n', 'İ', '# 100% '),
      after: fc.constantFrom('', ' ', '\\', '%', '&', ';', '"', 'A', '\n', 'İ', ' \\u00'),
    })
    const holds = fc.property(someCase, ({ secret, form, before, after }) => {
      const filter = createFilter()
      filter.addSecrets(Secret.of(secret, 'env:SECRET'))
      const written = wholeForms[form]?.(secret) ?? ''
      const text = `it is ${before}${written}${after} here`
      expect(filter.findSecret(text)).toBe('(secret env:SECRET)')
      const shown = filter.redact(text)
      expect(shown).toMatch(/^it is [^]*\(secret env:SECRET\)[^]* here$/)
      expect(shown).not.toContain(written)
      met.add(form)
    })
    fc.assert(holds, {
      numRuns: runsOf({ small: 400, full: 5000 }),
      seed: seedOf('forms of secrets', 'BELFRY_LAWS_SEED'),
    })
    expect([...met].sort()).toEqual(Object.keys(wholeForms).sort())
  },
)
