// Names that environments and other resources had before they were renamed, and renames that no request can make.
import { given } from '../../core/given.ts'
import type { Section } from '../../core/plan/plan.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { textOf } from '../../core/value.ts'
import { severityOf } from '../../core/rules.ts'
import type { Refusal } from '../../kinds/kind.ts'
import { type Desired, type Observed, formerNameOf } from '../../kinds/resource.ts'
import { sharedRename } from '../../kinds/pairs.ts'
import type { PlanRequest } from './plan-request.ts'

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

/** A rename needs the new name to be free, and an environment its identifier. */
export function bothLive({ desired, live, former }: Observed): Refusal | undefined {
  if (desired === undefined || former === undefined) return undefined
  const { kind, name, declared } = desired
  if (live !== undefined && formerNameOf(desired) === former.name)
    return {
      rule: 'both-live',
      path: ['previously'],
      message: `the service has both ${kind} ${name} and ${kind} ${former.name}, but the manifest declares ${former.name} as the previous name of ${name}`,
      hint: `Remove "previously" from ${kind} ${name}. To manage ${former.name} too, declare ${former.name} as a separate ${kind}.`,
    }
  return {
    rule: 'both-live',
    path: ['identifier'],
    message: `the identifier ${textOf(declared['identifier'])} of ${kind} ${name} belongs to ${kind} ${former.name} in the service`,
    hint:
      live === undefined
        ? `To rename ${kind} ${former.name}, add previously: ${former.name}. To create a new ${kind}, change the identifier.`
        : `Declare a different identifier for ${kind} ${name}, or for ${kind} ${former.name}.`,
  }
}

export function refusalProblem({ rule, path, message, hint }: Refusal, desired: Desired): Problem {
  return errorOf(rule, message, hint, {
    target: desired.target,
    position: desired.positionOf(path),
  })
}

/** Renames that are still to be made, to a name that the resource has in several targets. */
export function sharedRenames(
  sections: readonly Section[],
  { declared, rules, environments }: Pick<PlanRequest, 'declared' | 'rules' | 'environments'>,
): Problem[] {
  const severity = severityOf('shared-rename', rules)
  if (severity === 'off' || Object.keys(environments).length < 2) return []
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
