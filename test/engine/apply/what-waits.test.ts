// What an apply waits for before it goes on: every step is held until the test lets it go.
import { describe, expect, test } from 'vitest'
import type { JournalRecord } from '../../../src/core/plan/journal-lines.ts'
import type { ApplyResult } from '../../../src/core/plan/outcome.ts'
import { Ledger } from '../../../src/engine/journal-and-ledger/ledger.ts'
import { TransportError } from '../../../src/service/errors.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { held, settled, type Held } from '../../support/held.ts'
import { openScene, outcomes } from '../../support/laws/scene.ts'
import type { Options, World } from '../../support/laws/world.ts'

const production = { environment: 'Production', subscriberId: 'ada' }
const people = 'subscribers: [{ subscriberId: ada, firstName: Ada }]'

/** Writes are noted when they are handed to the transport, and held before they go on. */
function gated(inner: Transport, gate: Held): Transport {
  return async (request) => {
    if (request.method === 'GET') return inner(request)
    const { pathname } = new URL(request.url)
    await gate.hold(`${request.method} ${pathname.replaceAll(/[0-9a-f]{24}/g, 'ID')}`)
    return inner(request)
  }
}

/** Its lines are held, each under its type. */
const heldJournal = (gate: Held) => ({ append: ({ type }: JournalRecord) => gate.hold(type) })

interface Running {
  readonly world: World
  readonly gate: Held
  readonly done: Promise<ApplyResult>
  readonly isDone: () => boolean
}

async function start(world: World, options: (gate: Held) => Options): Promise<Running> {
  const gate = held()
  let isOver = false
  const done = world.apply({ transport: gated(world.transport, gate), ...options(gate) })
  const watched = done.finally(() => (isOver = true))
  watched.catch(() => undefined)
  return { world, gate, done: watched, isDone: () => isOver }
}

const patch = 'PATCH /v2/subscribers/ada'

describe('the journal', () => {
  test('a write waits until its line is kept, and the end until the last line is', async () => {
    const world = await openScene({ yaml: people, subscribers: [production] })
    const { gate, done, isDone } = await start(world, (own) => ({ journal: heldJournal(own) }))
    await gate.until(1)
    expect(gate.came).toEqual(['sending'])
    await gate.release('sending')
    expect(gate.came).toEqual(['sending', patch])
    await gate.release(patch)
    await gate.until(3)
    expect(gate.came).toEqual(['sending', patch, 'outcome'])
    expect(isDone()).toBe(false)
    await gate.release('outcome')
    expect(outcomes(await done)).toEqual(['subscriber/ada/update done'])
    await world.close()
  })

  test('a second attempt waits for a line of its own', async () => {
    const world = await openScene({ yaml: people, subscribers: [production] })
    let sent = 0
    const { gate, done } = await start(world, (own) => ({
      journal: heldJournal(own),
      patience: { sleep: () => Promise.resolve(), random: () => 0, budget: 60_000 },
      transport: async (request) => {
        if (request.method === 'GET') return world.transport(request)
        await own.hold(`write ${(sent += 1)}`)
        if (sent > 1) return world.transport(request)
        throw new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'the connection was cut' })
      },
    }))
    for (const [step, count] of [
      ['sending', 1],
      ['write 1', 2],
      ['sending', 3],
      ['write 2', 4],
      ['outcome', 5],
    ] as const) {
      await gate.until(count)
      expect(gate.came.slice(count - 1)).toEqual([step])
      await gate.release(step)
    }
    expect(outcomes(await done)).toEqual(['subscriber/ada/update done'])
    await world.close()
  })

  test('a line that can not be kept: nothing is sent', async () => {
    const world = await openScene({ yaml: people, subscribers: [production] })
    const { gate, done } = await start(world, (own) => ({ journal: heldJournal(own) }))
    await gate.until(1)
    await gate.fail('sending', new Error('disk full'))
    expect(outcomes(await done)).toEqual(['subscriber/ada/update failed: disk full'])
    expect(gate.came).toEqual(['sending'])
    expect(world.writes()).toEqual([])
    await world.close()
  })

  test('an outcome that can not be kept changes no outcome', async () => {
    const world = await openScene({ yaml: people, subscribers: [production] })
    const journal = {
      append: ({ type }: JournalRecord) =>
        type === 'outcome' ? Promise.reject(new Error('disk full')) : Promise.resolve(),
    }
    expect(outcomes(await world.apply({ journal }))).toEqual(['subscriber/ada/update done'])
    await world.close()
  })
})

