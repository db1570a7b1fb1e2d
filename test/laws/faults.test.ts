// What holds whatever goes wrong on the way, and where two runs meet.
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { notesOf } from '../../src/core/plan/notes.ts'
import type { ApplyResult } from '../../src/core/plan/outcome.ts'
import { hasErrors } from '../../src/core/problem.ts'
import { registry } from '../../src/kinds/registry.ts'
import { exitOfApply, exitOfPlan } from '../../src/library/exit.ts'
import { seededRandom, virtualClock, type LoggedRequest } from '../../src/sandbox/index.ts'
import { patient } from '../../src/service/retry.ts'
import type { Case } from '../support/laws/case.ts'
import { targetOf } from '../support/laws/texts.ts'
import { openWorld, type World, type Kinds } from '../support/laws/world.ts'
import { notConverged, untrue } from './worlds/account.ts'
import type { Converging } from './worlds/converges.ts'
import { crowded } from './worlds/crowded.ts'
import { law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { sharedTime, type SharedTime } from './worlds/shared-time.ts'
import { specsOf, type Trouble, faultMix, someTrouble } from './worlds/trouble.ts'
import { unlike } from './worlds/unlike.ts'
import { someWorld } from './worlds/worlds.ts'

// Whatever goes wrong on the way, applying again until it succeeds ends in what is declared, and no account lies.

/** Runs with faults; after them the service is well again. */
const most = 4

async function survives(live: Case & Trouble, kinds: Converging, mix: Mix): Promise<void> {
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

// Where two runs at once create an identity twice, all later runs name both, leave them alone and say so.

async function namesTwins(live: Case, kinds: Kinds, mix: Mix): Promise<void> {
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
    const born = twinsByName(world)
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
    expect(twinsByName(world)).toEqual(born)
  } finally {
    await world.close()
  }
}

/** Two runs that make one environment get in each other's way before they come to anything else. */
function withIntegrationsOnly(live: Case): Case {
  const targets = live.targets.filter(({ hasKey }) => hasKey)
  const integrations = (live.manifest['integrations'] ?? []).filter((item) =>
    targets.some(({ alias }) => alias === targetOf(item)),
  )
  return { ...live, targets, manifest: { integrations } }
}

/** `Production ses` and the ids of all that are so called. */
function twinsByName({ sandbox }: World): Map<string, string[]> {
  const byName = new Map<string, string[]>()
  for (const { name } of sandbox.state.environments.list())
    for (const { identifier, _id } of sandbox.state.integrations.list(name))
      byName.set(`${name} ${identifier}`, [...(byName.get(`${name} ${identifier}`) ?? []), _id].sort())
  return new Map([...byName].filter(([, ids]) => ids.length > 1))
}

law('applying again until it succeeds ends in what is declared', {
  name: 'faults',
  cases: fc.tuple(someWorld, someTrouble).map(([live, trouble]): Case & Trouble => ({ ...live, ...trouble })),
  runs: { full: 150 },
  mix: faultMix,
  least: 1,
  holds: (live, mix) => survives(live, { registry, unlike }, mix),
})

law('what two runs at once created twice is named and left alone', {
  name: 'races',
  cases: someWorld.map(withIntegrationsOnly),
  runs: { full: 50 },
  mix: ['twins'],
  holds: (live, mix) => namesTwins(live, { registry }, mix),
})
