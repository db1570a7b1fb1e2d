// Cases for services that aren't the contract to the letter, without what those can't do.
import type { ProfileName } from '../../../src/sandbox/index.ts'
import type { Case } from '../../support/laws/case.ts'
import { isFields, omit, targetOf, textOf, type Fields, type Json } from '../../support/laws/texts.ts'

export function inProfile(live: Case, profile: ProfileName): Case {
  if (profile === 'contract') return live
  const { subscribers = [], ...others } = live.manifest
  return {
    ...live,
    seed: {
      ...live.seed,
      integrations: (live.seed.integrations ?? []).map(withoutIdleFlag),
      subscribers: (live.seed.subscribers ?? []).map(withKeptChannels),
    },
    manifest: {
      ...others,
      subscribers: subscribers.map(withKeptChannels),
    },
  }
}

/** Every other one of the subscribers isn't in the service yet. */
export function withNewSubscribers(live: Case): Case {
  const { subscribers = [] } = live.seed
  const known = subscribers.filter((_, index) => (index + live.random) % 2 === 0)
  return { ...live, seed: { ...live.seed, subscribers: known } }
}

/** What is to be created of a case's subscribers, for the mix. */
export function newSubscribersIn({ seed, manifest }: Case): string[] {
  const known = new Set(
    seed.subscribers?.map(({ environment, subscriberId }) => `${environment} ${subscriberId}`),
  )
  return (manifest['subscribers'] ?? [])
    .filter((item) => !known.has(`${targetOf(item)} ${textOf(item['subscriberId'])}`))
    .map(({ channels }) => {
      const hasChannels = Array.isArray(channels) && channels.length > 0
      return `new subscriber ${hasChannels ? 'with' : 'without'} channels`
    })
}

/** Without environments that are still to be made, whose key only a person can bring. */
export function withKeys(live: Case): Case {
  const targets = live.targets.filter(({ hasKey }) => hasKey)
  const isThere = (item: Fields): boolean =>
    item['targets'] === undefined || targets.some(({ alias }) => alias === targetOf(item))
  const { environments = [], ...others } = live.manifest
  const names = new Set(live.seed.environments?.map(({ name }) => name))
  return {
    ...live,
    targets,
    manifest: {
      ...Object.fromEntries(Object.entries(others).map(([list, items]) => [list, items.filter(isThere)])),
      environments: environments.filter(({ name }) => names.has(textOf(name ?? ''))),
    },
  }
}

/** Without credentials of integrations that nobody can compare: 2026-09 shows none, and in-app ones are born without. */
export function withoutHidden(live: Case, profile: ProfileName): Case {
  const integrations = (live.manifest['integrations'] ?? []).map((item) =>
    profile === 'novu-2026-09' || item['channel'] === 'in_app' ? omit(item, ['credentials']) : item,
  )
  return { ...live, manifest: { ...live.manifest, integrations } }
}

/** Without environments of which no target has the key: 2026-09 takes their changes from no other. */
export function withOwnKeys(live: Case): Case {
  const environments = (live.manifest['environments'] ?? []).filter(({ name }) =>
    live.targets.some(({ alias }) => alias === textOf(name ?? '')),
  )
  return { ...live, manifest: { ...live.manifest, environments } }
}

/** Deployed services take the flag away from what is switched off, and create nothing inactive with it. */
function withoutIdleFlag<Item extends { readonly active?: boolean; readonly primary?: boolean }>(
  item: Item,
): Item {
  return item.active === true ? item : { ...item, primary: false }
}

/** Deployed services drop the other credentials of a channel. */
function withKeptChannels<Item extends object>(item: Item): Item {
  const { channels } = item as { readonly channels?: readonly { readonly credentials: Fields }[] }
  if (channels === undefined || channels === null) return item
  return {
    ...item,
    channels: channels.map((channel) => ({ ...channel, credentials: omit(channel.credentials, ['title']) })),
  }
}

/** Ids that the service gives parts of conditions are nobody's business. */
export function withoutIds(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutIds)
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '_id' && key !== 'id')
      .map(([key, entry]) => [key, withoutIds(entry)]),
  )
}
