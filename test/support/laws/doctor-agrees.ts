// Law: doctor and apply agree. A problem stops an apply, what an apply is refused was named, and what waits is noted.
import { expect } from 'vitest'
import { exitOfApply } from '../../../src/library/exit.ts'
import { findingsOf, type Finding } from '../../../src/core/plan/finding.ts'
import { notesIn } from '../../../src/core/plan/notes.ts'
import { hasErrors } from '../../../src/core/problem.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { diagnose } from '../../../src/engine/doctor/diagnose.ts'
import type { Engine, Target } from '../../../src/engine/engine.ts'
import type { PlanRequest } from '../../../src/engine/plan/request.ts'
import { virtualClock } from '../../../src/sandbox/index.ts'
import type { Demands } from './demands.ts'
import type { Mix } from './mix.ts'
import { sharedTime } from './shared-time.ts'
import { openWorld, type Kinds } from './world.ts'

export async function doctorAgrees(live: Demands, kinds: Kinds, mix: Mix): Promise<void> {
  const { fault } = live
  const world = await openWorld(live, kinds, {
    clock: virtualClock(),
    ...(fault !== 'none' && { faults: [fault] }),
  })
  const time = sharedTime(world.sandbox, world.transport)
  try {
    const asked = await world.request()
    const settings = Object.assign({}, ...live.asks.map((each) => each.settings)) as Partial<Target>
    const keyOf = Object.assign({}, ...live.asks.map((each) => each.keyOf)) as Readonly<
      Record<string, string>
    >
    const keyless = new Set(live.asks.flatMap((each) => each.keyless ?? []))
    const request: PlanRequest = {
      ...asked,
      targets: asked.targets.map(({ apiKey, ...target }) => {
        const other = world.sandbox.keys[keyOf[target.alias] ?? '']
        const key = other === undefined ? apiKey : Secret.of(other, target.apiKeyFrom ?? '')
        return {
          ...target,
          ...settings,
          ...(key !== undefined && !keyless.has(target.alias) && { apiKey: key }),
        }
      }),
    }
    const engine: Engine = {
      registry: kinds.registry,
      transport: time.transport,
      clock: time.clock,
      parallel: 1 + (live.random % 4),
    }
    const { targets, selection: _selection, ...plan } = request
    const examining = { targets, refused: [], plan, now: () => 0, proxyOf: () => undefined }
    const examination = await time.run(diagnose(examining, engine))
    expect(world.writes()).toEqual([])
    const findings = findingsOf(examination)
    const problems = findings.filter(({ status }) => status === 'problem')

    const { transport, clock, parallel } = engine
    const options = { transport, clock, parallel, keepGoing: 'yes' as const, request }
    const planned = await time.run(world.plan(options))
    if (hasErrors(planned.plan.problems)) {
      mix.add('refused as a whole')
      expect(problems).not.toEqual([])
      return
    }
    const result = await time.run(world.apply(options, planned))
    const refused = result.results.filter(({ outcome }) => outcome.status === 'failed')
    const undone = result.results.filter(({ outcome }) => outcome.status !== 'done')
    for (const each of refused) mix.add(naming(each.change.name, problems) ? 'foreseen' : 'named')
    expect(
      refused
        .filter(({ change }) => !naming(change.name, findings.filter(isWarning)))
        .map(({ change, outcome }) => [change.id, 'reason' in outcome && outcome.reason]),
    ).toEqual([])
    for (const problem of problems)
      expect([problem.message, undone.some(({ change }) => naming(change.name, [problem]))]).toEqual([
        problem.message,
        true,
      ])
    const waits = [
      ...result.waiting.map(({ target }) => target),
      ...notesIn(planned.plan.sections, 'ownKey').map(({ name }) => name),
      ...result.results.flatMap(({ change, outcome }) => (outcome.status === 'waiting' ? change.name : [])),
    ]
    for (const name of waits) {
      mix.add('waits')
      const own = examination.targets.flatMap(({ target, findings: all }) => (target === name ? all : []))
      expect([name, naming(name, findings.filter(isWarning)) || own.some(isWarning)]).toEqual([name, true])
    }
    // Duplicates and several primaries end so.
    if (fault === 'none' && exitOfApply(result, undefined) === 6) {
      mix.add('not verified')
      expect(findings.filter(isWarning)).not.toEqual([])
    }
    if (refused.length === 0 && waits.length === 0) mix.add('done')
  } finally {
    await world.close()
  }
}

/** A warning before an apply: of what stops it, of what is to be known, or of what wasn't checked. */
function isWarning({ status }: Finding): boolean {
  return status !== 'ok'
}

/** As a whole word. */
function naming(name: string, findings: readonly Finding[]): boolean {
  return findings.some(({ message }) => ` ${message.split(/[\s,:;()]+/).join(' ')} `.includes(` ${name} `))
}
