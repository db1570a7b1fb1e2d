// What smoke suites stand on: a client for each target, whose key is proven to be its own before anything is sent.
import { randomUUID } from 'node:crypto'
import { quoting } from '../core/leak.ts'
import { hasErrors, type Problem } from '../core/problem.ts'
import { textOf, type Value, type ValueMap } from '../core/value.ts'
import { problemOf } from '../engine/failure.ts'
import { identify, objection } from '../engine/identify.ts'
import { look } from '../engine/session.ts'
import { vendorOf } from '../kinds/integration/live.ts'
import type { Desired } from '../kinds/resource.ts'
import type { Project, Target } from '../project/project.ts'
import { withoutSecrets } from '../report/activity-secrets.ts'
import { adviceOn, type Triggered } from '../report/trigger-text.ts'
import { createClient, readOnly } from '../service/client.ts'
import type { Fired, Ground } from '../smoke/case.ts'
import type { Connection } from './connection.ts'
import type { Io } from './io.ts'
import { missingKey, type OpenTarget } from './open-target.ts'
import { sandboxKeys } from './sandbox-keys.ts'
import { usedBefore } from './trigger-guard.ts'
import type { TriggerBody, TriggerRequest } from './trigger-request.ts'
import { send, type Sender } from './trigger-send.ts'
import type { Failed } from './trigger-refusal.ts'
import { spokenBody, spokenItem } from './vendor.ts'

export interface Grounds {
  readonly grounds: ReadonlyMap<string, Ground>
  readonly problems: readonly Problem[]
}

/** `declared` gives what manifests say of a target; with an error nothing may be sent. */
export async function groundsFor(
  project: Project,
  aliases: ReadonlySet<string>,
  declared: (alias: string) => readonly Desired[],
  connection: Connection,
  io: Io,
  signal: AbortSignal,
): Promise<Grounds> {
  const problems: Problem[] = []
  const grounds = new Map<string, Ground>()
  const wanted = project.targets.filter(({ alias }) => aliases.has(alias))
  for (const target of sandboxKeys({ ...project, targets: wanted }, problems).targets) {
    const { apiKey, alias } = target
    if (apiKey === undefined) problems.push(missingKey(target))
    if (apiKey === undefined || hasErrors(problems)) continue
    const ground = await groundOf(openOn({ target, apiKey }, connection, io, signal), declared(alias))
    if ('rule' in ground) problems.push(ground)
    else grounds.set(alias, ground)
  }
  return { grounds, problems }
}

type Spoken = Sender & Pick<OpenTarget, 'shown'>

/** A target on a connection that others share. */
function openOn(
  { target, apiKey }: Pick<OpenTarget, 'target' | 'apiKey'>,
  { transport, patience }: Connection,
  io: Io,
  signal: AbortSignal,
): Spoken {
  const { random } = patience
  const client = createClient({
    transport,
    origin: target.url,
    apiKey,
    random,
    signal,
    filter: io.filter,
  })
  const shown = (item: object): ValueMap =>
    spokenItem(withoutSecrets(item as Value, io.filter.take) as ValueMap, target.vendor)
  return { target, apiKey, client, filter: io.filter, shown }
}

async function groundOf(spoken: Spoken, declared: readonly Desired[]): Promise<Ground | Problem> {
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
  return {
    rule: 'unknown-environment',
    severity: 'error',
    target: alias,
    message: 'the key has no environment',
    exit: 4,
  }
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
    const why = [`the status of the trigger is ${status}`, ...error].join(': ')
    return {
      status,
      transactionId: answer.transactionId,
      isLost: false,
      ...(status !== 'processed' && { trouble: { why, advice: adviceOn(answer) } }),
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

/** An id that was used before is not sent: the service would say `processed`, and do nothing. */
async function answerTo(request: TriggerRequest, spoken: Spoken): Promise<Triggered | Failed> {
  try {
    const used = await usedBefore(request, spoken)
    if (used.length > 0) return { problems: used, mayBeSent: 'no' }
  } catch (error) {
    return { problems: [problemOf(error, spoken.target.alias)], mayBeSent: 'no' }
  }
  return send(request, spoken)
}
