// What keeps a trigger from being sent: nobody may be notified, or created, by mistake, and none of it can be taken back.
import { matchesName } from '../core/glob.ts'
import type { Terms } from '../core/delivery/triggered.ts'
import { counted } from '../core/words.ts'
import { quoted } from '../core/shell.ts'
import type { Problem } from '../core/problem.ts'
import { inParallel } from '../kinds/parallel.ts'
import { findSubscriber } from '../service/pages.ts'
import { listEvents } from '../service/operations.ts'
import { recipientsOf, subscribersIn } from './recipients.ts'
import type { Target } from '../engine/engine.ts'
import type { Connected, TriggerRequest } from './trigger.ts'
import { append } from '../core/append.ts'
import type { SmokeCase } from '../core/delivery/suite.ts'
import { problemOf } from '../engine/failure.ts'
import type { Look } from '../kinds/kind.ts'

/** On a protected target only those that the project file names: `allowed` are ids and `topic:KEY`. Offline. */
export function notAllowed({ body }: TriggerRequest, target: Target, allowed: readonly string[]): Problem[] {
  if (target.protection === undefined) return []
  const { unnamed, topics } = recipientsOf(body.to)
  const names = [...subscribersIn(body), ...topics.map((key) => `topic:${key}`)]
  const others = names.filter((name) => !allowed.some((pattern) => matchesName(name, pattern)))
  const { position } = target.protection
  const who = [
    ...others,
    ...(unnamed === 0 ? [] : [`${counted(unnamed, 'recipient')} without a subscriberId`]),
  ]
  return who.length === 0
    ? []
    : [
        {
          rule: 'protected-recipient',
          severity: 'error',
          exit: 4,
          target: target.alias,
          ...(position !== undefined && { position }),
          message: `target ${target.alias} is protected, and may be triggered only for those that smoke.recipients of the project file names: not for ${who.join(', ')}`,
          hint: 'Add them there, for all to review: smoke: { recipients: [ID, topic:KEY] }; * stands for any characters.',
        },
      ]
}

/** Recipients that the service doesn't know: it would create them, and no operation of the contract takes them away. */
export async function unknownRecipients(
  { body }: TriggerRequest,
  { client, target }: Connected,
): Promise<Problem[]> {
  const { unnamed } = recipientsOf(body.to)
  const names = subscribersIn(body)
  const problems: Problem[] = []
  const base = { severity: 'error', rule: 'unknown-recipient', exit: 4, target: target.alias } as const
  const looked = inParallel(names, 4, async (name) => ({ name, found: await findSubscriber(client, name) }))
  for await (const { name, found } of looked)
    if (found === undefined)
      problems.push({
        ...base,
        message: `the environment has no subscriber ${name}`,
        hint: "A trigger would create it, for good. Check its exact spelling in the service's dashboard or in your application; --create-recipients lets it be created.",
      })
  if (unnamed > 0)
    problems.push({
      ...base,
      message: `${counted(unnamed, 'recipient')} can't be looked up: there is no subscriberId`,
      hint: 'Give it one; --create-recipients sends it as it is.',
    })
  return problems
}

/** A transaction id that was used before: the service would say `processed`, and do nothing. */
export async function usedBefore(
  { body, idFrom }: TriggerRequest,
  { client, target, filter }: Connected,
  terms: Terms,
): Promise<Problem[]> {
  if (idFrom === 'belfry') return []
  const { transactionId } = body
  const { data } = await listEvents(client, { transactionId, limit: 1 })
  const event = data.find((each) => each.transactionId === transactionId)
  if (event === undefined) return []
  const { _id: id = 'without an id', createdAt = 'nobody knows when' } = event
  return [
    {
      rule: 'transaction-id-used',
      severity: 'error',
      exit: 4,
      target: target.alias,
      message: `the transaction id ${transactionId} was used before: event ${filter.take(id)} of ${filter.take(createdAt)} has it, and the service ignores a second trigger without a word`,
      hint: `See what became of the first: belfry events list --transaction-id ${quoted(transactionId)} -t ${quoted(target.alias)}. To send another one, leave ${terms.transactionId} out, or take a new id.`,
    },
  ]
}

const refusal = { severity: 'error', exit: 4 } as const

/** One for each case and recipient that a protected target doesn't let be told. `allowed` are ids and `topic:KEY`; `*` stands for any characters. */
export function forbidden(cases: readonly SmokeCase[], allowed: readonly string[]): Problem[] {
  return cases.flatMap(({ target, name, body, position }) => {
    const { topics, unnamed } = recipientsOf(body.to)
    const named = [
      ...subscribersIn(body),
      ...topics.map((key) => `topic:${key}`),
      ...(unnamed > 0 ? ['somebody without an id'] : []),
    ]
    return named
      .filter((recipient) => !allowed.some((pattern) => matchesName(recipient, pattern)))
      .map((recipient): Problem => ({
        ...refusal,
        rule: 'protected-recipient',
        target,
        position,
        message: `target ${target} is protected, and ${recipient} of the case ${JSON.stringify(name)} is none of its test recipients`,
        hint: 'Add it to smoke.recipients of the project file, or send the case to somebody who is there.',
      }))
  })
}

/** One for each recipient that the service doesn't know and that may not come to be. Reads each of them once. */
export async function strangers(cases: readonly SmokeCase[], look: Look): Promise<Problem[]> {
  const wanted = new Map<string, SmokeCase>()
  for (const each of cases.filter(({ createRecipients }) => !createRecipients))
    for (const id of subscribersIn(each.body)) if (!wanted.has(id)) wanted.set(id, each)
  const problems: Problem[] = []
  const isKnown = async ([id, each]: readonly [string, SmokeCase]): Promise<readonly Problem[]> => {
    try {
      return (await findSubscriber(look.client, id)) === undefined ? [stranger(id, each)] : []
    } catch (error) {
      return [problemOf(error, each.target)]
    }
  }
  for await (const found of inParallel([...wanted], look.parallel, isKnown)) append(problems, found)
  return problems
}

function stranger(id: string, { target, name, position }: SmokeCase): Problem {
  return {
    ...refusal,
    rule: 'unknown-recipient',
    target,
    position,
    message: `the service knows no subscriber ${id}, to whom the case ${JSON.stringify(name)} sends`,
    hint: 'A trigger would create it, and no operation takes it away again: correct the id, or write createRecipients: true.',
  }
}
