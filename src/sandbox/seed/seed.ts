// The default seed, of which a sandbox can replace each section: sample.json, and generated subscribers. sample.json isn't
// checked like a seed file, which would take longer than all the rest of the start; a test checks it.
import sample from './sample.json' with { type: 'json' }
import type { MessageSeed, NotificationSeed, Seed, SubscriberSeed, TopicSeed } from './seed-shapes.ts'

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

/** Returns a function that checks whether an environment has an item of a name. */
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

const firstNames = ['Ada', 'Boris', 'Chloé', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hana', 'Ivo', 'Jürgen']
const lastNames = ['Archer', 'Bell', 'Castellan', 'Drummond', 'Eriksen', 'Falk', 'Guarda']
const places = [
  { locale: 'en-GB', timezone: 'Europe/London' },
  { locale: 'de-DE', timezone: 'Europe/Berlin' },
  { locale: 'fr-FR', timezone: 'Europe/Paris' },
  { locale: 'ja-JP', timezone: 'Asia/Tokyo' },
]

/** Subscribers `user-0001`, `user-0002` and so on, the same in every run: some have a phone, a place, data or a push token. */
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
