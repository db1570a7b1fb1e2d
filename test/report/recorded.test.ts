// Recorded accounts are what the runs give today. `BELFRY_UPDATE=1` records all of them again.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampled } from '../support/form.ts'
import { expectGolden } from '../support/golden.ts'
import { folder, record } from '../support/recorded.ts'
import { recordings, rowOf } from '../support/recordings.ts'

const all = Object.entries(recordings)

test.each(sampled(all, 8))('%s', async (name, recording) => {
  const text = await record(recording.command, rowOf(recording), recording.format)
  expectGolden({ name, file: join(folder, `${name}.json`) }, text)
})

test('no file is left of what is no more', () => {
  expect(readdirSync(folder).sort()).toEqual(all.map(([name]) => `${name}.json`).sort())
})
