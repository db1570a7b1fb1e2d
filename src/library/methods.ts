// The methods of a project: each runs an operation with what it was called with.
import { triggerTerms } from '../core/delivery/triggered.ts'
import { given } from '../core/given.ts'
import type { Problem } from '../core/problem.ts'
import type { ValueMap } from '../core/value.ts'
import type { AnyAccount } from '../report/account.ts'
import type { Run } from './ambient.ts'
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
    validate: (own) =>
      method('validate', own, async (request, run) => {
        const { validate } = await import('./operations/validate.ts')
        return validate(request, run)
      }),

    plan: (own) => {
      let saved: string | undefined
      const save = (pieces: Iterable<string>): readonly Problem[] => {
        saved = [...pieces].join('')
        return []
      }
      const planned = async (request: ReturnType<typeof requestOf<'plan'>>, run: Run): Promise<Ended> => {
        const { plan } = await import('./operations/plan.ts')
        return plan({ ...request, save }, run)
      }
      return method('plan', own, planned, [], () => given({ saved }))
    },

    apply: (plan, own) =>
      method(
        'apply',
        own,
        async (request, run) => {
          const { apply } = await import('./operations/apply.ts')
          const review = { kind: 'saved', file: 'the plan', pieces: () => [plan.saved ?? ''] } as const
          return apply({ ...request, review, approvedBy: 'program' }, approval, run)
        },
        savedProblems(plan),
      ),

    trigger: (asked, own) => {
      const { body, problems: wrong } = readTrigger(asked)
      return method(
        'trigger',
        own,
        async (request, run) => {
          const [{ trigger }, { waitOf }] = await Promise.all([
            import('./operations/trigger.ts'),
            import('./trigger/request.ts'),
          ])
          const problems: Problem[] = []
          const delivery = {
            body: bodyOf(body),
            unknownRecipients: request.createRecipients === true ? ('create' as const) : ('refuse' as const),
            ...given({
              wait: waitOf(request, problems),
              // The one of the project is for requests only.
              timeout: own?.timeout === undefined ? undefined : request.timeout,
            }),
            terms: triggerTerms(),
          }
          return trigger({ ...request, delivery: problems.length > 0 ? undefined : delivery, problems }, run)
        },
        wrong,
      )
    },

    smoke: (own) =>
      method('smoke', own, async (request, run) => {
        const { smoke } = await import('./operations/smoke.ts')
        return smoke({ ...request, suites: own?.suites ?? [] }, run)
      }),

    diff: (before, after, own) =>
      method(
        'diff',
        own,
        async (request, run) => {
          const { diff } = await import('./operations/diff.ts')
          return diff(
            [before, after].filter((name) => name !== undefined),
            request,
            run,
          )
        },
        nameProblems({ before, after }),
      ),

    compare: (own) =>
      method('compare', own, async (request, run) => {
        const { compare } = await import('./operations/compare.ts')
        return compare([own.from, own.to], request, run)
      }),

    promote: (from, to, own) =>
      method(
        'promote',
        own,
        async (request, run) => {
          const { promote } = await import('./operations/promote.ts')
          return promote({ ...request, from, to }, run)
        },
        nameProblems({ from, to }),
      ),

    log: (names, own) =>
      method(
        'log',
        own,
        async ({ only }, run) => {
          const { log } = await import('./operations/log.ts')
          return log({ names, only }, run)
        },
        nameProblems({ files: names }),
      ),

    doctor: (own) =>
      method('doctor', own, async (request, run) => {
        const { doctor } = await import('./operations/doctor.ts')
        return doctor(request, run)
      }),

    audit: (own) =>
      method('audit', own, async (request, run) => {
        const { audit } = await import('./operations/audit.ts')
        return audit(request, run)
      }),

    get: (kind, own) => {
      const name = own?.name
      const wrong = nameProblems({ kind })
      if (kind === 'subscribers')
        return method('get subscribers', own, async (request, run) => {
          const { getSubscribers } = await import('./operations/get.ts')
          return getSubscribers({ ...request, id: name }, run)
        })
      return method(
        kind === 'environments' ? 'get environments' : 'get integrations',
        own,
        async (request, run) => {
          const { getEnvironments, getIntegrations } = await import('./operations/get.ts')
          const read = kind === 'environments' ? getEnvironments : getIntegrations
          return read({ ...request, name }, run)
        },
        wrong,
      )
    },

    events: (own) =>
      method('events list', own, async (request, run) => {
        const { listEvents } = await import('./operations/events.ts')
        return listEvents(request, run)
      }),

    messages: (own) =>
      method('messages list', own, async (request, run) => {
        const { listMessages } = await import('./operations/messages.ts')
        return listMessages(request, run)
      }),

    export: (own) =>
      method('export', own, async (request, run) => {
        const { exportManifests } = await import('./operations/export.ts')
        return exportManifests(request, run)
      }),

    failover: (channel, own) =>
      method(
        'failover',
        own,
        async (request, run) => {
          const { failover } = await import('./operations/failover.ts')
          return failover({ ...request, channel, yes: true }, approval, run)
        },
        nameProblems({ channel }),
      ),
  }
}

function bodyOf({ workflow, ...trigger }: Trigger): TriggerBody {
  return { name: workflow, ...(given(trigger as ValueMap) as Pick<TriggerBody, 'to'>) }
}
