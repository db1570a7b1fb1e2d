// Law: the difference of two trees is what a plan shows against a service that holds the earlier one.
import { expect } from 'vitest'
import type { Change } from '../../src/core/plan/change.ts'
import { detailsOf } from '../../src/core/plan/detail.ts'
import type { Plan } from '../../src/core/plan/plan.ts'
import { compareSides } from '../../src/engine/sides/compare-sides.ts'
import { registry } from '../../src/kinds/registry.ts'
import { seededRandom } from '../../src/sandbox/index.ts'
import type { Case } from '../support/laws/case.ts'
import { errorsIn, openWorld, type Kinds } from '../support/laws/world.ts'
import { notConverged } from './worlds/account.ts'
import { earlierOf, visibleOnly } from './worlds/earlier.ts'
import { law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { someWorld } from './worlds/worlds.ts'

async function agreesWithPlan(wild: Case, kinds: Kinds, mix: Mix): Promise<void> {
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

law('a difference is the plan against a service that holds the base', {
  name: 'diff',
  cases: someWorld,
  runs: { full: 120 },
  least: 5,
  mix: [
    'environment create',
    'environment update',
    'integration create',
    'integration update',
    'integration set-primary',
    'integration deactivate',
    'subscriber attributes',
    'subscriber channels',
  ],
  holds: (live, mix) => agreesWithPlan(live, { registry }, mix),
})
