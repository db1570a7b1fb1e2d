// The integrations of targets → what one target would change in another, and all targets side by side.
import { expect, test } from 'vitest'
import { Unreadable, type ValueMap } from '../../../src/core/value.ts'
import { compareSides } from '../../../src/engine/compare/compare.ts'
import { gridOf, isUneven } from '../../../src/engine/compare/grid.ts'
import type { Side } from '../../../src/engine/compare/sides.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import type { Kind } from '../../../src/kinds/kind.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { declared } from '../../support/laws-kinds.ts'

const selection = { only: [], exclude: [], resend: [] }

function side(alias: string, ...integrations: readonly ValueMap[]): Side {
  const resources = integrations.map((fields) =>
    declared(integration, { providerId: 'ses', channel: 'email', active: true, ...fields }),
  )
  return { alias, url: '', resources, duplicates: [] }
}

const duplicates = (identifier: string): Side['duplicates'] =>
  side('', { identifier }).resources.map((desired) => ({ ...desired, ids: ['1', '2'] }))

function grid(sides: readonly Side[], meant: readonly string[] = []) {
  return gridOf(sides, {
    by: 'live',
    selection,
    registry,
    meantBetween: (from, to) => (_, path) => meant.includes(`${from} ${to} ${path}`),
  })
}

test('the grid lists each integration by channel and name, with its state in each target', async () => {
  const found = await grid([
    side('EU', { identifier: 'b' }, { identifier: 'a', primary: true }, { identifier: 'x', channel: 'chat' }),
    { ...side('US', { identifier: 'b', active: false }), duplicates: duplicates('a') },
    side('AP', { identifier: 'b', active: null }, { identifier: 'c', active: false, primary: true }),
  ])
  expect(found.targets).toEqual(['EU', 'US', 'AP'])
  expect(found.integrations.map(({ channel, name, states }) => [channel, name, states])).toEqual([
    ['chat', 'x', { EU: 'active', US: 'absent', AP: 'absent' }],
    ['email', 'a', { EU: 'primary', US: 'several', AP: 'absent' }],
    ['email', 'b', { EU: 'active', US: 'inactive', AP: 'declared' }],
    ['email', 'c', { EU: 'absent', US: 'absent', AP: 'inactivePrimary' }],
  ])
  expect(found.integrations.every(isUneven)).toBe(true)
})

test('fields that differ are listed separately from fields that differ on purpose and fields that cannot be compared', async () => {
  const eu = side('EU', { identifier: 'a', name: 'A', providerId: 'ses', credentials: { apiKey: 'k' } })
  const us = side('US', {
    identifier: 'a',
    name: 'B',
    providerId: 'sendgrid',
    credentials: { apiKey: new Unreadable(true) },
  })
  const [row] = (await grid([eu, us], ['EU US name', 'US EU name'])).integrations
  expect(row).toMatchObject({
    differs: ['providerId'],
    meant: ['name'],
    unknown: ['credentials.apiKey'],
  })
  // What only one direction means is a difference.
  const [half] = (await grid([eu, us], ['EU US name'])).integrations
  expect(half).toMatchObject({ differs: expect.arrayContaining(['name', 'providerId']), meant: [] })
  const [same] = (await grid([eu, { ...eu, alias: 'US' }])).integrations
  expect(same).toMatchObject({ differs: [], meant: [], unknown: [] })
  expect(same && isUneven(same)).toBe(false)
})

test('targets with the same integration are compared once', async () => {
  let compared = 0
  const counting = registry.map((kind) => ({
    ...kind,
    changes: (...args: Parameters<Kind['changes']>) => ((compared += 1), kind.changes(...args)),
  }))
  const sides = Array.from({ length: 20 }, (_, index) =>
    side(`T${index}`, { identifier: 'a', name: index % 2 === 0 ? 'A' : 'B' }),
  )
  const request = { by: 'declared' as const, selection, registry: counting }
  const meantBetween = (from: string, to: string) => () => from !== 'T1' && to !== 'T1'
  const found = await gridOf(sides, { ...request, meantBetween })
  expect(found.integrations).toMatchObject([{ differs: ['name'], meant: [] }])
  // One for each direction.
  expect(compared).toBe(2)
})

test('the grid contains only selected integrations', async () => {
  const people = declared(subscriber, { subscriberId: 'ada' })
  const eu = side('EU', { identifier: 'a' }, { identifier: 'b' })
  const request = { by: 'declared' as const, registry, meantBetween: () => () => false }
  const found = await gridOf([{ ...eu, resources: [...eu.resources, people] }], {
    ...request,
    selection: { ...selection, only: ['integration/b', 'subscriber/*'] },
  })
  expect(found).toMatchObject({ by: 'declared', targets: ['EU'] })
  expect(found.integrations.map(({ name }) => name)).toEqual(['b'])
})

test('an integration that each target has several times is in the grid', async () => {
  const found = await grid(['EU', 'US'].map((alias) => ({ ...side(alias), duplicates: duplicates('a') })))
  expect(found.integrations).toMatchObject([
    { channel: 'email', name: 'a', states: { EU: 'several', US: 'several' }, differs: [] },
  ])
})

test('a comparison lists only selected resources that a target has several times', async () => {
  const [from, to] = [side('EU'), { ...side('US'), duplicates: [...duplicates('a'), ...duplicates('b')] }]
  const only = { ...selection, only: ['integration/a'] }
  const plan = await compareSides({ from, to, by: 'live', selection: only, registry, isMeant: () => false })
  expect(plan.sections.flatMap(({ notes }) => notes)).toEqual([
    { sort: 'duplicates', kind: 'integration', name: 'a', ids: ['1', '2'] },
  ])
})

test('what one target would change in another, and what only one of them has', async () => {
  const from = side('EU', { identifier: 'a', name: 'A' }, { identifier: 'new' }, { identifier: 'twice' })
  const to = {
    ...side(
      'US',
      { identifier: 'a', name: 'B', conditions: [{ type: 'GROUP', value: 'AND', children: [] }] },
      { identifier: 'old' },
    ),
    duplicates: duplicates('twice'),
  }
  const isMeant = (_: object, path: string): boolean => path === 'name'
  const request = { from, to, selection, registry, isMeant }
  const plan = await compareSides({ ...request, by: 'live' })
  expect(plan).toMatchObject({ compared: { from: 'EU', to: 'US', by: 'live' } })
  expect(plan).not.toHaveProperty('live')
  expect(await compareSides({ ...request, by: 'declared' })).toMatchObject({ live: 'declared' })
  const [section] = plan.sections
  expect(section?.target).toBe('US')
  expect(
    section?.changes.map(({ action, name, cause, differences }) => [
      action,
      name,
      cause,
      differences.map(({ path }) => path.join('.')),
    ]),
  ).toEqual([
    ['update', 'a', 'partly', ['name', 'conditions']],
    ['create', 'new', 'unmeant', expect.any(Array)],
  ])
  expect(section?.notes.map(({ sort, name }) => [sort, name])).toEqual(
    expect.arrayContaining([
      ['absent', 'old'],
      ['duplicates', 'twice'],
    ]),
  )
})
