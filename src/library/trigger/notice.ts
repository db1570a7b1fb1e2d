// One trigger for drift, through a client of its own: the client of the plan can't write.
import { given } from '../../core/given.ts'
import { flagTerms } from '../../core/delivery/triggered.ts'
import { notesIn } from '../../core/plan/notes.ts'
import { countsOf, pendingChanges, type Plan } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { fingerprintKey, macOf, type FingerprintKey } from '../../core/secrets/fingerprint.ts'
import type { Value } from '../../core/value.ts'
import { deliver } from '../../delivery/deliver.ts'
import { recipientsOf } from '../../delivery/recipients.ts'
import type { Failed } from '../../delivery/refusal.ts'
import { deliveryTarget } from '../../delivery/target.ts'
import type { Ambient, Observer } from '../ambient.ts'
import { openConnection } from '../prepare/connection.ts'
import { fingerprintSecretIn } from '../prepare/fingerprint-keys.ts'
import { connectedTo, readyTarget } from '../prepare/one-target.ts'
import type { ConnectionRequest, ProjectRequest } from '../requests.ts'

export interface NotifyRequest {
  /** The trigger identifier. */
  readonly workflow: string
  readonly target: string
  /** As in the body of a trigger. */
  readonly to: readonly Value[]
  /** Milliseconds in which the same drift is reported once. */
  readonly every: number
  /** Where the run of the pipeline can be looked at in a browser. */
  readonly run?: string
}

/** Milliseconds for one request, and for the search for a trigger whose reply was lost: the job waits for it. */
const patience = 30_000

const day = 86_400_000

/** What was found, and what it ends with. */
export interface Found {
  readonly plan: Plan
  readonly problems: readonly Problem[]
  readonly exit: number
}

/** A warning if it could not be sent. */
export async function notify(
  request: NotifyRequest,
  found: Found,
  around: ProjectRequest & ConnectionRequest,
  ambient: Ambient,
  observer: Observer,
): Promise<readonly Problem[]> {
  const { config, url, insecureHttp, dotenv, fileRoot, inputLimit, secretCommand } = around
  const same = given({ config, url, insecureHttp, dotenv, inputLimit, secretCommand })
  const asked = { ...same, fileRoot, target: [request.target] }
  const ready = await readyTarget(asked, { problems: [] }, ambient, { follow: () => undefined })
  if (!('target' in ready)) return [unsent(request, ready.problems[0])]
  const connection = openConnection({ ...given({ rate: around.rate }), timeout: patience }, ambient, observer)
  const { open: shown, ...connected } = connectedTo(ready, connection, ambient, undefined)
  const key = fingerprintKey(fingerprintSecretIn(ambient) ?? ready.apiKey)
  const transactionId = transactionIdOf(request, found, key, ambient.now())
  try {
    const { answer } = await deliver(
      {
        body: {
          name: request.workflow,
          to: request.to,
          payload: payloadOf(found, request.run),
          transactionId,
        },
        unknownRecipients: 'refuse',
        timeout: patience,
        terms: flagTerms,
      },
      deliveryTarget({
        ...connected,
        shown,
        allowed: ready.project.smoke.recipients,
        declared: ready.declared,
      }),
      { clock: ambient.clock, sleep: connection.patience.sleep, random: connection.patience.random },
    )
    const [problem] = 'problems' in answer ? answer.problems : []
    if (problem?.rule === 'transaction-id-used') {
      observer.remark(`The notice of this drift was sent before, as ${transactionId}.`)
      return []
    }
    const status = 'workflow' in answer ? answer.status : undefined
    const mayBeSent = 'workflow' in answer ? 'no' : answer.mayBeSent
    if (status !== 'processed')
      return [unsent(request, problem ?? { message: `the status is ${status}` }, mayBeSent)]
    const sentTo = `the notice ${transactionId} with target ${request.target}`
    observer.remark(
      recipientsOf(request.to).topics.length === 0
        ? `Sent ${sentTo}.`
        : `The service accepted ${sentTo}. belfry doesn't check that a topic has subscribers.`,
    )
    return []
  } finally {
    await connection.close()
  }
}

function unsent(
  { target }: NotifyRequest,
  { message, hint }: Pick<Problem, 'message' | 'hint'> = { message: 'the target is not ready' },
  mayBeSent: Failed['mayBeSent'] = 'no',
): Problem {
  const what =
    mayBeSent === 'yes' ? "belfry doesn't know whether the notice was sent" : 'the notice was not sent'
  return {
    rule: 'notice-not-sent',
    severity: 'warning',
    target,
    message: `${what}: ${message}`,
    ...given({ hint }),
  }
}

/** Numbers, names of targets and a link: no value and no resource. */
function payloadOf({ plan, problems, exit }: Found, run: string | undefined) {
  const { ownKey = 0, released: _released, ...counts } = countsOf(plan.sections)
  return {
    exit,
    targets: plan.sections.flatMap(({ target }) => target ?? []),
    changes: pendingChanges(plan).length,
    ...counts,
    ownKey,
    errors: problems.filter(({ severity }) => severity === 'error').length,
    ...given({ run }),
  }
}

/**
 * `belfry-drift-3fZ…-2026-11-23`: the same for the same drift in one period. It is made with a key: a user who reads the ID
 * can't guess values.
 */
function transactionIdOf(
  { workflow, to, every }: NotifyRequest,
  { plan, problems }: Found,
  key: FingerprintKey,
  now: Date,
): string {
  const changes = pendingChanges(plan).map(({ id, differences }) =>
    JSON.stringify([id, differences.map(({ path, before, after }) => [path, before, after])]),
  )
  const notes = notesIn(plan.sections, 'duplicates').map(({ kind, name, ids }) =>
    JSON.stringify([kind, name, ids]),
  )
  const errors = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, target, resource }) => JSON.stringify([rule, target, resource]))
  const drift = [...changes, ...notes, ...errors].sort()
  const digest = macOf(key, JSON.stringify([workflow, to, drift])).slice(0, 16)
  const start = new Date(Math.floor(now.getTime() / every) * every).toISOString()
  return `belfry-drift-${digest}-${start.slice(0, every % day === 0 ? 10 : 16)}`
}
