// What is in a service that no one wrote for belfry: several environments that share identifiers, odd text everywhere.
import * as fc from 'fast-check'
import { credentialKeysOf, providerNamed } from '../../../src/kinds/providers.ts'
import type { Seed } from '../../../src/sandbox/index.ts'
import { hostileText } from '../../support/hostile-text.ts'
import { slots } from './integrations.ts'
import { someRules } from './rules.ts'
import { pick, someFlag, someOf, someText, type Fields, type Json } from '../../support/laws/texts.ts'

export interface LiveCase {
  readonly seed: Seed
  /** That no file and no output may contain. */
  readonly secrets: readonly string[]
  readonly random: number
}

const secrets = [
  'live-secret-number-one',
  'live "secret" \\two\\ ünï',
  'live-secret-three\nof two lines',
  '${env:live-secret-four}',
]

const someSecret = fc.constantFrom(...secrets)

const odd = fc.constantFrom(
  '${env:HOME}', '$${env:HOME}', '$$${x', 'a ${ b', '${file:/etc/passwd}', '#no comment', 'a #b', 'a: b', '<<', '*x', '&x', '!!str x', '---', '...',
  '', ' ', '\t', 'tab\tin', 'x\r\ny', '\u0085next', '\u2028line', '\u202Egnp', '\u200B', '\u0001\u001B[31m', '\uFEFFx', '0x1F', '0o7', '.5', '+1', '-0', '.inf', '1_000', 'yes', 'No', 'NULL', '=',
  'x'.repeat(90), 'two words '.repeat(20), 'a\n\nb\n\n\n', '\n', ' lead\n  in', '|', '> x', '%x', '`x', '@x', '"', "'", "''", '\\', '\\n', '"${env:X}"', '?', '? x', '-', '- ', '[', ']', '{}', ',', hostileText.replaceAll(/[\0\p{Cs}]/gu, ''), '__proto__',
) // prettier-ignore

const text = fc.oneof({ weight: 2, arbitrary: someText }, { weight: 2, arbitrary: odd }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) }) // prettier-ignore
const key = fc.oneof(fc.constantFrom('plan', 'a.b', 'constructor', '__proto__', '<<', '', '1', 'null', 'true', '~', 'ключ', '${x}', '$${x}', 'a: b', '#', '$secret'), odd) // prettier-ignore

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    text,
    fc.constantFrom(0, -0, 1, -2.5, 0.1, 1e21, 1e-7, 9_007_199_254_740_991, 9_007_199_254_740_992, true, false, null), // prettier-ignore
    fc.array(tie('value'), { maxLength: 3 }),
    mapOf(key, tie('value')),
  ),
})).value

/** Also with keys that objects inherit. */
export function mapOf(
  keys: fc.Arbitrary<string>,
  values: fc.Arbitrary<Json>,
  maxLength = 4,
): fc.Arbitrary<Fields> {
  return fc
    .uniqueArray(fc.tuple(keys, values), { maxLength, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries))
}

export const someConditions = fc.array(
  fc.record({
    isNegated: someFlag,
    type: fc.constantFrom('GROUP', 'TEXT'),
    value: fc.constantFrom('AND', 'OR'),
    children: fc.array(
      fc.record({
        on: fc.constantFrom('subscriber', 'payload'),
        field: text,
        operator: fc.constantFrom('IN', 'EQUAL'),
        value: text,
      }),
      { maxLength: 2 },
    ),
  }),
  { minLength: 1, maxLength: 2 },
)

const someIntegration = fc
  .record({
    name: text,
    active: someFlag,
    primary: someFlag,
    credentials: someOf({
      apiKey: someSecret,
      secretKey: fc.oneof(someSecret, fc.constant('')),
      from: text,
      senderName: text,
      secure: someFlag,
      tlsOptions: someOf({ ca: someSecret, nested: someOf({ key: someSecret, port: fc.constant(1) }) }),
    }),
    configurations: someOf({ inboundWebhookEnabled: someFlag, inboundWebhookSigningKey: someSecret }),
    conditions: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: someConditions }),
    rules: fc.option(fc.oneof(fc.constantFrom(...someRules), fc.record({ '==': fc.tuple(json, json) })), {
      freq: 1,
      nil: undefined,
    }),
    // A service clears conditions when it saves rules, and both when an integration becomes primary.
    isOdd: fc.constantFrom(false, false, false, true),
  })
  .map(({ isOdd, conditions, rules, primary, ...fields }) => ({
    ...fields,
    primary,
    conditions: (primary || rules !== undefined) && !isOdd ? [] : conditions,
    ...(rules !== undefined && (!primary || isOdd) && { rules }),
  }))

const identifiers = ['00123', 'true', '<<', '__proto__', '${env:HOME}', 'ci', '日本', '#1: "x"', 'x\u202Ey']

const someSlot = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...slots) },
  { weight: 1, arbitrary: fc.record({ identifier: fc.constantFrom(...identifiers), providerId: fc.constantFrom('sendgrid', 'ses', 'tomorrows-provider'), channel: fc.constant('email' as const) }) }, // prettier-ignore
)

