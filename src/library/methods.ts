// The methods of a project: each runs an operation with what it was called with.
import { given } from '../core/given.ts'
import type { Problem } from '../core/problem.ts'
import type { ValueMap } from '../core/value.ts'
import type { AnyAccount } from '../report/account.ts'
import type { Run } from './ambient.ts'
import * as operations from './operations.ts'
import { nameProblems, readTrigger, savedProblems } from './options/arguments.ts'
import type { Ended } from './ended.ts'
import type { MethodOptions } from './method.ts'
import type { MethodName, requestOf } from './options/methods.ts'
import type { TriggerBody } from './trigger/request.ts'
import type { Project, Trigger } from './types.ts'

/** Runs an operation; `wrong` are problems of arguments, `more` is what its result has besides the account. */
export type Method = <Command extends Exclude<MethodName, 'open'>, Returns>(
  command: Command,
  own: MethodOptions | undefined,
  operation: (request: ReturnType<typeof requestOf<Command>>, run: Run<AnyAccount>) => Promise<Ended>,
  wrong?: readonly Problem[],
  more?: () => object,
) => Promise<Returns>

/** Who calls a method that writes approves it. */
const approval = {
  show: () => undefined,
  objection: () => Promise.resolve(undefined),
  isWanted: () => Promise.resolve(true),
}

export function methodsBy(method: Method): Omit<Project, 'file' | 'targets'> {
  return {
    validate: (own) => method('validate', own, operations.validate),

    plan: (own) => {
      let saved: string | undefined
      const save = (pieces: Iterable<string>): readonly Problem[] => {
        saved = [...pieces].join('')
        return []
      }
      const planned = (request: ReturnType<typeof requestOf<'plan'>>, run: Run) =>
        operations.plan({ ...request, save }, run)
      return method('plan', own, planned, [], () => given({ saved }))
    },

    apply: (plan, own) => {
      const review = { kind: 'saved', file: 'the plan', pieces: () => [plan.saved ?? ''] } as const
      return method(
        'apply',
        own,
        (request, run) => operations.apply({ ...request, review, approvedBy: 'program' }, approval, run),
        savedProblems(plan),
      )
    },

    trigger: (asked, own) => {
      const { body, problems: wrong } = readTrigger(asked)
      return method(
        'trigger',
        own,
        async (request, run) => {
          const { deliveryOf } = await import('./trigger/request.ts')
          const problems: Problem[] = []
          // The timeout of the project is for requests only.
          const timeout = own?.timeout === undefined ? undefined : request.timeout
          const delivery = deliveryOf(bodyOf(body), request, timeout, problems)
          return operations.trigger({ ...request, delivery, problems }, run)
        },
        wrong,
      )
    },

    smoke: (own) =>
      method('smoke', own, (request, run) =>
        operations.smoke({ ...request, suites: own?.suites ?? [] }, run),
      ),

    diff: (before, after, own) => {
      const names = [before, after].filter((name) => name !== undefined)
      const wrong = nameProblems({ before, after })
      return method('diff', own, (request, run) => operations.diff(names, request, run), wrong)
    },

    compare: (own) =>
      method('compare', own, (request, run) => operations.compare([own.from, own.to], request, run)),

    promote: (from, to, own) => {
      const wrong = nameProblems({ from, to })
      return method(
        'promote',
        own,
        (request, run) => operations.promote({ ...request, from, to }, run),
        wrong,
      )
    },

    log: (names, own) => {
      const wrong = nameProblems({ files: names })
      return method('log', own, ({ only }, run) => operations.log({ names, only }, run), wrong)
    },

    doctor: (own) => method('doctor', own, operations.doctor),

    audit: (own) => method('audit', own, operations.audit),

    get: (kind, own) => {
      const name = own?.name
      if (kind === 'subscribers')
        return method('get subscribers', own, (request, run) =>
          operations.getSubscribers({ ...request, id: name }, run),
        )
      const [command, read] =
        kind === 'environments'
          ? (['get environments', operations.getEnvironments] as const)
          : (['get integrations', operations.getIntegrations] as const)
      const wrong = nameProblems({ kind })
      return method(command, own, (request, run) => read({ ...request, name }, run), wrong)
    },

    events: (own) => method('events list', own, operations.listEvents),

    messages: (own) => method('messages list', own, operations.listMessages),

    export: (own) => method('export', own, operations.exportManifests),

    failover: (channel, own) =>
      method(
        'failover',
        own,
        (request, run) => operations.failover({ ...request, channel, yes: true }, approval, run),
        nameProblems({ channel }),
      ),
  }
}

function bodyOf({ workflow, ...trigger }: Trigger): TriggerBody {
  return { name: workflow, ...(given(trigger as ValueMap) as Pick<TriggerBody, 'to'>) }
}
