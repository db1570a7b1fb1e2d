// The resources in the service, and where manifests declare them. Writes nothing.
import { given, present } from '../../core/given.ts'
import { mapsAt, textAt } from '../../core/json.ts'
import { errorOf, hasErrors, type Problem, badFlag } from '../../core/problem.ts'
import { append } from '../../core/lists.ts'
import { ifOffered, option } from '../../core/shell.ts'
import type { ValueMap } from '../../core/value.ts'
import { attempt } from '../../engine/failure-problem.ts'
import { environment } from '../../kinds/environment/environment.ts'
import { integration } from '../../kinds/integration/integration.ts'
import type { Kind } from '../../kinds/kind.ts'
import { liveSubscribers } from '../../kinds/subscriber/observe.ts'
import { subscriber as subscriberKind } from '../../kinds/subscriber/subscriber.ts'
import type { ListAccount } from '../../report/account.ts'
import type { ListCommand } from '../../report/list-rows.ts'
import type { Client } from '../../service/client.ts'
import { listIntegrations, searchSubscribers } from '../../service/operations.ts'
import { subscribers } from '../../service/pages.ts'
import type { SearchSubscribersQuery, Subscriber } from '../../wire/generated.ts'
import type { Run } from '../run.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { list, type ListRequest, type Manifest } from './list.ts'
import { manifestOf, itemsOf, liveOf, accessFor, matches, notFound } from './resources.ts'
import { onTarget, type OpenTarget } from './on-target.ts'
import type { searchFlags, GetSubscribersFlags } from '../options/get.ts'
import type { Own } from '../prepare/open-project.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'

/** The format `yaml` prints the resources as a manifest. */
type GetRequest = ProjectRequest &
  ConnectionRequest &
  Pick<ListRequest, 'format'> & {
    /** A glob. */
    readonly name?: string | undefined
  }

type GetSubscribersRequest = ListRequest &
  Pick<GetSubscribersFlags, keyof typeof searchFlags | 'format' | 'showPersonalData'> & {
    readonly id?: string | undefined
  }

export const getEnvironments = getKind('get environments', environment)
export const getIntegrations = getKind('get integrations', integration)

function getKind(command: ListCommand, kind: Kind) {
  return (request: GetRequest, run: Run): Promise<OperationEnd<ListAccount>> =>
    // Finding a declaration needs no secrets.
    onTarget(command, request, { secrets: 'defer' }, run, async (from, warnings) => {
      const target = from.target.alias
      const problems = [...warnings]
      const found = await attempt(problems, target, () => read(kind, request, from, problems))
      append(problems, found?.problems ?? [])
      if (hasErrors(problems)) return refused(command, { problems }, 'Nothing is shown.')
      return {
        account: { command, exit: 0, target, ...found, problems },
        closing: 'belfry has read the list.',
      }
    })
}

async function read(
  kind: Kind,
  { name = '*', format }: GetRequest,
  from: OpenTarget,
  problems: Problem[],
): Promise<Pick<ListAccount, 'data' | 'manifest' | 'problems'> | undefined> {
  const own = await accessFor(kind, from, problems)
  if (own === undefined) return undefined
  const all = await liveOf(kind, own, from)
  const live = all.filter((each) => matches(each, name))
  if (live.length === 0 && name !== '*')
    problems.push({ ...notFound(kind, name, all), target: from.target.alias })
  if (format === 'yaml') return manifestOf(kind, live, own, from)
  return { data: await itemsOf(kind, live, own, from, problems), problems: [] }
}

const directions = { asc: 'ASC', desc: 'DESC' } as const

