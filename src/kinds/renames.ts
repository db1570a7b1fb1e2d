// Renames: pairs the resources that manifests declare with those in the service, also while one still has the name that `previously`
// declares; and names renames that no request can make.
import { textOf } from '../core/value.ts'
import { given } from '../core/given.ts'
import type { Difference } from '../core/plan/compare-fields.ts'
import type { Section } from '../core/plan/plan.ts'
import { errorOf, type Problem } from '../core/problem.ts'
import { type RuleSettings, severityOf } from '../core/rules.ts'
import type { Declared } from './declared-resources.ts'
import type { Refusal } from './kind.ts'
import { type Desired, type Live, type Observed, type SeenAt, formerNameOf } from './resource.ts'

/**
 * First declared resources, in declared order, then those that are only in the service. Resources in the service that
 * share an identity count as one. A renamed resource is found by its former name until it has the new one.
 */
export function pair(desired: Iterable<Desired>, live: readonly Live[], seen?: SeenAt): Observed[] {
  const at = seen === undefined ? {} : { seen }
  const byName = new Map<string, Live>()
  for (const resource of live) {
    const first = byName.get(resource.name)
    byName.set(
      resource.name,
      first === undefined
        ? resource
        : { ...first, duplicates: [...(first.duplicates ?? [first.id]), resource.id] },
    )
  }
  const known = new Set<string>()
  const pairs: Observed[] = []
  for (const resource of desired) {
    const { name } = resource
    const found = byName.get(name)
    const former = byName.get(formerNameOf(resource) ?? name)
    known.add(name)
    if (found !== undefined)
      pairs.push({ desired: resource, live: found, ...(former !== found && given({ former })), ...at })
    else if (former === undefined) pairs.push({ desired: resource, ...at })
    else {
      known.add(former.name)
      pairs.push({ desired: resource, live: { ...former, name, keptName: former.name }, ...at })
    }
  }
  for (const found of byName.values()) if (!known.has(found.name)) pairs.push({ live: found, ...at })
  return pairs
}

/** The summary and the side effect of a change that renames a resource. `field` has the name. */
export function renaming(differences: readonly Difference[], field: string) {
  const found = differences.find(({ path }) => path[0] === field)
  const former = found?.before === undefined ? '' : textOf(found.before)
  return former === ''
    ? undefined
    : {
        summary: `renamed from ${former}`,
        sideEffect: `anything that uses the old name ${former} stops working`,
      }
}

/** The problem of a rename to an identifier that the resource has in several targets. */
export function sharedRename({ kind, name }: Pick<Desired, 'kind' | 'name'>) {
  return {
    rule: 'shared-rename',
    message: `several targets would rename a resource to ${kind} ${name}, but deployed services allow each identifier only once in an organisation, so the service accepts the first rename and rejects the second`,
    hint: 'Use perTarget to set a different identifier in each target.',
  }
}

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

interface RenameRequest {
  readonly declared: Declared
  readonly rules: RuleSettings
  /** Of all targets of the project, by alias. */
  readonly environments: Readonly<Record<string, string | undefined>>
}

/** Renames that are still to be made, to a name that the resource has in several targets. */
export function sharedRenames(
  sections: readonly Section[],
  { declared, rules, environments }: RenameRequest,
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
