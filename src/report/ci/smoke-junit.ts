// A run of smoke suites as JUnit's tests: a case each, grouped as the suites are.
import type { SmokeResult, SmokeRun } from '../../core/delivery/smoke.ts'
import { given } from '../../core/given.ts'
import { grouped } from '../../core/lists.ts'
import type { JunitCase, JunitSuite, JunitVerdict } from './junit-xml.ts'
import { endingOf, troubleLines } from '../text/smoke.ts'

export function smokeSuites(run: SmokeRun | undefined): JunitSuite[] {
  const bySuite = grouped(run?.results ?? [], ({ suite }) => suite)
  return [...bySuite].map(([name, results]) => ({ name, cases: results.map(ofResult) }))
}

function ofResult(result: SmokeResult): JunitCase {
  const { name, suite, target, position, milliseconds } = result
  const verdict = smokeVerdict(result)
  return { name, group: `${target}.${suite}`, milliseconds, position, ...given({ verdict }) }
}

/** The problem of a case; empty if all expectations are met. */
export function smokeVerdict({
  target,
  outcome,
  reason = '',
  attempts,
}: SmokeResult): JunitVerdict | undefined {
  if (outcome === 'met') return undefined
  if (outcome === 'skipped') return { type: 'skipped', message: reason }
  const last = attempts.at(-1)
  const unmet = last?.judgements.filter(({ isMet }) => !isMet) ?? []
  const message =
    unmet.map(({ expected, seen }) => `expected ${expected}, seen ${seen}`).join('; ') ||
    (endingOf(last) ?? 'the result was not as expected')
  return { type: outcome === 'unmet' ? 'failure' : 'error', message, lines: troubleLines(last, target) }
}
