// Compares a sandbox's store with a manifest, written apart from the tool's own comparer so that both can't share a slip.
import { isDeepStrictEqual } from 'node:util'
import type { Case } from './case.ts'
import { isFields, targetOf, textOf, type Fields, type Json } from './texts.ts'
import type { World } from './world.ts'

/** What live shows otherwise than declared, a line each. */
export function unlike(live: Case, world: World): string[] {
  const { state } = world.sandbox
  const { environments = [], integrations = [], subscribers = [] } = live.manifest
  const before = new Set((live.seed.environments ?? []).map(({ name }) => name))
  return [
    ...environments.flatMap((item) => environmentUnlike(item, before.has(textOf(item['name'])), world)),
    ...integrations.flatMap((item) => integrationUnlike(item, live, world)),
    ...subscribers.flatMap((item) => {
      const row = state.subscribers.get(targetOf(item), textOf(item['subscriberId']))
      return row === undefined ? [] : subscriberUnlike(item, row as unknown as Fields)
    }),
  ]
}

function environmentUnlike(item: Fields, wasLive: boolean, { sandbox }: World): string[] {
  const { name, parent, bridge, dns, ...rest } = item
  const row = sandbox.state.environments.get(textOf(name))
  if (row === undefined) return [`environment ${textOf(name)} isn't there`]
  const shownParent = sandbox.state.environments.list().find(({ _id }) => _id === row._parentId)?.name
  const { color, ...readable } = rest
  return [
    ...differing(`environment ${textOf(name)}`, readable, row as unknown as Fields),
    ...(parent !== undefined && parent !== shownParent ? [`environment ${textOf(name)}: parent`] : []),
    // Only a create sends what can't be seen.
    ...(wasLive
      ? []
      : differing(
          `environment ${textOf(name)}`,
          { color: color ?? null, ...(dns && { dns }), ...(bridge && { bridge }) },
          row as unknown as Fields,
        )),
  ]
}

function integrationUnlike(item: Fields, live: Case, { sandbox }: World): string[] {
  const { identifier, targets: _, conditions, credentials, configurations: __, ...rest } = item
  const target = targetOf(item)
  const row = sandbox.state.integrations
    .list(target)
    .find((each) => (identifier === undefined ? each.channel === 'in_app' : each.identifier === identifier))
  const name = `integration ${textOf(identifier)} of ${target}`
  if (row === undefined) return [`${name} isn't there`]
  const shown = row as unknown as Fields
  const before = live.seed.integrations?.find(
    (each) => each.environment === target && each.identifier === identifier,
  )
  // Without any credentials in the list, nobody can tell what there is; a difference in hidden keys alone isn't seen.
  const isBlind = before !== undefined && isDeepStrictEqual(visible(before.credentials), visible(credentials))
  const wasBlind =
    before === undefined ? identifier === undefined : Object.keys(visible(before.credentials)).length === 0
  return [
    ...differing(name, rest, shown),
    ...(conditions !== undefined &&
    !isDeepStrictEqual(sortedGroups(conditions ?? []), sortedGroups(shown['conditions'] ?? []))
      ? [`${name}: conditions`]
      : []),
    ...(credentials === undefined || isBlind || wasBlind ? [] : differing(name, { credentials }, shown)),
  ]
}

function subscriberUnlike(item: Fields, row: Fields): string[] {
  const { subscriberId, targets: _, exact, data, channels, ...attributes } = item
  const name = `subscriber ${textOf(subscriberId)}`
  const shown = isFields(row['data']) ? row['data'] : {}
  const keys = isFields(data) ? Object.keys(exact === undefined ? data : { ...shown, ...data }) : []
  return [
    ...differing(name, attributes, row),
    ...(data === null && row['data'] !== null && row['data'] !== undefined && Object.keys(shown).length > 0
      ? [`${name}: data`]
      : []),
    ...keys
      .filter(
        (key) =>
          !isDeepStrictEqual((isFields(data) ? own(data, key) : null) ?? null, own(shown, key) ?? null),
      )
      .map((key) => `${name}: data.${key}`),
    ...(Array.isArray(channels)
      ? channels.filter(isFields).flatMap((channel) => channelUnlike(name, channel, row))
      : []),
  ]
}

function channelUnlike(name: string, { integrationIdentifier, credentials }: Fields, row: Fields): string[] {
  const all = (row['channels'] ?? []) as readonly Fields[]
  const found = all.find((each) => each['integrationIdentifier'] === integrationIdentifier)
  const shown = isFields(found?.['credentials']) ? found['credentials'] : {}
  const { deviceTokens = [], ...texts } = isFields(credentials) ? credentials : {}
  const tokens = (shown['deviceTokens'] ?? []) as readonly Json[]
  const missing = (deviceTokens as readonly Json[]).filter((token) => !tokens.includes(token))
  return [
    ...differing(`${name} ${textOf(integrationIdentifier)}`, texts, shown),
    ...missing.map(() => `${name} ${textOf(integrationIdentifier)}: deviceTokens`),
  ]
}

function differing(name: string, wanted: Fields, shown: Fields): string[] {
  return Object.keys(wanted)
    .filter((field) => !isDeepStrictEqual(wanted[field] ?? null, shown[field] ?? null))
    .map((field) => `${name}: ${field}`)
}

const hidden = new Set(['appSid', 'senderId', 'AppIOBaseUrl'])

function visible(credentials: unknown): Fields {
  const all = isFields(credentials) ? credentials : {}
  return Object.fromEntries(Object.entries(all).filter(([key]) => !hidden.has(key)))
}

/** Groups and their children are order-free, and so are the keys of each. */
function sortedGroups(groups: unknown): unknown {
  const all = groups as readonly { readonly children: readonly Fields[] }[]
  return all
    .map(({ children, ...group }) => canonical({ ...group, children: children.map(canonical).sort() }))
    .sort()
}

function canonical(fields: Fields): string {
  return JSON.stringify(Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1)))
}

function own(fields: Fields, key: string): Json | undefined {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}
