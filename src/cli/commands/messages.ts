// belfry messages: what each channel was given, as a list or one by its id.
import { commandLine } from '../../core/shell.ts'
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { type Problem, usable } from '../../core/problem.ts'
import { problemOf } from '../../engine/failure.ts'
import { counted } from '../../core/words.ts'
import { ServiceError } from '../../service/errors.ts'
import { listMessages as listPage } from '../../service/operations.ts'
import { messages, type OnPage } from '../../service/pages.ts'
import type { ListMessagesQuery, Message } from '../../wire/generated.ts'
import { channelWarnings } from '../options/problems.ts'
import { flagProblems } from '../../library/options/flag.ts'
import {
  maxLookedFlags,
  messageFilterFlags,
  type GetMessageFlags,
  type ListMessagesFlags,
  type MessageFilterFlags,
} from '../../library/options/activity.ts'
import type { Io } from '../terminal/io.ts'
import { list } from '../listing/list.ts'
import type { OpenTarget } from '../listing/on-target.ts'
import { defaultMax } from '../listing/page.ts'
import { showOne, type Found } from '../listing/get.ts'

const channels = ['in_app', 'email', 'sms', 'chat', 'push']

export async function listMessages(flags: ListMessagesFlags, io: Io): Promise<number> {
  const { query, problems } = filtersOf(flags)
  return list(
    {
      command: 'messages list',
      page: (client, paging) => listPage(client, { ...query, ...paging }),
      all: (client, paging, onPage) => messages(client, { ...query, ...paging }, onPage),
      problemOf: (error, target) => unknownSubscriber(error, query, target),
    },
    flags,
    problems,
    io,
  )
}

/** The contract has no operation for one message, so the list is walked until it is found. */
export async function getMessage(
  flags: GetMessageFlags,
  io: Io,
  [id = '']: readonly string[],
): Promise<number> {
  const { query, problems } = filtersOf(flags)
  append(problems, flagProblems(maxLookedFlags, flags))
  const max = usable(flags.max) ?? defaultMax
  return showOne('messages get', id, (from) => find({ id, max, query }, from), problems, flags, io)
}

interface Wanted {
  readonly id: string
  readonly max: number
  readonly query: ListMessagesQuery
}

async function find(
  { id, max, query }: Wanted,
  { client, target, open, onRead }: OpenTarget,
): Promise<Found> {
  const { alias } = target
  let looked = 0
  let last: Message | undefined
  try {
    const onPage: OnPage = (progress) => onRead({ what: 'messages', ...progress })
    for await (const message of messages(client, query, onPage)) {
      if (looked === max) return { looked, problem: notAmong(id, alias, { looked, last, end: 'cut' }) }
      looked += 1
      last = message
      if (message._id === id) return { looked, item: open(message) }
    }
    return { looked, problem: notAmong(id, alias, { looked, last, end: 'reached' }) }
  } catch (error) {
    return { looked, problem: unknownSubscriber(error, query, alias) ?? problemOf(error, alias) }
  }
}

interface Walk {
  readonly looked: number
  readonly last: Message | undefined
  readonly end: 'cut' | 'reached'
}

function notAmong(id: string, target: string, { looked, last, end }: Walk): Problem {
  const among =
    end === 'cut'
      ? `the newest ${counted(looked, 'message')}`
      : `${counted(looked, 'message')} (all that match)`
  const backTo = end === 'cut' && typeof last?.createdAt === 'string' ? `, back to ${last.createdAt}` : ''
  return {
    rule: 'unknown-message',
    severity: 'error',
    target,
    message: `message ${id} was not found in ${among}${backTo}`,
    hint:
      end === 'cut'
        ? 'Narrow the search with --transaction-id, --subscriber or --channel, or search more messages with --max.'
        : `To list message IDs, run ${commandLine('messages list')}. The organisation's plan limits how long the service keeps messages.`,
  }
}

interface Filters {
  readonly query: ListMessagesQuery
  readonly problems: Problem[]
}

function filtersOf(flags: MessageFilterFlags): Filters {
  const { channel, subscriber, transactionId, contextKey } = flags
  return {
    query: {
      // Sent as it is written, whether or not the contract knows it.
      ...given({ channel: channel as ListMessagesQuery['channel'], subscriberId: subscriber }),
      ...(transactionId.length > 0 && { transactionId: [...transactionId] }),
      ...(contextKey.length > 0 && { contextKeys: [...contextKey] }),
    },
    problems: [
      ...flagProblems(messageFilterFlags, flags),
      ...channelWarnings(channel === undefined ? [] : [channel], channels),
    ],
  }
}

/** Deployed services refuse the whole list where the contract would answer an empty one. */
function unknownSubscriber(error: unknown, query: ListMessagesQuery, target: string): Problem | undefined {
  if (!(error instanceof ServiceError) || error.status !== 404 || query.subscriberId === undefined)
    return undefined
  return {
    rule: 'unknown-subscriber',
    severity: 'error',
    target,
    message: `the environment has no subscriber ${query.subscriberId}`,
    hint: 'Check --subscriber: the value must be the exact subscriber ID that your application uses.',
  }
}
