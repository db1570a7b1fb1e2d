// Law: a service that is less tidy than the contract ends as declared all the same, and nothing is written twice for it.
import { expect, test } from 'vitest'
import { pendingChanges } from '../../src/core/plan/plan.ts'
import { registry } from '../../src/kinds/registry.ts'
import { exitOfApply } from '../../src/library/exit.ts'
import { seededRandom, type ProfileName } from '../../src/sandbox/index.ts'
import { isFull } from '../support/form.ts'
import type { Case } from '../support/laws/case.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { outcomes } from '../support/laws/scene.ts'
import { errorsIn, openWorld } from '../support/laws/world.ts'
import { slips, sloppy } from '../support/sloppy.ts'
import type { Converging } from './worlds/converges.ts'
import { crowded } from './worlds/crowded.ts'
import { check } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { inProfile } from './worlds/profiles.ts'
import { showsCredentials, unlike } from './worlds/unlike.ts'
import { someWorld } from './worlds/worlds.ts'

async function isSlopProof(live: Case, kinds: Converging, mix: Mix): Promise<void> {
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

test.each<ProfileName>(['contract', 'novu-2026-04'])(
  'a service that is less tidy ends as declared, on %s',
  { timeout: lawTimeout },
  async (profile) => {
    expect(
      await check({
        name: `sloppy ${profile}`,
        cases: someWorld.map((live) => inProfile(live, profile)),
        runs: { full: 80 },
        mix: isFull ? slips : [],
        holds: (live, mix) => isSlopProof(live, { registry, unlike, profile }, mix),
      }),
    ).toEqual([])
  },
)
