// One attempt of a smoke case: delivers its trigger, and says what is not as the case expects.
import { given } from '../../core/given.ts'
import type { Explanation } from '../../core/delivery/delivery.ts'
import type { SmokeAttempt } from '../../core/delivery/smoke.ts'
import type { SmokeCase } from '../../core/delivery/suite.ts'
import { adviceOn, suiteTerms } from '../../core/delivery/triggered.ts'
import { deliver, type Delivered, type DeliveryContext, type DeliveryRequest } from '../deliver.ts'
import { expectationsIn } from '../expectation.ts'
import type { DeliveryTarget } from '../target.ts'

export async function tryCase(
  each: SmokeCase,
  at: DeliveryTarget,
  context: DeliveryContext,
): Promise<SmokeAttempt> {
  const began = context.clock()
  const delivered = await deliver(requestOf(each), at, context)
  const { answer, transactionId, judgements, outcome } = delivered
  const isSent = outcome !== undefined || ('mayBeSent' in answer && answer.mayBeSent === 'yes')
  const isMet = isSent ? outcome?.verdict === 'met' : judgements.every((judgement) => judgement.isMet)
  return {
    transactionId: isSent ? transactionId : '',
    milliseconds: context.clock() - began,
    judgements,
    explanations: outcome?.explanations ?? (isMet ? [] : [troubleOf(delivered)]),
    end: isSent ? endOf(outcome?.end) : 'settled',
    ...(outcome && { quotable: outcome.quotable, ...given({ appearedAfter: outcome.appearedAfter }) }),
  }
}

/** Unknown recipients were looked for already, those of all cases before the first one is tried. */
function requestOf({ body, expect, timeout }: SmokeCase): DeliveryRequest {
  const { expectations } = expectationsIn(expect)
  return {
    body,
    idPrefix: 'belfry-smoke',
    unknownRecipients: 'create',
    wait: { expectations, delayed: 'wait', explains: 'unmet' },
    timeout,
    terms: suiteTerms,
  }
}

function endOf(
  end: 'settled' | 'timeout' | 'interrupted' | 'unreadable' = 'unreadable',
): SmokeAttempt['end'] {
  return end === 'settled' || end === 'timeout' ? end : 'unknown'
}

/** Why nothing was sent, or why that isn't known. */
function troubleOf({ answer }: Delivered): Explanation {
  if ('problems' in answer) {
    const [problem] = answer.problems
    return { recipient: '', why: problem?.message ?? '', advice: problem?.hint ?? '' }
  }
  const why = [`the service answered the trigger with status ${answer.status}`, ...answer.error].join(': ')
  return { recipient: '', why, advice: adviceOn(answer, suiteTerms) }
}
