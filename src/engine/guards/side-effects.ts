// Refuses a change that does something to what another project manages.
import { subjectOf, type Change } from '../../core/plan/change.ts'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { refusal } from '../../core/refusals.ts'
import { listText } from '../../core/words.ts'
import type { Doubt, Effect, Kind } from '../../kinds/kind.ts'
import { isInside } from '../../kinds/owns.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Ground, Policy } from '../plan/request.ts'

/** The part of an environment in which a plan may change something. */
export class Bounds {
  readonly #policy: Policy
  readonly #kinds: ReadonlyMap<string, Kind>

  constructor(policy: Policy, registry: readonly Kind[]) {
    this.#policy = policy
    this.#kinds = new Map(registry.map((kind) => [kind.name, kind]))
  }

  /** One problem for each effect that the change must not have; undefined if it has none, whatever the service shows. */
  harmsOf(change: Change, desired: Desired): Ground['harms'] {
    const effects = this.#kinds.get(change.kind)?.effects
    return effects === undefined || !this.#isGuarded(change)
      ? undefined
      : (all) => effects(change, desired, all).flatMap((effect) => this.#outside(effect, change) ?? [])
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
    const { kind, target, position } = change
    const isOther = !this.#isInside(kind, name)
    if (!isOther && (primaryOf === undefined || this.#isInside('primary', primaryOf.channel)))
      return undefined
    const foreign = primaryOf?.others.filter((other) => !this.#isInside(kind, other)) ?? []
    const others = foreign.length === 0 ? '' : `, which also has ${listText(foreign, 3)}`
    const what = isOther ? `${kind} ${name}` : `the primary integration of ${primaryOf?.channel}`
    const entry = isOther ? `${name} to owns.${kind}` : `${primaryOf?.channel} to owns.primary`
    return refusal({
      rule: 'outside-effect',
      severity: 'error',
      ...given({ target }),
      position,
      resource: `${kind} ${change.name}`,
      message: `${subjectOf(change)} has a side effect outside of owns in the project file: ${message}${others}`,
      hint: `Agree on the change with the project that manages ${what}. Then make the change there, or add ${entry} here.`,
    })
  }
}
