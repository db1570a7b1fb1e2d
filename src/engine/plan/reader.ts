// A target opened for reading: with its client, and knowing whose environment its key is.
import { append } from '../../core/append.ts'
import type { Problem } from '../../core/problem.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import { readOnly, type Client } from '../../service/client.ts'
import { disagreements, identify, objection } from './identify.ts'
import type { Engine, Target } from '../engine.ts'
import type { FormerNames } from './renames.ts'
import { firstReplyProblem } from './reach.ts'
import { clientFor, look } from './session.ts'
import type { Reader } from './session.ts'

/** Readers by alias, in project order, of the targets that have a key that works; `clients` and `problems` are filled. */
export async function openReaders(
  targets: readonly Target[],
  engine: Engine,
  clients: Client[],
  problems: Problem[],
  former: FormerNames,
): Promise<ReadonlyMap<string, Reader>> {
  const readers = await Promise.all(
    targets.map(async (target) => {
      const { apiKey } = target
      if (apiKey === undefined) return undefined
      const client = readOnly(clientFor(target, apiKey, engine))
      clients.push(client)
      try {
        return await open(target, apiKey, client, engine, former)
      } catch (error) {
        problems.push(firstReplyProblem(error, target.alias, apiKey))
        return undefined
      }
    }),
  )
  const opened = readers.filter((reader) => reader !== undefined)
  for (const { problem } of opened) if (problem !== undefined) problems.push(problem)
  append(problems, await disagreements(opened.filter(({ problem }) => problem === undefined)))
  return new Map(opened.map((reader) => [reader.session.target.alias, reader]))
}

async function open(
  target: Target,
  apiKey: Secret,
  client: Client,
  engine: Engine,
  former: FormerNames,
): Promise<Reader & { readonly problem: Problem | undefined }> {
  const first = look(client, '', engine.parallel, target.vendor, engine.clock)
  const identity = await identify(first, target, apiKey)
  const environment = { id: identity?.id ?? '', name: identity?.name ?? target.alias }
  return {
    session: { target, client, environment },
    look: {
      ...first,
      environmentId: environment.id,
      onRead: (read) => engine.on?.({ type: 'reading', target: target.alias, read }),
    },
    problem: objection(target, identity, former.get(target.environment ?? '')),
  }
}
