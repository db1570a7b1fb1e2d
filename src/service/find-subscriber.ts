// Looks one subscriber up by its exact id, whatever else a service's filter matches.
import type { Subscriber } from '../wire/generated.ts'
import type { Client } from './client.ts'
import { subscriberPages } from './pages.ts'

/** A deleted subscriber is as good as none. */
export async function findSubscriber(client: Client, subscriberId: string): Promise<Subscriber | undefined> {
  return (await findAll(client, subscriberId))[0]
}

/** Usually one; several if a service holds the id more than once, as far as they are on one page. */
export async function findAll(client: Client, subscriberId: string): Promise<readonly Subscriber[]> {
  for await (const { data } of subscriberPages(client, { subscriberId })) {
    const exact = data.filter((item) => item.subscriberId === subscriberId && !item.deleted)
    if (exact.length > 0) return exact
  }
  return []
}
