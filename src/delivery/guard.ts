// What keeps a trigger from being sent: nobody may be notified, or created, by mistake, and none of it can be taken back.
import { matchesName } from '../core/glob.ts'
import type { Terms } from '../core/triggered.ts'
import { counted } from '../core/words.ts'
import { quoted } from '../core/shell.ts'
import type { Problem } from '../core/problem.ts'
import { inParallel } from '../kinds/parallel.ts'
import { findSubscriber } from '../service/find-subscriber.ts'
import { listEvents } from '../service/operations.ts'
import { recipientsOf, subscribersIn } from './recipients.ts'
import type { Target } from '../engine/engine.ts'
import type { Connected } from './trigger.ts'
import type { TriggerRequest } from './trigger.ts'

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
