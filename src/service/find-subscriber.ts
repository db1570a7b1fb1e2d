// Looks one subscriber up by its exact id, whatever else a service's filter matches.
import type { Subscriber } from '../wire/generated.ts'
import type { Client } from './client.ts'
import { subscriberPages } from './pages.ts'

/** A deleted subscriber is as good as none. */
export async function findSubscriber(client: Client, subscriberId: string): Promise<Subscriber | undefined> {
  for await (const { data } of subscriberPages(client, { subscriberId })) {
    const exact = data.find((item) => item.subscriberId === subscriberId && !item.deleted)
    if (exact !== undefined) return exact
  }
  return undefined
}
