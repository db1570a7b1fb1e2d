// Guards of a trigger. It can't be undone, so no recipient may be notified or created by mistake.
import { append, inParallel } from '../core/lists.ts'
import type { SmokeCase } from '../core/delivery/smoke.ts'
import type { Terms } from '../core/delivery/triggered.ts'
import { matchesName } from '../core/glob.ts'
import { errorOf, type Problem } from '../core/problem.ts'
import { commandLine, option, quoted } from '../core/shell.ts'
import { counted } from '../core/words.ts'
import type { Target } from '../core/target.ts'
import { problemOf } from '../engine/failure-problem.ts'
import type { Access } from '../kinds/kind.ts'
import { listEvents } from '../service/operations.ts'
import { findSubscriber } from '../service/pages.ts'
import type { TriggerRequest } from './trigger.ts'
import { hasMixedRecipient, recipientsOf, subscribersIn } from './recipients.ts'
import type { Addressed } from './delivery-target.ts'

/**
 * Recipients must be clear on every target. A protected target allows only recipients in the project file: `allowed`
 * has IDs and `topic:KEY`. Offline.
 */
export function recipientProblems(
  { body }: TriggerRequest,
  target: Target,
  allowed: readonly string[],
): Problem[] {
  if (hasMixedRecipient(body.to))
    return [
      errorOf(
        'bad-flag',
        'a recipient is both a topic and a subscriber',
        'Write two recipients: { type: Topic, topicKey: KEY } and { subscriberId: ID }.',
        { target: target.alias },
      ),
    ]
  if (target.protection === undefined) return []
  const { alias, protection } = target
  const { unnamed } = recipientsOf(body.to)
  const who = [
    ...namesIn(body).filter(isNotIn(allowed)),
    ...(unnamed === 0 ? [] : [`${counted(unnamed, 'recipient')} without a subscriberId`]),
  ]
  if (who.length === 0) return []
  return [
    errorOf(
      'protected-recipient',
      `target ${alias} is protected, and smoke.recipients of the project file doesn't allow ${who.join(', ')}`,
      'Add the recipients to the project file, where others can review the change: smoke: { recipients: [ID, topic:KEY] }. In a pattern, * matches any characters.',
      { target: alias, position: protection.position },
    ),
  ]
}

/** One for each case and recipient that `allowed` doesn't contain, as on a protected target. Offline. */
export function caseRecipientProblems(cases: readonly SmokeCase[], allowed: readonly string[]): Problem[] {
  return cases.flatMap(({ target, name, body, position }) => {
    const unnamed = recipientsOf(body.to).unnamed > 0 ? ['a recipient without a subscriberId'] : []
    return [...namesIn(body).filter(isNotIn(allowed)), ...unnamed].map((recipient): Problem =>
      errorOf(
        'protected-recipient',
        `the case ${JSON.stringify(name)} sends to ${recipient}, but smoke.recipients of the project file doesn't allow this recipient for target ${target}`,
        'Add the recipient to smoke.recipients of the project file, or use a recipient that smoke.recipients allows.',
        { target, position },
      ),
    )
  })
}

function namesIn(body: Parameters<typeof subscribersIn>[0]): string[] {
  return [...subscribersIn(body), ...recipientsOf(body.to).topics.map((key) => `topic:${key}`)]
}

function isNotIn(allowed: readonly string[]): (name: string) => boolean {
  return (name) => !allowed.some((pattern) => matchesName(name, pattern))
}

/** Recipients that are not in the service: it would create them, and no operation of the contract deletes them. */
export async function unknownRecipients(
  { body }: TriggerRequest,
  { client, target }: Addressed,
): Promise<Problem[]> {
  const about = { target: target.alias }
  const problems = await notInService(subscribersIn(body), { client, parallel: 4 }, (name) =>
    errorOf(
      'unknown-recipient',
      `the environment has no subscriber ${name}`,
      `A trigger would create this subscriber permanently. Check the spelling in the service's dashboard or in your application. To create this subscriber, add ${option('createRecipients', true)}.`,
      about,
    ),
  )
  const { unnamed } = recipientsOf(body.to)
  if (unnamed > 0)
    problems.push(
      errorOf(
        'unknown-recipient',
        `${counted(unnamed, 'recipient')} without a subscriberId can't be looked up`,
        `Add a subscriberId. To send without a subscriberId, add ${option('createRecipients', true)}.`,
        about,
      ),
    )
  return problems
}

/**
 * One for each recipient that is not in the service and must not be created, or can't be looked up. Reads each of them once.
 */
export async function unknownCaseRecipients(
  cases: readonly SmokeCase[],
  { client, parallel }: Access,
): Promise<Problem[]> {
  const wanted = new Map<string, SmokeCase>()
  for (const each of cases.filter(({ createRecipients }) => !createRecipients))
    for (const id of subscribersIn(each.body)) if (!wanted.has(id)) wanted.set(id, each)
  const caseOf = (id: string): SmokeCase => wanted.get(id) as SmokeCase
  return notInService(
    [...wanted.keys()],
    { client, parallel, onFailure: (error, id) => problemOf(error, caseOf(id).target) },
    (id) => {
      const { target, name, position } = caseOf(id)
      return errorOf(
        'unknown-recipient',
        `the case ${JSON.stringify(name)} sends to subscriber ${id}, but the environment has no subscriber ${id}`,
        'A trigger would create this subscriber permanently. Correct the ID. To create this subscriber, set createRecipients: true.',
        { target, position },
      )
    },
  )
}

interface LookUp extends Pick<Access, 'client' | 'parallel'> {
  /** The problem of a failed look-up; without it, the first failure ends the command. */
  readonly onFailure?: (error: unknown, id: string) => Problem
}

/** A problem for each one that is not in the service. */
async function notInService(
  ids: readonly string[],
  { client, parallel, onFailure }: LookUp,
  problemFor: (id: string) => Problem,
): Promise<Problem[]> {
  const problems: Problem[] = []
  const lookUp = async (id: string): Promise<readonly Problem[]> => {
    try {
      return (await findSubscriber(client, id)) === undefined ? [problemFor(id)] : []
    } catch (error) {
      if (onFailure === undefined) throw error
      return [onFailure(error, id)]
    }
  }
  for await (const found of inParallel(ids, parallel, lookUp)) append(problems, found)
  return problems
}

/** A transaction ID that was used before: the service would answer `processed` and do nothing. */
export async function usedBefore(
  { body, idFrom }: TriggerRequest,
  { client, target, filter }: Addressed,
  terms: Terms,
): Promise<Problem[]> {
  if (idFrom === 'belfry') return []
  const { transactionId } = body
  const { data } = await listEvents(client, { transactionId, limit: 1 })
  const event = data.find((each) => each.transactionId === transactionId)
  if (event === undefined) return []
  const { _id: id = 'without an ID', createdAt = 'an unknown time' } = event
  return [
    errorOf(
      'transaction-id-used',
      `the transaction ID ${transactionId} was used before, for event ${filter.redact(id)} at ${filter.redact(createdAt)}; the service would ignore this trigger without an error`,
      `To see the result of the first trigger, run ${commandLine(`events list --transaction-id ${quoted(transactionId)} -t ${quoted(target.alias)}`)}. To send a new trigger, leave ${terms.transactionId} out, or use a new transaction ID.`,
      { target: target.alias },
    ),
  ]
}
