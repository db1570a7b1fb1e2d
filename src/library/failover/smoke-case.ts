// The smoke trigger of a failover: a case of the project's suites, sent through the chosen integration.
import { forbidden } from '../../delivery/guard.ts'
import { expectationsIn } from '../../delivery/expectation.ts'
import type { SmokeCase } from '../../core/delivery/suite.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { isMap, type ValueMap } from '../../core/value.ts'
import type { Project } from '../../project/project.ts'
import { chosenSuites } from '../smoke/suites.ts'

/** The first case of the target that expects a message of the channel, and sends only to `smoke.recipients`. */
export async function smokeCaseFor(
  project: Project,
  { target, channel, to }: { readonly target: string; readonly channel: string; readonly to: string },
): Promise<SmokeCase | readonly Problem[]> {
  const { suites, recipients } = project.smoke
  const chosen = suites.length === 0 ? { cases: [], problems: [] } : await chosenSuites(project, [], [])
  if (hasErrors(chosen.problems)) return chosen.problems
  const own = chosen.cases.filter((each) => each.target === target && expectsSent(each, channel))
  const found = own.find((each) => forbidden([each], recipients).length === 0)
  if (found !== undefined) return through(found, channel, to)
  const [first] = own
  return first === undefined
    ? [
        {
          rule: 'no-smoke-case',
          severity: 'error',
          message: `no case of smoke.suites in the project file triggers target ${target} and expects ${channel}: sent`,
          hint: `Add a smoke case with expect: { ${channel}: sent }. To switch without a smoke trigger, add --no-smoke.`,
        },
      ]
    : forbidden([first], recipients)
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
    // Later, the case can't be met any more.
    timeout: Math.min(smoke.timeout, ...limits),
    retries: 0,
  }
}
