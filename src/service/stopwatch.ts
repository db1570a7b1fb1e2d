// Notes when a request goes out: what was read is as old as that, whatever it waited for before.
import type { Client } from './client.ts'

export interface Stopwatch {
  /** The same client. */
  readonly client: Client
  /** When its latest request went out; before the first one, when the stopwatch was made. */
  readonly startedAt: () => number
}

/** `clock` is in milliseconds. */
export function stopwatch(client: Client, clock: () => number): Stopwatch {
  let at = clock()
  const onTurn = (): void => void (at = clock())
  return {
    client: { ...client, call: (request, on) => client.call({ ...request, onTurn }, on) },
    startedAt: () => at,
  }
}

/** A request that was sent. */
export interface Sent<T> {
  readonly reply: Promise<T>
  /** When it went out; before, when it was made. */
  readonly startedAt: () => number
}

/** `clock` is in milliseconds. */
export function send<T>(client: Client, clock: () => number, read: (client: Client) => Promise<T>): Sent<T> {
  const watched = stopwatch(client, clock)
  return { reply: read(watched.client), startedAt: watched.startedAt }
}
