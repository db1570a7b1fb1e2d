// What is asked of a trigger, and what it waits for, as it is written.
import { option } from '../../core/shell.ts'
import type { Expectation } from '../../core/delivery/expectation.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { triggerTerms } from '../../core/delivery/triggered.ts'
import type { DeliveryRequest } from '../../delivery/deliver.ts'
import type { TriggerBody } from '../../delivery/trigger.ts'
import { parseExpectation } from '../../delivery/expectation.ts'
import { badFlag } from '../problems.ts'
import type { TriggerFlags } from '../options/activity.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'

export type { DeliveryRequest } from '../../delivery/deliver.ts'
export type { TriggerBody } from '../../delivery/trigger.ts'

export interface TriggerRequest extends ProjectRequest, ConnectionRequest, Pick<TriggerFlags, 'dryRun'> {
  /** Undefined if one of the problems is an error. */
  readonly delivery: DeliveryRequest | undefined
  readonly problems: readonly Problem[]
}

/** What is sent and waited for, of the options of a trigger. Undefined after an error; `timeout` limits the wait. */
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
