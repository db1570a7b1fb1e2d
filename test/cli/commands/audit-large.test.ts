// An audit of a directory that is far larger than what may be kept of it.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { auditRules } from '../../../src/core/rules.ts'
import { createSandbox, developmentApiKey, productionApiKey } from '../../../src/sandbox/index.ts'
import { cleanSeed, faultySeed, gone } from '../../support/audit-seed.ts'
import { project } from '../../support/cli-world.ts'
import { folderWith } from '../../support/cli-process.ts'
import { isFull } from '../../support/form.ts'
import { measured, peakIn } from '../../support/peak-memory.ts'

const bin = join(import.meta.dirname, '../../../dist/bin.js')

test.runIf(isFull).each([
  ['nothing is found in a clean directory', cleanSeed, []],
  // Only a release before May 2026 has idle conditions: idle-conditions.test.ts.
  ['each planted fault is found', faultySeed, auditRules.filter((rule) => rule !== 'idle-conditions')],
] as const)('100,000 subscribers take less than 300 MB, and %s', async (_, seedOf, rules) => {
  const sandbox = await createSandbox({ seed: seedOf(100_000) })
  if (rules.length > 0) sandbox.state.integrations.remove('Production', gone)
  const cwd = folderWith({ 'belfry.yaml': project })
  try {
    const env = {
      PATH: process.env['PATH'],
      BELFRY_URL: sandbox.url,
      DEVELOPMENT_KEY: developmentApiKey,
      PRODUCTION_KEY: productionApiKey,
    }
    const args = [...measured, bin, 'audit', '--format', 'ndjson']
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env })
    const found = stdout.match(/(?<=^\{"rule":")[\w-]+/gm) ?? []
    expect(new Set(found)).toEqual(new Set(rules))
    expect(peakIn(stderr)).toBeLessThan(300)
  } finally {
    await sandbox.close()
  }
})
