// An export of a directory that is far larger than what may be kept of it.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createSandbox, productionApiKey, type Seed } from '../../../src/sandbox/index.ts'
import { isFull } from '../../support/form.ts'
import { measured, peakIn } from '../../support/peak-memory.ts'

const bin = join(import.meta.dirname, '../../../dist/bin.js')

test.runIf(isFull)('100,000 subscribers take less than 300 MB', async () => {
  const environment = 'Production'
  const seed: Seed = {
    environments: [{ name: environment, apiKey: productionApiKey }],
    integrations: [
      { environment, identifier: 'fcm-push', name: 'Push', providerId: 'fcm', channel: 'push', active: true },
    ],
    subscribers: Array.from({ length: 100_000 }, (_, index) => ({
      environment,
      subscriberId: `user-${index}`,
      firstName: 'Test',
      lastName: `Person ${index}`,
      email: `user-${index}@people.example`,
      data: { plan: index % 2 === 0 ? 'free' : 'pro', seats: index },
      ...(index % 10 === 0 && {
        channels: [
          {
            providerId: 'fcm',
            integrationIdentifier: 'fcm-push',
            credentials: { deviceTokens: [`token-of-user-${index}`] },
          },
        ],
      }),
    })),
  }
  const sandbox = await createSandbox({ seed })
  const cwd = mkdtempSync(join(tmpdir(), 'belfry-large-'))
  try {
    const env = { PATH: process.env['PATH'], BELFRY_URL: sandbox.url, BELFRY_API_KEY: productionApiKey }
    const args = [...measured, bin, 'export', '--out', 'out', '--subscribers', 'all']
    const { stderr } = await promisify(execFile)(process.execPath, args, { cwd, env })
    const lines = readFileSync(join(cwd, 'out/.people/subscribers.ndjson'), 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(100_000)
    expect(peakIn(stderr)).toBeLessThan(300)
  } finally {
    rmSync(cwd, { recursive: true })
    await sandbox.close()
  }
})
