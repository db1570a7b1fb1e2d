// Schemas are built once a run: building them for each file took most of the time of a project with many files.
import { expect, test } from 'vitest'
import type { Form } from '../../src/kinds/form.ts'
import { registry } from '../../src/kinds/registry.ts'
import { load } from './load-files.ts'

/** How often the schemas of all kinds are built while so many files with one subscriber each are loaded. */
async function buildsFor(count: number, fields: string): Promise<number> {
  let builds = 0
  const counting = registry.map((kind) => ({
    ...kind,
    fields: {
      ...kind.fields,
      counted: {
        form: (form: Form) => {
          builds += 1
          return form.anything()
        },
        about: 'It counts the schemas.',
        privacy: 'public' as const,
      },
    },
  }))
  const names = Array.from({ length: count }, (_, index) => `ops-${index}`)
  const files = names.map((name) => [
    `manifests/${name}.yaml`,
    `subscribers: [{ subscriberId: ${name}, ${fields} }]\n`,
  ])
  const { problems, loaded } = await load(Object.fromEntries(files) as Record<string, string>, {}, counting)
  expect(problems).toEqual([])
  expect([...loaded.forTarget('Production')]).toHaveLength(count)
  return builds
}

test('forty files build no more schemas than one', async () => {
  const fields = 'data: { plan: pro }, exact: [data]'
  const one = await buildsFor(1, fields)
  expect(one).toBeGreaterThan(0)
  expect(await buildsFor(40, fields)).toBe(one)
})

test('subscribers with valid attributes and data only need no schema', async () => {
  expect(await buildsFor(40, 'timezone: Europe/Berlin, data: { plan: pro }')).toBe(0)
})
