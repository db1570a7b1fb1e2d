// The results of triggers: a list of events, or the timeline of one.
import { commandLine, option } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { problemOf } from '../../engine/failure-problem.ts'
import { ServiceError } from '../../service/errors.ts'
import { listEvents as listPage, retrieveEvent } from '../../service/operations.ts'
import { events, messages } from '../../service/pages.ts'
import type { ListEventsQuery } from '../../wire/generated.ts'
import type { ListAccount, GetAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import type { OperationEnd } from '../operation-end.ts'
import { channelWarnings, list, orderProblems, type ListRequest } from './list.ts'
import { readOne, type Found, type OneRequest, type OpenTarget } from './on-target.ts'
import type { eventFilterFlags, ListEventsFlags } from '../options/activity.ts'
import { textAt } from '../../core/json.ts'
import { triggerTerms } from '../../core/delivery/triggered.ts'
import { identify } from '../../engine/plan/identify.ts'
import { openAccess } from '../../engine/plan/session.ts'
import { readOnly } from '../../service/client.ts'
import { deliveryOf } from '../../delivery/event-to-delivery.ts'
import { reasonsFor, type Reasons } from '../../delivery/trigger-outcome.ts'

type EventsRequest = ListRequest & Pick<ListEventsFlags, keyof typeof eventFilterFlags>

interface EventRequest extends OneRequest {
  /** Why its steps failed. */
  readonly explain?: true
}

const stepTypes = 'in_app email sms chat push digest trigger delay custom throttle'.split(' ')

export function listEvents(
  request: EventsRequest,
  run: Run<ListAccount>,
): Promise<OperationEnd<ListAccount>> {
  const { channel, template, email, subscriber, search, transactionId, topic, after, before } = request
  const problems = [...orderProblems(after, before), ...channelWarnings(channel, stepTypes)]
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
    request,
    problems,
    run,
  )
}

export function getEvent(request: EventRequest, run: Run): Promise<OperationEnd<GetAccount>> {
  const reading = request.explain === true ? withReasons : read
  return readOne('events get', request, [], run, (from) => reading(request.id, from))
}

async function read(id: string, { client, target, shown }: OpenTarget): Promise<Found> {
  try {
    return { item: shown(await retrieveEvent(client, id)) }
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
  return errorOf(
    'unknown-event',
    `the environment has no event ${id}`,
    `To list event IDs, run ${commandLine('events list')}. To list the events of a single trigger, add ${option('transactionId')}.`,
    { target },
  )
}

/** `event` is as the service returned it. Throws what the service layer throws. */
export async function reasonsOf(
  event: object,
  { client, target, apiKey, declared, shown }: OpenTarget,
): Promise<Reasons> {
  const reading = readOnly(client)
  const item = shown(event)
  const transactionId = textAt(item, 'transactionId')
  const own = []
  for await (const message of transactionId === ''
    ? []
    : messages(reading, { transactionId: [transactionId] }))
    if (message._notificationId === textAt(item, '_id')) own.push(shown(message))
  const deliveries = [deliveryOf(item, own)]
  const identity = await identify(openAccess(reading, '', 1, target.vendor), target, apiKey)
  const nobody = { topics: [], unnamed: 0 }
  return reasonsFor(deliveries, nobody, {
    access: openAccess(reading, identity?.id ?? '', 1, target.vendor),
    shown,
    target,
    declared,
    to: item['to'] ?? {},
    transactionId,
    terms: triggerTerms(),
  })
}
