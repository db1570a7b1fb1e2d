// What a sandbox starts with: a JSON object, of which each section can be replaced. The default is in sample.json. It isn't
// read as a seed file is, which takes longer than all the rest of the start; a test reads it so.
import sample from './sample.json' with { type: 'json' }
import {
  type MessageSeed,
  type NotificationSeed,
  type Seed,
  type SubscriberSeed,
  type TopicSeed,
  readSeed,
  seedShape,
} from './seed-shapes.ts'
import type { EnvironmentStore } from '../store/store.ts'
import type { World } from '../profile.ts'

/** Two environments, a few integrations, workflows, topics and tenants, 250 subscribers in each, and what a few triggers left. */
export function defaultSeed(): Required<Seed> {
  // The sample has the first subscriber of each environment, and the workflows of one: both have the same.
  const { subscribers, workflows, ...rest } = structuredClone(sample) as Required<Seed>
  return {
    ...rest,
    subscribers: subscribers.flatMap((first) => [first, ...generatedSubscribers(first.environment, 249)]),
    workflows: ['Development', 'Production'].flatMap((environment) =>
      workflows.map((workflow) => ({ ...workflow, environment })),
    ),
  }
}

/** The seed, with the default's sections instead of missing ones, without default items that refer to a missing item. */
export function completeSeed(seed: Seed): Required<Seed> {
  const defaults = defaultSeed()
  const environments = seed.environments ?? defaults.environments
  const names = new Set(environments.map(({ name }) => name))
  const placed = <Item extends { environment: string }>(items: Item[]): Item[] =>
    items.filter(({ environment }) => names.has(environment))

  const integrations = seed.integrations ?? placed(defaults.integrations)
  const hasIntegration = namesOf(integrations, ({ identifier }) => identifier)
  const subscribers = seed.subscribers ?? placed(defaults.subscribers).map(keepingChannels(hasIntegration))
  const workflows = seed.workflows ?? placed(defaults.workflows)
  const hasSubscriber = namesOf(subscribers, ({ subscriberId }) => subscriberId)
  const topics = seed.topics ?? placed(defaults.topics).map(keepingMembers(hasSubscriber))
  const tenants = seed.tenants ?? placed(defaults.tenants)
  const hasWorkflow = namesOf(workflows, ({ identifier }) => identifier)
  const resolved = <Item extends MessageSeed | NotificationSeed>(items: Item[]): Item[] =>
    placed(items).filter(
      ({ environment, subscriberId, workflow }) =>
        hasSubscriber(environment, subscriberId) &&
        (workflow === undefined || hasWorkflow(environment, workflow)),
    )
  const messages = seed.messages ?? resolved(defaults.messages)
  const notifications = seed.notifications ?? resolved(defaults.notifications)
  return {
    ...defaults,
    ...seed,
    environments,
    integrations,
    subscribers,
    workflows,
    topics,
    tenants,
    messages,
    notifications,
  }
}

/** A function that checks whether an environment has an item of a name. */
function namesOf<Item extends { environment: string }>(
  items: readonly Item[],
  name: (item: Item) => string | undefined,
): Has {
  const known = new Set(items.map((item) => JSON.stringify([item.environment, name(item)])))
  return (environment, wanted) => known.has(JSON.stringify([environment, wanted]))
}

type Has = (environment: string, name: string) => boolean

/** Leaves out the members that aren't there. */
function keepingMembers(hasSubscriber: Has): (item: TopicSeed) => TopicSeed {
  return (item) => ({
    ...item,
    subscribers: item.subscribers.filter((id) => hasSubscriber(item.environment, id)),
  })
}

/** Leaves out the channels whose integration isn't there. */
function keepingChannels(hasIntegration: Has): (item: SubscriberSeed) => SubscriberSeed {
  return (item) => {
    const channels = item.channels?.filter((channel) =>
      hasIntegration(item.environment, channel.integrationIdentifier),
    )
    return { ...item, ...(channels !== undefined && { channels }) }
  }
}

// Made-up subscribers in any number, the same in every run: too many and too alike to write into the sample.

const firstNames = ['Ada', 'Boris', 'Chloé', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hana', 'Ivo', 'Jürgen']
const lastNames = ['Archer', 'Bell', 'Castellan', 'Drummond', 'Eriksen', 'Falk', 'Guarda']
const places = [
  { locale: 'en-GB', timezone: 'Europe/London' },
  { locale: 'de-DE', timezone: 'Europe/Berlin' },
  { locale: 'fr-FR', timezone: 'Europe/Paris' },
  { locale: 'ja-JP', timezone: 'Asia/Tokyo' },
]

/** `user-0001` and on: made-up people, some with a place, data and, in Production, push tokens. */
export function generatedSubscribers(environment: string, count: number): SubscriberSeed[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const firstName = firstNames[number % firstNames.length] ?? ''
    const lastName = lastNames[number % lastNames.length] ?? ''
    const subscriberId = `user-${String(number).padStart(4, '0')}`
    return {
      environment,
      subscriberId,
      firstName,
      lastName,
      email: `${subscriberId}@people.example`,
      ...(number % 3 === 0 && { phone: `+1555${String(number).padStart(7, '0')}` }),
      ...(number % 4 === 0 && places[(number / 4) % places.length]),
      ...(number % 5 === 0 && { data: { plan: number % 2 === 0 ? 'pro' : 'free', seats: number } }),
      ...(number % 7 === 0 && environment === 'Production' && { channels: [pushChannel(subscriberId)] }),
    }
  })
}

function pushChannel(subscriberId: string): NonNullable<SubscriberSeed['channels']>[number] {
  return {
    providerId: 'fcm',
    integrationIdentifier: 'fcm-push',
    credentials: { deviceTokens: [`made-up-token-${subscriberId}`] },
  }
}

// The data of a sandbox as a seed, for a later sandbox. What its worker still has to do is left out.

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
