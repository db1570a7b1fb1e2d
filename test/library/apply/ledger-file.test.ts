// The ledger on disk: whole at every moment, merged under a lock that a killed run can't keep.
import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pid } from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import type { LedgerEdit, LedgerEntries } from '../../../src/engine/journal-and-ledger/ledger.ts'
import { readLedger, saveLedger } from '../../../src/library/apply/ledger-file.ts'
import { cliWorld, people, project } from '../../support/cli-world.ts'

const adding =
  (entries: LedgerEntries): LedgerEdit =>
  (current) => ({ ...current, ...entries })

function ledgerIn(): string {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-ledger-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, '.belfry/ledger.json')
}

const rootOf = (path: string): string => dirname(dirname(path))

const patience = {
  now: () => Date.now(),
  sleep: () => new Promise<void>((resolve) => setImmediate(resolve)),
}

/** Time passes only while somebody waits, and then fast. */
function waiting() {
  let time = Math.floor(Date.now() / 1000) * 1000
  return {
    now: () => time,
    sleep: async (milliseconds: number) => {
      time += milliseconds
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('many runs at once: what each has to say is there in the end, in one order, and nothing else', async () => {
  const path = ledgerIn()
  const names = Array.from(
    { length: 20 },
    (_, index) => `P/integration/i-${String(index).padStart(2, '0')}/credentials`,
  )
  await Promise.all(
    names
      .toReversed()
      .map((name) => saveLedger(rootOf(path), adding({ [name]: ['key', 'print'] }), patience)),
  )
  const text = readFileSync(path, 'utf8')
  expect(text.split('\n').slice(3, -3)).toEqual(
    names.map((name, index) => `    "${name}": ["key","print"]${index === 19 ? '' : ','}`),
  )
  expect(readLedger(rootOf(path))).toEqual({
    entries: Object.fromEntries(names.map((name) => [name, ['key', 'print']])),
  })
  expect(readdirSync(dirname(path))).toEqual(['ledger.json'])
})

test('the lock of a run that was killed holds nobody up', async () => {
  const path = ledgerIn()
  mkdirSync(dirname(path))
  writeFileSync(`${path}.lock`, '')
  utimesSync(`${path}.lock`, 1, 1)
  await saveLedger(rootOf(path), adding({ a: ['key', 'print'] }), patience)
  expect(readLedger(rootOf(path))).toEqual({ entries: { a: ['key', 'print'] } })
  expect(existsSync(`${path}.lock`)).toBe(false)
})

test.skipIf(process.platform === 'win32')(
  'so does a link to nothing that is old, and it is not followed',
  async () => {
    const path = ledgerIn()
    mkdirSync(dirname(path))
    const nowhere = `${path}.nowhere`
    symlinkSync(nowhere, `${path}.lock`)
    const time = waiting()
    // Made in the moment in which the run begins: it is old at the first try after the last pause.
    lutimesSync(`${path}.lock`, time.now() / 1000, time.now() / 1000)
    await saveLedger(rootOf(path), adding({ a: ['key', 'print'] }), time)
    expect(readdirSync(dirname(path))).toEqual(['ledger.json'])
  },
)

test('what a run that was killed was writing is removed', async () => {
  const path = ledgerIn()
  mkdirSync(dirname(path))
  // No system gives a process this number.
  for (const maker of [2 ** 31 - 1, pid])
    writeFileSync(join(dirname(path), `.ledger.json.${maker}.01234567-89ab-cdef-0123-456789abcdef.part`), '')
  await saveLedger(rootOf(path), adding({ a: ['key', 'print'] }), patience)
  expect(readdirSync(dirname(path)).sort()).toEqual([
    `.ledger.json.${pid}.01234567-89ab-cdef-0123-456789abcdef.part`,
    'ledger.json',
  ])
})

test('a lock that another run holds is waited for, at most 10 seconds, and then given up', async () => {
  const path = ledgerIn()
  mkdirSync(dirname(path))
  const time = waiting()
  const began = time.now()
  // Another run takes it again and again: it doesn't grow old.
  const sleep = async (milliseconds: number): Promise<void> => {
    await time.sleep(milliseconds)
    utimesSync(`${path}.lock`, time.now() / 1000, time.now() / 1000)
  }
  writeFileSync(`${path}.lock`, '')
  const failed = saveLedger(rootOf(path), adding({ a: ['key'] }), { now: time.now, sleep })
  await expect(failed).rejects.toThrow(
    'another run has locked ledger.json.lock; wait until that run is finished',
  )
  expect(time.now() - began).toBeLessThanOrEqual(10_100)
  expect(existsSync(path)).toBe(false)
})

test.each<[string, (lock: string) => void, string]>([
  [
    'a time in the future',
    (lock) => {
      writeFileSync(lock, '')
      utimesSync(lock, new Date(Date.now() + 3_600_000), new Date(Date.now() + 3_600_000))
    },
    'the lock ledger.json.lock has a time in the future; remove the lock if no other run of belfry is active',
  ],
  [
    'a folder',
    (lock) => mkdirSync(lock),
    'the lock ledger.json.lock is a folder; remove the lock if no other run of belfry is active',
  ],
])('a lock that is %s is told apart at once', async (_, make, message) => {
  const path = ledgerIn()
  mkdirSync(dirname(path))
  make(`${path}.lock`)
  const time = waiting()
  const began = time.now()
  await expect(saveLedger(rootOf(path), adding({ a: ['key'] }), time)).rejects.toThrow(message)
  expect(time.now() - began).toBe(0)
  expect(existsSync(`${path}.lock`)).toBe(true)
})

test.each([
  ['nothing', '', 'damaged'],
  ['a conflict', '<<<<<<< HEAD\n{}', 'damaged'],
  ['another shape', '{"formatVersion":1,"entries":{"a":"b"}}', 'damaged'],
  ['null', 'null', 'damaged'],
  ['an earlier format', '{"formatVersion":0,"entries":{}}', 'damaged'],
  ['a format that is a string', '{"formatVersion":"2","entries":{}}', 'damaged'],
  ['an unknown field', '{"formatVersion":1,"entries":{},"more":1}', 'damaged'],
  ['an entry without a fingerprint', '{"formatVersion":1,"entries":{"a":[]}}', 'damaged'],
  ['a newer format', '{"formatVersion":2,"entries":[]}', 'newer'],
])('%s: %s', async (_, text, damage) => {
  const path = ledgerIn()
  mkdirSync(dirname(path))
  writeFileSync(path, text)
  expect(readLedger(rootOf(path))).toEqual({ damage })
})

test.skipIf(process.platform === 'win32')('only its owner may read it', async () => {
  const path = ledgerIn()
  mkdirSync(dirname(path))
  writeFileSync(path, '{"formatVersion":1,"entries":{}}', { mode: 0o644 })
  await saveLedger(rootOf(path), adding({ a: ['key', 'print'] }), patience)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('names that mean something to JavaScript are names', async () => {
  const path = ledgerIn()
  const entries = JSON.parse('{"__proto__":["key","print"],"constructor":["key","print"]}') as Record<
    string,
    string[]
  >
  await saveLedger(rootOf(path), adding(entries), patience)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain('"__proto__": ["key","print"]')
  expect(text).toContain('"constructor": ["key","print"]')
})

test('a ledger that a newer version wrote meanwhile is not replaced, and the lock is removed', async () => {
  const path = ledgerIn()
  mkdirSync(dirname(path))
  writeFileSync(path, '{"formatVersion":2}')
  await expect(saveLedger(rootOf(path), adding({ a: ['key'] }), patience)).rejects.toThrow(
    'a newer version of belfry wrote the file',
  )
  expect(readFileSync(path, 'utf8')).toBe('{"formatVersion":2}')
  expect(readdirSync(dirname(path))).toEqual(['ledger.json'])
})

test('a lock that another run takes over while the old one is removed is put back', async () => {
  const path = ledgerIn()
  mkdirSync(dirname(path))
  writeFileSync(`${path}.lock`, 'of another run')
  const made = statSync(`${path}.lock`).mtimeMs
  // Old when it is found, and new when it has been moved aside.
  const times = [made, made + 10_001, made + 10_000, made + 10_000]
  const kept: string[] = []
  const sleep = async (): Promise<void> => {
    kept.push(readFileSync(`${path}.lock`, 'utf8'))
    rmSync(`${path}.lock`)
  }
  await saveLedger(rootOf(path), adding({ a: ['key'] }), { now: () => times.shift() ?? made, sleep })
  expect(kept).toEqual(['of another run'])
  expect(readdirSync(dirname(path))).toEqual(['ledger.json'])
})

test.each([
  ['unreadable: ledger\n', 0, '.belfry/ledger.json is damaged, so belfry treats it as empty'],
  ['unreadable: ledger\n', 3, ".belfry/ledger.json can't be read: the path is not a regular file"],
  ['', 0, undefined],
])('a plan with %j exits with %d and says %s', async (unreadable, expected, message) => {
  const { run, folder } = await cliWorld({
    'belfry.yaml': `${project}${unreadable}`,
    'manifests/people.yaml': people,
  })
  const path = join(folder, '.belfry/ledger.json')
  mkdirSync(expected === 3 ? path : dirname(path), { recursive: true })
  if (expected === 0) writeFileSync(path, '{')
  const { exit, err } = await run('plan')
  expect([exit, err.includes(message ?? 'ledger')]).toEqual([expected, message !== undefined])
})
