// Law: the order of live lists, of manifests and of keys never matters.
import { expect } from 'vitest'
import type { Plan } from '../../../src/core/plan/plan.ts'
import { planJson } from '../../support/plan-json.ts'
import { seededRandom } from '../../../src/sandbox/index.ts'
import type { Case, Manifest } from '../../support/laws/case.ts'
import type { Mix } from './mix.ts'
import { inAnyOrder, shuffled, shuffling } from '../../support/laws/transports.ts'
import { isFields, type Fields } from '../../support/laws/texts.ts'
import { errorsIn, openWorld, type Kinds } from '../../support/laws/world.ts'

export async function isOrderFree(live: Case, kinds: Kinds, mix: Mix): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const random = seededRandom(live.random)
    const { plan } = await world.plan()
    expect(errorsIn(plan)).toEqual([])
    mix.addPlan(plan)
    const { plan: behindShuffled } = await world.plan({ transport: shuffling(world.transport, random) })
    // The same manifest: the same changes in the same order.
    expect(comparable(behindShuffled)).toEqual(comparable(plan))

    const { plan: ofShuffled } = await world.plan({
      transport: shuffling(world.transport, random),
      manifest: shuffledManifest(live.manifest, random),
    })
    expect(sorted(comparable(ofShuffled))).toEqual(sorted(comparable(plan)))

    // What was planned behind shuffled replies also leads there.
    await world.apply({ transport: shuffling(world.transport, random) })
    const { plan: after } = await world.plan({ transport: shuffling(world.transport, random) })
    expect(after.sections.flatMap(({ changes }) => changes)).toEqual([])
  } finally {
    await world.close()
  }
}

function shuffledManifest(manifest: Manifest, random: () => number): Manifest {
  const lists = inAnyOrder(Object.entries(manifest), random)
  return Object.fromEntries(
    lists.map(([list, items]) => [
      list,
      inAnyOrder(items, random).map((item) => {
        const { data, ...fields } = item
        // Lists inside data have an order.
        const other = { ...(shuffled(fields, random) as Fields), ...(data !== undefined && { data }) }
        return Object.fromEntries(inAnyOrder(Object.entries(other), random))
      }),
    ]),
  )
}

/** The printed plan without positions and time, with order-free parts in one order. */
export function comparable(plan: Plan): {
  readonly changes: readonly unknown[]
  readonly notes: readonly string[]
} {
  const { sections } = planJson(plan)
  return {
    changes: sections.flatMap(({ changes }) =>
      changes.map(({ position: _position, differences, sideEffects, needs, body, ...change }) => ({
        ...change,
        body: canonical(body),
        needs: [...needs].sort(),
        sideEffects: [...sideEffects].sort(),
        // What a reader sees of a list has the list's order, also inside a sentence about conditions.
        differences: differences
          .map((difference) => JSON.stringify(difference).split('').sort().join(''))
          .sort(),
      })),
    ),
    notes: sections
      .flatMap(({ changes: _changes, ...notes }) =>
        Object.values(notes).flatMap((note) =>
          Array.isArray(note) ? note.map((each) => JSON.stringify(canonical(each))) : [JSON.stringify(note)],
        ),
      )
      .sort(),
  }
}

export function sorted({ changes, notes }: ReturnType<typeof comparable>): readonly unknown[] {
  return [...changes.map((change) => JSON.stringify(canonical(change))).sort(), ...notes]
}

const orderFree = new Set(['deviceTokens', 'conditions', 'children', 'paths'])

function canonical(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item))
    return orderFree.has(key) ? items.map((item) => JSON.stringify(item)).sort() : items
  }
  if (!isFields(value)) return value
  return Object.keys(value)
    .filter((name) => name !== 'position')
    .sort()
    .map((name) => [name, canonical(value[name], name)])
}
