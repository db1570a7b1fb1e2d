// Environments: declared and live → the calls.
import { describe, expect, test } from 'vitest'
import { textOf, Unreadable, type ValueMap } from '../../../src/core/value.ts'
import type { Draft } from '../../../src/kinds/kind.ts'
import { environment } from '../../../src/kinds/environment/environment.ts'
import { json } from '../../support/scripted-transport.ts'
import { collect, declared, draftsOf, line, live, lookAt } from '../../support/laws-kinds.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

const hidden = new Unreadable(false)
const shown = { identifier: 'app-1', color: hidden, parent: null, dns: hidden, bridge: hidden }

const calls = (fields: ValueMap, liveFields?: ValueMap): string[] =>
  draftsOf(environment, {
    desired: declared(environment, fields),
    ...(liveFields && { live: live(textOf(fields['name']), liveFields) }),
  }).map(line)

describe('a new environment', () => {
  test('needs one call for what a create takes', () => {
    expect(calls({ name: 'Staging', color: '#fff' })).toEqual([
      'create create POST {"name":"Staging","color":"#fff"}',
    ])
  })

  test('and one for its parent, which deployed services leave out: only where it is missing then', () => {
    const fields = { name: 'Staging', color: '#fff', parent: 'Development' }
    expect(calls(fields)).toEqual([
      'create create POST {"name":"Staging","color":"#fff","parentId":"{id of environment Development}"}',
      'update update PUT {"parentId":"{id of environment Development}"}',
    ])
    const [create, complete] = draftsOf(environment, { desired: declared(environment, fields) })
    expect([create?.after, complete?.after, complete?.reread]).toEqual([
      { color: '#fff' },
      { parent: 'Development' },
      true,
    ])
  })

  test('a parent that is there already is no proof that the rest is', () => {
    const fields = {
      name: 'Staging',
      color: '#fff',
      parent: 'Development',
      bridge: { url: 'https://x.example' },
    }
    const [, complete] = draftsOf(environment, { desired: declared(environment, fields) })
    expect(line(complete as Draft)).toBe(
      'update update PUT {"parentId":"{id of environment Development}","bridge":{"url":"https://x.example"}}',
    )
    expect([complete?.after, complete?.reread]).toEqual([{ bridge: { url: 'https://x.example' } }, undefined])
  })

  test('and a second one for the rest', () => {
    const fields = {
      name: 'Staging',
      color: '#fff',
      identifier: 'app',
      dns: { inboundParseDomain: 'x.example' },
      bridge: { url: 'https://x.example' },
    }
    expect(calls(fields)).toEqual([
      'create create POST {"name":"Staging","color":"#fff"}',
      'update update PUT {"identifier":"app","dns":{"inboundParseDomain":"x.example"},"bridge":{"url":"https://x.example"}}',
    ])
  })

  test('has no bridge to clear', () => {
    expect(calls({ name: 'Staging', color: '#fff', bridge: null })).toEqual([
      'create create POST {"name":"Staging","color":"#fff"}',
    ])
  })

  test('comes after its parent, and its second call after it', () => {
    const [create, update] = draftsOf(environment, {
      desired: declared(environment, { name: 'B', color: '#fff', parent: 'A', identifier: 'b' }),
    })
    expect(create?.needs).toEqual([{ kind: 'environment', name: 'A', action: 'create' }])
    expect(update?.needs).toEqual([{ kind: 'environment', name: 'B', action: 'create' }])
  })

  test('without a color is refused', () => {
    expect(environment.refuse?.({ desired: declared(environment, { name: 'Staging' }) }, [])?.rule).toBe(
      'color-needed',
    )
    expect(
      environment.refuse?.({ desired: declared(environment, { name: 'S', color: '#fff' }) }, []),
    ).toBeUndefined()
  })
})

