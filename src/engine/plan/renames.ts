// Names that environments and other resources had before they were renamed, and what no call can bring about.
import { exitOfRule } from '../../core/refusals.ts'
import { given } from '../../core/given.ts'
import type { Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { textOf } from '../../core/value.ts'
import { severityOf } from '../../core/rules.ts'
import type { Refusal } from '../../kinds/kind.ts'
import type { Desired, Observed } from '../../kinds/resource.ts'
import { formerNameOf, sharedRename } from '../../kinds/pair.ts'
import type { PlanRequest } from './request.ts'

/** Of environments, by their new name. */
export type FormerNames = ReadonlyMap<string, string>

export function formerNames(environments: readonly Desired[]): FormerNames {
  return new Map(
    environments.flatMap((each) => {
      const former = formerNameOf(each)
      return former === undefined ? [] : [[each.name, former] as const]
    }),
  )
}

/** A rename needs the new name to be free, and a new environment its identifier. */
export function bothLive({ desired, live, former }: Observed): Refusal | undefined {
  if (desired === undefined || former === undefined) return undefined
  return live === undefined
    ? {
        rule: 'both-live',
        path: ['identifier'],
        message: `the identifier ${textOf(desired.declared['identifier'])} of ${desired.kind} ${desired.name} belongs to ${desired.kind} ${former.name} in the service`,
        hint: `To rename ${desired.kind} ${former.name}, add previously: ${former.name}. To create a new ${desired.kind}, change the identifier.`,
      }
    : {
        rule: 'both-live',
        path: ['previously'],
        message: `the service has both ${desired.kind} ${desired.name} and ${desired.kind} ${former.name}, but the manifest declares ${former.name} as the previous name of ${desired.name}`,
        hint: `Remove "previously" from ${desired.kind} ${desired.name}. To manage ${former.name} too, declare ${former.name} as a separate ${desired.kind}.`,
      }
}

export function refusalProblem({ rule, path, message, hint }: Refusal, desired: Desired): Problem {
  return {
    rule,
    severity: 'error',
    ...given({ exit: exitOfRule(rule), target: desired.target }),
    position: desired.positionOf(path),
    message,
    hint,
  }
}

/** Renames that are still to be made, to a name that the resource has in several targets. */
export function sharedRenames(
  sections: readonly Section[],
  { declared, rules, environments }: Pick<PlanRequest, 'declared' | 'rules' | 'environments'>,
): Problem[] {
  const severity = severityOf('shared-rename', rules)
  if (severity === 'off') return []
  const isShared = (kind: string, name: string): boolean =>
    Object.keys(environments).filter((alias) => declared.forTarget(alias).get(kind, name) !== undefined)
      .length > 1
  return sections
    .flatMap(({ target, changes }) => (target === undefined ? [] : changes))
    .filter(
      ({ action, differences }) =>
        action === 'update' && differences.some(({ path }) => path[0] === 'identifier'),
    )
    .filter(({ kind, name }) => isShared(kind, name))
    .map(({ target, position, ...change }): Problem => ({
      ...sharedRename(change),
      severity,
      ...given({ target }),
      position,
    }))
}
