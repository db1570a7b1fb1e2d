// Law: what is called drift is what a plan of the base would do too, and what is not is not.
import { expect } from 'vitest'
import type { Cause } from '../../src/core/plan/shapes.ts'
import type { Change } from '../../src/core/plan/change.ts'
import { detailsOf } from '../../src/core/plan/detail.ts'
import type { Plan } from '../../src/core/plan/plan.ts'
import { withCauses } from '../../src/engine/sides/causes.ts'
import { compareSides } from '../../src/engine/sides/compare-sides.ts'
import { registry } from '../../src/kinds/registry.ts'
import { seededRandom } from '../../src/sandbox/index.ts'
import type { Case } from '../support/laws/case.ts'
import { errorsIn, openWorld, type Kinds } from '../support/laws/world.ts'
import { earlierOf, visibleOnly } from './worlds/earlier.ts'
import { law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { someWorld } from './worlds/worlds.ts'

/** The service holds the base, another tree like it, or first one and then the other. */
async function agreesWithBase(wild: Case, kinds: Kinds, mix: Mix): Promise<void> {
  const live = visibleOnly(wild)
  const random = seededRandom(live.random)
  const [base, other] = [earlierOf(live.manifest, random), earlierOf(live.manifest, random)]
  const world = await openWorld(live, kinds)
  try {
    const applied = [[base], [other], [base, other], [other, base], []][live.random % 5] ?? []
    for (const manifest of applied) await world.apply({ manifest })
    const [ofBranch, ofBase] = [(await world.plan()).plan, (await world.plan({ manifest: base })).plan]
    expect(errorsIn(ofBranch)).toEqual([])
    const [before, after] = [await world.request({ manifest: base }), await world.request()]
    const { selection } = after
    const plan = await compareSides(before, after, { selection, registry: kinds.registry })
    const caused = withCauses(ofBranch, { from: before, to: after, plan })
    const known = new Set(linesOf(ofBase).map(({ line }) => line))
    // Entries of lists come and go one by one.
    const isList = (path: string): boolean => /"(?:conditions|channels\..*\.deviceTokens)"/.test(path)
    const touched = new Set(linesOf(ofBase).flatMap(({ path }) => (isList(path) ? [] : path)))
    for (const { line, path, cause } of linesOf(caused)) {
      mix.add(cause ?? 'no cause')
      const expected: Cause = known.has(line) ? 'drift' : touched.has(path) ? 'both' : 'branch'
      expect({ line, cause }).toEqual({ line, cause: expected })
    }
  } finally {
    await world.close()
  }
}

function linesOf({ sections }: Plan) {
  return sections.flatMap(({ changes }) => changes).flatMap(linesOfChange)
}

function linesOfChange({ target, kind, name, differences }: Change) {
  return differences.flatMap(detailsOf).map(({ sign, path, before, after, cause }) => ({
    path: JSON.stringify([target, kind, name, path]),
    // A key that is null is the same as one that isn't there.
    line: JSON.stringify(
      [target, kind, name, sign, path, before, after],
      (_, value: unknown) => value ?? undefined,
    ),
    cause,
  }))
}

law('drift is what a plan of the base would change too', {
  name: 'causes',
  cases: someWorld,
  runs: { full: 120 },
  least: 5,
  mix: ['branch', 'drift', 'both'],
  holds: (live, mix) => agreesWithBase(live, { registry }, mix),
})
