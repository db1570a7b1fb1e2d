// Law: a service that is less tidy than the contract ends as declared all the same, and nothing is written twice for it.
import { expect } from 'vitest'
import { exitOfApply } from '../../../src/library/exit.ts'
import { seededRandom } from '../../../src/sandbox/index.ts'
import { slips, sloppy } from '../../support/sloppy.ts'
import type { Case } from '../../support/laws/case.ts'
import type { Converging } from './converges.ts'
import { crowded } from './crowded.ts'
import { pendingChanges } from '../../../src/core/plan/plan.ts'
import type { Mix } from './mix.ts'
import { outcomes } from '../../support/laws/scene.ts'
import { showsCredentials } from './unlike.ts'
import { errorsIn, openWorld } from '../../support/laws/world.ts'

export async function isSlopProof(live: Case, kinds: Converging, mix: Mix): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const some = slips.filter((_, index) => ((live.random >> index) & 1) === 1)
    for (const slip of some) mix.add(slip)
    const transport = sloppy(world.transport, some)
    const patience = { sleep: () => Promise.resolve(), random: seededRandom(live.random), budget: 60_000 }
    const planned = await world.plan({ transport })
    expect(errorsIn(planned.plan)).toEqual([])
    mix.addPlan(planned.plan)
    const wasShown = showsCredentials(world)
    const first = await world.apply({ transport, patience }, planned)
    const isShownNow = !wasShown && showsCredentials(world)
    // Only the new integration shows that others have no credentials: the next run sends these.
    const isOpen = isShownNow && first.after !== undefined && pendingChanges(first.after).length > 0
    const result = isOpen ? await world.apply({ transport, patience }) : first
    expect(outcomes(result).filter((line) => !/ done(?: already)?$/.test(line))).toEqual([])
    const settled = crowded(live, world).length > 0 ? 6 : 0
    expect(exitOfApply(result, undefined)).toBe(result.waiting.length > 0 ? 5 : settled)
    if (result.waiting.length > 0) return
    expect(kinds.unlike(live, world)).toEqual([])
    const { plan } = await world.plan()
    expect(plan.sections.flatMap(({ changes }) => changes)).toEqual([])
  } finally {
    await world.close()
  }
}
