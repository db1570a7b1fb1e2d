// The notice of drift of belfry plan --notify: one trigger, because the client of the plan can't write.
import { given } from '../../core/given.ts'
import { flagTerms } from '../../core/delivery/triggered.ts'
import { driftSorts, notesIn } from '../../core/plan/notes.ts'
import { countsOf, pendingChanges } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { fingerprintKey, macOf } from '../../core/secrets/fingerprint.ts'
import { Secret } from '../../core/secrets/secret.ts'
import type { Value } from '../../core/value.ts'
import { recipientsOf } from '../../delivery/recipients.ts'
import type { Project } from '../../project/project.ts'
import type { PlanAccount } from '../../report/account.ts'
import type { Ambient, Observer } from '../ambient.ts'
import { trigger } from '../operations/trigger.ts'
import { fingerprintSecretIn } from '../prepare/fingerprint-keys.ts'
import type { ConnectionRequest, ProjectRequest } from '../requests.ts'

export interface NotifyRequest {
  /** The trigger identifier. */
  readonly workflow: string
  readonly target: string
  /** The recipients, as in the body of a trigger. */
  readonly to: readonly Value[]
  /** Milliseconds in which the same drift is reported once; a day if absent. */
  readonly every?: number
  /** The URL of the pipeline run. */
  readonly run?: string
}

/** Milliseconds for one request, and for the search for a trigger whose reply was lost: the job waits for it. */
const patience = 30_000

const day = 86_400_000

/** A signal doesn't interrupt the trigger, because its reply shows whether the notice was sent. */
const waiting: ReturnType<Observer['guard']> = {
  stop: new AbortController().signal,
  code: () => undefined,
  writing: () => undefined,
  release: () => undefined,
}

/** A plan with changes, or a refused one. */
export type Drift = Required<Pick<PlanAccount, 'plan' | 'problems' | 'exit'>> & Pick<Project, 'targets'>

/** A warning if it could not be sent. */
export async function notify(
  request: NotifyRequest,
  drift: Drift,
  {
    config,
    url,
    insecureHttp,
    dotenv,
    fileRoot,
    inputLimit,
    secretCommand,
    rate,
  }: ProjectRequest & ConnectionRequest,
  ambient: Ambient,
  observer: Omit<Observer, 'guard'>,
): Promise<readonly Problem[]> {
  const { workflow, target, to } = request
  const transactionId = transactionIdOf(request, drift, ambient)
  const { account } = await trigger(
    {
      ...given({ config, url, insecureHttp, dotenv, inputLimit, secretCommand, rate }),
      fileRoot,
      target: [target],
      timeout: patience,
      delivery: {
        body: { name: workflow, to, payload: payloadOf(drift, request.run), transactionId },
        unknownRecipients: 'refuse',
        timeout: patience,
        terms: flagTerms,
      },
      problems: [],
    },
    ambient,
    { ...observer, follow: () => undefined, guard: () => waiting },
  )
  const problem = account.problems.find(({ severity }) => severity === 'error')
  if (problem === undefined) {
    const sent = `the notice ${transactionId} with target ${target}`
    observer.remark(
      recipientsOf(to).topics.length === 0
        ? `Sent ${sent}.`
        : `The service accepted ${sent}. belfry doesn't check that a topic has subscribers.`,
    )
    return []
  }
  if (problem.rule === 'transaction-id-used') {
    observer.remark(`The notice of this drift was sent before, as ${transactionId}.`)
    return []
  }
  const message =
    problem.rule === 'lost-reply' ? problem.message : `the notice was not sent: ${problem.message}`
  const hint =
    problem.rule === 'unknown-recipient'
      ? "belfry doesn't create recipients of notices. Correct the recipient, or create the subscriber."
      : problem.hint
  return [{ rule: 'notice-not-sent', severity: 'warning', target, message, ...given({ hint }) }]
}

/** Numbers, names of targets and a link: no value and no resource. */
function payloadOf({ plan, problems, exit }: Drift, run: string | undefined) {
  return {
    exit,
    targets: plan.sections.flatMap(({ target }) => target ?? []),
    changes: pendingChanges(plan).length,
    ownKey: 0,
    ...countsOf(plan.sections),
    errors: problems.filter(({ severity }) => severity === 'error').length,
    ...given({ run }),
  }
}

/**
 * `belfry-drift-3fZ…-2026-11-23`: the same for the same drift in one period. It is made with a key: a user who reads the ID
 * can't guess values.
 */
function transactionIdOf(
  { workflow, to, every = day }: NotifyRequest,
  { plan, problems, targets }: Drift,
  ambient: Pick<Ambient, 'env' | 'now'>,
): string {
  const drift = [
    ...pendingChanges(plan).map(({ id, differences }) => [
      id,
      differences.map(({ path, before, after }) => [path, before, after]),
    ]),
    ...driftSorts.flatMap((sort) =>
      notesIn(plan.sections, sort).map((note) => [sort, note.kind, note.name, 'ids' in note && note.ids]),
    ),
    ...plan.sections.flatMap(({ target, waitsFor }) => (waitsFor === undefined ? [] : [[target, waitsFor]])),
    ...problems
      .filter(({ severity }) => severity === 'error')
      .map(({ rule, target, resource }) => [rule, target, resource]),
  ]
  const texts = drift.map((each) => JSON.stringify(each)).sort()
  // Without an API key nothing was compared, so no value is in the digest.
  const apiKey = targets.find((each) => each.apiKey !== undefined)?.apiKey ?? Secret.of('', 'no API key')
  const key = fingerprintKey(fingerprintSecretIn(ambient) ?? apiKey)
  const digest = macOf(key, JSON.stringify([workflow, to, texts])).slice(0, 16)
  const start = new Date(Math.floor(ambient.now().getTime() / every) * every).toISOString()
  return `belfry-drift-${digest}-${start.slice(0, every % day === 0 ? 10 : 16)}`
}
