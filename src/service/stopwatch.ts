// Records when a request is sent: its reply is as old as that, however long the request waited before.
import type { Client } from './client.ts'

/** A request that was sent. */
export interface Sent<T> {
  readonly reply: Promise<T>
  /** When the latest request was sent; before that, when it was made. */
  readonly startedAt: () => number
}

/** `clock` is in milliseconds. */
export function send<T>(client: Client, clock: () => number, read: (client: Client) => Promise<T>): Sent<T> {
  let at = clock()
  const onTurn = (): void => void (at = clock())
  const watched: Client = { ...client, call: (request, on) => client.call({ ...request, onTurn }, on) }
  return { reply: read(watched), startedAt: () => at }
}