describe('a live environment', () => {
  test.each<[string, ValueMap, string[]]>([
    ['as declared', { identifier: 'app-1' }, []],
    ['another identifier', { identifier: 'app-2' }, ['update update PUT {"identifier":"app-2"}']],
    [
      'only what differs',
      { identifier: 'app-1', color: '#fff', parent: 'Development' },
      ['update update PUT {"parentId":"{id of environment Development}"}'],
    ],
    [
      'another parent',
      { parent: 'Development' },
      ['update update PUT {"parentId":"{id of environment Development}"}'],
    ],
    ['what is not shown', { color: '#fff', dns: { inboundParseDomain: 'x' }, bridge: null }, []],
  ])('%s', (_, fields, expected) => {
    expect(calls({ name: 'Staging', ...fields }, shown)).toEqual(expected)
  })

  test('that shows its bridge: cleared with an empty address', () => {
    const withBridge = { ...shown, bridge: { url: 'https://x.example' } }
    expect(calls({ name: 'S', bridge: null }, withBridge)).toEqual([
      'update update PUT {"bridge":{"url":""}}',
    ])
    expect(calls({ name: 'S', bridge: null }, { ...shown, bridge: {} })).toEqual([])
  })

  test('a new identifier says what it breaks', () => {
    const [draft] = draftsOf(environment, {
      desired: declared(environment, { name: 'S', identifier: 'x' }),
      live: live('S', shown),
    })
    expect(draft?.sideEffects).toEqual(['clients that use the old application identifier stop working'])
  })

  test('comes after its new parent', () => {
    const desired = declared(environment, { name: 'S', parent: 'A' })
    const [draft] = draftsOf(environment, { desired, live: live('S', shown) })
    expect(draft?.needs).toEqual([{ kind: 'environment', name: 'A', action: 'create' }])
  })

  test('a resend holds all that can not be compared, in one call', () => {
    const desired = declared(environment, { name: 'S', color: '#fff', bridge: null })
    const unreadable = ['color', 'bridge'].map((field) => ({
      path: [field],
      answer: 'unreadable' as const,
      before: hidden,
      after: desired.fields[field] ?? null,
    }))
    const drafts = environment.changes({ desired, live: live('S', shown) }, unreadable, { all: [] })
    expect(drafts.map(line)).toEqual(['update update PUT {"color":"#fff","bridge":{"url":""}}'])
  })
})

test('live environments in the words of manifests: parents by name, what is not shown as such', async () => {
  const rows = [
    { _id: '1', name: 'Development', identifier: 'a', type: 'dev', apiKeys: [{ key: 'k', _userId: 'u' }] },
    {
      _id: '2',
      name: 'Staging',
      identifier: 'b',
      _parentId: '1',
      color: '#fff',
      dns: {},
      bridge: { url: '' },
    },
    { _id: '3', name: 'Lost', identifier: 'c', _parentId: 'gone' },
  ]
  const { access } = lookAt(() => json(rows))
  const found = await collect(environment.observe(access, Resources.of([])))
  expect(found.map(({ live: each }) => [each?.name, each?.fields])).toEqual([
    ['Development', { ...shown, name: 'Development', identifier: 'a' }],
    [
      'Staging',
      { name: 'Staging', identifier: 'b', color: '#fff', parent: 'Development', dns: {}, bridge: {} },
    ],
    ['Lost', { ...shown, name: 'Lost', identifier: 'c' }],
  ])
})

test('an identifier that another environment has and keeps is refused', async () => {
  const rows = ['a', 'b'].map((name) => ({ _id: name, name, identifier: name }))
  const { access } = lookAt(() => json(rows))
  const wanting = (kept: string) =>
    Resources.of([['a', kept], ['b', 'a']].map(([name = '', identifier = '']) => declared(environment, { name, identifier }))) // prettier-ignore
  for (const kept of ['a', 'c']) {
    const [, found] = await collect(environment.observe(access, wanting(kept)))
    expect(found?.former?.name).toBe(kept === 'a' ? 'a' : undefined)
  }
})

test('services that show a color leave out dns and bridge only where they are not set', async () => {
  const rows = [{ _id: '1', name: 'Staging', identifier: 'a', color: '#fff' }]
  const { access } = lookAt(() => json(rows))
  const [found] = await collect(environment.observe(access, Resources.of([])))
  expect(found?.live?.fields).toMatchObject({ color: '#fff', dns: null, bridge: {} })
  const wanted = { name: 'Staging', dns: { inboundParseDomain: 'x' }, bridge: null }
  const [draft] = draftsOf(environment, { desired: declared(environment, wanted), ...found })
  expect(draft?.call.body).toEqual({ dns: { inboundParseDomain: 'x' } })
})
