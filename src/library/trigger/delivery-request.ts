// The request of a trigger and of its wait, from options; the attributes of a recipient.
import { option } from '../../core/shell.ts'
import type { Expectation } from '../../core/delivery/expectation.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem, warningOf, badFlag } from '../../core/problem.ts'
import { triggerTerms } from '../../core/delivery/triggered.ts'
import type { DeliveryRequest } from '../../delivery/deliver.ts'
import type { TriggerBody } from '../../delivery/trigger.ts'
import { subscriberAttributes } from '../../delivery/recipients.ts'
import { parseExpectation } from '../../delivery/parse-expectation.ts'
import type { TriggerFlags } from '../options/activity.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import { at, type ValueMap } from '../../core/value.ts'
import { email, locale } from '../../kinds/checks.ts'

export type { DeliveryRequest } from '../../delivery/deliver.ts'
export type { TriggerBody } from '../../delivery/trigger.ts'

export interface TriggerRequest extends ProjectRequest, ConnectionRequest, Pick<TriggerFlags, 'dryRun'> {
  /** Undefined if one of the problems is an error. */
  readonly delivery: DeliveryRequest | undefined
  readonly problems: readonly Problem[]
}

/** The trigger and the wait, from the options of a trigger. Undefined after an error; `timeout` limits the wait. */
export function deliveryOf(
  body: TriggerBody | undefined,
  {
    wait,
    skipDelayed,
    expect,
    createRecipients,
  }: Pick<TriggerFlags, 'wait' | 'skipDelayed' | 'expect' | 'createRecipients'>,
  timeout: number | undefined,
  problems: Problem[],
): DeliveryRequest | undefined {
  const expectations = expect.flatMap((written): Expectation[] => {
    const parsed = parseExpectation(written)
    if ('expectation' in parsed) return [parsed.expectation]
    problems.push(badFlag(`${option('expect')}: ${parsed.mistake.message}`, parsed.mistake.hint))
    return []
  })
  if (body === undefined || hasErrors(problems)) return undefined
  const isWaiting = wait === true || expect.length > 0
  const delayed = skipDelayed === true ? ('skip' as const) : ('wait' as const)
  return {
    body,
    unknownRecipients: createRecipients === true ? 'create' : 'refuse',
    ...given({ wait: isWaiting ? { expectations, delayed, explains: 'all' as const } : undefined, timeout }),
    terms: triggerTerms(),
  }
}

/** The attributes of a recipient whose value is a single string: these can be written as `email=ada@acme.example`. */
export const pairAttributes = subscriberAttributes.filter((each) => each !== 'data' && each !== 'channels')

/** A warning for each attribute of JSON that belfry doesn't know. It is sent unchanged: a newer service may know it. */
export function unknownAttributes(recipient: ValueMap, where: string): Problem[] {
  const isTopic = at(recipient, 'topicKey') !== undefined || at(recipient, 'type') === 'Topic'
  const known = isTopic ? ['type', 'topicKey', 'exclude'] : [...subscriberAttributes, 'type']
  return Object.keys(recipient)
    .filter((key) => !known.includes(key))
    .map((key) =>
      warningOf(
        'unknown-field',
        `${where} has the unknown ${isTopic ? 'topic' : 'recipient'} attribute "${key}"${didYouMean(key, known)}`,
        'belfry sends the attribute unchanged. Services ignore unknown attributes without an error.',
      ),
    )
}

/** Reports recipients that services accept and then drop without an error: those without an ID, or with an invalid email or locale. */
export function checkRecipient(recipient: ValueMap, where: string, problems: Problem[]): void {
  if (at(recipient, 'topicKey') !== undefined) return
  if (at(recipient, 'subscriberId') === undefined)
    problems.push(
      warningOf(
        'no-subscriber-id',
        `${where} has no subscriberId`,
        'Deployed services ignore such a recipient without an error. Add a subscriberId.',
      ),
    )
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
