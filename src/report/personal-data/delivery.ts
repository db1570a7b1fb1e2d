// What became of a trigger, for readers who are not to know the persons in it.
import type { Delivery, Explanation, Judgement } from '../../core/delivery/delivery.ts'
import { maskName, maskQuoted, maskValue, maskWithin } from '../../core/secrets/personal.ts'
import { given } from '../../core/given.ts'
import { mapLeaves, type Value, type ValueMap } from '../../core/value.ts'
import type { GetAccount, TriggerAccount } from '../account.ts'

export function withoutPersonalDeliveries(deliveries: readonly Delivery[]): readonly Delivery[] {
  return withoutPersonalFields(deliveries)
}

/** An event or a message. */
export function withoutPersonalItem(item: ValueMap): ValueMap {
  return withoutPersonalFields(item)
}

export function withoutPersonsGot({ item, explanations, quotable = [], ...rest }: GetAccount): GetAccount {
  return {
    ...rest,
    ...given({
      item: item && withoutPersonalItem(item),
      explanations: explanations?.map((each) => explanation(each, quotable)),
    }),
  }
}

export function withoutPersonsTriggered({ quotable = [], ...account }: TriggerAccount): TriggerAccount {
  const { request, answer, waited, explanations, judgements } = account
  return {
    ...account,
    ...given({
      request: request && { ...request, body: withoutPersonalItem(request.body) },
      // The service's own words may be about the persons that the trigger is for.
      answer: answer && { ...answer, error: answer.error.map(maskWithin) },
      waited: waited && { ...waited, deliveries: withoutPersonalDeliveries(waited.deliveries) },
      explanations: explanations?.map((each) => explanation(each, quotable)),
      judgements: judgements?.map((each) => judgement(each, quotable)),
    }),
  }
}

/** `quotable` may stand in sentences word by word: see `quotableOf`. */
function explanation(each: Explanation, quotable: readonly string[]): Explanation {
  const { resource } = each
  return {
    ...each,
    recipient: maskQuoted(each.recipient, quotable),
    why: maskQuoted(each.why, quotable),
    advice: maskQuoted(each.advice, quotable),
    ...(resource !== undefined && { resource: maskQuoted(resource, quotable) }),
  }
}

function judgement({ recipient, expected, seen, isMet }: Judgement, quotable: readonly string[]): Judgement {
  return {
    ...(recipient !== undefined && { recipient: maskQuoted(recipient, quotable) }),
    expected: maskQuoted(expected, quotable),
    seen: maskQuoted(seen, quotable),
    isMet,
  }
}

/** Fields by name; all that is in them is masked, but for ids. */
const personal: ReadonlySet<string> = new Set([
  'firstName', 'lastName', 'email', 'phone', 'avatar', 'data', 'payload', 'overrides', 'content', 'subject', 'title',
  'htmlContent', 'actor',
]) // prettier-ignore

/** What is nested deeper is closed already: see `withoutSecrets`. */
export function withoutPersonalFields<Data extends object>(data: Data): Data {
  return mapLeaves(data as Value, (leaf, path) => {
    if (path.some((key) => personal.has(key))) return maskValue(leaf)
    if (typeof leaf !== 'string') return leaf
    return path.at(-1) === 'subscriberId' ? maskName(leaf) : maskWithin(leaf)
  }) as Data
}
