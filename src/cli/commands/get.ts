// belfry get: what is in the service, and where manifests declare it. Nothing is written.
import { given } from '../../core/given.ts'
import { mapsAt, textAt } from '../../core/fields.ts'
import type { Problem } from '../../core/problem.ts'
import type { ValueMap } from '../../core/value.ts'
import { attempt } from '../../engine/failure.ts'
import { environment } from '../../kinds/environment/environment.ts'
import { integration } from '../../kinds/integration/integration.ts'
import type { Kind } from '../../kinds/kind.ts'
import { liveSubscribers } from '../../kinds/subscriber/observe.ts'
import { subscriber as subscriberKind } from '../../kinds/subscriber/subscriber.ts'
import type { GetCommand } from '../../report/account.ts'
import type { Client } from '../../service/client.ts'
import { listIntegrations, searchSubscribers } from '../../service/operations.ts'
import { subscribers } from '../../service/pages.ts'
import type { SearchSubscribersQuery, Subscriber } from '../../wire/generated.ts'
import { list, type Manifest } from '../listing/list.ts'
import { manifestOf } from '../listing/manifest.ts'
import { itemsOf, liveOf, lookAt, matches, notFound } from '../listing/resources.ts'
import { exitOfProblems } from '../../library/exit.ts'
import { flagProblems } from '../../library/options/flag.ts'
import { searchFlags, type GetFlags, type GetSubscribersFlags } from '../../library/options/get.ts'
import { badFlag } from '../options/problems.ts'
import { onTarget, type OpenTarget } from '../listing/on-target.ts'
import type { Own } from '../../library/prepare/open-project.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'

export const getEnvironments = getKind('get environments', environment)
export const getIntegrations = getKind('get integrations', integration)

function getKind(command: GetCommand, kind: Kind) {
  return (flags: GetFlags, io: Io, [glob = '*']: readonly string[]): Promise<number> =>
    telling(command, flags, io, (teller) =>
      // No secret is needed to find out where something is declared.
      onTarget({ ...flags, secrets: 'defer' }, { problems: [] }, io, teller, async (opened, warnings) => {
        const target = opened.target.alias
        const problems = [...warnings]
        const found = await attempt(problems, target, async () => {
          const own = await lookAt(kind, opened, problems)
          if (own === undefined) return undefined
          const all = await liveOf(kind, own, opened)
          const live = all.filter((each) => matches(each, glob))
          if (live.length === 0 && glob !== '*') problems.push({ ...notFound(kind, glob, all), target })
          if (flags.format === 'yaml') return manifestOf(kind, live, own, opened)
          return { data: await itemsOf(kind, live, own, opened, problems), problems: [] }
        })
        opened.clear()
        const everything = [...problems, ...(found?.problems ?? [])]
        const exit = exitOfProblems(everything)
        if (exit !== 0) return teller.refuse({ problems: everything }, 'Nothing is shown.')
        const account = { command, exit, target, ...found, problems: everything }
        return teller.tell(account, { closing: 'belfry has read the list.' })
      }),
    )
}

const directions = { asc: 'ASC', desc: 'DESC' } as const

export function getSubscribers(flags: GetSubscribersFlags, io: Io, [id]: readonly string[]): Promise<number> {
  const { email, name, phone, subscriber, orderBy, order, after, before, includeCursor } = flags
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
      ...(flags.format === 'yaml' && { check: personalCheck(flags), manifest: subscriberManifest }),
      ...(id !== undefined && { ifEmpty: (target) => unknownSubscriber(id, target) }),
    },
    flags,
    [...flagProblems(searchFlags, flags), ...searchProblems(flags, id)],
    io,
  )
}

/** `page` is as the service answered it. */
async function subscriberManifest(page: readonly object[], opened: OpenTarget): Promise<Manifest> {
  const problems: Problem[] = []
  const own = await lookAt(subscriberKind, opened, problems)
  if (own === undefined) return { problems }
  return manifestOf(subscriberKind, await liveSubscribers(own, page as readonly Subscriber[]), own, opened)
}

/** A manifest with masked values would overwrite the real ones. */
function personalCheck({ showPersonalData }: GetSubscribersFlags): NonNullable<Own['check']> {
  const problem = badFlag(
    "--format yaml can't mask personal data, and the project has `privacy: mask`",
    'Add --show-personal-data, or use another format.',
  )
  return ({ privacy }) => (privacy === 'mask' && showPersonalData !== true ? [problem] : [])
}

/** Deployed services say only by its id which integration a channel belongs to, and ids stay when identifiers change. */
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

function searchProblems(flags: GetSubscribersFlags, id?: string): Problem[] {
  const { subscriber, email, name, phone, before, after, all } = flags
  const isFiltered = id !== undefined && (subscriber ?? email ?? name ?? phone) !== undefined
  return [
    ...(id === '' ? ['the ID is empty'] : []),
    ...(isFiltered ? ["--email, --name, --phone and --subscriber can't be used with an ID"] : []),
    ...(before !== undefined && after !== undefined ? ["--before and --after can't be used together"] : []),
    ...(before !== undefined && all === true ? ["--before and --all can't be used together"] : []),
  ].map((message) => badFlag(message))
}

function unknownSubscriber(id: string, target: string): Problem {
  return {
    rule: 'unknown-subscriber',
    severity: 'error',
    target,
    message: `the environment has no subscriber ${id}`,
    hint: 'Check the spelling of the ID. To search for the subscriber, use --name, --email or --phone.',
  }
}
