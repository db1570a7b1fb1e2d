// belfry events: what became of triggers, as a list or as the timeline of one.
import { commandLine } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { type Problem, usable } from '../../core/problem.ts'
import { problemOf } from '../../engine/failure.ts'
import { ServiceError } from '../../service/errors.ts'
import { listEvents as listPage, retrieveEvent } from '../../service/operations.ts'
import { events } from '../../service/pages.ts'
import type { ListEventsQuery } from '../../wire/generated.ts'
import { channelWarnings, orderProblems } from '../options/problems.ts'
import { reasonsOf } from '../listing/event-reasons.ts'
import { flagProblems } from '../../library/options/flag.ts'
import {
  checkedEventFlags,
  type GetEventFlags,
  type ListEventsFlags,
} from '../../library/options/activity.ts'
import type { Io } from '../terminal/io.ts'
import { list } from '../listing/list.ts'
import type { OpenTarget } from '../listing/on-target.ts'
import { showOne, type Found } from '../listing/get.ts'

const stepTypes = [
  'in_app',
  'email',
  'sms',
  'chat',
  'push',
  'digest',
  'trigger',
  'delay',
  'custom',
  'throttle',
]

export async function listEvents(flags: ListEventsFlags, io: Io): Promise<number> {
  const { channel, template, email, subscriber, search, transactionId, topic } = flags
  const [after, before] = [usable(flags.after), usable(flags.before)]
  const problems = [
    ...flagProblems(checkedEventFlags, flags),
    ...orderProblems(after, before),
    ...channelWarnings(channel, stepTypes),
  ]
  const query: ListEventsQuery = {
    ...(channel.length > 0 && { channels: [...channel] }),
    ...(template.length > 0 && { templates: [...template] }),
    ...(email.length > 0 && { emails: [...email] }),
    ...(subscriber.length > 0 && { subscriberIds: [...subscriber] }),
    ...given({ search, transactionId, topicKey: topic, after, before }),
  }
  return list(
    {
      command: 'events list',
      page: (client, paging) => listPage(client, { ...query, ...paging }),
      all: (client, paging, onPage) => events(client, { ...query, ...paging }, onPage),
    },
    flags,
    problems,
    io,
  )
}

export function getEvent(flags: GetEventFlags, io: Io, [id = '']: readonly string[]): Promise<number> {
  const reading = flags.explain === true ? withReasons : read
  return showOne('events get', id, (from) => reading(id, from), [], flags, io)
}

async function read(id: string, { client, target, open }: OpenTarget): Promise<Found> {
  try {
    return { item: open(await retrieveEvent(client, id)) }
  } catch (error) {
    // Services answer 404 for an id that they don't know, 422 for a text that can't be one.
    const isUnknown = error instanceof ServiceError && [404, 422].includes(error.status)
    return { problem: isUnknown ? unknownEvent(id, target.alias) : problemOf(error, target.alias) }
  }
}

async function withReasons(id: string, from: OpenTarget): Promise<Found> {
  const found = await read(id, from)
  if (found.item === undefined) return found
  try {
    return { ...found, ...(await reasonsOf(await retrieveEvent(from.client, id), from)) }
  } catch (error) {
    return { ...found, problem: problemOf(error, from.target.alias) }
  }
}

function unknownEvent(id: string, target: string): Problem {
  return {
    rule: 'unknown-event',
    severity: 'error',
    target,
    message: `the environment has no event ${id}`,
    hint: `To list event IDs, run ${commandLine('events list')}. To list the events of a single trigger, add --transaction-id.`,
  }
}
