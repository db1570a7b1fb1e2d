// One attempt of a smoke case: sends the trigger, waits for the result, compares it and explains differences.
import type { Explanation, Judgement } from '../../core/delivery/delivery.ts'
import type { Expectation } from '../../core/delivery/expectation.ts'
import type { SmokeAttempt } from '../../core/delivery/smoke.ts'
import type { SmokeCase } from '../../core/delivery/suite.ts'
import { suiteTerms } from '../../core/delivery/triggered.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Look } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import { expectationsIn } from '../expectation.ts'
import { judge, type Facts } from '../judge.ts'
import { outcomeOf } from '../outcome.ts'
import { recipientsOf } from '../recipients.ts'
import type { Waiting } from '../waiting.ts'

/** The result of sending a trigger. */
export interface Fired {
  /** The status that the service answered; for a refusal its name, such as `workflow_not_found`. */
  readonly status: string
  readonly transactionId: string
  /** Why the service did nothing, and what to do; absent if the trigger was processed. */
  readonly trouble?: Pick<Explanation, 'why' | 'advice'>
  /** Whether the trigger may have been sent although no reply was received. */
  readonly isLost: boolean
}

/** What the cases of one target share. */
export interface Ground {
  /** Sends one trigger, at most once. Creates a transaction ID if `body` has none. */
  readonly fire: (body: ValueMap) => Promise<Fired>
  /** It only reads. */
  readonly look: Look
  readonly shown: (item: object) => ValueMap
  /** Of the target; empty if no manifests were read. */
  readonly declared: readonly Desired[]
}

export async function tryCase(each: SmokeCase, ground: Ground, waiting: Waiting): Promise<SmokeAttempt> {
  const { expectations } = expectationsIn(each.expect)
  const began = waiting.clock()
  const sent = await ground.fire(each.body)
  const attempt = (rest: Omit<SmokeAttempt, 'transactionId' | 'milliseconds'>): SmokeAttempt => ({
    transactionId: sent.transactionId,
    milliseconds: waiting.clock() - began,
    ...rest,
  })
  if (sent.status !== 'processed' && !sent.isLost) {
    const judgements = judgedBy(sent.status, expectations, { deliveries: [], milliseconds: 0 })
    const explanations = judgements.every(({ isMet }) => isMet) ? [] : troubleOf(sent)
    return { ...attempt({ judgements, explanations, end: 'settled' }), transactionId: '' }
  }
  const { transactionId, isLost } = sent
  const { to } = each.body
  const { look, shown, declared } = ground
  const outcome = await outcomeOf(
    {
      look,
      shown,
      declared: () => Promise.resolve(declared),
      to,
      recipients: recipientsOf(to),
      transactionId,
      timeout: each.timeout,
      delayed: expectations.some(isDelayed) ? 'skip' : 'wait',
      expectations,
      isLost,
      explains: 'unmet',
      terms: suiteTerms,
    },
    waiting,
  )
  const { judgements, explanations, quotable } = outcome
  if (outcome.verdict === 'lost')
    return attempt({ judgements, explanations: troubleOf(sent), end: 'unknown' })
  const end = outcome.end === 'settled' || outcome.end === 'timeout' ? outcome.end : 'unknown'
  return attempt({ judgements, explanations, end, quotable })
}

/** That it is processed goes without saying, and is all there is to say where it isn't. */
function judgedBy(
  status: string,
  expectations: readonly Expectation[],
  facts: Omit<Facts, 'status'>,
): Judgement[] {
  if (status === 'processed' || expectations.some(({ about }) => about === 'status'))
    return judge({ ...facts, status }, expectations)
  return [{ expected: 'status=processed', seen: `status=${status}`, isMet: false }]
}

function isDelayed(expectation: Expectation): boolean {
  return expectation.about === 'step' && expectation.outcome === 'delayed'
}

function troubleOf({ trouble }: Fired): Explanation[] {
  return trouble === undefined ? [] : [{ recipient: '', ...trouble }]
}
