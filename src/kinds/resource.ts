// A resource as manifests declare it, and as the service shows it in the words of its kind; and the pair of both: the one in
// the service may still have the name of `previously`.
import type { Position, Problem } from '../core/problem.ts'
import { type FieldPath, type Value, type ValueMap, textOf } from '../core/value.ts'
import { matchesSome } from '../core/glob.ts'
import { given } from '../core/given.ts'
import { memoized } from '../core/lists.ts'
import { severityOf, type RuleSettings } from '../core/rules.ts'
import type { Difference } from '../core/plan/compare-fields.ts'

/** One resource that manifests declare, for one target (or for the organisation). */
export interface Desired {
  readonly kind: string
  /** Undefined for a kind of the organisation. */
  readonly target?: string
  /** Its identity in its target, as printed and selected: `integration/NAME`. */
  readonly name: string
  /** Another name that manifests may refer to it by (`as`). */
  readonly alias?: string
  /** Keys of fields that the service is known to drop: their absence isn't a difference. */
  readonly expectDropped?: readonly string[]
  /** Patterns of paths in `fields` that are left as the service has them: the resource's own, and those of its kind. */
  readonly ignore?: readonly string[]
  readonly ignoreOfKind?: readonly string[]
  /** What the manifest says, references resolved, in the manifest's language. */
  readonly declared: ValueMap
  /** The fields that are compared, in the kind's normal form. */
  readonly fields: ValueMap
  readonly position: Position
  /** The position of a field of `declared`; the resource's own position if the field isn't written. */
  readonly positionOf: (path: readonly (string | number)[]) => Position
}

/** One resource as the service shows it, in the kind's normal form. */
export interface Live {
  /** The service's own id. */
  readonly id: string
  readonly name: string
  /** Its name in the service, if the plan leaves out its renaming to `name`. */
  readonly keptName?: string | undefined
  readonly fields: ValueMap
  /** Present if the service itself created it, so that manifests needn't declare it. */
  readonly isBuiltIn?: true
  /**
   * Of integrations: `tenant` if the service compares conditions only with the tenant of a trigger; absent if that isn't
   * known.
   */
  readonly compares?: 'tenant' | undefined
  /** Ignored values that `fields` is without, because a request may have to repeat them. */
  readonly kept?: readonly Kept[]
  /** Paths of declared objects that are not in `fields` and are not created, because all their declared fields are ignored. */
  readonly uncreated?: readonly string[]
  /** Ids of all live resources that share this identity, when there are several. */
  readonly duplicates?: readonly string[]
}

export interface Kept {
  readonly path: FieldPath
  readonly value: Value
}

/** A declared resource and what the service shows of it; either may be absent. */
export interface Observed {
  readonly desired?: Desired
  /** The index of `desired` in the list that was asked for; absent if it wasn't needed. */
  readonly index?: number
  readonly live?: Live
  /**
   * The resource that the service has under the declared one's former name, if it has both. For an environment that isn't
   * in the service: the resource with its identifier.
   */
  readonly former?: Live
  /** Absent if it wasn't read from a service. */
  readonly seen?: SeenAt
  /** Present if the same declared resource was given before, when only one of its duplicates had been seen. */
  readonly isRepeated?: true
  /** What else the service showed that users should know. */
  readonly warnings?: readonly Warning[]
}

export const liveIn = memoized((all: readonly Observed[]) => all.flatMap(({ live }) => live ?? []))
export const declaredIn = memoized((all: readonly Observed[]) => all.flatMap(({ desired }) => desired ?? []))

/** A problem of a declared resource that stops nothing; its rule may be off. */
export type Warning = Pick<Problem, 'rule' | 'resource' | 'position' | 'message' | 'hint'>

/** A resource in the service; `target` is undefined for a kind of the organisation. */
export interface InService extends Pick<Observed, 'warnings'> {
  readonly target: string | undefined
  readonly live: Live
}

/** Those whose rule isn't off. */
export function warningProblems(
  { warnings = [] }: Pick<Observed, 'warnings'>,
  target: string | undefined,
  rules: RuleSettings,
): readonly Problem[] {
  return warnings
    .filter(({ rule }) => severityOf(rule, rules) !== 'off')
    .map((warning) => ({ ...warning, severity: 'warning', ...given({ target }) }))
}

export interface SeenAt {
  /** When the request was sent, in milliseconds of the run's clock. */
  readonly at: number
  /**
   * The page of a directory that showed it, or where it would come if it is missing; absent for what a list or a look-up
   * showed.
   */
  readonly page?: Page
}

export interface Page {
  /** In the order in which pages were read, from 1. */
  readonly number: number
  /** The cursor that it is asked for with; undefined for the first one of its order. */
  readonly after: string | undefined
  readonly order: Order
  /**
   * For what is missing: the newest ones at that time. What is created later comes before them, on this page or the next
   * ones.
   */
  readonly since?: ReadonlySet<string>
}

export type Order = 'DESC' | 'ASC'

/** By kind, patterns of names; under `primary`, the channels whose primary integration is the project's. */
export type Owns = Readonly<Record<string, readonly string[] | undefined>>

/** Without `owns`, a project manages everything; what `owns` doesn't mention is outside. */
export function isOwned(owns: Owns | undefined, section: string, name: string): boolean {
  return owns === undefined || matchesSome(name, owns[section] ?? [])
}

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

export function formerNameOf({ declared }: Pick<Desired, 'declared'>): string | undefined {
  const { previously } = declared
  return typeof previously === 'string' ? previously : undefined
}

/** The field of a request that also renames, if it does. */
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
