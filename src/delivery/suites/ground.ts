// What the cases of one target share: a client. Its key is checked to belong to the target before anything is sent.
import { refusal } from '../../core/refusals.ts'
import { randomUUID } from 'node:crypto'
import { quoting } from '../../core/secrecy/leak.ts'
import type { Problem } from '../../core/problem.ts'
import { adviceOn, suiteTerms, type Triggered } from '../../core/delivery/triggered.ts'
import { textOf, type ValueMap } from '../../core/value.ts'
import type { Target } from '../../engine/engine.ts'
import { problemOf } from '../../engine/failure.ts'
import { identify, objection } from '../../engine/plan/identify.ts'
import { look } from '../../engine/plan/session.ts'
import { vendorOf } from '../../kinds/integration/live.ts'
import type { Desired } from '../../kinds/resource.ts'
import { readOnly } from '../../service/client.ts'
import type { Fired, Ground } from './case.ts'
import { usedBefore } from '../guard.ts'
import type { Failed } from '../refusal.ts'
import { send } from '../send.ts'
import type { Connected, TriggerBody, TriggerRequest } from '../trigger.ts'
import { spokenBody } from '../vendor.ts'

type Spoken = Connected & Pick<Ground, 'shown'>

/** A problem if nothing can be sent: the key doesn't belong to the target, or the service doesn't answer. */
export async function groundOn(spoken: Spoken, declared: readonly Desired[]): Promise<Ground | Problem> {
  const { target, apiKey, client, shown } = spoken
  const reading = readOnly(client)
  try {
    const identity = await identify(look(reading, '', 1, target.vendor), target, apiKey)
    const problem = objection(target, identity)
    if (problem !== undefined) return quoting(problem, spoken.filter)
    if (identity === undefined) return noEnvironment(target)
    const around = look(reading, identity.id, 1, target.vendor)
    const vendor = await vendorOf(around)
    return { look: around, shown, declared, fire: (body) => fire(body, spoken, vendor) }
  } catch (error) {
    return problemOf(error, target.alias)
  }
}

function noEnvironment({ alias }: Target): Problem {
  return refusal({
    rule: 'unknown-environment',
    severity: 'error',
    target: alias,
    message: "belfry can't determine which environment the API key belongs to",
  })
}

async function fire(body: ValueMap, spoken: Spoken, vendor: string | undefined): Promise<Fired> {
  const given = textOf(body['transactionId'])
  const transactionId = given === '' ? `belfry-smoke-${randomUUID()}` : given
  const request = {
    body: spokenBody({ ...body, transactionId } as unknown as TriggerBody, vendor),
    idFrom: given === '' ? ('belfry' as const) : ('caller' as const),
  }
  const answer = await answerTo(request, spoken)
  if ('workflow' in answer) {
    const { status, error } = answer
    const why = [`the service answered the trigger with status ${status}`, ...error].join(': ')
    return {
      status,
      transactionId: answer.transactionId,
      isLost: false,
      ...(status !== 'processed' && { trouble: { why, advice: adviceOn(answer, suiteTerms) } }),
    }
  }
  const [problem] = answer.problems
  return {
    status: answer.status ?? problem?.rule ?? 'unknown',
    transactionId,
    isLost: answer.mayBeSent === 'yes',
    trouble: { why: problem?.message ?? '', advice: problem?.hint ?? '' },
  }
}

/** A used transaction ID is not sent again: the service would answer `processed` and do nothing. */
async function answerTo(request: TriggerRequest, spoken: Spoken): Promise<Triggered | Failed> {
  try {
    const used = await usedBefore(request, spoken, suiteTerms)
    if (used.length > 0) return { problems: used, mayBeSent: 'no' }
  } catch (error) {
    return { problems: [problemOf(error, spoken.target.alias)], mayBeSent: 'no' }
  }
  return send(request, spoken, suiteTerms)
}
