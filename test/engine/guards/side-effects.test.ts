// The side effects that a change must not have are looked at again just before it is sent.
import { afterEach, expect, test } from 'vitest'
import { registry } from '../../../src/kinds/registry.ts'
import type { Fields } from '../../support/laws/texts.ts'
import { openWorld, type World } from '../../support/laws/world.ts'

const environment = 'Production'
const mail = { providerId: 'ses', channel: 'email' as const, active: true }
let world: World

afterEach(() => world.close())

/** Plans `declared` for the project with `left-*`; then `edit` is what others do, before it is applied. */
async function applied(
  live: readonly Fields[],
  declared: readonly Fields[],
  edit: () => void,
  subscribers: readonly Fields[] = [],
) {
  const integrations = live.map((row) => ({ environment, ...mail, ...row }))
  const known = subscribers.map(({ subscriberId }) => ({ environment, subscriberId: subscriberId as string }))
  const seed = { integrations, subscribers: known, workflows: [], messages: [], notifications: [] }
  const manifest = { integrations: declared.map((item) => ({ ...mail, ...item })), subscribers }
  const targets = [{ alias: environment, hasKey: true }]
  world = await openWorld(
    { seed, rows: {}, manifest, targets, random: 0 },
    { registry, profile: 'novu-2026-09' },
  )
  const options = {
    request: { owns: { integration: ['left-*'], subscriber: ['left-*'], primary: ['sms', 'email'] } },
  }
  const planned = await world.plan(options)
  expect(planned.plan.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  edit()
  return (await world.apply(options, planned)).results.map(({ outcome }) => outcome)
}

test('another project has become primary since the plan', async () => {
  const outcomes = await applied(
    [{ identifier: 'left-1', primary: true }, { identifier: 'left-2' }, { identifier: 'right-1' }],
    [{ identifier: 'left-2', primary: true }],
    () => {
      world.sandbox.state.integrations.edit(environment, 'left-1', { primary: false })
      world.sandbox.state.integrations.edit(environment, 'right-1', { primary: true })
    },
  )
  const reason = expect.stringContaining('right-1 stops being primary for email') as string
  expect(outcomes).toEqual([{ status: 'stale', reason }])
  expect(world.writes()).toEqual([])
})

test('a subscriber that is changed too has nothing to do with an integration of the same name', async () => {
  const outcomes = await applied(
    [{ identifier: 'left-1', primary: true }, { identifier: 'left-2' }, { identifier: 'left-3' }],
    [{ identifier: 'left-2', primary: true }],
    () => {
      world.sandbox.state.integrations.edit(environment, 'left-1', { primary: false })
      world.sandbox.state.integrations.edit(environment, 'left-3', { primary: true })
    },
    [{ subscriberId: 'left-3', locale: 'de_DE' }],
  )
  const reason = expect.stringContaining('left-3 stops being primary for email') as string
  expect(outcomes).toContainEqual({ status: 'stale', reason })
})

test('the same without another project is sent', async () => {
  const outcomes = await applied(
    [{ identifier: 'left-1', primary: true }, { identifier: 'left-2' }],
    [{ identifier: 'left-2', primary: true }],
    () => world.sandbox.state.integrations.edit(environment, 'left-1', { primary: false }),
  )
  expect(outcomes).toEqual([{ status: 'done' }])
})
