// A target with its client, which counts its requests, and a cache that shares the replies to reads.
import type { Secret } from '../../core/secrets/secret.ts'
import type { Access } from '../../kinds/kind.ts'
import type { Parallel } from '../../core/lists.ts'
import { createClient, send, type Client, type Counts, type Sent } from '../../service/client.ts'
import { listEnvironments } from '../../service/operations.ts'
import type { Environment } from '../../wire/generated.ts'
import type { Engine } from '../engine.ts'
import type { Target } from '../../core/target.ts'

export interface Session {
  readonly target: Target
  readonly client: Client
  /** The environment that the key belongs to; if it isn't known, with an empty ID and the name of the target. */
  readonly environment: { readonly id: string; readonly name: string }
}

export interface Reader {
  readonly session: Session
  readonly access: Access
}

/** A new client for each caller. Without `patience`, it sends no idempotency keys. */
export function clientFor(target: Target, apiKey: Secret, { transport, patience, filter }: Engine): Client {
  const random = patience && { random: patience.random }
  return createClient({ transport, origin: target.url, apiKey, ...random, ...(filter && { filter }) })
}

interface OpenAccess extends Access {
  /** Passes on the reply to a request that was sent already, perhaps with another key, instead of `begin`. */
  readonly share: (key: string, sent: Sent<unknown>) => void
}

/** A new cache of replies: the first caller that asks for a list fetches it, the others share it. */
export function openAccess(
  client: Client,
  environmentId: string,
  parallel: Parallel,
  vendor?: string,
  clock: () => number = () => 0,
): OpenAccess {
  const early = new Map<string, Sent<unknown>>()
  const kept = new Map<string, Sent<unknown>>()
  const share = (key: string, sent: Sent<unknown>): void => {
    // A failure is thrown to the caller that reads it.
    sent.reply.catch(() => undefined)
    early.set(key, sent)
  }
  const read = <T>(key: string, ask: (reader: Client) => Promise<T>): Sent<T> => {
    const sent = early.get(key) ?? send(client, clock, ask)
    early.delete(key)
    return sent as Sent<T>
  }
  return {
    client,
    environmentId,
    parallel,
    clock,
    ...(vendor !== undefined && { vendor }),
    share,
    begin: (key, ask) => {
      if (!early.has(key) && !kept.has(key)) share(key, send(client, clock, ask))
    },
    read,
    begun: <T>(key: string) => early.get(key)?.reply as Promise<T> | undefined,
    once: <T>(key: string, ask: (reader: Client) => Promise<T>): Promise<T> => {
      const known = kept.get(key) as Sent<T> | undefined
      if (known !== undefined) return known.reply
      const sent = read(key, ask)
      kept.set(key, sent)
      // After a failure, the next caller asks again.
      sent.reply.catch(() => kept.delete(key))
      return sent.reply
    },
    readAt: (key) => kept.get(key)?.startedAt() ?? clock(),
  }
}

/** All that the key shows, read once. Throws what the service layer throws. */
export function environmentsOf(reading: Access): Promise<readonly Environment[]> {
  return reading.once('environments', listEnvironments)
}

/** The number of requests of all clients. */
export function sum(clients: readonly Pick<Client, 'counts'>[]): Counts {
  let [reads, writes] = [0, 0]
  for (const { counts } of clients) {
    reads += counts.reads
    writes += counts.writes
  }
  return { reads, writes }
}
