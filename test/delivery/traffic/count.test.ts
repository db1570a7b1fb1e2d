// What `messages stats` counts of seeded histories, beside a full count; and how few reads that takes.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSandbox, virtualClock, type Seed } from '../../../src/sandbox/index.ts'
import type { Tally } from '../../../src/core/delivery/traffic.ts'
import type { StatsResult } from '../../../src/report/activity/stats.ts'
import { folderWith } from '../../support/cli-process.ts'
import { keys, project } from '../../support/cli-world.ts'
import { lawTimeout, runsOf } from '../../support/laws/runs.ts'
import { seedOf } from '../../support/seed.ts'
import { runProgram } from '../../support/cli.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { history, integrations, now, trafficSeed, type Sent } from '../../support/traffic-seed.ts'

const io = { now: () => new Date(now) }

function full(sent: readonly Sent[]): Tally {
  const count = (status: string): number => sent.filter((each) => each.status === status).length
  return {
    messages: sent.length,
    delivered: count('sent'),
    failed: count('error'),
    warnings: count('warning'),
  }
}

async function stats(folder: string, seed: Seed, args: readonly string[]) {
  const clock = virtualClock(new Date(now).toISOString())
  const sandbox = await createSandbox({ seed, clock })
  try {
    const env = { BELFRY_URL: sandbox.url, ...keys }
    const command = ['messages', 'stats', '-t', 'Production', '--format', 'json', ...args]
    const { out, exit } = await runProgram(command, { cwd: folder, env, io })
    expect({ exit, out: exit === 0 ? '' : out }).toEqual({ exit: 0, out: '' })
    return { result: envelopeIn(out) as unknown as StatsResult, reads: sandbox.log.length, out }
  } finally {
    await sandbox.close()
  }
}

test(
  'figures are those of a full count of the period, and what cannot be assigned is counted together',
  { timeout: lawTimeout },
  async () => {
    const folder = folderWith({ 'belfry.yaml': project })
    const property = fc.asyncProperty(history, fc.integer({ min: 1, max: 300 }), async (all, most) => {
      const period = all
        .map((each, index) => ({ ...each, index }))
        .filter(({ age }) => age <= 24 * 60)
        .toSorted((one, other) => one.age - other.age)
      const { result, reads, out } = await stats(folder, trafficSeed(all), ['--max-messages', String(most)])
      const { counted, groups } = result
      expect(counted).toMatchObject({
        messages: Math.min(most, period.length),
        isSample: period.length > most,
      })
      expect(reads).toBeLessThanOrEqual(10 + counted.messages / 50)
      expect(out).not.toContain('canary')
      // Messages of one minute may come in either order: a sample is compared by what it has of each.
      const cut = period[counted.messages - 1]?.age ?? 0
      const surely = period.filter(({ age }) => !counted.isSample || age < cut)
      const atMost = period.filter(({ age }) => age <= cut)
      for (const { identifier } of integrations) {
        const mine = groups.filter(({ group }) => group.split(', ').includes(identifier))
        const own = mine.filter(({ group }) => group === identifier)
        const sum = (field: keyof Tally, of: typeof mine): number =>
          of.reduce((total, each) => total + each[field], 0)
        const named = full(surely.filter(({ by, log }) => by === identifier && isAlone(by, log)))
        for (const field of ['messages', 'delivered', 'failed', 'warnings'] as const) {
          expect(sum(field, own)).toBeGreaterThanOrEqual(named[field])
          expect(sum(field, own)).toBeLessThanOrEqual(
            full(atMost.filter(({ by, log }) => by === identifier && isAlone(by, log)))[field],
          )
          expect(sum(field, mine)).toBeGreaterThanOrEqual(
            full(surely.filter(({ by }) => by === identifier))[field],
          )
        }
      }
    })
    await fc.assert(property, {
      numRuns: runsOf({ small: 12, full: 300 }),
      seed: seedOf('traffic', 'BELFRY_LAWS_SEED'),
    })
  },
)

/** Whether belfry can know its integration: by the provider alone, or by the log. */
function isAlone(by: Sent['by'], log: Sent['log']): boolean {
  return !by.startsWith('mail-') || log === 'named'
}

/** One step that sends through both integrations of a provider, as steps of chat and push do. */
function oneStep(statuses: readonly Sent['status'][]): Seed {
  const by = ['mail-one', 'mail-two'] as const
  const {
    messages = [],
    notifications: [first, second] = [],
    ...seed
  } = trafficSeed(
    by.map((each, index) => ({ by: each, status: statuses[index] ?? 'sent', age: 5, log: 'named' })),
  )
  const jobs = [first?.jobs?.[0], second?.jobs?.[0]]
  const executionDetails = jobs.flatMap((job) => job?.executionDetails ?? [])
  const event = { ...first, jobs: [{ ...jobs[0], executionDetails }] }
  return {
    ...seed,
    messages: messages.map((each) => ({ ...each, transactionId: 'txn-0' })),
    notifications: [event],
  } as Seed
}

test.each([
  [
    ['sent', 'sent'],
    ['mail-one 1 1 0', 'mail-two 1 1 0'],
  ],
  [
    ['error', 'error'],
    ['mail-one 1 0 1', 'mail-two 1 0 1'],
  ],
  [['sent', 'error'], ['mail-one, mail-two 2 1 1']],
] as const)('one step that sends through two integrations: %j', async (statuses, expected) => {
  const folder = folderWith({ 'belfry.yaml': project })
  const { result } = await stats(folder, oneStep(statuses), [])
  const lines = result.groups.map((each) => `${each.group} ${each.messages} ${each.delivered} ${each.failed}`)
  expect(lines.toSorted()).toEqual(expected)
})
