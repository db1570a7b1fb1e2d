// The data of a sandbox as a seed, for a later sandbox. What its worker still has to do is left out.
import type { EnvironmentStore } from '../store/store.ts'
import type { World } from '../profile.ts'
import { readSeed, seedShape, type Seed } from './seed-shapes.ts'

/** @internal Events and messages of subscribers or workflows that no longer exist are left out, because a seed names both. */
export function seedOf({ store }: Pick<World, 'store'>): Seed {
  const environments = [...store.environments]
  const names = new Map(environments.map(({ _id, name }) => [_id, name]))
  const inEach = <Row>(rowsOf: (own: EnvironmentStore) => Iterable<Row>) =>
    environments.flatMap(({ _id, name: environment }) =>
      [...rowsOf(store.of(_id))].map((row) => ({ ...row, environment })),
    )
  const seed = {
    organizationId: store.organizationId,
    userId: store.userId,
    environments: environments.map(({ _parentId = '', apiKeys, ...row }) => ({
      ...row,
      parent: names.get(_parentId),
      apiKey: apiKeys[0]?.key,
    })),
    integrations: [...store.integrations].map((row) => ({
      ...row,
      environment: names.get(row._environmentId),
    })),
    subscribers: inEach(({ subscribers }) => subscribers),
    workflows: inEach(({ workflows }) =>
      [...workflows].map((row) => ({ ...row, identifier: row.triggers[0]?.identifier })),
    ),
    topics: inEach(({ topics }) => topics),
    tenants: inEach(({ tenants }) => [...tenants].map((row) => ({ ...row, identifier: row._id }))),
    notifications: inEach((own) => named([...own.notifications], own)),
    messages: inEach((own) => {
      const events = new Set([...own.notifications].map(eventKey))
      return named([...own.messages], own).filter((row) => events.has(eventKey(row)))
    }),
  }
  // JSON leaves out undefined values, and the shape leaves out what a seed can't have, such as IDs of the organisation.
  return readSeed(seedShape.parse(JSON.parse(JSON.stringify(seed))))
}

/** A message belongs to the event with its transaction and subscriber. */
function eventKey(row: { readonly transactionId: string; readonly _subscriberId: string }): string {
  return JSON.stringify([row.transactionId, row._subscriberId])
}

/** Rows whose subscriber and workflow exist, with the names of both. */
function named<Row extends { readonly _subscriberId: string; readonly _templateId?: string | null }>(
  rows: readonly Row[],
  { subscribers, workflows }: EnvironmentStore,
) {
  return rows.flatMap((row) => {
    const subscriber = subscribers.get(row._subscriberId)
    const workflow = workflows.get(row._templateId ?? '')?.triggers[0]?.identifier
    const isKnown = row._templateId == null || workflow !== undefined
    return subscriber === undefined || !isKnown
      ? []
      : [{ ...row, subscriberId: subscriber.subscriberId, workflow }]
  })
}
