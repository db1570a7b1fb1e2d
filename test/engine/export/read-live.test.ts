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
