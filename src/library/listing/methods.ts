// The methods of a project that read the service one target at a time, export it, or switch a channel: their options as requests.
import { given } from '../../core/given.ts'
import { isProblem, type Problem } from '../../core/problem.ts'
import type { AnyAccount } from '../../report/account.ts'
import type { Run } from '../ambient.ts'
import type { Ended } from '../ended.ts'
import type { Result } from '../error.ts'
import type { MethodOptions, SendingOptions } from '../method.ts'
import type { EventsRequest } from '../operations/events.ts'
import type { ExportRequest } from '../operations/export.ts'
import type { FailoverRequest } from '../operations/failover.ts'
import { nameProblems } from '../option-schemas.ts'
import { connectionRequest, projectRequest } from '../options.ts'
import type { MessageFilterFlags } from '../options/activity.ts'
import { moment, threshold, wholeNumber } from '../options/readers.ts'
import { badFlag } from '../problems.ts'
import type { Checked, ConnectionRequest } from '../requests.ts'
import type { OpenOptions } from '../types.ts'
import type { ListRequest } from './list.ts'
import type {
  EventsOptions,
  ExportOptions,
  FailoverOptions,
  GetOptions,
  ListOptions,
  MessagesOptions,
  OneTargetOptions,
  ServiceMethods,
} from './types.ts'

/** Runs an operation as a method of a project; `wrong` are problems of what it was called with. */
export type Method = <Returns>(
  command: Result['command'],
  own: MethodOptions,
  operation: (run: Run<AnyAccount>) => Promise<Ended>,
  wrong?: readonly Problem[],
) => Promise<Returns>

/** Who calls a method that writes approves it. */
export const approval = {
  show: () => undefined,
  objection: () => Promise.resolve(undefined),
  isWanted: () => Promise.resolve(true),
}

export function serviceMethods(options: OpenOptions, method: Method): ServiceMethods {
  return {
    get: (kind, own: GetOptions = {}) =>
      method(
        `get ${kind}`,
        own,
        async (run) => {
          const { getEnvironments, getIntegrations, getSubscribers } = await import('../operations/get.ts')
          const { name, ...asked } = own
          if (kind === 'subscribers')
            return getSubscribers({ ...listRequest(options, asked), ...given({ id: name }) }, run)
          const read = kind === 'environments' ? getEnvironments : getIntegrations
          return read({ ...targetRequest(options, asked), name }, run)
        },
        nameProblems({ kind }),
      ),

    events: (own: EventsOptions = {}) =>
      method('events list', own, async (run) => {
        const { listEvents } = await import('../operations/events.ts')
        return listEvents(eventsRequest(options, own), run)
      }),

    messages: (own: MessagesOptions = {}) =>
      method('messages list', own, async (run) => {
        const { listMessages } = await import('../operations/messages.ts')
        return listMessages(messagesRequest(options, own), run)
      }),

    export: (own: ExportOptions = {}) =>
      method('export', own, async (run) => {
        const { exportManifests } = await import('../operations/export.ts')
        return exportManifests(exportRequest(options, own), run)
      }),

    failover: (channel, own: FailoverOptions = {}) =>
      method(
        'failover',
        own,
        async (run) => {
          const { failover } = await import('../operations/failover.ts')
          return failover(failoverRequest(channel, options, own), approval, run)
        },
        nameProblems({ channel }),
      ),
  }
}

/** Of methods that read one target. */
function targetRequest(
  options: OpenOptions,
  { target, allowPullRequest }: OneTargetOptions & SendingOptions,
): ReturnType<typeof projectRequest> & ConnectionRequest {
  const targets = target === undefined ? [] : [target]
  return {
    ...projectRequest(options, { targets, ...given({ allowPullRequest }) }),
    ...connectionRequest(options),
  }
}

/** Values that aren't valid are problems, as on the command line. */
function listRequest(options: OpenOptions, own: ListOptions): ReturnType<typeof targetRequest> & ListRequest {
  const { page, limit, max, all } = own
  const request = targetRequest(options, own)
  // Programs can't follow a list: the check of `listing/list.ts` would name an option that they don't have.
  const isStray = max !== undefined && all !== true
  const stray = badFlag('max works only with all: true', 'Add all: true, or replace max with limit.')
  return {
    ...request,
    ...(isStray && { mistakes: [...(request.mistakes ?? []), stray] }),
    ...given({ page: count('page', page, 0), limit: count('limit', limit, 1) }),
    ...(all === true && { all, ...given({ max: count('max', max, 1) }) }),
  }
}

function eventsRequest(options: OpenOptions, own: EventsOptions): EventsRequest {
  const { channel = [], template = [], email = [], subscriber = [], transactionId, topic } = own
  const [after, before] = (['after', 'before'] as const).map((name) => own[name] && moment(own[name], name))
  return {
    ...listRequest(options, own),
    channel,
    template,
    email,
    subscriber,
    ...given({ transactionId, topic, after, before }),
  }
}

function messagesRequest(
  options: OpenOptions,
  own: MessagesOptions,
): ReturnType<typeof listRequest> & MessageFilterFlags {
  const { channel, subscriber, transactionId = [], contextKey = [] } = own
  return { ...listRequest(options, own), transactionId, contextKey, ...given({ channel, subscriber }) }
}

function exportRequest(options: OpenOptions, own: ExportOptions): ExportRequest {
  const { targets, only = [], exclude = [], layout = 'kind', subscribers = 'none', out } = own
  const { write, channels, showPersonalData } = own
  return {
    ...projectRequest(options, given({ targets })),
    ...connectionRequest(options),
    only,
    exclude,
    layout,
    subscribers,
    ...given({ out }),
    ...(write === true && { write }),
    ...(channels === true && { channels }),
    ...(showPersonalData === true && { showPersonalData }),
  }
}

function count(name: string, value: number | undefined, least: number): Checked<number> | undefined {
  return value === undefined ? undefined : wholeNumber(least)(String(value), name)
}

/** The call is the approval. */
function failoverRequest(channel: string, options: OpenOptions, own: FailoverOptions): FailoverRequest {
  const { to, back, ifFailing, reason, journal, smoke, unverified, allowProtected = [] } = own
  const limit = ifFailing === undefined ? undefined : threshold(ifFailing, 'ifFailing')
  return {
    ...targetRequest(options, own),
    channel,
    yes: true,
    wrong: isProblem(limit) ? [limit] : [],
    allowProtected,
    ...given({ to, reason, journal, ifFailing: limit }),
    ...(back === true && { back }),
    ...(smoke === false && { withoutSmoke: true }),
    ...(unverified === true && { unverified }),
  }
}
