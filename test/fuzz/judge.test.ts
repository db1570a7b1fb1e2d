// The judge of every fuzzed run sees each sort of fault, planted in a run that is fine without it.
import { expect, test } from 'vitest'
import type { Said } from '../support/cli.ts'
import { judge } from './judge.ts'
import { startWatchdog } from './watchdog.ts'

const fine: Said = { exit: 3, out: '', err: 'error  bad-flag\n  --limit is no number\n' }
const args = ['validate']

test('a run that is fine', () => {
  expect(() => judge(args, fine)).not.toThrow()
})

test.each<[string, Partial<Said>, string]>([
  ['a stack trace', { err: `${fine.err}    at run (/src/cli/program.ts:10:5)\n` }, 'is printed'],
  ['a mistake of ours', { err: "TypeError: Cannot read properties of null (reading 'a')\n" }, 'is printed'],
  ['a value that is none', { out: 'plan of undefined\n' }, 'is printed'],
  ['an exit code of no table', { exit: 99 }, 'exit 99 is none of the table'],
  ['a failure without a word', { err: '' }, 'nothing is said'],
  ['what acts on a terminal', { err: 'no \u001B[2J\n' }, 'reaches stderr'],
  ['what hides', { out: 'no \u202E\n' }, 'reaches stdout'],
])('%s', (_, fault, words) => {
  expect(() => judge(args, { ...fine, ...fault })).toThrow(words)
})

test('an envelope that says another exit code, and none', () => {
  expect(() => judge([...args, '--format', 'json'], { ...fine, out: 'no\n' })).toThrow('no envelope')
})

test.each([Object.prototype, Array.prototype, String.prototype])('a prototype that has more: %#', (each) => {
  Object.defineProperty(each, 'planted', { value: 'yes', configurable: true })
  try {
    expect(() => judge(args, fine)).toThrow('a prototype is polluted')
  } finally {
    Reflect.deleteProperty(each, 'planted')
  }
  expect(() => judge(args, fine)).not.toThrow()
})

test('a prototype whose method is another', () => {
  const objects: object = Object.prototype
  const before = Object.getOwnPropertyDescriptor(objects, 'toLocaleString') ?? {}
  Object.defineProperty(objects, 'toLocaleString', { ...before, value: () => 'planted' })
  try {
    expect(() => judge(args, fine)).toThrow('a prototype is polluted')
  } finally {
    Object.defineProperty(objects, 'toLocaleString', before)
  }
})

test('a run that never ends', async () => {
  const dog = startWatchdog(1000)
  await expect(dog.watch(() => new Promise(() => undefined))).rejects.toThrow('still running after')
  await dog.close()
})
