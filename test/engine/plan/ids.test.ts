// The service's IDs: those that a change needs, and those that an apply learns.
import { expect, test } from 'vitest'
import { IdOf } from '../../../src/core/value.ts'
import { Ids, LiveResources, resolveIds } from '../../../src/engine/plan/ids.ts'
import type { Kind } from '../../../src/kinds/kind.ts'
import { live } from '../../support/laws-kinds.ts'
import { changeOf } from '../../support/sketched-change.ts'

const named = (name: string) => ({ kind: 'integration', name })

test('an apply knows the IDs of the plan, and those that a reply or the service shows later', async () => {
  const ids = new Ids({ 'integration/a': '1' })
  const learn = (name: string, reply: unknown, found?: string) =>
    ids.learn(named(name), reply, async () => {
      if (found === '') throw new Error('no reply')
      return found === undefined ? found : { ...live(name, {}), id: found }
    })
  await learn('b', { _id: '2' }, '3')
  await learn('c', { id: 4 }, '4')
  await learn('d', 'created')
  await learn('e', null, '')
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => ids.find(named(name)))).toEqual([
    '1',
    '2',
    '4',
    undefined,
    undefined,
  ])
  expect(ids.of(named('a'))).toBe('1')
  expect(() => ids.of(named('d'))).toThrow('the ID of integration d is unknown')
})

test('a change without a known ID is refused, unless the plan creates the resource', () => {
  const call = (name: string, part: object) => ({ call: { ...changeOf({ name }).call, ...part } })
  const id = (name: string) => new IdOf('integration', name)
  const changes = [
    changeOf({ name: 'new', action: 'create' }),
    changeOf({ name: 'own' }),
    changeOf({ name: 'gone' }),
    changeOf({
      name: 'a',
      ...call('a', { parameters: { id: id('p') }, body: { parents: [id('b'), id('new'), 'x'] } }),
    }),
    changeOf({ name: 'a', ...call('a', { parameters: { id: id('gone') } }) }),
    changeOf({ name: 'a', ...call('a', { body: { of: id('gone') } }) }),
    changeOf({ name: 'c', ...call('c', { parameters: { id: id('gone') } }) }),
  ]
  const known = new Map(['p', 'b', 'own', 'other'].map((name) => [`integration/${name}`, `id-${name}`]))
  const unknown = (name: string) =>
    `integration ${name} refers to integration gone, which is neither declared nor in the service`
  const { ids, problems } = resolveIds(changes, known)
  expect(ids).toEqual({ 'integration/p': 'id-p', 'integration/b': 'id-b', 'integration/own': 'id-own' })
  expect(
    problems.map(({ rule, message, target, position }) => [rule, message, target, position?.line]),
  ).toEqual([
    ['unknown-reference', unknown('a'), 'Production', 7],
    ['unknown-reference', unknown('c'), 'Production', 7],
  ])
})

test('what the service has: IDs of lists, counts of what is managed, and all of a kind with side effects', () => {
  const found = new LiveResources()
  const kind = (name: string, more: object = {}) => ({ name, scope: 'target', ...more }) as unknown as Kind
  const all = [{ live: live('a', {}) }, {}]
  found.add(kind('list'), live('a', {}), all)
  found.add(kind('list'), live('b', {}), all, { list: ['a'] })
  found.add(kind('related', { effects: () => [] }), undefined, all)
  found.add(kind('pages', { all: () => [] }), live('a', {}), [])
  found.addUnread(kind('pages'), 3)
  found.addUnread(kind('organised', { scope: 'organisation' }), 3)
  expect([found.ids, found.counts, found.related].map((map) => Object.fromEntries(map))).toEqual([
    { 'list/a': 'id-a', 'list/b': 'id-b' },
    { list: 1, pages: 4 },
    { related: all },
  ])
  expect([found.all('related'), found.all('list')]).toEqual([[all[0]?.live], []])
})
