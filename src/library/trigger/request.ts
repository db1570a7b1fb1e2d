// What is asked of a trigger, and what it waits for, as it is written.
import { option } from '../../core/shell.ts'
import type { Expectation } from '../../core/delivery/expectation.ts'
import type { Problem } from '../../core/problem.ts'
import type { DeliveryRequest, Wait } from '../../delivery/deliver.ts'
import { parseExpectation } from '../../delivery/expectation.ts'
import { badFlag } from '../problems.ts'
import type { TriggerFlags } from '../options/activity.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'

export type { DeliveryRequest, Wait } from '../../delivery/deliver.ts'
export type { TriggerBody } from '../../delivery/trigger.ts'

export interface TriggerRequest extends ProjectRequest, ConnectionRequest, Pick<TriggerFlags, 'dryRun'> {
  /** Undefined if one of the problems is an error. */
  readonly delivery: DeliveryRequest | undefined
  readonly problems: readonly Problem[]
}

/** Undefined if nothing is waited for. */
export function waitOf(
  { wait, skipDelayed, expect }: Pick<TriggerFlags, 'wait' | 'skipDelayed' | 'expect'>,
  problems: Problem[],
): Wait | undefined {
  const expectations = expect.flatMap((written): Expectation[] => {
    const parsed = parseExpectation(written)
    if ('expectation' in parsed) return [parsed.expectation]
    problems.push(badFlag(`${option('expect')}: ${parsed.mistake.message}`, parsed.mistake.hint))
    return []
  })
  const delayed = skipDelayed === true ? 'skip' : 'wait'
  return wait === true || expect.length > 0 ? { expectations, delayed, explains: 'all' } : undefined
}
