// Refuses a change that does something to what another project manages.
import { subjectOf, type Change } from '../../core/plan/change.ts'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { refusal } from '../../core/refusals.ts'
import { listText } from '../../core/words.ts'
import type { Doubt, Effect, Kind } from '../../kinds/kind.ts'
import { isInside } from '../../kinds/owns.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import type { Ground, Policy } from '../plan/request.ts'

/** The part of an environment in which a plan may change something. */
export class Bounds {
  readonly #policy: Policy
  readonly #kinds: ReadonlyMap<string, Kind>

  constructor(policy: Policy, registry: readonly Kind[]) {
    this.#policy = policy
    this.#kinds = new Map(registry.map((kind) => [kind.name, kind]))
  }

  /**
   * One problem for each effect that the change must not have; undefined if it has none, whatever the service shows.
   * `seen` is what the plan was made from, and `changed` has the names that it changes: what comes to others since isn't in it.
   */
  harmsOf(
    change: Change,
    { desired, seen, changed }: { desired: Desired; seen: readonly Live[]; changed: ReadonlySet<string> },
  ): Ground['harms'] {
    const effects = this.#kinds.get(change.kind)?.effects
    if (effects === undefined || !this.#isGuarded(change)) return undefined
    const told = new Set(effects(change, desired, seen).map(({ message }) => message))
    return (all) =>
      effects(change, desired, all).flatMap((effect) => {
        const outside = this.#outside(effect, change)
        const isTold = told.has(effect.message) || changed.has(effect.name)
        return (
          outside ??
          (isTold ? [] : problemOf(change, `has a side effect that is not in the plan: ${effect.message}`))
        )
      })
  }

  /** What others do at the same time decides its effects, so the service is read just before it is sent. */
  readonly looked = (change: Change): Change =>
    this.#isGuarded(change) ? { ...change, reread: true } : change

  /** Of a channel whose primary integration another project manages, a doubt is only reported. */
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
    return isInside(this.#policy.owns, part, name)
  }

  #outside({ name, message, primaryOf }: Effect, change: Change): Problem | undefined {
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
      `has a side effect outside of owns in the project file: ${message}${others}`,
    )
    const hint = `Agree on the change with the project that manages ${what}. Then make the change there, or add ${entry} here.`
    return { ...problem, hint }
  }
}

function problemOf(change: Change, message: string): Problem {
  const { kind, name, target, position } = change
  return refusal({
    rule: 'outside-effect',
    severity: 'error',
    ...given({ target }),
    position,
    resource: `${kind} ${name}`,
    message: `${subjectOf(change)} ${message}`,
  })
}
