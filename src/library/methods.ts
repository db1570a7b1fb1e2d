// The methods of a project: each runs the operation of its command with its arguments.
import { given } from '../core/given.ts'
import { grouped } from '../core/lists.ts'
import { type Problem, badFlag } from '../core/problem.ts'
import type { ValueMap } from '../core/value.ts'
import type { AnyAccount } from '../report/account.ts'
import type { Run } from './run.ts'
import { commands } from './commands/commands.ts'
import type { AnyRow } from './commands/row.ts'
import type { MethodOptions } from './method-options.ts'
import type { ApplyRequest } from './operations/apply.ts'
import type { TriggerFlags } from './options/activity.ts'
import {
  problemsOf,
  oneWord,
  either,
  listOf,
  nonEmptyString,
  object,
  optional,
  string,
  type Check,
  wordProblems,
  wordsOf,
} from './options/methods.ts'
import type { FailoverRequest } from './failover/failover-conditions.ts'
import type { TriggerBody, TriggerRequest } from './trigger/delivery-request.ts'
import type { Project, Trigger, SavedPlan } from './types.ts'

type Load = NonNullable<AnyRow['load']>

/** How a method runs its operation. */
interface Call {
  readonly load: Load
  /** The arguments before the options. */
  readonly words?: object
  /** Their problems. */
  readonly wrong?: readonly Problem[]
  /** Parts of the result that aren't in the account. */
  readonly more?: () => object
}

/** Runs the operation of a command for a program; `own` are the options of the method, which are not checked yet. */
export type Caller = (command: string, own: MethodOptions | undefined, call: Call) => Promise<never>

type Method = (passed: readonly unknown[], wrong?: readonly Problem[]) => Promise<never>

/** The caller of a method that writes approves it. */
const approval = {
  show: () => undefined,
  objection: () => Promise.resolve(undefined),
  isWanted: () => Promise.resolve(true),
}

const approvedApply = async () => {
  const { apply } = await import('./operations/apply.ts')
  return (request: ApplyRequest, run: Run<AnyAccount>) => apply(request, approval, run)
}

const approvedFailover = async () => {
  const { failover } = await import('./operations/failover.ts')
  return (request: FailoverRequest, run: Run<AnyAccount>) => failover(request, approval, run)
}

/** All methods of a project. `call` runs their operations. */
export function methodsBy(call: Caller): Omit<Project, 'file' | 'targets'> {
  const all = [...commands].flatMap(([command, { method, load }]) =>
    method === undefined || load === undefined
      ? []
      : [{ command, method, run: methodOf(command, load, call) }],
  )
  const methods = [...grouped(all, ({ method }) => method)].map(([method, own]) => [method, oneOf(own)])
  return { ...(Object.fromEntries(methods) as Omit<Project, 'file' | 'targets'>), ...ownMethods(call) }
}

/** Passes its arguments and options to the operation. */
function methodOf(command: string, load: Load, call: Caller): Method {
  const names = wordsOf(command, 'before').map(([name]) => name)
  return (passed, wrong = []) => {
    const words = Object.fromEntries(names.map((name, index) => [name, passed[index]]))
    const own = passed[names.length] as MethodOptions
    return call(command, own, { load, words, wrong: [...wrong, ...wordProblems(command, words)] })
  }
}

/** If several commands have one method, the first argument is the second word of one: `get('subscribers')`. */
function oneOf(all: readonly { readonly command: string; readonly run: Method }[]) {
  const [first] = all
  if (all.length === 1) return (...passed: readonly unknown[]) => first?.run(passed)
  const kinds = all.map(({ command }) => command.split(' ').slice(1).join(' '))
  return (kind: string, ...passed: readonly unknown[]) => {
    const found = all[kinds.indexOf(kind)] ?? first
    return found?.run(passed, problemsOf({ kind: oneWord(kinds) }, 'the names', { kind }))
  }
}

function ownMethods(call: Caller): Pick<Project, 'plan' | 'apply' | 'trigger' | 'failover'> {
  return {
    plan: (own) => {
      let saved: string | undefined
      const save = (pieces: Iterable<string>): readonly Problem[] => {
        saved = [...pieces].join('')
        return []
      }
      return call('plan', own, {
        load: async () => (await import('./operations/plan.ts')).plan,
        words: { save },
        more: () => given({ saved }),
      })
    },

    apply: (plan, own) => {
      const review = { kind: 'saved', file: 'the plan', pieces: () => [plan.saved ?? ''] } as const
      const words = { review, approvedBy: 'program' }
      return call('apply', own, { load: approvedApply, words, wrong: savedProblems(plan) })
    },

    trigger: (asked, own) => {
      const { body, problems: wrong } = readTrigger(asked)
      const load = async () => {
        const [{ trigger }, { deliveryOf }] = await Promise.all([
          import('./operations/trigger.ts'),
          import('./trigger/delivery-request.ts'),
        ])
        return (
          request: Omit<TriggerRequest, 'delivery' | 'problems'> & TriggerFlags,
          run: Run<AnyAccount>,
        ) => {
          const problems: Problem[] = []
          // The timeout of the project is for requests only.
          const timeout = own?.timeout === undefined ? undefined : request.timeout
          const delivery = deliveryOf(bodyOf(body), request, timeout, problems)
          return trigger({ ...request, delivery, problems }, run)
        }
      }
      return call('trigger', own, { load, wrong })
    },

    failover: (channel, own) => {
      const wrong = wordProblems('failover', { channel })
      return call('failover', own, { load: approvedFailover, words: { channel, yes: true }, wrong })
    },
  }
}

function bodyOf({ workflow, ...trigger }: Trigger): TriggerBody {
  return { name: workflow, ...(given(trigger as ValueMap) as Pick<TriggerBody, 'to'>) }
}

const recipients = listOf(
  either(nonEmptyString, object, 'a string or an object'),
  'a string, or a list of strings and objects',
)

const to: Check = (value, name) => {
  const all = value === '' ? [] : typeof value === 'string' ? [value] : value
  return Array.isArray(all) && all.length === 0 ? [`${name} contains no recipient`] : recipients(all, name)
}

const recipient = optional(either(string, object, 'a string or an object'))

const notification: Record<keyof Trigger, Check> = {
  workflow: nonEmptyString,
  to,
  payload: optional(object),
  overrides: optional(object),
  actor: recipient,
  tenant: recipient,
  context: optional(object),
  transactionId: optional(string),
}

/** A trigger as JSON, without values that JSON leaves out. */
function readTrigger(asked: unknown): { readonly body: Trigger; readonly problems: Problem[] } {
  let body: unknown
  try {
    body = JSON.parse(JSON.stringify(asked) ?? 'null')
  } catch {
    const problem = badFlag(
      "the trigger contains a value that can't be converted to JSON, such as a circular reference",
    )
    return { body: { workflow: '', to: [] }, problems: [problem] }
  }
  return { body: body as Trigger, problems: problemsOf(notification, 'the trigger', body) }
}

/** The argument of `apply`: a result of `plan`, or its saved text. */
function savedProblems(planned: unknown): Problem[] {
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
