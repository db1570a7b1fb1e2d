// Law: where two runs at once create an identity twice, all later runs name both, leave them alone and say so.
import { expect } from 'vitest'
import { exitOfApply, exitOfPlan } from '../../src/library/exit.ts'
import { notesOf } from '../../src/core/plan/notes.ts'
import { hasErrors } from '../../src/core/problem.ts'
import { virtualClock } from '../../src/sandbox/index.ts'
import type { Case } from '../support/laws/case.ts'
import { crowded } from './worlds/crowded.ts'
import type { Mix } from './worlds/mix.ts'
import { sharedTime } from './worlds/shared-time.ts'
import { targetOf } from '../support/laws/texts.ts'
import { openWorld, type Kinds, type World } from '../support/laws/world.ts'

export async function namesTwins(live: Case, kinds: Kinds, mix: Mix): Promise<void> {
  const world = await openWorld(live, kinds, {
    clock: virtualClock(),
    faults: ['race-create=10s'],
  })
  const { sandbox } = world
  const time = sharedTime(sandbox, world.transport)
  try {
    const options = { parallel: 4, clock: time.clock, transport: time.transport }
    const plans = [await world.plan(options), await world.plan(options)]
    const racing = await time.run(Promise.all(plans.map((planned) => world.apply(options, planned))))
    for (const result of racing) mix.add(`racing exit ${exitOfApply(result, undefined)}`)
    sandbox.faults.set([])
    const born = twins(world)
    mix.add('twins', born.size)

    // What can be done without them is done first.
    const first = await world.plan(options)
    if (!hasErrors(first.plan.problems)) await time.run(world.apply(options, first))
    sandbox.clearLog()
    const { plan, ...planned } = await world.plan(options)
    const named = new Map(
      plan.sections.flatMap((section) =>
        notesOf(section, 'duplicates').map(
          ({ name, ids }) => [`${section.target} ${name}`, [...ids].sort()] as const,
        ),
      ),
    )
    expect(named).toEqual(born)
    if (hasErrors(plan.problems)) {
      // What was to replace a primary can't: it is live twice.
      expect(plan.problems.map(({ rule }) => rule)).toContain('replacement-left-out')
      expect(exitOfPlan(plan)).toBe(4)
      mix.add('refused')
    } else {
      const last = await time.run(world.apply(options, { plan, ...planned }))
      expect(exitOfApply(last, undefined)).toBe(born.size + crowded(live, world).length > 0 ? 6 : 0)
    }
    expect(world.writes()).toEqual([])
    expect(twins(world)).toEqual(born)
  } finally {
    await world.close()
  }
}

/** Two runs that make one environment get in each other's way before they come to anything else. */
export function withIntegrationsOnly(live: Case): Case {
  const targets = live.targets.filter(({ hasKey }) => hasKey)
  const integrations = (live.manifest['integrations'] ?? []).filter((item) =>
    targets.some(({ alias }) => alias === targetOf(item)),
  )
  return { ...live, targets, manifest: { integrations } }
}

/** `Production ses` and the ids of all that are so called. */
function twins({ sandbox }: World): Map<string, string[]> {
  const byName = new Map<string, string[]>()
  for (const { name } of sandbox.state.environments.list())
    for (const { identifier, _id } of sandbox.state.integrations.list(name))
      byName.set(`${name} ${identifier}`, [...(byName.get(`${name} ${identifier}`) ?? []), _id].sort())
  return new Map([...byName].filter(([, ids]) => ids.length > 1))
}
