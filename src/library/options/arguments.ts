// The arguments of methods besides options and names: a trigger, or a plan.
import type { Problem } from '../../core/problem.ts'
import { either, listOf, named, object, optional, problemsOf, string, type Check } from './check.ts'
import { badFlag } from '../problems.ts'
import type { SavedPlan, Trigger } from '../types.ts'

const recipients = listOf(
  either(named, object, 'a string or an object'),
  'a string, or a list of strings and objects',
)

const to: Check = (value, name) => {
  const all = value === '' ? [] : typeof value === 'string' ? [value] : value
  return Array.isArray(all) && all.length === 0 ? [`${name} contains no recipient`] : recipients(all, name)
}

const recipient = optional(either(string, object, 'a string or an object'))

const notification: Record<keyof Trigger, Check> = {
  workflow: named,
  to,
  payload: optional(object),
  overrides: optional(object),
  actor: recipient,
  tenant: recipient,
  context: optional(object),
  transactionId: optional(string),
}

/** A trigger as JSON, without values that JSON leaves out. */
export function readTrigger(asked: unknown): { readonly body: Trigger; readonly problems: Problem[] } {
  let body: unknown
  try {
    body = JSON.parse(JSON.stringify(asked) ?? 'null')
  } catch {
    const problem = badFlag('the trigger contains a value that JSON has no form for, such as a cycle')
    return { body: { workflow: '', to: [] }, problems: [problem] }
  }
  return { body: body as Trigger, problems: problemsOf(notification, 'the trigger', body) }
}

/** The argument of `apply`: a result of `plan`, or its saved text. */
export function savedProblems(planned: unknown): Problem[] {
  const hint = 'Pass the result of plan(), or { saved } with the text of a file that belfry plan --out wrote.'
  if (typeof planned !== 'object' || planned === null) return [badFlag('the plan must be an object', hint)]
  const { saved, command } = planned as Partial<Record<keyof SavedPlan | 'command', unknown>>
  if (typeof saved === 'string') return []
  if (saved !== undefined) return [badFlag('saved must be a string', hint)]
  return command === 'plan'
    ? [
        badFlag(
          "the plan has errors, so belfry can't apply the plan",
          'Correct the errors, and make a new plan.',
        ),
      ]
    : [badFlag('saved is missing: this is not a plan that can be applied', hint)]
}
