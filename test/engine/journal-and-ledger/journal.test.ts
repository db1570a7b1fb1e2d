// A journal that fails on the way lets no other write go out, and what was in flight keeps its outcome.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readJournal } from '../../../src/core/plan/journal-runs.ts'
import { openJournal } from '../../../src/engine/journal-and-ledger/journal-writer.ts'

const at = new Date('2026-11-21T10:00:00Z')

function fileIn(): string {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'journal.ndjson')
}

test('lines stand in the order in which they were handed over, and each is there once its promise is kept', async () => {
  const path = fileIn()
  const journal = await openJournal(path, () => at)
  const kept = Array.from({ length: 50 }, async (_, exit) => {
    await journal.append({ type: 'end', exit })
    return readFileSync(path, 'utf8').includes(`"exit":${exit}}`)
  })
  expect(new Set(await Promise.all(kept))).toEqual(new Set([true]))
  await journal.close()
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { exit: number }).exit)).toEqual(
    Array.from({ length: 50 }, (_, index) => index),
  )
})

test('what fails once fails from then on', async () => {
  const journal = await openJournal(fileIn(), () => at)
  await journal.append({ type: 'end', exit: 0 })
  await journal.close()
  await expect(journal.append({ type: 'end', exit: 1 })).rejects.toThrow('file closed')
  await expect(journal.append({ type: 'end', exit: 2 })).rejects.toThrow('file closed')
})

test('runs that wrote into one file at the same time are told apart', () => {
  const stamp = (run: string): string => `"run":"${run}","time":"2026-11-21T10:00:00Z"`
  const write = '"id":"x","kind":"k","name":"n","action":"update","operation":"o","method":"PUT","path":"/"'
  const text = [
    `{"type":"sending",${stamp('a')},${write}}`,
    `{"type":"sending",${stamp('b')},${write}}`,
    `{"type":"outcome",${stamp('b')},${write},"status":"done","milliseconds":1}`,
    `{"type":"end",${stamp('b')},"exit":0}`,
  ].join('\n')
  const { runs, damaged } = readJournal(text)
  expect(damaged).toEqual([])
  expect(
    runs.map(({ run, exit, outcomes, inFlight }) => [run, exit, outcomes.length, inFlight.length]),
  ).toEqual([
    ['a', undefined, 0, 1],
    ['b', 0, 1, 0],
  ])
})