/** Of one environment, by its index: nothing, the same as others, or something of its own. */
function everywhere<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<readonly (Item | undefined)[]> {
  const cell = fc.oneof(
    { weight: 1, arbitrary: fc.constant('none' as const) },
    { weight: 3, arbitrary: fc.constant('same' as const) },
    { weight: 2, arbitrary: item },
  )
  return fc
    .tuple(item, fc.array(cell, { minLength: 3, maxLength: 3 }))
    .map(([shared, cells]) => cells.map((each) => (each === 'none' ? undefined : each === 'same' ? shared : each))) // prettier-ignore
}

const somePerson = fc.record({
  firstName: fc.option(text),
  lastName: fc.option(text),
  email: fc.constantFrom('ada@acme.example', 'é@x.example', null, 'no address', ''),
  phone: fc.constantFrom('+4915112345678', '00123', null),
  avatar: fc.option(text),
  locale: fc.constantFrom('de', 'de-DE', 'en_US', null, 'klingon!'),
  timezone: fc.constantFrom('Europe/Berlin', 'UTC', null, 'Mars/Base'),
  data: fc.option(mapOf(key, json), { freq: 4 }),
  channels: someOf({
    'chat-1': someOf({ webhookUrl: someSecret, channel: text }),
    'push-1': someOf({ deviceTokens: fc.uniqueArray(someSecret, { maxLength: 3 }) }),
  }),
})

const people = ['ada', 'auth0|user 2', 'ü/ü%2F?#', '00123', '${env:HOME}', '__proto__', 'a\u202Eb']

const environments = ['Development', 'Production', 'QA'] as const

export const someLive: fc.Arbitrary<LiveCase> = fc
  .record({
    count: fc.constantFrom(2, 3),
    stages: fc.array(
      fc.record({ name: text, parent: someFlag, color: fc.constantFrom('#fff', '#FF8800'), dns: text, bridge: fc.option(fc.constant('https://bridge.example/api')) }), // prettier-ignore
      { minLength: 3, maxLength: 3 },
    ),
    integrations: fc.uniqueArray(fc.tuple(someSlot, everywhere(someIntegration)), {
      maxLength: 6,
      selector: ([slot]) => `${slot.identifier} ${slot.providerId}`,
    }),
    twice: fc.boolean(),
    people: fc.uniqueArray(fc.tuple(fc.constantFrom(...people), everywhere(somePerson)), {
      maxLength: 4,
      selector: ([id]) => id,
    }),
    random: fc.nat(),
  })
  .map((draft) => ({ seed: seedOf(draft), secrets, random: draft.random }))

interface IntegrationFields {
  readonly credentials: Fields
}

interface Draft {
  readonly count: number
  readonly stages: readonly { readonly parent: boolean; readonly color: string; readonly dns: string; readonly bridge: string | null }[] // prettier-ignore
  readonly integrations: readonly (readonly [
    (typeof slots)[number],
    readonly (IntegrationFields | undefined)[],
  ])[]
  readonly twice: boolean
  readonly people: readonly (readonly [string, readonly (({ readonly channels: Fields }) | undefined)[]])[] // prettier-ignore
}

/** Mostly: other keys are refused in manifests, whatever is in the service. */
function withOwnKeys(fields: IntegrationFields, providerId: string): IntegrationFields {
  const own = credentialKeysOf(providerNamed(providerId))
  if (own.length === 0 || Object.keys(fields.credentials).length === 6) return fields
  return { ...fields, credentials: pick(fields.credentials, own) }
}

function seedOf({ count, stages, integrations, twice, people: all }: Draft): Seed {
  const names = environments.slice(0, count)
  const rows = integrations.flatMap(([slot, cells]) =>
    names.flatMap((environment, index) => {
      const fields = cells[index]
      return fields === undefined ? [] : [{ environment, ...slot, ...withOwnKeys(fields, slot.providerId) }]
    }),
  )
  const first = rows.find(({ channel }) => channel !== 'in_app')
  const isThere = (environment: string, identifier: string): boolean =>
    rows.some((row) => row.environment === environment && row.identifier === identifier)
  return {
    environments: names.map((name, index) => {
      const { parent, color, dns, bridge } = stages[index] as Draft['stages'][number]
      return {
        name,
        identifier: `app-${index}`,
        color,
        dns: { inboundParseDomain: dns },
        ...(bridge !== null && { bridge: { url: bridge } }),
        ...(parent && index > 0 && { parent: names[index - 1] }),
      }
    }),
    integrations: twice && first !== undefined ? [...rows, first] : rows,
    subscribers: all.flatMap(([subscriberId, cells]) =>
      names.flatMap((environment, index) => {
        const person = cells[index]
        if (person === undefined) return []
        const channels = Object.entries(person.channels).flatMap(([identifier, credentials]) => {
          if (!isThere(environment, identifier)) return []
          const providerId = identifier === 'chat-1' ? 'slack' : 'fcm'
          return [{ providerId, integrationIdentifier: identifier, credentials }]
        })
        return [{ environment, subscriberId, ...person, channels }]
      }),
    ),
    workflows: [],
    messages: [],
    notifications: [],
  } as unknown as Seed
}
