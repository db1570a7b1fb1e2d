// The flags of belfry trigger → the body that is sent.
import { randomUUID } from 'node:crypto'
import { append } from '../../core/append.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { mapOf, type Value, type ValueMap } from '../../core/value.ts'
import type { TriggerBody, TriggerRequest } from '../../delivery/trigger.ts'
import { badFlag } from '../flags/problems.ts'
import { flagProblems } from '../flags/flag.ts'
import { triggerOwnFlags, type TriggerFlags } from '../flags/activity.ts'
import { isJsonArgument, objectArgument, type Inputs } from '../flags/json.ts'
import { recipientsIn } from './recipients.ts'

/** Undefined after an error; warnings may come with a request. */
export function triggerRequest(
  name: string,
  flags: TriggerFlags,
  inputs: Inputs,
  problems: Problem[],
): TriggerRequest | undefined {
  const { payload, overrides, actor, tenant, transactionId } = flags
  if (name === '')
    problems.push(badFlag('the workflow is empty', 'Write the trigger identifier of the workflow.'))
  append(problems, flagProblems(triggerOwnFlags, flags))
  if (flags.to.length === 0)
    problems.push(badFlag('no recipient is given', 'Add a recipient, for example --to SUBSCRIBER.'))
  const to = flags.to.flatMap((text, index) => recipientsIn(text, index, inputs, problems))
  const body = {
    to: to.length === 1 && typeof to[0] === 'string' ? to[0] : to,
    payload: objectArgument('payload', payload, inputs, problems),
    overrides: objectArgument('overrides', overrides, inputs, problems),
    actor: identifierOrObject('actor', actor, inputs, problems),
    tenant: identifierOrObject('tenant', tenant, inputs, problems),
    context: contextOf(flags.context, inputs, problems),
  }
  if (hasErrors(problems)) return undefined
  const given = mapOf(
    Object.entries(body).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  )
  return {
    body: {
      name,
      ...(given as Pick<TriggerBody, 'to'>),
      transactionId: transactionId ?? `belfry-${randomUUID()}`,
    },
    idFrom: transactionId === undefined ? 'belfry' : 'caller',
  }
}

function identifierOrObject(
  flag: string,
  text: string | undefined,
  inputs: Inputs,
  problems: Problem[],
): Value | undefined {
  return text === undefined || !isJsonArgument(text) ? text : objectArgument(flag, text, inputs, problems)
}

/** `key=value` pairs, or JSON objects of texts; a later one never silently replaces an earlier one. */
function contextOf(texts: readonly string[], inputs: Inputs, problems: Problem[]): ValueMap | undefined {
  if (texts.length === 0) return undefined
  const entries = texts.flatMap((text): (readonly [string, Value])[] => {
    if (isJsonArgument(text)) return Object.entries(objectArgument('context', text, inputs, problems) ?? {})
    const at = text.indexOf('=')
    if (at > 0) return [[text.slice(0, at), text.slice(at + 1)]]
    problems.push(badFlag('--context must be key=value or a JSON object'))
    return []
  })
  for (const [index, [key, value]] of entries.entries()) {
    if (typeof value !== 'string') problems.push(badFlag(`--context ${key} must be a string`))
    if (entries.findIndex(([other]) => other === key) < index)
      problems.push(badFlag(`--context ${key} is given twice`))
  }
  return mapOf(entries)
}
