// belfry get: what is in the service, and where manifests declare it. Nothing is written.
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { attempt } from '../../engine/failure.ts'
import { environment } from '../../kinds/environment/environment.ts'
import { integration } from '../../kinds/integration/integration.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { GetCommand } from '../../report/account.ts'
import { searchSubscribers } from '../../service/operations.ts'
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

type Words = readonly string[]

export function getEnvironments(flags: GetFlags, io: Io, [glob]: Words): Promise<number> {
  return getKind('get environments', { kind: environment, glob }, flags, io)
}

export function getIntegrations(flags: GetFlags, io: Io, [glob]: Words): Promise<number> {
  return getKind('get integrations', { kind: integration, glob }, flags, io)
}

interface Wanted {
  readonly kind: Kind
  readonly glob: string | undefined
}

function getKind(command: GetCommand, { kind, glob = '*' }: Wanted, flags: GetFlags, io: Io) {
  return telling(command, flags, io, (teller) =>
    // No secret is needed to find out where something is declared.
    onTarget({ ...flags, secrets: 'defer' }, { problems: [] }, io, teller, async (opened, warnings) => {
      const { alias } = opened.target
      const problems = [...warnings]
      const data = await attempt(problems, alias, () => resourcesOf(kind, glob, opened, problems))
      opened.clear()
      const exit = exitOfProblems(problems)
      return teller.tell(
        { command, exit, problems, target: alias, ...(exit === 0 && given({ data })) },
        { closing: exit === 0 ? 'The list was read.' : 'Nothing is shown.' },
      )
    }),
  )
}

const directions = { asc: 'ASC', desc: 'DESC' } as const

export function getSubscribers(flags: GetSubscribersFlags, io: Io, [id]: Words): Promise<number> {
  const { email, name, phone, subscriber, orderBy, order, after, before, includeCursor } = flags
  const orderDirection = order && directions[order]
  const query: SearchSubscribersQuery = {
    ...given({ email, name, phone, subscriberId: id ?? subscriber }),
    ...given({ orderBy, orderDirection, after, before, includeCursor }),
  }
  return list(
    {
      command: 'get subscribers',
      page: (client, paging) => searchSubscribers(client, { ...query, ...paging }),
      all: (client, paging) => subscribers(client, { ...query, ...paging }),
      ...(id !== undefined && { ifEmpty: (target) => unknownSubscriber(id, target) }),
    },
    flags,
    [...flagProblems(searchFlags, flags), ...searchProblems(flags, id)],
    io,
  )
}

function searchProblems(flags: GetSubscribersFlags, id: string | undefined): Problem[] {
  const { subscriber, after, before, includeCursor, all } = flags
  const wrong: readonly (readonly [boolean, string])[] = [
    [id !== undefined && subscriber !== undefined, "an id and --subscriber can't be used together"],
    [after !== undefined && before !== undefined, "--after and --before can't be used together"],
    [all === true && before !== undefined, "--all and --before can't be used together; use --after"],
    [includeCursor === true && (after ?? before) === undefined, '--include-cursor needs --after or --before'],
  ]
  const found = wrong.filter(([isWrong]) => isWrong).map(([, message]) => badFlag(message))
  return id === '' ? [badFlag('the id is empty', 'Leave it out to list all.'), ...found] : found
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
