// Targets opened for reading: each with its client and the environment of its key.
import { append } from '../../core/lists.ts'
import type { Problem } from '../../core/problem.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import type { Access } from '../../kinds/kind.ts'
import { readOnly, send, type Client, type Counts, type Sent } from '../../service/client.ts'
import { listEnvironments } from '../../service/operations.ts'
import { UnderWay } from '../../service/rate/concurrency.ts'
import type { Environment } from '../../wire/generated.ts'
import { disagreements, identify, objection, ownerOf } from './identify.ts'
import type { Engine } from '../engine.ts'
import type { Target } from '../../core/target.ts'
import type { FormerNames } from '../../kinds/renames.ts'
import { firstReplyProblem } from '../failure-problem.ts'
import { clientFor, openAccess, sum, type Reader } from './session.ts'

export interface Readers {
  /** By alias, in project order, of the targets that have a key that works and isn't that of another environment. */
  readonly opened: ReadonlyMap<string, Reader>
  readonly problems: readonly Problem[]
  readonly counts: () => Counts
  /** Resolves once no request is in progress. */
  readonly idle: () => Promise<void>
}

interface Opening {
  /** Former names that environments may still have. */
  readonly former?: FormerNames
  /** Sends early what will be read of a target; until its key's environment is known, the replies serve only to determine it. */
  readonly begin?: (target: Target, access: Access) => void
}

/** Throws nothing that the service or the network causes: `problems` has what is wrong with a target. */
export async function openReaders(
  targets: readonly Target[],
  engine: Engine,
  { former = new Map(), begin }: Opening = {},
): Promise<Readers> {
  const underWay = new UnderWay(engine.parallel)
  const clients: Client[] = []
  /** By the service, as the first key there shows it. */
  const lists = new Map<string, Sent<readonly Environment[]>>()
  const open = async (target: Target, apiKey: Secret) => {
    const client = underWay.bound(readOnly(clientFor(target, apiKey, engine)))
    clients.push(client)
    const first = openAccess(client, '', engine.parallel, target.vendor, engine.clock)
    const known = lists.get(target.url)
    const list = known ?? send(client, engine.clock, listEnvironments)
    lists.set(target.url, list)
    begin?.(target, first)
    if (known === undefined || (await proves(list, apiKey))) first.share('environments', list)
    const identity = await identify(first, target, apiKey)
    const environment = { id: identity?.id ?? '', name: identity?.name ?? target.alias }
    const session = { target, client, environment }
    const onRead: Access['onRead'] = (read) => engine.on?.({ type: 'reading', target: target.alias, read })
    const reader: Reader = { session, access: { ...first, environmentId: environment.id, onRead } }
    return { reader, problem: objection(target, identity, former.get(target.environment ?? '')) }
  }
  const outcomes = await Promise.all(
    targets.flatMap(({ apiKey, ...target }) =>
      apiKey === undefined
        ? []
        : open({ ...target, apiKey }, apiKey).catch((error: unknown) => ({
            problem: firstReplyProblem(error, target.alias, apiKey),
          })),
    ),
  )
  const problems: Problem[] = []
  const opened = new Map<string, Reader>()
  const proven: Reader[] = []
  for (const { problem, ...found } of outcomes) {
    if (problem !== undefined) problems.push(problem)
    // A resource in another environment shows nothing about the target.
    if (!('reader' in found) || problem?.rule === 'wrong-environment') continue
    opened.set(found.reader.session.target.alias, found.reader)
    if (problem === undefined) proven.push(found.reader)
  }
  append(problems, await disagreements(proven))
  return { opened, problems, counts: () => sum(clients), idle: underWay.idle }
}

/** Whether a list that another key shows proves this one. If that key is refused, this one may still be valid. */
async function proves({ reply }: Sent<readonly Environment[]>, apiKey: Secret): Promise<boolean> {
  const list = await reply.catch(() => [])
  return ownerOf(apiKey, list) !== undefined
}
