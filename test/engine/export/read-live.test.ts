// Lists that are read page by page: each target is announced before it is read.
import { expect, test } from 'vitest'
import type { Engine } from '../../../src/engine/engine.ts'
import { LiveTargets } from '../../../src/engine/export/read-live.ts'
import type { Readers } from '../../../src/engine/plan/reader.ts'
import type { Kind } from '../../../src/kinds/kind.ts'

test('each target is read by its own key, with the search', async () => {
  const log: unknown[] = []
  const opened = new Map(
    ['A', 'B'].map((alias) => [alias, { session: { target: { alias } }, access: alias }]),
  )
  const engine = { on: (event: unknown) => log.push(event) } as unknown as Engine
  const live = new LiveTargets({ opened, problems: [] } as unknown as Readers, engine)
  async function* all(access: unknown, query: unknown) {
    log.push([access, query])
    yield await Promise.resolve(['x'])
  }
  for await (const page of live.pagesOf({ all } as unknown as Kind, { name: 'n' })) log.push(page)
  expect(log).toEqual(
    ['A', 'B'].flatMap((target) => [
      { type: 'reading', target },
      [target, { name: 'n' }],
      [{ target, live: 'x' }],
    ]),
  )
})

test('of two organisations, a resource that only the second key shows is managed by its target', async () => {
  const shown = { A: ['1'], B: ['1', '2'] }
  const opened = new Map(
    Object.entries(shown).map(([alias, ids]) => [
      alias,
      { session: { target: { alias } }, access: { ids, clock: () => 0 } },
    ]),
  )
  const kind = {
    scope: 'organisation',
    async *observe({ ids }: { readonly ids: readonly string[] }) {
      for (const id of ids) yield await Promise.resolve({ live: { id, name: `name-${id}`, fields: {} } })
    },
  }
  const live = new LiveTargets({ opened, problems: [] } as unknown as Readers, {} as Engine)
  const found = await live.resourcesOf(kind as unknown as Kind)
  expect(found.map((each) => [each.live.id, each.live.fields])).toEqual([
    ['1', {}],
    ['2', { via: 'B' }],
  ])
})
