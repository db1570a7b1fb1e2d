// Law: whatever goes wrong on the way, applying again until it succeeds ends in what is declared, and no account lies.
import { expect } from 'vitest'
import { exitOfApply } from '../../src/library/exit.ts'
import type { ApplyResult } from '../../src/core/plan/outcome.ts'
import { hasErrors } from '../../src/core/problem.ts'
import { seededRandom, virtualClock, type LoggedRequest } from '../../src/sandbox/index.ts'
import { patient } from '../../src/service/retry.ts'
import { notConverged, untrue } from './worlds/account.ts'
import type { Case } from '../support/laws/case.ts'
import type { Converging } from './worlds/converges.ts'
import { crowded } from './worlds/crowded.ts'
import type { Mix } from './worlds/mix.ts'
import { sharedTime, type SharedTime } from './worlds/shared-time.ts'
import { specsOf, type Trouble } from './worlds/trouble.ts'
import { openWorld, type World } from '../support/laws/world.ts'

/** Runs with faults; after them the service is well again. */
const most = 4

export async function survives(live: Case & Trouble, kinds: Converging, mix: Mix): Promise<void> {
  const world = await openWorld(live, kinds, {
    clock: virtualClock(),
    faults: specsOf(live, mix),
    faultSeed: live.random,
  })
  const time = sharedTime(world.sandbox, world.transport)
  try {
    const sent = await time.run(untilDone(live, world, time, mix))
    const isPruned = sent.some(({ faults = [] }) => faults.some((name) => name.startsWith('pruned')))
    world.sandbox.faults.set([])
    // Tokens that nobody declares don't come back.
    const lines = kinds.unlike(live, world)
    expect(isPruned ? lines.filter((line) => !line.endsWith(': channels')) : lines).toEqual([])
    expect(twins(world)).toEqual([])
    const fresh = await time.run(world.plan({ parallel: 1 + (live.random % 4) }))
    expect(fresh.plan.sections.flatMap(({ changes }) => changes)).toEqual([])
  } finally {
    await world.close()
  }
}

/** All that was sent, and is no read. */
async function untilDone(
  live: Case,
  world: World,
  time: SharedTime,
  mix: Mix,
): Promise<readonly LoggedRequest[]> {
  const { sandbox } = world
  const patience = { sleep: time.sleep, random: seededRandom(live.random), budget: 300_000 }
  const earlier: LoggedRequest[] = []
  const lost = new Set<string>()
  for (let run = 1; ; run += 1) {
    if (run > most) sandbox.faults.set([])
    if (run > most) await settled(sandbox)
    sandbox.clearLog()
    const options = {
      parallel: 1 + (live.random % 4),
      clock: time.clock,
      transport: patient(time.transport, { rate: { share: 1 }, clock: time.clock, ...patience }),
      patience,
      request: { selection: { only: [], exclude: [], resend: [...lost] } },
    }
    const planned = await world.plan(options)
    const result = hasErrors(planned.plan.problems) ? undefined : await world.apply(options, planned)
    for (const { operation = '', faults = [] } of world.writes())
      for (const fault of faults) mix.add(`${fault} ${operation}`)
    if (result === undefined) {
      mix.add('no plan')
      expect(world.writes()).toEqual([])
      expect(run).toBeLessThanOrEqual(most)
      continue
    }
    for (const { outcome } of result.results) mix.add(outcome.status)
    expect(untrue(result, world.writes(), earlier, world)).toEqual([])
    earlier.push(...world.writes())
    noteLost(result, lost)
    const exit = exitOfApply(result, undefined)
    mix.add(`exit ${exit}`)
    const isLeftToPeople = exit === 6 && notConverged(result).length === 0 && crowded(live, world).length > 0
    if ((exit === 0 || isLeftToPeople) && sandbox.faults.pending === 0) return earlier
    // Two more: what a late request overtook may show only after the next.
    expect([run, exit, problemsOf(result)]).toSatisfy(() => run < most + 3)
  }
}

/** What was sent too late has its effect before the service is well. */
async function settled(sandbox: World['sandbox']): Promise<void> {
  while (sandbox.faults.pending > 0) await new Promise((resolve) => setImmediate(resolve))
}

/** A call that failed and holds fields that no list shows must be asked for by name. */
function noteLost({ results }: ApplyResult, lost: Set<string>): void {
  for (const { change, outcome } of results) {
    if (change.kind !== 'environment' || change.stage !== 'update') continue
    const name = `environment/${change.name}`
    if (outcome.status === 'done') lost.delete(name)
    else lost.add(name)
  }
}

function problemsOf({ results, problems }: ApplyResult): unknown {
  return [
    ...problems.map(({ message }) => message),
    ...results.flatMap(({ change, outcome }) => (outcome.status === 'done' ? [] : [[change.id, outcome]])),
  ]
}

/** What was created twice. */
function twins({ sandbox }: World): string[] {
  const environments = sandbox.state.environments.list().map(({ name }) => name)
  const integrations = [...new Set(environments)].flatMap((name) =>
    sandbox.state.integrations.list(name).map(({ identifier }) => `${name} ${identifier}`),
  )
  const all = [...environments, ...integrations]
  return all.filter((name, index) => all.indexOf(name) !== index)
}
