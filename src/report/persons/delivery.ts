// What became of a trigger, for readers who are not to know the persons in it.
import type { Delivery, Explanation, Judgement } from '../../core/delivery/delivery.ts'
import { maskName, maskQuoted, maskValue, maskWithin } from '../../core/secrecy/personal.ts'
import { mapLeaves, type Value } from '../../core/value.ts'

interface Told {
  readonly deliveries: readonly Delivery[]
  readonly judgements: readonly Judgement[]
  readonly explanations: readonly Explanation[]
}

export function withoutPersonalDeliveries(deliveries: readonly Delivery[]): readonly Delivery[] {
  return withoutPersonalRecord(deliveries as unknown as Value) as unknown as readonly Delivery[]
}

/** `quoted` may stand in sentences word by word: see `quotableOf`. */
export function withoutPersonalOutcome(
  { deliveries, judgements, explanations }: Told,
  quoted: readonly string[],
): Told {
  const mask = (text: string): string => maskQuoted(text, quoted)
  return {
    deliveries: withoutPersonalDeliveries(deliveries),
    judgements: judgements.map((each) => ({
      ...each,
      ...(each.recipient !== undefined && { recipient: mask(each.recipient) }),
      expected: mask(each.expected),
      seen: mask(each.seen),
    })),
    explanations: explanations.map((each) => ({
      ...each,
      recipient: mask(each.recipient),
      why: mask(each.why),
      advice: mask(each.advice),
      ...(each.resource !== undefined && { resource: mask(each.resource) }),
    })),
  }
}

/** Fields by name; all that is in them is masked, but for ids. */
const personal: ReadonlySet<string> = new Set([
  'firstName', 'lastName', 'email', 'phone', 'avatar', 'data', 'payload', 'overrides', 'content', 'subject', 'title',
  'htmlContent', 'actor',
]) // prettier-ignore

/** What is nested deeper is closed already: see `withoutSecrets`. */
export function withoutPersonalRecord(value: Value): Value {
  return mapLeaves(value, (leaf, path) => {
    if (path.some((key) => personal.has(key))) return maskValue(leaf)
    if (typeof leaf !== 'string') return leaf
    return path.at(-1) === 'subscriberId' ? maskName(leaf) : maskWithin(leaf)
  })
}
