// What a plan may touch: no side effects on what other projects manage or what is ignored, and no failover since the plan.
import { kindsByName } from '../../kinds/declared-resources.ts'
import { subjectOf, type Change, selectorOf } from '../../core/plan/change.ts'
import { present } from '../../core/given.ts'
import { memoized } from '../../core/lists.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { option } from '../../core/shell.ts'
import { listText } from '../../core/words.ts'
import type { Doubt, Effect, Kind } from '../../kinds/kind.ts'
import { declaredIn, isOwned, liveIn, type Desired, type Observed } from '../../kinds/resource.ts'
import { failoverMeanwhile } from './failed-over.ts'
import { ignoresField, patternsOf } from '../../kinds/ignored.ts'
import type { BasedOn, Policy } from '../plan/plan-request.ts'

/** What a change was planned from: all that is declared and in the service, and the resources that the plan changes, as `selectorOf` names them. */
interface Surroundings {
  readonly desired: Desired
  readonly all: readonly Observed[]
  readonly changed: ReadonlySet<string>
}

/** The part of an environment in which a plan may change something. */
export class Bounds {
  readonly #policy: Policy
  readonly #kinds: ReadonlyMap<string, Kind>

  constructor(policy: Policy, registry: readonly Kind[]) {
    this.#policy = policy
    this.#kinds = kindsByName(registry)
  }

  /**
   * One problem for each effect that the change must not have, and for a failover that it would undo; undefined if the change
   * can have no such effect.
   */
  harmsOf(change: Change, basis: () => Surroundings): BasedOn['harms'] {
    const kind = this.#kinds.get(change.kind)
    if (kind?.effects === undefined || this.#policy.live !== undefined) return undefined
    const from = basis()
    const found = present(
      this.#effectsOf(change, kind.effects, from),
      failoverMeanwhile(change, kind, from, this.#policy),
    )
    return found.length === 0 ? undefined : (all) => found.flatMap((each) => each(all))
  }

  #effectsOf(
    change: Change,
    effects: NonNullable<Kind['effects']>,
    { desired, all: planned, changed }: Surroundings,
  ): BasedOn['harms'] {
    const isGuarded = this.#isGuarded(change)
    const ignoring = ignoringIn(planned)
    if (!isGuarded && ignoring.size === 0) return undefined
    const expected = new Set(effects(change, desired, liveIn(planned)).map(({ message }) => message))
    const primaries = (): string[] =>
      declaredIn(planned)
        .filter((each) => each.fields['primary'] === true && each.name !== desired.name)
        .flatMap((each) => (changed.has(selectorOf(each)) ? [each.name] : []))
    return (all) =>
      effects(change, desired, all).flatMap((effect) => {
        const { name, field, message } = effect
        // What this plan creates isn't in the service yet, so nothing of it can be ignored.
        const owner = all.some((live) => live.name === name) ? ignoring.get(name) : undefined
        if (owner !== undefined && ignoresField(owner, field)) return ignoredEffect(effect, change)
        if (!isGuarded) return []
        const isExpected = expected.has(message) || changed.has(selectorOf({ kind: change.kind, name }))
        return (
          this.#outside(effect, change, primaries) ??
          (isExpected
            ? []
            : problemOf(change, 'outside-effect', `has a side effect that is not in the plan: ${message}`))
        )
      })
  }

  /** What others change meanwhile decides the side effects of a guarded change, so the service is read just before it is sent. */
  readonly withReread = (change: Change): Change =>
    this.#isGuarded(change) ? { ...change, reread: true } : change

  /** If another project manages the channel's primary integration, a doubt is only reported. */
  readonly within = (doubt: Doubt): Doubt => {
    if (doubt.channel === undefined || this.#isInside('primary', doubt.channel)) return doubt
    const { isUnverified: _isUnverified, ...rest } = doubt
    return { ...rest, isWorse: false, isOutside: true }
  }

  #isGuarded({ kind }: Change): boolean {
    const { owns, live } = this.#policy
    return owns !== undefined && live === undefined && this.#kinds.get(kind)?.effects !== undefined
  }

  #isInside(part: string, name: string): boolean {
    return isOwned(this.#policy.owns, part, name)
  }

  /** Two projects may each wait for a primary integration of the other: `primaries` can be applied before this change. */
  #outside(
    { name, message, primaryOf }: Effect,
    change: Change,
    primaries: () => readonly string[],
  ): Problem | undefined {
    const { kind } = change
    const isOther = !this.#isInside(kind, name)
    if (!isOther && (primaryOf === undefined || this.#isInside('primary', primaryOf.channel)))
      return undefined
    const foreign = primaryOf?.others.filter((other) => !this.#isInside(kind, other)) ?? []
    const others = foreign.length === 0 ? '' : `, which also has ${listText(foreign, 3)}`
    const what = isOther ? `${kind} ${name}` : `the primary integration of ${primaryOf?.channel}`
    const entry = isOther ? `${name} to owns.${kind}` : `${primaryOf?.channel} to owns.primary`
    const problem = problemOf(
      change,
      'outside-effect',
      `has a side effect outside of owns in the project file: ${message}${others}`,
    )
    const only = primaries().map((each) => `${kind}/${each}`)
    const way =
      only.length === 0
        ? ''
        : ` If that project needs a primary integration of this project first, apply only this integration: ${option('only', only)}.`
    const hint = `Agree on the change with the project that manages ${what}. Then make the change there, or add ${entry} here.${way}`
    return { ...problem, hint }
  }
}

/** The declared resources of which the project ignores fields, by name. */
const ignoringIn = memoized(
  (planned: readonly Observed[]) =>
    new Map(
      declaredIn(planned)
        .filter((each) => patternsOf(each).length > 0)
        .map((each) => [each.name, each]),
    ),
)

function ignoredEffect({ name, field, message }: Effect, change: Change): Problem {
  const what = `${field} of ${change.kind} ${name}`
  return {
    ...problemOf(change, 'ignored-field', `would change ${what}, which the project ignores: ${message}`),
    hint: `Remove ${field} from ignore, or make this change in the dashboard of the service.`,
  }
}

function problemOf(change: Change, rule: 'outside-effect' | 'ignored-field', message: string): Problem {
  const { kind, name, target, position } = change
  return errorOf(rule, `${subjectOf(change)} ${message}`, undefined, {
    target,
    position,
    resource: `${kind} ${name}`,
  })
}
