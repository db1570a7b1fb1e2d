// Whatever prints a secret by accident prints its label.
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { reveal, Secret } from '../../../src/core/secrets/secret.ts'

const secret = Secret.of('hunter2', 'env:KEY')
const label = '(secret env:KEY)'

test.each<[string, () => string, string]>([
  ['String', () => String(secret), label],
  ['a template', () => `key ${secret.toString()}`, `key ${label}`],
  ['a template without toString', () => `key ${secret as unknown as string}`, `key ${label}`],
  ['concatenation', () => 'key ' + (secret as unknown as string), `key ${label}`],
  ['join', () => [secret, 1].join(), `${label},1`],
  ['JSON', () => JSON.stringify({ secret }), `{"secret":"${label}"}`],
  ['inspect', () => inspect({ secret }), `{ secret: ${label} }`],
  ['deep inspect', () => inspect(secret, { depth: 9, showHidden: true, customInspect: true }), label],
  ['an error', () => String(new Error(`no ${String(secret)}`)), `Error: no ${label}`],
  ['keys', () => JSON.stringify(Object.entries(secret)), '[["origin","env:KEY"]]'],
  ['a spread', () => JSON.stringify(Object.assign({}, secret)), '{"origin":"env:KEY"}'],
  ['structuredClone', () => JSON.stringify(structuredClone(secret)), '{"origin":"env:KEY"}'],
  ['valueOf as a number', () => String(Number(secret)), 'NaN'],
])('%s shows the label', (_, print, expected) => {
  expect(print()).toBe(expected)
})

test('neither inspect without its own hook nor the cause of an error shows the value', () => {
  expect(inspect(secret, { customInspect: false, showHidden: true })).not.toContain('hunter2')
  expect(inspect(new Error('x', { cause: secret }))).not.toContain('hunter2')
})

test('a copy has lost the value', () => {
  expect(() => reveal(Object.assign({}, secret))).toThrow(TypeError)
  expect(() => reveal(structuredClone(secret))).toThrow(TypeError)
})

test('reveal gives the value; of a secret that is only named it is a bug', () => {
  expect(reveal(secret)).toBe('hunter2')
  expect(() => reveal(Secret.named('env:KEY'))).toThrow('(secret env:KEY) was needed but never resolved')
})

test('map converts and keeps the origin; what is only named stays so', () => {
  const flag = Secret.of('true', 'env:FLAG').map((value) => value === 'true')
  expect([reveal(flag), flag.origin]).toEqual([true, 'env:FLAG'])
  const named = Secret.named('env:FLAG')
  expect(named.map(String)).toBe(named)
  expect([flag.isResolved, named.isResolved]).toEqual([true, false])
})

test('as it is written, a secret is equal if its text with references is', () => {
  const [one, other] = ['a', 'b'].map((value) =>
    reveal(Secret.of(value, 'env:KEY', 'x-${env:KEY}').map(String).asWritten()),
  )
  expect(one).toBe('\0x-${env:KEY}')
  expect([one, reveal(Secret.of('a', 'literal').asWritten())]).toEqual([other, 'a'])
})

const isShort = (value: unknown): boolean => String(value).length < 3

test('passes asks the value, where there is one', () => {
  expect([secret.passes(isShort), Secret.named('env:KEY').passes(isShort)]).toEqual([false, true])
})
