// Law: the difference of two trees is what a plan shows against a service that holds the earlier one.
import { expect } from 'vitest'
import type { Change } from '../../src/core/plan/change.ts'
import { detailsOf } from '../../src/core/plan/detail.ts'
import type { Plan } from '../../src/core/plan/plan.ts'
import { compareSides } from '../../src/engine/sides/compare-sides.ts'
import { seededRandom } from '../../src/sandbox/index.ts'
import { notConverged } from './worlds/account.ts'
import type { Case } from '../support/laws/case.ts'
import { earlierOf, visibleOnly } from './worlds/earlier.ts'
import type { Mix } from './worlds/mix.ts'
import { errorsIn, openWorld, type Kinds } from '../support/laws/world.ts'

export async function agreesWithPlan(wild: Case, kinds: Kinds, mix: Mix): Promise<void> {
  const live = visibleOnly(wild)
  const earlier = earlierOf(live.manifest, seededRandom(live.random))
  const world = await openWorld(live, kinds)
  try {
    expect(notConverged(await world.apply({ manifest: earlier }))).toEqual([])
    const { plan } = await world.plan()
    expect(errorsIn(plan)).toEqual([])
    mix.addPlan(plan)
    const [before, after] = [await world.request({ manifest: earlier }), await world.request()]
    const { selection } = after
    const difference = await compareSides(before, after, { selection, registry: kinds.registry })
    expect(told(difference)).toEqual(told(plan))
  } finally {
    await world.close()
  }
}

function told({ sections }: Plan) {
  return sections.flatMap(({ changes }) => changes).map(changeAsTold)
}

function changeAsTold({ target, kind, name, part, action, stage, differences }: Change) {
  return {
    target,
    kind,
    name,
    part,
    action,
    stage,
    lines: differences.flatMap(detailsOf).map(({ sign, path, before, after }) =>
      // A tree says who is primary, and never who isn't.
      action === 'set-primary' ? [path, after] : [sign, path, shown(before), shown(after)],
    ),
  }
}

/** Which secret is live only the service knows. */
function shown(value: unknown): string | undefined {
  return value === undefined
    ? undefined
    : JSON.stringify(value)
        .replaceAll('(secret live)', '(secret)')
        .replaceAll(/\(secret env:[A-Z_0-9]+\)/g, '(secret)')
}
