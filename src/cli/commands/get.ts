// belfry get: what is in the service, and where manifests declare it. Nothing is written.
import { given } from '../../core/given.ts'
import { mapsAt, textAt } from '../../core/fields.ts'
import type { Problem } from '../../core/problem.ts'
import { at, type ValueMap } from '../../core/value.ts'
import { attempt } from '../../engine/failure.ts'
import { environment } from '../../kinds/environment/environment.ts'
import { integration } from '../../kinds/integration/integration.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { GetCommand } from '../../report/account.ts'
import type { Client } from '../../service/client.ts'
import { listIntegrations, searchSubscribers } from '../../service/operations.ts'
import { subscribers } from '../../service/pages.ts'
import type { SearchSubscribersQuery } from '../../wire/generated.ts'
import { list } from '../activity/list.ts'
import { resourcesOf } from '../activity/resources.ts'
import { exitOfProblems } from '../exit.ts'
import { flagProblems } from '../flags/flag.ts'
import { searchFlags, type GetFlags, type GetSubscribersFlags } from '../flags/get.ts'
import { badFlag } from '../flags/problems.ts'
import { onTarget } from '../prepare/one-target.ts'
import { telling } from '../tell.ts'
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
        const data = await attempt(problems, target, () => resourcesOf(kind, glob, opened, problems))
        opened.clear()
        const exit = exitOfProblems(problems)
        if (exit !== 0) return teller.refuse({ problems }, 'Nothing is shown.')
        const account = { command, exit, problems, target, ...given({ data }) }
        return teller.tell(account, { closing: 'The list was read.' })
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
      all: async function* (client, paging) {
        for await (const each of subscribers(client, { ...query, ...paging })) yield named(each, client)
      },
      ...(id !== undefined && { ifEmpty: (target) => unknownSubscriber(id, target) }),
    },
    flags,
    [...flagProblems(searchFlags, flags), ...searchProblems(flags, id)],
    io,
  )
}

/** Deployed services say only by its id which integration a channel belongs to. */
function channelNames() {
  let known: Promise<ReadonlyMap<string, string>> | undefined
  return async (item: object, client: Client): Promise<object> => {
    const channels = mapsAt(item as ValueMap, 'channels')
    if (channels.every((each) => at(each, 'integrationIdentifier') !== undefined)) return item
    const names = await (known ??= identifiersIn(client))
    const named = channels.map((each) => ({
      ...given({ integrationIdentifier: names.get(textAt(each, '_integrationId')) }),
      ...each,
    }))
    return { ...item, channels: named }
  }
}

async function identifiersIn(client: Client): Promise<ReadonlyMap<string, string>> {
  return new Map((await listIntegrations(client)).map(({ _id, identifier }) => [_id, identifier]))
}

function searchProblems(flags: GetSubscribersFlags, id: string | undefined): Problem[] {
  const { subscriber, after, before, includeCursor, all } = flags
  return [
    ...(id === '' ? ['the id is empty'] : []),
    ...(id !== undefined && subscriber !== undefined
      ? ["an id and --subscriber can't be used together"]
      : []),
    ...(after !== undefined && before !== undefined ? ["--after and --before can't be used together"] : []),
    ...(all === true && before !== undefined ? ["--all and --before can't be used together"] : []),
    ...(includeCursor && (after ?? before) === undefined
      ? ['--include-cursor needs --after or --before']
      : []),
  ].map((message) => badFlag(message))
}

function unknownSubscriber(id: string, target: string): Problem {
  return {
    rule: 'unknown-subscriber',
    severity: 'error',
    target,
    message: `the environment has no subscriber ${id}`,
    hint: 'Its id has to be exact; to search, use --name, --email or --phone.',
  }
}
