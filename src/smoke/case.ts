// One try of a smoke case: triggers it, waits for what becomes of it, and says what is not as expected, and why.
import type { Delivery, Explanation, Judgement } from '../core/delivery.ts'
import type { Expectation } from '../core/expectation.ts'
import { quotableOf } from '../core/quotable.ts'
import type { SmokeAttempt } from '../core/smoke.ts'
import type { SmokeCase } from '../core/suite.ts'
import type { ValueMap } from '../core/value.ts'
import type { Look } from '../kinds/kind.ts'
import type { Desired } from '../kinds/resource.ts'
import { expectationsIn } from './expectation.ts'
import { explain } from './explain.ts'
import { judge, type Facts } from './judge.ts'
import { recipientsOf } from './recipients.ts'
import { survey } from './surroundings.ts'
import { isThere, waitFor } from './wait.ts'
import type { Waiting } from './waiting.ts'
import { whyNobody } from './why-absent.ts'

/** What came of sending a trigger. */
export interface Fired {
  /** The service's own word; of a refusal its name, such as `workflow_not_found`. */
  readonly status: string
  readonly transactionId: string
  /** Why it came to nothing and what to do; absent where it was processed. */
  readonly trouble?: Pick<Explanation, 'why' | 'advice'>
  /** Whether it may have been sent although no answer came. */
  readonly isLost: boolean
}

/** What the cases of one target share. */
export interface Ground {
  /** Sends one trigger, at most once; `body` has no transaction id where a fresh one is to be made. */
  readonly fire: (body: ValueMap) => Promise<Fired>
  /** It only reads. */
  readonly look: Look
  readonly shown: (item: object) => ValueMap
  /** Of the target; none where no manifests were read. */
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
    explanations: rest.explanations.map(inSuiteWords),
  })
  if (sent.status !== 'processed' && !sent.isLost) {
    const judgements = judgedBy(sent.status, expectations, { deliveries: [], milliseconds: 0 })
    const explanations = isAllMet(judgements) ? [] : troubleOf(sent)
    return { ...attempt({ judgements, explanations, end: 'settled' }), transactionId: '' }
  }
  const recipients = recipientsOf(each.body.to)
  const request = {
    client: ground.look.client,
    transactionId: sent.transactionId,
    recipients,
    timeout: each.timeout,
    delayed: expectations.some(isDelayed) ? ('skip' as const) : ('wait' as const),
    shown: ground.shown,
  }
  const { deliveries, milliseconds, end: ended } = await waitFor(request, waiting)
  // Whose answer was lost is proven by what came of it; that nothing did proves nothing.
  if (sent.isLost && !deliveries.some(isThere))
    return attempt({ judgements: [], explanations: troubleOf(sent), end: 'unknown' })
  const judgements = judgedBy('processed', expectations, { deliveries, milliseconds })
  const end = ended === 'settled' || ended === 'timeout' ? ended : 'unknown'
  if (isAllMet(judgements))
    return attempt({ judgements, explanations: [], end, quotable: quotableOf(deliveries, []) })
  const { delayed, transactionId } = request
  const surveyed = await survey(deliveries, { ...ground, to: each.body.to, transactionId, delayed })
  const why = explain(deliveries, surveyed)
  const nobody =
    deliveries.length > 0 ? [] : whyNobody(recipients).map((reason) => ({ recipient: '', ...reason }))
  const explanations = [...nobody, ...relevant(why, judgements, deliveries)]
  const quotable = quotableOf(deliveries, surveyed.subscribers.values())
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

function isAllMet(judgements: readonly Judgement[]): boolean {
  return judgements.every(({ isMet }) => isMet)
}

function isDelayed(expectation: Expectation): boolean {
  return expectation.about === 'step' && expectation.outcome === 'delayed'
}

function troubleOf({ trouble }: Fired): Explanation[] {
  return trouble === undefined ? [] : [{ recipient: '', ...trouble }]
}

/** What was expected to fail needs no explanation, unless nothing else explains the rest. */
function relevant(
  all: readonly Explanation[],
  judgements: readonly Judgement[],
  deliveries: readonly Delivery[],
): readonly Explanation[] {
  const channels = new Set(deliveries.flatMap(({ steps }) => steps.map(({ channel }) => channel)))
  const isAbout = ({ recipient, channel }: Explanation): boolean =>
    judgements.some(({ recipient: whose, expected, isMet }) => {
      if (isMet) return false
      const named = /^\w+/.exec(expected)?.[0] ?? ''
      const isOfStep = channels.has(named) && channel !== undefined
      return (whose === undefined || whose === recipient) && (!isOfStep || named === channel)
    })
  const found = all.filter(isAbout)
  return found.length === 0 ? all : found
}

/** Flags as the fields of a case that say the same. */
const fields: readonly (readonly [flag: string, field: string])[] = [
  ['--timeout', '`timeout`'],
  ['--skip-delayed', '`delay: delayed`'],
  ['--payload', '`payload`'],
  ['--tenant', '`tenant`'],
  ['--transaction-id out', '`transactionId` out'],
  ['--create-recipients', '`createRecipients: true`'],
  ['each --to', 'each of `to`'],
  ['--to', '`to`'],
]

function inSuiteWords({ advice, ...rest }: Explanation): Explanation {
  return {
    ...rest,
    advice: fields.reduce((text, [flag, field]) => text.replaceAll(flag, field), advice),
  }
}
