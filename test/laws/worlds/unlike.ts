// Compares a sandbox's store with a manifest, written apart from the tool's own comparer so that both can't share a slip.
import { isDeepStrictEqual } from 'node:util'
import type { Case } from '../../support/laws/case.ts'
import { withoutIds } from './profiles.ts'
import { isFields, omit, pick, targetOf, textOf, type Fields, type Json } from '../../support/laws/texts.ts'
import type { World } from '../../support/laws/world.ts'

/** What live shows otherwise than declared, a line each. */
export function unlike(live: Case, world: World): string[] {
  const { state } = world.sandbox
  const { environments = [], ...others } = live.manifest
  // Of an environment that is still to be created nothing can be looked up.
  const [integrations = [], subscribers = []] = [others['integrations'], others['subscribers']].map((items) =>
    items?.filter((item) => state.environments.get(targetOf(item)) !== undefined),
  )
  const before = new Set((live.seed.environments ?? []).map(({ name }) => name))
  return [
    ...environments.flatMap((item) => environmentUnlike(item, before.has(textOf(item['name'])), world)),
    ...integrations.flatMap((item) => integrationUnlike(item, live, world)),
    ...subscribers.flatMap((item) => {
      const row = state.subscribers.get(targetOf(item), textOf(item['subscriberId']))
      const past = live.seed.subscribers?.find(
        (each) => each.environment === targetOf(item) && each.subscriberId === item['subscriberId'],
      )
      if (row === undefined)
        return world.kinds.missing === 'create'
          ? [`subscriber ${textOf(item['subscriberId'])} isn't there`]
          : []
      return subscriberUnlike(item, row as unknown as Fields, (past ?? {}) as unknown as Fields)
    }),
  ]
}

function environmentUnlike(item: Fields, wasLive: boolean, { sandbox, kinds }: World): string[] {
  const { name, parent, bridge, dns, ...rest } = item
  const row = sandbox.state.environments.get(textOf(name))
  if (row === undefined) return [`environment ${textOf(name)} isn't there`]
  const shownParent = sandbox.state.environments.list().find(({ _id }) => _id === row._parentId)?.name
  const { color, ...readable } = rest
  const isSeen = kinds.unreadable === 'always' || (kinds.profile ?? 'contract') !== 'contract'
  return [
    ...differing(`environment ${textOf(name)}`, readable, row as unknown as Fields),
    ...(parent !== undefined && parent !== shownParent ? [`environment ${textOf(name)}: parent`] : []),
    // Only a create sends what can't be seen.
    ...(wasLive && !isSeen
      ? []
      : differing(
          `environment ${textOf(name)}`,
          { ...(color !== undefined && { color }), ...(dns && { dns }), ...(bridge && { bridge }) },
          row as unknown as Fields,
        )),
  ]
}

function integrationUnlike(item: Fields, live: Case, { sandbox, kinds }: World): string[] {
  const { identifier, targets: _targets, ...declared } = item
  const target = targetOf(item)
  const row = sandbox.state.integrations
    .list(target)
    .find((each) => (identifier === undefined ? each.channel === 'in_app' : each.identifier === identifier))
  const name = `integration ${textOf(identifier ?? 'in_app')} of ${target}`
  if (row === undefined) return [`${name} isn't there`]
  const past = live.seed.integrations?.find(
    (each) => each.environment === target && each.identifier === identifier,
  ) as unknown as Fields | undefined
  const wasBorn = past === undefined && identifier === undefined
  const { profile = 'contract', unreadable } = kinds
  const isContract = profile === 'contract'
  const isAll = unreadable === 'always'
  const wanted = {
    ...pick(past ?? {}, ['name', 'active', 'credentials', 'conditions']),
    ...declared,
    ...(profile === 'novu-2026-09' && { rules: declared['rules'] ?? null }),
    ...(Object.hasOwn(declared, 'rules') && { conditions: [] }),
    ...(past !== undefined &&
      (isAll
        ? isContract &&
          holdsMore(past['credentials'], declared['credentials'], showsCredentials({ sandbox, kinds }))
        : profile === 'novu-2026-09' ||
          isUnseen(
            past['credentials'],
            declared['credentials'],
            isContract,
            showsCredentials({ sandbox, kinds }),
          )) &&
      pick(past, ['credentials'])),
    // No list shows configurations that aren't there, the contract's none at all: then only a create sends them.
    ...(past !== undefined &&
      (isContract || isEmpty(past['configurations'])) &&
      !isAll && { configurations: past['configurations'] ?? {} }),
  }
  const isBornUnseen =
    !isContract && isUnseen({}, declared['credentials'], isContract, showsCredentials({ sandbox, kinds }))
  const unseen = wasBorn && !isAll ? ['configurations', ...(isBornUnseen ? ['credentials'] : [])] : []
  // A promotion by a deployed service takes conditions away and switches on.
  const moved = !isContract && declared['primary'] === true ? ['conditions', 'active'] : []
  const compared = omit(wanted, [...unseen, ...moved.filter((field) => !Object.hasOwn(declared, field))])
  return Object.hasOwn(compared, 'conditions')
    ? differing(name, withGroups(compared), withGroups(row as unknown as Fields))
    : differing(name, compared, row as unknown as Fields)
}