export function getSubscribers(
  request: GetSubscribersRequest,
  run: Run<ListAccount>,
): Promise<OperationEnd<ListAccount>> {
  const { id, format, email, name, phone, subscriber } = request
  const { orderBy, order, after, before, includeCursor } = request
  const orderDirection = order && directions[order]
  const query: SearchSubscribersQuery = {
    ...given({ email, name, phone, subscriberId: id ?? subscriber }),
    ...given({ orderBy, orderDirection, after, before, includeCursor }),
  }
  const named = channelNames()
  return list(
    {
      command: 'get subscribers',
      page: async (client, paging) => {
        const page = await searchSubscribers(client, { ...query, ...paging })
        return { ...page, data: await Promise.all(page.data.map((each) => named(each, client))) }
      },
      all: async function* (client, paging, onPage) {
        for await (const each of subscribers(client, { ...query, ...paging }, onPage))
          yield named(each, client)
      },
      ...(format === 'yaml' && { check: personalCheck(request), manifest: subscriberManifest }),
      ifEmpty: (target, total) =>
        id === undefined ? cursorProblem(request, total) : unknownSubscriber(id, target),
    },
    request,
    searchProblems(request),
    run,
  )
}

/** `page` is as the service returned it. */
async function subscriberManifest(page: readonly object[], opened: OpenTarget): Promise<Manifest> {
  const problems: Problem[] = []
  const own = await accessFor(subscriberKind, opened, problems)
  if (own === undefined) return { problems }
  return manifestOf(subscriberKind, await liveSubscribers(own, page as readonly Subscriber[]), own, opened)
}

/** A manifest with masked values would overwrite the real ones. */
function personalCheck({ showPersonalData }: GetSubscribersRequest): NonNullable<Own['check']> {
  const problem = badFlag(
    "--format yaml can't mask personal data, and the project has `privacy: mask`",
    'Add --show-personal-data, or use another format.',
  )
  return ({ privacy }) => (privacy === 'mask' && showPersonalData !== true ? [problem] : [])
}

/** Deployed services identify a channel's integration only by its id, and ids stay when identifiers change. */
function channelNames() {
  let known: Promise<ReadonlyMap<string, string>> | undefined
  return async (item: object, client: Client): Promise<object> => {
    const channels = mapsAt(item as ValueMap, 'channels')
    if (channels.length === 0) return item
    const names = await (known ??= identifiersIn(client))
    const nameOf = (channel: ValueMap) => names.get(textAt(channel, '_integrationId'))
    return {
      ...item,
      channels: channels.map((each) => ({ ...each, ...given({ integrationIdentifier: nameOf(each) }) })),
    }
  }
}

async function identifiersIn(client: Client): Promise<ReadonlyMap<string, string>> {
  return new Map((await listIntegrations(client)).map(({ _id, identifier }) => [_id, identifier]))
}

function searchProblems(request: GetSubscribersRequest): Problem[] {
  const { id, subscriber, email, name, phone } = request
  const isFiltered = id !== undefined && (subscriber ?? email ?? name ?? phone) !== undefined
  const filters = `${option('email')}, ${option('name')}, ${option('phone')} and ${option('subscriber')}`
  const messages = present(
    id === '' && 'the ID is empty',
    isFiltered && `${filters} can't be used with an ID`,
  )
  return messages.map((message) => badFlag(message))
}

/** Services reply to an unknown cursor with an empty page of 0 subscribers. */
function cursorProblem({ after, before }: GetSubscribersRequest, total: number): Problem | undefined {
  const cursor = after ?? before
  if (cursor === undefined || total !== 0) return undefined
  const name = after === undefined ? 'before' : 'after'
  return badFlag(
    `the service doesn't know the cursor ${cursor} of ${option(name)}, or no subscriber matches the filters`,
    'Use the cursor next or previous of a page, and the same filters as for that page.',
  )
}

function unknownSubscriber(id: string, target: string): Problem {
  return errorOf(
    'unknown-subscriber',
    `the environment has no subscriber ${id}`,
    `Check the spelling of the ID.${ifOffered('phone', ` To search for the subscriber, use ${option('name')}, ${option('email')} or ${option('phone')}.`)}`,
    { target },
  )
}
