// The options of belfry trigger → the trigger, and what is to become of it.
import { hasErrors, type Problem } from '../../core/problem.ts'
import { mapOf, type Value, type ValueMap } from '../../core/value.ts'
import { deliveryOf, type DeliveryRequest, type TriggerBody } from '../../library/trigger/request.ts'
import { badFlag } from '../../library/problems.ts'
import { emptyOption } from '../../library/options/flag.ts'
import type { TriggerFlags } from '../../library/options/activity.ts'
import { inputsFor, isJsonArgument, objectArgument, type Inputs } from '../options/json.ts'
import type { Io } from '../terminal/io.ts'
import { recipientsIn } from './recipients.ts'

/** No request after an error; warnings may come with a request. */
export async function triggerRequest(
  workflow: string,
  flags: TriggerFlags,
  io: Io,
): Promise<{ readonly delivery: DeliveryRequest | undefined; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = []
  const body = await bodyOf(workflow, flags, io, problems)
  return { delivery: deliveryOf(body, flags, flags.timeout, problems), problems }
}

/** Undefined after an error. */
async function bodyOf(
  name: string,
  flags: TriggerFlags,
  io: Io,
  problems: Problem[],
): Promise<TriggerBody | undefined> {
  const { payload, overrides, actor, tenant, transactionId } = flags
  const texts = [...flags.to, payload, overrides, actor, tenant, ...flags.context]
  const inputs = await inputsFor(texts, flags.apiKeyFile, io, problems)
  if (name === '')
    problems.push(badFlag('the workflow is empty', 'Write the trigger identifier of the workflow.'))
  if (flags.to.includes('')) problems.push(emptyOption('--to'))
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
  const written = Object.entries({ ...body, transactionId })
  return { name, ...(mapOf(written.filter(isWritten)) as Pick<TriggerBody, 'to'>) }
}

function isWritten(entry: readonly [string, Value | undefined]): entry is [string, Value] {
  return entry[1] !== undefined
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
