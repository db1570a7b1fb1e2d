// Schemas are built once a run: building them for each file took most of the time of a project with many files.
import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { load } from './load-files.ts'

/** How often the schemas of all kinds are built while so many files are loaded. */
async function buildsFor(count: number): Promise<number> {
  let builds = 0
  const counting = registry.map((kind) => ({
    ...kind,
    schema: (...form: Parameters<typeof kind.schema>) => {
      builds += 1
      return kind.schema(...form)
    },
  }))
  const names = Array.from({ length: count }, (_, index) => `ops-${index}`)
  const files = names.map((name) => [
    `manifests/${name}.yaml`,
    `subscribers:\n  - subscriberId: ${name}\n    timezone: Europe/Berlin\n`,
  ])
  const { problems, loaded } = await load(Object.fromEntries(files) as Record<string, string>, {}, counting)
  expect(problems).toEqual([])
  expect([...loaded.forTarget('Production')]).toHaveLength(count)
  return builds
}

test('forty files build no more schemas than one', async () => {
  const one = await buildsFor(1)
  expect(one).toBeGreaterThan(0)
  expect(await buildsFor(40)).toBe(one)
})
