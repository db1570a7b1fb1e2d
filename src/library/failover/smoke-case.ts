// The smoke trigger of a failover: a case of the project's suites, sent through the chosen integration.
import { option } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { errorOf, hasErrors, type Problem } from '../../core/problem.ts'
import { isMap, type ValueMap } from '../../core/value.ts'
import type { SmokeCase } from '../../core/delivery/smoke.ts'
import { caseRecipientProblems } from '../../delivery/guard.ts'
import { expectationsIn } from '../../delivery/parse-expectation.ts'
import type { Project } from '../../project/project.ts'
import type { FailoverAccount } from '../../report/account.ts'
import { chosenSuites } from '../smoke/suites.ts'

/** The first case of the target that expects a message of the channel, and sends only to `smoke.recipients`. */
export async function smokeCaseFor(
  project: Project,
  { target, channel, to }: Required<Pick<FailoverAccount, 'target' | 'channel' | 'to'>>,
): Promise<SmokeCase | readonly Problem[]> {
  const { suites, recipients } = project.smoke
  const chosen = suites.length === 0 ? { cases: [], problems: [] } : await chosenSuites(project, [], [])
  if (hasErrors(chosen.problems)) return chosen.problems
  const own = chosen.cases.filter((each) => each.target === target && expectsSent(each, channel))
  const found = own.find((each) => caseRecipientProblems([each], recipients).length === 0)
  if (found !== undefined) return through(found, channel, to)
  const [first] = own
  return first === undefined
    ? [
        errorOf(
          'no-smoke-case',
          `no case of smoke.suites in the project file triggers target ${target} and expects ${channel}: sent`,
          `Add a smoke case with expect: { ${channel}: sent }. To switch without a smoke trigger, add ${option('smoke', false)}.`,
        ),
      ]
    : caseRecipientProblems([first], recipients)
}

function expectsSent({ expect, skip }: SmokeCase, channel: string): boolean {
  return (
    skip === undefined &&
    expectationsIn(expect).expectations.some(
      (each) => each.about === 'step' && each.channel === channel && each.outcome === 'sent',
    )
  )
}

/** The override is for this trigger only: other notifications still go through the primary integration. */
function through(smoke: SmokeCase, channel: string, to: string): SmokeCase {
  const { overrides } = smoke.body as { readonly overrides?: ValueMap }
  const { within } = smoke.expect
  const limits = expectationsIn(smoke.expect).expectations.flatMap((each) =>
    each.about === 'within' ? [each.milliseconds] : [],
  )
  const ofChannel = overrides?.[channel]
  return {
    ...smoke,
    body: {
      ...smoke.body,
      overrides: {
        ...overrides,
        [channel]: { ...(isMap(ofChannel) && ofChannel), integrationIdentifier: to },
      },
    },
    expect: { ...given({ within }), [channel]: { outcome: 'sent', integration: to } },
    // After that time, the case can't be met any more.
    timeout: Math.min(smoke.timeout, ...limits),
    retries: 0,
  }
}
