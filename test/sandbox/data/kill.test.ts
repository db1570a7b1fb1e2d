// A sandbox with --data is killed in the middle of its writes: whatever it has answered is there afterwards.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../../../src/sandbox/index.ts'
import { lawTimeout, runsOf } from '../../support/laws/runs.ts'
import { seedOf } from '../../support/seed.ts'
import { sender, type Send } from '../../support/sandbox-client.ts'
import { startProcess, type SandboxProcess } from '../../support/sandbox-process.ts'
import { jobLines } from '../../support/sandbox-stage.ts'

const numRuns = runsOf({ small: 4, full: 40 })
const writes = 100
const lanes = 4

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-kill-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Acknowledged {
  readonly integrations: Set<string>
  readonly transactions: Set<string>
  /** The last name that each subscriber was given, by subscriberId. */
  readonly names: Map<string, number>
}

test(`nothing acknowledged is lost in ${numRuns} kills`, { timeout: lawTimeout }, async () => {
  const random = seededRandom(seedOf('kills', 'BELFRY_LAWS_SEED'))
  const acknowledged: Acknowledged = { integrations: new Set(), transactions: new Set(), names: new Map() }
  let number = 0
  for (let round = 0; round < numRuns; round += 1) {
    const sandbox = await startProcess(['--data', folder])
    const send = sender(sandbox)
    await check(send, acknowledged)
    const last = number + writes
    const killAt = number + Math.floor(random() * writes)
    let killed: Promise<unknown> | undefined
    const lane = async (_: unknown, index: number): Promise<void> => {
      // Each lane writes to one subscriber: of two writes at once nobody knows which is the later one.
      const subscriberId = `user-000${index + 1}`
      while (number < last) {
        number += 1
        if (number > killAt) killed ??= killedSoon(sandbox, random() * 4)
        if (!(await write(send, { number, subscriberId }, acknowledged))) return
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    await (killed ?? sandbox.end('SIGKILL'))
  }
  const sandbox = await startProcess(['--data', folder])
  await check(sender(sandbox), acknowledged)
  await sandbox.end('SIGTERM')
  expect(acknowledged.transactions.size).toBeGreaterThan(numRuns)
  expect(readdirSync(folder).sort()).toEqual([expect.stringMatching(/^journal-\d+\.ndjson$/), 'state.ndjson'])
})

async function killedSoon(sandbox: SandboxProcess, wait: number): Promise<unknown> {
  await new Promise((resolve) => setTimeout(resolve, wait))
  return sandbox.end('SIGKILL')
}

async function accepted(answer: ReturnType<Send>, wanted: number): Promise<void> {
  const { status, body } = await answer
  if (status !== wanted) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`)
}

/** False once nobody answers any more. */
async function write(
  send: Send,
  { number, subscriberId }: { readonly number: number; readonly subscriberId: string },
  { integrations, transactions, names }: Acknowledged,
): Promise<boolean> {
  const name = `n-${number}`
  try {
    if (number % 3 === 0) {
      const body = { providerId: 'ses', channel: 'email', identifier: name, active: true }
      await accepted(send('POST', '/v1/integrations', body), 201)
      integrations.add(name)
    } else if (number % 3 === 1) {
      const body = {
        name: 'welcome',
        to: { subscriberId: name, email: `${name}@people.example` },
        transactionId: name,
      }
      await accepted(send('POST', '/v1/events/trigger', body), 201)
      transactions.add(name)
    } else {
      const path = `/v2/subscribers/${subscriberId}`
      await accepted(send('PATCH', path, { data: { number } }), 200)
      names.set(subscriberId, Math.max(number, names.get(subscriberId) ?? 0))
    }
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

type Page<Item> = { readonly data: readonly Item[] }

async function check(send: Send, { integrations, transactions, names }: Acknowledged): Promise<void> {
  const listed = (await send<{ identifier: string }[]>('GET', '/v1/integrations')).body
  const identifiers = new Set(listed.map(({ identifier }) => identifier))
  expect([...integrations].filter((name) => !identifiers.has(name))).toEqual([])
  for (const [id, number] of names) {
    const { body } = await send<Page<{ data: { number: number } }>>(
      'GET',
      `/v2/subscribers?subscriberId=${id}`,
    )
    expect(body.data[0]?.data.number).toBeGreaterThanOrEqual(number)
  }
  for (const transactionId of transactions) {
    const path = `/v1/notifications?transactionId=${transactionId}`
    const lines = async () => {
      const { body } = await send<Page<Parameters<typeof jobLines>[0]>>('GET', path)
      return body.data.flatMap(jobLines)
    }
    await expect.poll(lines).toEqual(['email completed', 'in_app completed'])
  }
}
