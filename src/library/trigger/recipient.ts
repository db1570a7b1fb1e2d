// The attributes of a recipient, and what services ignore without an error.
import type { Problem } from '../../core/problem.ts'
import { didYouMean } from '../../core/similar.ts'
import { at, type ValueMap } from '../../core/value.ts'
import { subscriberAttributes } from '../../delivery/trigger.ts'
import { email, locale } from '../../kinds/checks.ts'
import { badFlag } from '../problems.ts'

/** Those with one text as the value. */
export const pairAttributes = subscriberAttributes.filter((each) => each !== 'data' && each !== 'channels')

/** JSON is sent unchanged: a newer service may know more attributes. */
export function unknownAttributes(recipient: ValueMap, where: string): Problem[] {
  const isTopic = at(recipient, 'topicKey') !== undefined || at(recipient, 'type') === 'Topic'
  const known = isTopic ? ['type', 'topicKey', 'exclude'] : [...subscriberAttributes, 'type']
  return Object.keys(recipient)
    .filter((key) => !known.includes(key))
    .map((key) => ({
      rule: 'unknown-field',
      severity: 'warning',
      message: `${where} has the unknown ${isTopic ? 'topic' : 'recipient'} attribute "${key}"${didYouMean(key, known)}`,
      hint: 'belfry sends the attribute unchanged. Services ignore unknown attributes without an error.',
    }))
}

/** Recipients that services accept and then drop without an error. */
export function check(recipient: ValueMap, where: string, problems: Problem[]): void {
  if (at(recipient, 'topicKey') !== undefined) return
  if (at(recipient, 'subscriberId') === undefined)
    problems.push({
      rule: 'no-subscriber-id',
      severity: 'warning',
      message: `${where} has no subscriberId`,
      hint: 'Deployed services ignore such a recipient without an error. Add a subscriberId.',
    })
  for (const [field, rule] of Object.entries({ email, locale })) {
    const value = at(recipient, field)
    if (typeof value === 'string' && value !== '' && !rule.test(value))
      problems.push(
        badFlag(
          `${where}: ${field} ${rule.message}`,
          'Deployed services ignore such a recipient without an error. Correct the value.',
        ),
      )
  }
}
