// The messages of each channel: a list, or one by its ID.
import { commandLine, option } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { problemOf } from '../../engine/failure-problem.ts'
import { counted } from '../../core/words.ts'
import { ServiceError } from '../../service/errors.ts'
import { listMessages as listPage } from '../../service/operations.ts'
import { messages, type OnPage } from '../../service/pages.ts'
import type { ListMessagesQuery, Message } from '../../wire/generated.ts'
import type { GetAccount, ListAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import type { OperationEnd } from '../operation-end.ts'
import { channelWarnings, list, type ListRequest } from './list.ts'
import { readOne, type Found, type OneRequest, type OpenTarget } from './on-target.ts'
import { defaultMax } from './page.ts'
import type { GetMessageFlags, MessageFilterFlags } from '../options/activity.ts'

type MessageRequest = OneRequest & MessageFilterFlags & Pick<GetMessageFlags, 'max'>

const channels = ['in_app', 'email', 'sms', 'chat', 'push']

export function listMessages(
  request: ListRequest & MessageFilterFlags,
  run: Run<ListAccount>,
): Promise<OperationEnd<ListAccount>> {
  const { query, problems } = filtersOf(request)
  return list(
    {
      command: 'messages list',
      page: (client, paging) => listPage(client, { ...query, ...paging }),
      all: (client, paging, onPage) => messages(client, { ...query, ...paging }, onPage),
      problemOf: (error, target) => unknownSubscriber(error, query, target),
    },
    request,
    problems,
    run,
  )
}

/** The contract has no operation for one message, so the list is searched for it. */
export function getMessage(request: MessageRequest, run: Run): Promise<OperationEnd<GetAccount>> {
  const { query, problems } = filtersOf(request)
  return readOne('messages get', request, problems, run, (from) => find(request, query, from, run))
}

async function find(
  { id, max = defaultMax }: Pick<MessageRequest, 'id' | 'max'>,
  query: ListMessagesQuery,
  { client, target, shown }: OpenTarget,
  { on }: Pick<Run, 'on'>,
): Promise<Found> {
  const { alias } = target
  let searched = 0
  let last: Message | undefined
  try {
    const onPage: OnPage = (progress) =>
      on({ type: 'reading', target: alias, read: { what: 'messages', ...progress } })
    for await (const message of messages(client, query, onPage)) {
      if (searched === max) return { searched, problem: notAmong(id, alias, searched, last) }
      searched += 1
      last = message
      if (message._id === id) return { searched, item: shown(message) }
    }
    return { searched, problem: notAmong(id, alias, searched) }
  } catch (error) {
    return { searched, problem: unknownSubscriber(error, query, alias) ?? problemOf(error, alias) }
  }
}

/** `oldest` is set if the search ended before all messages were read. */
function notAmong(id: string, target: string, searched: number, oldest?: Message): Problem {
  const all = counted(searched, 'message')
  const among = oldest === undefined ? `${all} (all that match)` : `the newest ${all}`
  const backTo = typeof oldest?.createdAt === 'string' ? `, back to ${oldest.createdAt}` : ''
  return errorOf(
    'unknown-message',
    `message ${id} was not found in ${among}${backTo}`,
    oldest !== undefined
      ? `Narrow the search with ${option('transactionId')}, ${option('subscriber')} or ${option('channel')}, or search more messages with ${option('max')}.`
      : `To list message IDs, run ${commandLine('messages list')}. The organisation's plan limits how long the service keeps messages.`,
    { target },
  )
}

function filtersOf({ channel, subscriber, transactionId, contextKey }: MessageFilterFlags) {
  const query: ListMessagesQuery = {
    // Sent as it is written, whether or not the contract knows it.
    ...given({ channel: channel as ListMessagesQuery['channel'], subscriberId: subscriber }),
    ...(transactionId.length > 0 && { transactionId: [...transactionId] }),
    ...(contextKey.length > 0 && { contextKeys: [...contextKey] }),
  }
  return { query, problems: channelWarnings(channel === undefined ? [] : [channel], channels) }
}

/** Deployed services refuse the whole list, while the contract would return an empty one. */
function unknownSubscriber(error: unknown, query: ListMessagesQuery, target: string): Problem | undefined {
  if (!(error instanceof ServiceError) || error.status !== 404 || query.subscriberId === undefined)
    return undefined
  return errorOf(
    'unknown-subscriber',
    `the environment has no subscriber ${query.subscriberId}`,
    `Check ${option('subscriber')}: the value must be the exact subscriber ID that your application uses.`,
    { target },
  )
}
