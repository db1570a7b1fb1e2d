// Law: apply, then the plan is empty and sends no write, and the service shows what was declared, but for what the plan names.
import { expect } from 'vitest'
import { exitOfApply } from '../../../src/library/exit.ts'
import { notesIn } from '../../../src/core/plan/notes.ts'
import type { Plan } from '../../../src/core/plan/plan.ts'
import type { LoggedRequest } from '../../../src/sandbox/index.ts'
import { notConverged } from './account.ts'
import type { Case } from '../../support/laws/case.ts'
import type { Mix } from './mix.ts'
import { showsCredentials } from './unlike.ts'
import { targetOf } from '../../support/laws/texts.ts'
import { errorsIn, openWorld, type Kinds, type World } from '../../support/laws/world.ts'

export interface Converging extends Kinds {
  /** What the sandbox's store doesn't show as declared, by its own account. */
  readonly unlike: (live: Case, world: World) => readonly string[]
}

export async function converges(live: Case, kinds: Converging, mix: Mix): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const wasShown = showsCredentials(world)
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
    if (!wasShown && showsCredentials(world) && notConverged(result).length > 0) {
      // Only the new integration shows that others have no credentials: the next run sends these.
      expect(exitOfApply(result, undefined)).toBe(6)
      result = await world.apply({ parallel })
    }
    expect(notConverged(result)).toEqual([])
    expect([...kinds.unlike(live, world)].sort()).toEqual(heldBack(result.after, live, mix))
    expect(leftActive(live, world)).toEqual([])

    world.sandbox.clearLog()
    const again = await world.plan({ parallel })
    const left = again.plan.sections.flatMap(({ changes }) => changes)
    expect(left.filter(({ action }) => kinds.unreadable !== 'always' || action !== 'resend')).toEqual([])
    mix.add('resend', left.length)
    const second = await world.apply({ parallel }, again)
    expect(second.results.filter(({ outcome }) => outcome.status !== 'done')).toEqual([])
    expect(world.writes().map(lineOf).sort()).toEqual(
      left.map(({ call }) => `${call.operation.method} ${call.operation.id}`).sort(),
    )
    expect([...kinds.unlike(live, world)].sort()).toEqual(heldBack(again.plan, live, mix))
  } finally {
    await world.close()
  }
}

/** Fields that need a target with the environment's own API key: a plan names exactly these. */
function heldBack(plan: Plan | undefined, { manifest }: Case, mix: Mix): string[] {
  const notes = notesIn(plan?.sections ?? [], 'ownKey')
  mix.add('needs its own key', notes.length)
  // Whether a bridge was cleared is for other laws.
  const isCleared = (name: string, field: string): boolean =>
    manifest['environments']?.find((item) => item['name'] === name)?.[field] === null
  return notes
    .flatMap(({ name, fields }) => fields.flatMap((field) => (isCleared(name, field) ? [] : { name, field })))
    .map(({ name, field }) => `environment ${name}: ${field}`)
    .sort()
}

const lineOf = ({ method, operation }: LoggedRequest): string => `${method} ${operation}`

/** What no manifest declares and still works, where that was to be switched off. */
export function leftActive({ targets, manifest }: Case, { sandbox }: World): string[] {
  return targets.flatMap(({ alias, unmanaged }) => {
    const declared = (manifest['integrations'] ?? []).filter((item) => targetOf(item) === alias)
    const isThere = sandbox.state.environments.get(alias) !== undefined
    if (unmanaged !== 'deactivate' || declared.length === 0 || !isThere) return []
    return sandbox.state.integrations
      .list(alias)
      .filter(
        ({ identifier, channel }) =>
          channel !== 'in_app' && !declared.some((item) => item['identifier'] === identifier),
      )
      .flatMap(({ identifier, active }) => (active ? [`${alias} ${identifier}`] : []))
  })
}
