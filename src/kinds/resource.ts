// A resource as manifests declare it, and as the service shows it in the words of its kind; and a pair of both.
import type { Position, Problem } from '../core/problem.ts'
import type { FieldPath, Value, ValueMap } from '../core/value.ts'
import { matchesSome } from '../core/glob.ts'
import { given } from '../core/given.ts'
import { memoized } from '../core/lists.ts'
import { severityOf, type RuleSettings } from '../core/rules.ts'

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
  /** Of integrations: whether the service is known to take the primary flag from an integration that gets conditions. */
  readonly isDeployed?: true
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

export function formerNameOf({ declared }: Pick<Desired, 'declared'>): string | undefined {
  const { previously } = declared
  return typeof previously === 'string' ? previously : undefined
}
