// Results, problems and records of requests show no secret: they are refused, or have labels.
import { expect, test } from 'vitest'
import type { Problem } from '../../../src/core/problem.ts'
import {
  labelled,
  LeakError,
  quoting,
  refuseSecrets,
  visitShownFields,
} from '../../../src/core/secrets/leak.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'

const label = '(secret env:KEY)'
const filter = {
  findSecret: (text: string) => (/canary|12345678/.test(text) ? label : undefined),
  redact: (text: string) => text.replaceAll('canary', label),
}

test('a result that would show a secret is refused, with its label and place', () => {
  expect(() => refuseSecrets({ a: ['fine', { b: 'has canary' }] }, filter)).toThrow(LeakError)
  expect(() => refuseSecrets({ a: ['fine', { b: 'has canary' }] }, filter)).toThrow(
    `${label} would be shown in the field a.1.b`,
  )
  expect(() => refuseSecrets({ canary: 1 }, filter)).toThrow(`the field ${label}`)
  expect(() => refuseSecrets({ a: 'fine', b: 7 }, filter)).not.toThrow()
})

test('of a resource, all keys and values are read but those of secret fields', () => {
  const seen: string[] = []
  const isSecret = (path: readonly string[]) => ['a', 'b.c'].includes(path.join('.'))
  visitShownFields({ a: 'x', b: { c: 'y', d: [{ e: 'z' }] }, f: 7 }, isSecret, (text) => seen.push(text))
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e', 'z', 'f', '7'])
})

test('the name of an error distinguishes a bug of belfry from an error of the service', () => {
  const bug = new LeakError('x')
  expect([bug.name, String(bug)]).toEqual(['LeakError', 'LeakError: x'])
})

test.each<[string, Pick<Problem, 'message' | 'hint'>, Pick<Problem, 'message' | 'hint'>]>([
  [
    'in both texts',
    { message: 'canary it is', hint: 'fix canary' },
    { message: `${label} it is`, hint: `fix ${label}` },
  ],
  ['without a hint', { message: 'canary it is' }, { message: `${label} it is` }],
  ['with an empty hint', { message: 'fine', hint: '' }, { message: 'fine', hint: '' }],
])('a problem that quotes the service has labels %s', (_, quote, expected) => {
  const problem = { rule: 'x', severity: 'error', ...quote } as const
  expect(quoting(problem, filter)).toStrictEqual({ rule: 'x', severity: 'error', ...expected })
})

test('the record of a request has labels for secrets in values and keys, and is otherwise unchanged', () => {
  const secret = Secret.named('env:OTHER')
  const bare: object = Object.assign(Object.create(null) as object, { canary: 'canary' })
  const data = {
    a: ['has canary', { canary: 'x' }],
    port: 12345678,
    small: 7,
    yes: true,
    none: null,
    gone: undefined,
    secret,
    bare,
  }
  const shown = labelled(data, filter)
  expect(shown).toStrictEqual({
    ...data,
    a: [`has ${label}`, { [label]: 'x' }],
    port: label,
    bare: { [label]: label },
  })
  expect(shown.secret).toBe(secret)
  expect(data.a[0]).toBe('has canary')
})
