// Toys for the laws: what is live, what is declared, and edits of one field.
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { registry } from '../../../src/kinds/registry.ts'
import type { Case, Manifest } from '../../support/laws/case.ts'
import type { Converging } from '../worlds/converges.ts'
import type { Edit } from '../worlds/one-field.ts'
import {
  omit,
  someOf,
  targetOf,
  textOf,
  someSecret,
  someText,
  type Fields,
  type Json,
} from '../../support/laws/texts.ts'
import { toyService } from './service.ts'
import { toy } from './toy.ts'

const targets = ['Development', 'Production']
const names = ['bear', 'top/ü', '{kite}']

const someToy: fc.Arbitrary<Fields> = someOf({
  colour: fc.option(someText),
  code: someSecret,
  parts: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  lid: fc.constantFrom('open', 'shut'),
})

const someCell = fc.record({
  live: fc.option(someToy, { freq: 2 }),
  wanted: fc.option(someToy),
  isSame: fc.boolean(),
})

export const someToys: fc.Arbitrary<Case> = fc
  .record({
    isCalm: fc.boolean(),
    cells: fc.array(someCell, { minLength: 6, maxLength: 6 }),
    random: fc.nat(),
  })
  .map(({ isCalm, cells, random }) => {
    const placed = cells.map((cell, index) => ({
      ...cell,
      target: targets[index % 2] ?? '',
      name: names[index >> 1] ?? '',
    }))
    return {
      seed: { integrations: [], subscribers: [], workflows: [], messages: [], notifications: [] },
      rows: Object.fromEntries(
        targets.map((target) => [
          target,
          placed.flatMap(({ live, name, target: own }) =>
            live !== null && own === target ? [{ name, ...live }] : [],
          ),
        ]),
      ),
      manifest: {
        toys: placed.flatMap(({ live, wanted, isSame, name, target }) => {
          const fields = isCalm || (isSame && live !== null) ? live : wanted
          return fields === null ? [] : [{ name, targets: [target], ...fields }]
        }),
      },
      targets: targets.map((alias) => ({ alias, hasKey: true })),
      random,
    }
  })

/** A service that knows toys, and the tool with a fourth kind. */
export function toyKinds(): Converging {
  const { routes, toys } = toyService()
  const find = (item: Fields) =>
    toys(targetOf(item)).find(({ name }) => name === item['name']) as unknown as Fields | undefined
  return {
    registry: [...registry, toy],
    routes,
    prepare: async (sandbox, { rows }) => {
      for (const [environment, items] of Object.entries(rows))
        for (const item of items)
          await fetch(`${sandbox.url}/v1/toys`, {
            method: 'POST',
            headers: {
              authorization: `ApiKey ${sandbox.keys[environment]}`,
              'content-type': 'application/json',
            },
            body: JSON.stringify(item),
          })
    },
    ids: (environment) => Object.fromEntries(toys(environment).map(({ name, _id }) => [`toy ${name}`, _id])),
    unlike: ({ manifest }) =>
      (manifest['toys'] ?? []).flatMap((item) =>
        Object.entries(omit(item, ['targets']))
          .filter(([field, value]) => !isDeepStrictEqual(sorted(find(item)?.[field]), sorted(value)))
          .map(([field]) => `${textOf(item['name'])}: ${field}`),
      ),
  }
}

/** Lists have no order; nothing and an empty one are the same. */
function sorted(value: Json | undefined): Json {
  if (!Array.isArray(value)) return value ?? null
  return value.length === 0 ? null : value.map(textOf).sort()
}

export function editToy(_: Case, manifest: Manifest, random: () => number): Edit | undefined {
  const items = manifest['toys'] ?? []
  const number = items.length
  const fresh = { name: `new ${number}`, targets: [targets[number % 2] ?? ''], colour: 'red' }
  if (random() < 0.3) return { manifest: { toys: [...items, fresh] }, calls: ['POST toys: colour name'] }
  const index = Math.floor(random() * number)
  const [field = '', value = '', call = ''] =
    random() < 0.5
      ? ['colour', `colour ${random()}`, 'PATCH toys id: colour']
      : ['code', `${random()}`, 'PATCH toys id: code']
  const toys = items.map((item, place) => (place === index ? { ...item, [field]: value } : item))
  return number === 0 ? undefined : { manifest: { toys }, calls: [call] }
}
