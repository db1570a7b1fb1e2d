// The result of a trigger: waits for it, compares it with the expectations, and explains differences.
import type { Delivery, Explanation, Judgement } from '../core/delivery/delivery.ts'
import { texts, type Expectation } from '../core/delivery/expectation.ts'
import { quotableOf } from '../core/secrets/personal.ts'
import { explain, whyNoStep } from './explain/explain-delivery.ts'
import { judge } from './judge.ts'
import type { Recipients, Waiting, WaitRequest } from './trigger.ts'
import { survey, type Survey } from './explain/surroundings.ts'
import { Resources } from '../kinds/declared-resources.ts'
import { isThere, waitFor, type Waited } from './wait.ts'
import { whyNobody } from './explain/why-nothing-sent.ts'
import { personalFields } from '../kinds/from-field-rows.ts'
import { subscriber } from '../kinds/subscriber/subscriber.ts'

export interface Watch
  extends Pick<WaitRequest, 'recipients' | 'timeout' | 'delayed' | 'sentAt'>, Omit<Survey, 'delayed'> {
  readonly expectations: readonly Expectation[]
  /** What to explain: everything that isn't done, or only why an expectation isn't met. */
  readonly explains: 'all' | 'unmet'
}

export interface Reasons {
  readonly explanations: readonly Explanation[]
  /** Personal data that the explanations may contain. */
  readonly quotable: readonly string[]
}

export interface Outcome extends Waited, Reasons {
  readonly judgements: readonly Judgement[]
  /** `met`: all expectations are met, or without expectations no step failed. */
  readonly verdict: 'met' | 'unmet'
}

export async function outcomeOf(watch: Watch, waiting: Waiting): Promise<Outcome> {
  const { access, recipients, expectations, declared } = watch
  // Shortly before the limit, so that what is done by then is seen by then.
  const checksAt = expectations.flatMap((each) => (each.about === 'within' ? each.milliseconds * 0.95 : []))
  const waited = await waitFor({ ...watch, client: access.client, checksAt }, waiting)
  const { deliveries, end } = waited
  const found = { ...waited, explanations: [], quotable: quotableOf(deliveries, [], []) }
  const judgements = judge({ ...waited, status: 'processed' }, expectations)
  const isMet =
    judgements.length > 0
      ? judgements.every((each) => each.isMet)
      : deliveries.every((each) => isThere(each) && each.steps.every(({ status }) => status !== 'failed'))
  const judged = { ...found, judgements, verdict: isMet ? ('met' as const) : ('unmet' as const) }
  if (isMet && watch.explains === 'unmet') return judged
  const isAllWell = isMet && end === 'settled'
  const reasons = await reasonsFor(deliveries, recipients, {
    ...watch,
    declared: isAllWell ? Resources.of([]) : declared,
  })
  const explanations = [...reasons.explanations, ...whyNoStep(deliveries, expectations)]
  const shown = watch.explains === 'all' ? explanations : relevant(explanations, judgements, deliveries)
  return { ...judged, ...reasons, explanations: shown }
}

export async function reasonsFor(
  deliveries: readonly Delivery[],
  recipients: Pick<Recipients, 'topics' | 'unnamed'>,
  asked: Survey,
): Promise<Reasons> {
  const around = await survey(deliveries, asked)
  const nobody = deliveries.length > 0 ? [] : whyNobody(recipients)
  return {
    explanations: [...explain(deliveries, around), ...nobody.map((reason) => ({ recipient: '', ...reason }))],
    quotable: quotableOf(deliveries, around.subscribers.values(), personalFields(subscriber)),
  }
}

/** An expected failure needs no explanation, unless there is no other. None explains a message that was sent with a different text. */
function relevant(
  all: readonly Explanation[],
  judgements: readonly Judgement[],
  deliveries: readonly Delivery[],
): readonly Explanation[] {
  const channels = new Set(
    [...all, ...deliveries.flatMap(({ steps }) => steps)].map(({ channel }) => channel),
  )
  const unmet = judgements.filter(({ isMet }) => !isMet)
  const isAbout = ({ recipient, channel }: Explanation): boolean =>
    unmet.some((judgement) => {
      const named = /^\w+/.exec(judgement.expected)?.[0] ?? ''
      const isOfStep = (channels.has(named) && channel !== undefined) || wasSent(judgement)
      return (
        (judgement.recipient === undefined || judgement.recipient === recipient) &&
        (!isOfStep || named === channel)
      )
    })
  const found = all.filter(isAbout)
  return found.length > 0 || (unmet.length > 0 && unmet.every(wasSent)) ? found : all
}

function wasSent({ expected, seen }: Judgement): boolean {
  const [name = ''] = /^[\w.]+/.exec(expected) ?? []
  const isText = texts.some((field) => field === name.split('.').at(-1))
  return isText ? seen.startsWith(`${name}=`) : seen === `${name}=sent`
}
