// BELFRY_UPDATE rewrites expected texts, but turns no exit code and no refusal into a success by itself.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectGolden } from './support/golden.ts'

interface Compared {
  /** What the failed comparison says; undefined if it passed. */
  readonly failure: string | undefined
  /** What the file holds afterwards. */
  readonly kept: string | undefined
}

/** Compares with a file that holds `expected`; without one if that is undefined. */
function compare(update: string | undefined, expected: string | undefined, text: string): Compared {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-golden-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'expected.txt')
  if (expected !== undefined) writeFileSync(file, expected)
  vi.stubEnv('BELFRY_UPDATE', update)
  const failure = failureOf(() => expectGolden({ name: 'a-case', file }, text))
  const kept = failureOf(() => readFileSync(file)) === undefined ? readFileSync(file, 'utf8') : undefined
  return { failure, kept }
}

function failureOf(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const refused = 'exit 3\nerror  file-outside\n'

test('without BELFRY_UPDATE a text is compared, and no file is written', () => {
  expect(compare(undefined, refused, refused)).toEqual({ failure: undefined, kept: refused })
  expect(compare(undefined, refused, 'exit 3\nother\n')).toEqual({
    failure: expect.stringContaining('a-case: BELFRY_UPDATE=1 updates it'),
    kept: refused,
  })
  expect(compare(undefined, undefined, refused)).toMatchObject({
    failure: expect.anything(),
    kept: undefined,
  })
})

test.each([
  ['other words', refused, 'exit 3\nerror  file-unreadable\n'],
  ['a new case', undefined, 'exit 0\nValid.\n'],
  ['a text without an exit code', '1 error\n', '2 errors\n'],
  ['a success that becomes a refusal, in a text without an exit code', '0 failed\n', '1 failed\n'],
])('BELFRY_UPDATE=1 writes %s', (_, expected, text) => {
  expect(compare('1', expected, text)).toEqual({ failure: undefined, kept: text })
})

test.each([
  ['an error into a success', refused, 'exit 0\nValid.\n', 'exit 3 became exit 0'],
  ['a refusal into an error', 'exit 4\nRefused.\n', refused, 'exit 4 became exit 3'],
  ['a success into an error', 'exit 0\nValid.\n', refused, 'exit 0 became exit 3'],
  ['an exit code into none', refused, 'Valid.\n', 'exit 3 became no exit code'],
  [
    'a refusal without an exit code into a success',
    'Refused: a limit\n',
    'Done.\n',
    'a refusal became a success',
  ],
  ['a failure into a count of none', '1 failed\n', '0 failed\n', 'a refusal became a success'],
])('BELFRY_UPDATE=1 does not turn %s; its name does', (_, expected, text, change) => {
  const failure = expect.stringContaining(`a-case: ${change}; only BELFRY_UPDATE=a-case updates it`)
  expect(compare('1', expected, text)).toEqual({ failure, kept: expected })
  expect(compare('a-case', expected, text)).toEqual({ failure: undefined, kept: text })
  expect(compare('another,a-case', expected, text)).toEqual({ failure: undefined, kept: text })
})

test('BELFRY_UPDATE=NAME writes no other case', () => {
  expect(compare('another', refused, 'exit 3\nother\n')).toMatchObject({
    failure: expect.anything(),
    kept: refused,
  })
})