const isEmpty = (fields: Json | undefined): boolean =>
  Object.keys(isFields(fields) ? fields : {}).length === 0

function withGroups(fields: Fields): Fields {
  return { ...fields, conditions: sortedGroups(withoutIds(fields['conditions'] ?? [])) }
}

/** Whether the list of integrations shows credentials of any of them: then empty ones are compared too. */
export function showsCredentials({
  sandbox,
  kinds: { profile = 'contract' },
}: Pick<World, 'sandbox' | 'kinds'>): boolean {
  const { environments, integrations } = sandbox.state
  const all = environments.list().flatMap(({ name }) => integrations.list(name))
  return all.some(({ credentials }) => {
    const shown = profile === 'contract' ? visible(credentials) : (credentials as Fields)
    return profile !== 'novu-2026-09' && Object.keys(shown).length > 0
  })
}

/** Hidden keys that the list lacks can't be compared. */
function isUnseen(
  past: Json | undefined,
  declared: Json | undefined,
  isContract: boolean,
  isListShown: boolean,
): boolean {
  const shown = isContract || !isFields(past) ? visible(past) : past
  const lacking = hidden.filter((key) => !Object.hasOwn(shown, key))
  const wanted = isFields(declared) ? omit(declared, lacking) : {}
  return (!isListShown && Object.keys(shown).length === 0) || isDeepStrictEqual(shown, wanted)
}

/** Only hidden keys that nobody declares are there besides: nothing declared is left that can't be compared. */
function holdsMore(past: Json | undefined, declared: Json | undefined, isListShown: boolean): boolean {
  const [shown, wanted] = [visible(past), visible(declared)]
  const isAllShown = isFields(declared) && isDeepStrictEqual(wanted, declared)
  return isAllShown && (isListShown || Object.keys(shown).length > 0) && isDeepStrictEqual(shown, wanted)
}

const attributeNames = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone']

function subscriberUnlike(item: Fields, row: Fields, past: Fields): string[] {
  const { subscriberId, exact, data, channels } = item
  const name = `subscriber ${textOf(subscriberId)}`
  const kept = exact === undefined || data === undefined ? past['data'] : {}
  const wantedData = data === null ? {} : { ...(isFields(kept) && kept), ...(isFields(data) && data) }
  const wanted = { ...pick(past, attributeNames), ...pick(item, attributeNames) }
  return [
    ...differing(name, wanted, row),
    ...(isDeepStrictEqual(withoutNulls(wantedData), withoutNulls(row['data'])) ? [] : [`${name}: data`]),
    ...(isDeepStrictEqual(merged([past['channels'], channels]), merged([row['channels']]))
      ? []
      : [`${name}: channels`]),
  ]
}

/** Keys without order, those of null left out. */
function withoutNulls(fields: Json | undefined): Map<string, Json> {
  return new Map(
    Object.entries(isFields(fields) ? fields : {})
      .filter(([, value]) => value !== null)
      .sort(byKey),
  )
}

const byKey = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  left < right ? -1 : 1

/** Credentials by integration: later ones win key by key, tokens add up. Channels without any don't count. */
function merged(lists: readonly (Json | undefined)[]): Map<string, unknown> {
  const found = new Map<string, Map<string, unknown>>()
  for (const list of lists)
    for (const { integrationIdentifier, credentials } of (list ?? []) as readonly Fields[]) {
      const known = found.get(textOf(integrationIdentifier)) ?? new Map<string, unknown>()
      for (const [key, value] of Object.entries(credentials ?? {})) {
        const tokens = [
          ...((known.get(key) ?? []) as readonly string[]),
          ...(Array.isArray(value) ? value : []),
        ]
        // Deployed services add an empty list of tokens to any channel.
        if (Array.isArray(value) && tokens.length === 0) continue
        known.set(key, Array.isArray(value) ? [...new Set(tokens.map(textOf))].sort() : value)
      }
      if (known.size > 0) found.set(textOf(integrationIdentifier), new Map([...known].sort(byKey)))
    }
  return new Map([...found].sort(byKey))
}

function differing(name: string, wanted: Fields, shown: Fields): string[] {
  return Object.keys(wanted)
    .filter((field) => !isDeepStrictEqual(wanted[field] ?? null, shown[field] ?? null))
    .map((field) => `${name}: ${field}`)
}

const hidden = ['appSid', 'senderId', 'AppIOBaseUrl']

function visible(credentials: unknown): Fields {
  return isFields(credentials) ? omit(credentials, hidden) : {}
}

/** Groups and their children are order-free, and so are the keys of each. */
function sortedGroups(groups: unknown): string[] {
  const all = groups as readonly { readonly children: readonly Fields[] }[]
  return all
    .map(({ children, ...group }) => canonical({ ...group, children: children.map(canonical).sort() }))
    .sort()
}

function canonical(fields: Fields): string {
  return JSON.stringify(Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1)))
}
