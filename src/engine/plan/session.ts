// A target with its client: where reading starts, and where requests are counted.
import type { Secret } from '../../core/secrets/secret.ts'
import type { Look } from '../../kinds/kind.ts'
import type { Parallel } from '../../kinds/parallel.ts'
import { createClient, type Client, type Counts } from '../../service/client.ts'
import { stopwatch } from '../../service/stopwatch.ts'
import type { Engine, Target } from '../engine.ts'

export interface Session {
  readonly target: Target
  readonly client: Client
  /** The environment that the key belongs to, as far as it is known. */
  readonly environment: { readonly id: string; readonly name: string }
}

export interface Reader {
  readonly session: Session
  readonly look: Look
}

export function clientFor(target: Target, apiKey: Secret, { transport, patience, filter }: Engine): Client {
  const random = patience && { random: patience.random }
  return createClient({ transport, origin: target.url, apiKey, ...random, ...(filter && { filter }) })
}

/** A look that has read nothing yet: the first one that asks for a list fetches it, the others share it. */
export function look(
  client: Client,
  environmentId: string,
  parallel: Parallel,
  vendor?: string,
  clock: () => number = () => 0,
): Look {
  const replies = new Map<string, { readonly reply: Promise<unknown>; readonly startedAt: () => number }>()
  return {
    client,
    environmentId,
    parallel,
    clock,
    ...(vendor !== undefined && { vendor }),
    once: <T>(key: string, read: (reader: Client) => Promise<T>): Promise<T> => {
      const known = replies.get(key)
      if (known !== undefined) return known.reply as Promise<T>
      const { client: reader, startedAt } = stopwatch(client, clock)
      const reply = read(reader)
      replies.set(key, { reply, startedAt })
      // Only the first one that asked hears of a failure.
      reply.catch(() => replies.delete(key))
      return reply
    },
    readAt: (key) => replies.get(key)?.startedAt() ?? clock(),
  }
}

export function sum(counts: readonly Counts[]): Counts {
  return {
    reads: counts.reduce((total, each) => total + each.reads, 0),
    writes: counts.reduce((total, each) => total + each.writes, 0),
  }
}