test('the first write waits until the ledger has forgotten what it will change', async () => {
  const world = await openScene({ yaml: people, subscribers: [production] })
  const forgetting = held()
  const ledger = (reason?: string): Ledger =>
    Object.assign(new Ledger({}), {
      forget: async () => {
        await forgetting.hold('forget')
        return reason
      },
    })
  const { gate, done } = await start(world, () => ({ ledger: ledger() }))
  await forgetting.until(1)
  expect(gate.came).toEqual([])
  await forgetting.release('forget')
  expect(gate.came).toEqual([patch])
  await gate.release(patch)
  await done
  world.sandbox.state.subscribers.edit('Production', 'ada', { firstName: 'Moved' })
  const refused = await start(world, () => ({ ledger: ledger('the disk is full') }))
  await forgetting.until(2)
  await forgetting.release('forget')
  expect(outcomes(await refused.done)).toEqual(['subscriber/ada/update skipped: the disk is full'])
  expect(refused.gate.came).toEqual([])
  await world.close()
})

const replaced = `
integrations:
  - { identifier: new, providerId: ses, channel: email, active: true, primary: true }
  - { identifier: old, providerId: mailgun, channel: email, active: false }
  - { identifier: push, providerId: fcm, channel: push, name: Push }
${people}`
const email = { environment: 'Production', channel: 'email' as const, active: true }
const before = [
  { ...email, identifier: 'old', providerId: 'mailgun', primary: true },
  { ...email, identifier: 'push', providerId: 'fcm', channel: 'push' as const, name: 'Old' },
]

test('a stage begins when all of the stage before it has ended', async () => {
  const world = await openScene({ yaml: replaced, integrations: before, subscribers: [production] })
  const { gate, done } = await start(world, () => ({ parallel: 8 }))
  const put = 'PUT /v1/integrations/ID'
  const promote = 'POST /v1/integrations/ID/set-primary'
  await gate.until(2)
  expect(gate.came).toEqual(['POST /v1/integrations', put])
  await gate.release(put)
  expect(gate.came).toHaveLength(2)
  await gate.release('POST /v1/integrations')
  await gate.until(3)
  expect(gate.came.slice(2)).toEqual([promote])
  await gate.release(promote)
  await gate.until(4)
  expect(gate.came.slice(3)).toEqual([put])
  await gate.release(put)
  await gate.until(5)
  expect(gate.came.slice(4)).toEqual([patch])
  await gate.release(patch)
  expect((await done).results.map(({ outcome }) => outcome.status)).toEqual(Array(5).fill('done'))
  await world.close()
})

const targets = ['Development', 'Production'].map((alias) => ({ alias, hasKey: true }))

test('a target begins when all of the target before it has ended', async () => {
  const both = targets.map(({ alias }) => ({ environment: alias, subscriberId: 'ada' }))
  const bob = both.map((each) => ({ ...each, subscriberId: 'bob' }))
  const world = await openScene({
    yaml: 'subscribers: [{ subscriberId: ada, firstName: Ada }, { subscriberId: bob, targets: [Development], firstName: Bob }]',
    targets,
    subscribers: [...both, ...bob],
  })
  const { gate, done } = await start(world, () => ({ parallel: 8 }))
  await gate.until(2)
  await gate.release(patch)
  expect(gate.came).toEqual([patch, 'PATCH /v2/subscribers/bob'])
  await gate.release('PATCH /v2/subscribers/bob')
  await gate.until(3)
  expect(gate.came[2]).toBe(patch)
  await gate.release(patch)
  await done
  await world.close()
})

test('two changes of one subscriber go one after the other, in a stage of their own or not', async () => {
  const channel = (id: string) =>
    `{ providerId: fcm, integrationIdentifier: ${id}, credentials: { title: New } }`
  const world = await openScene({
    yaml: `subscribers: [{ subscriberId: ada, channels: [${channel('push')}, ${channel('more')}] }]`,
    integrations: ['push', 'more'].map((identifier) => ({
      ...email,
      identifier,
      providerId: 'fcm',
      channel: 'push' as const,
    })),
    subscribers: [production],
  })
  const { gate, done } = await start(world, () => ({ parallel: 8 }))
  const put = 'PUT /v1/subscribers/ada/credentials'
  await gate.until(1)
  expect(gate.came).toEqual([put])
  await gate.release(put)
  await gate.until(2)
  await gate.release(put)
  expect((await done).results.map(({ outcome }) => outcome.status)).toEqual(['done', 'done'])
  await world.close()
})

test('a target that waited for its environment is asked about before anything of it is sent', async () => {
  const world = await openScene({
    yaml: `environments: [{ name: Staging, color: "#ff8800" }]
integrations: [{ identifier: push, targets: [Staging], providerId: fcm, channel: push }]`,
    targets: [
      { alias: 'Production', hasKey: true },
      { alias: 'Staging', hasKey: false },
    ],
  })
  const { gate, done } = await start(world, (own) => ({
    approve: async () => {
      await own.hold('approve')
      return true
    },
  }))
  await gate.until(1)
  await gate.release('POST /v1/environments')
  await gate.until(2)
  expect(gate.came).toEqual(['POST /v1/environments', 'approve'])
  await settled()
  expect(world.writes()).toHaveLength(1)
  await gate.release('approve')
  await gate.until(3)
  expect(gate.came[2]).toBe('POST /v1/integrations')
  await gate.release('POST /v1/integrations')
  await done
  await world.close()
})
