// Law: apply, then the plan is empty and sends no write, and the service really shows what was declared.
import { expect } from 'vitest'
import { exitOfApply } from '../../../src/cli/exit.ts'
import type { Plan } from '../../../src/core/plan.ts'
import { notConverged } from '../../../src/engine/apply.ts'
import type { LoggedRequest } from '../../../src/sandbox/index.ts'
import type { Case } from './case.ts'
import type { Mix } from './mix.ts'
import { targetOf } from './texts.ts'
import { errorsIn, openWorld, type Kinds, type World } from './world.ts'

export interface Converging extends Kinds {
  /** What the sandbox's store doesn't show as declared, by its own account. */
  readonly unlike: (live: Case, world: World) => readonly string[]
}

export async function converges(live: Case, kinds: Converging, mix: Mix): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const parallel = 1 + (live.random % 4)
    const planned = await world.plan({ parallel })
    expect(errorsIn(planned.plan)).toEqual([])
    mix.addPlan(planned.plan)
    let result = await world.apply({ parallel }, planned)
    for (const plan of result.plans.slice(1)) mix.addPlan(plan)
    if (result.waiting.length > 0) {
      // A service that shows nobody the key of a new environment: the next run has it from a person.
      expect(kinds.profile).toBe('novu-2026-09')
      expect(exitOfApply(result, undefined)).toBe(5)
      mix.add('key from a person')
      result = await world.apply({ parallel })
      mix.addPlan(result.plans[0] as Plan)
    }
    expect(result.results.filter(({ outcome }) => outcome.status !== 'done')).toEqual([])
    expect(result.waiting).toEqual([])
    expect(notConverged(result)).toEqual([])
    expect(kinds.unlike(live, world)).toEqual([])
    expect(leftActive(live, world)).toEqual([])

    world.sandbox.clearLog()
    const again = await world.plan({ parallel })
    const left = again.plan.sections.flatMap(({ changes }) => changes)
    expect(left.filter(({ action }) => kinds.unreadable !== 'always' || action !== 'resend')).toEqual([])
    mix.add('re-send', left.length)
    const second = await world.apply({ parallel }, again)
    expect(second.results.filter(({ outcome }) => outcome.status !== 'done')).toEqual([])
    expect(world.writes().map(lineOf).sort()).toEqual(
      left.map(({ call }) => `${call.operation.method} ${call.operation.id}`).sort(),
    )
    expect(kinds.unlike(live, world)).toEqual([])
  } finally {
    await world.close()
  }
}

const lineOf = ({ method, operation }: LoggedRequest): string => `${method} ${operation}`

/** What no manifest declares and still works, where that was to be switched off. */
function leftActive({ targets, manifest }: Case, { sandbox }: World): string[] {
  return targets.flatMap(({ alias, unmanaged }) => {
    const declared = (manifest['integrations'] ?? []).filter((item) => targetOf(item) === alias)
    if (unmanaged !== 'deactivate' || declared.length === 0) return []
    return sandbox.state.integrations
      .list(alias)
      .filter(
        ({ identifier, channel }) =>
          channel !== 'in_app' && !declared.some((item) => item['identifier'] === identifier),
      )
      .flatMap(({ identifier, active }) => (active ? [`${alias} ${identifier}`] : []))
  })
}
