// Law: the service's value of an ignored field is the same before and after every apply, and its drift is no change.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pendingChanges } from '../../src/core/plan/plan.ts'
import { registry } from '../../src/kinds/registry.ts'
import { seededRandom, profileNames } from '../../src/sandbox/index.ts'
import { isFull } from '../support/form.ts'
import type { Case, Manifest } from '../support/laws/case.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { isFields, omit, targetOf, textOf, type Fields, type Json } from '../support/laws/texts.ts'
import { errorsIn, openWorld, type Kinds, type World } from '../support/laws/world.ts'
import { check, law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { someWorld } from './worlds/worlds.ts'

const attributes = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone']
const ofIntegration = ['name', 'active', 'primary', 'conditions', 'rules', 'configurations', 'credentials']
const ofEnvironment = ['color', 'identifier', 'parent', 'dns', 'bridge']

interface Ignored {
  readonly list: string
  readonly target: string
  readonly name: string
  readonly pattern: string
  /** In the sandbox's row; `channels` of a subscriber by integration, without what isn't named. */
  readonly path: readonly string[]
}

/** Plans, lets others edit ignored fields, applies, lets them edit once more, and plans again. */
async function keepsIgnored(live: Case, kinds: Kinds, mix: Mix): Promise<void> {
  const random = seededRandom(live.random)
  const ignored: Ignored[] = []
  const manifest = withIgnores(live.manifest, random, ignored)
  const world = await openWorld({ ...live, manifest }, kinds)
  let now = 0
  const options = { clock: () => now, parallel: 1 + (live.random % 3) }
  const drift = (): void => {
    for (const each of ignored) if (random() < 0.5 && drifted(each, world, random)) mix.add('drift')
    // What was read before is too old by now.
    now += 10_000
  }
  try {
    const existing = ignored.filter((each) => rowOf(each, world) !== undefined)
    const planned = await world.plan(options)
    const refused = errorsIn(planned.plan).map(({ rule }) => rule)
    for (const rule of refused) mix.add(rule)
    if (refused.length > 0) return
    mix.addPlan(planned.plan)
    drift()
    const before = existing.map((each) => shown(each, world))
    const result = await world.apply(options, planned)
    for (const { outcome } of result.results) mix.add(outcome.status)
    // Nobody edits what isn't ignored.
    expect(
      result.results
        .filter(({ outcome: { status } }) => status === 'stale')
        .map(({ change, outcome }) => [change.id, outcome]),
    ).toEqual([])
    const broken = existing.filter((each, index) => shown(each, world) !== before[index])
    expect(broken.map(({ name, pattern }) => `${name}: ${pattern}`)).toEqual([])
    mix.add('kept', existing.length)
    if (result.after === undefined || pendingChanges(result.after).length > 0) return
    drift()
    const again = await world.plan(options)
    expect(pendingChanges(again.plan).map(({ id }) => id)).toEqual([])
    mix.add('drift without a change')
  } finally {
    await world.close()
  }
}

function withIgnores(manifest: Manifest, random: () => number, ignored: Ignored[]): Manifest {
  return Object.fromEntries(
    Object.entries(manifest).map(([list, items]) => [
      list,
      items.map((item) => {
        const chosen = candidatesOf(list, item).filter(() => random() < 0.2)
        const name = textOf(
          item['identifier'] ?? item['subscriberId'] ?? item['name'] ?? item['channel'] ?? '',
        )
        const target = targetOf(item)
        ignored.push(
          ...chosen.map((each) => ({
            list,
            target,
            name: list === 'environments' ? textOf(item['name'] ?? '') : name,
            ...each,
          })),
        )
        return chosen.length === 0 ? item : { ...item, ignore: chosen.map(({ pattern }) => pattern) }
      }),
    ]),
  )
}

function candidatesOf(list: string, item: Fields): Pick<Ignored, 'pattern' | 'path'>[] {
  const keysOf = (field: string): string[] => Object.keys(isFields(item[field]) ? item[field] : {})
  const plain = (names: readonly string[]) => names.map((name) => ({ pattern: name, path: [name] }))
  const inside = (field: string, keys: readonly string[]) =>
    keys.map((key) => ({ pattern: `${field}.${key}`, path: [field, key] }))
  if (list === 'integrations')
    return [...plain(ofIntegration), ...inside('credentials', [...keysOf('credentials'), 'from', 'senderId'])]
  if (list === 'subscribers')
    return [
      ...plain([...attributes, 'data', 'channels']),
      ...inside('data', [...keysOf('data'), 'plan']),
      // A path into a declared value that isn't a map matches no field, which a warning says.
      ...Object.entries(isFields(item['data']) ? item['data'] : {}).flatMap(([key, value]) =>
        isFields(value) ? [{ pattern: `data.${key}.deep`, path: ['data', key, 'deep'] }] : [],
      ),
      ...['deviceTokens', 'webhookUrl', 'channel'].map((key) => ({
        pattern: `channels.*.${key}`,
        path: ['channels', key],
      })),
    ]
  return [...plain(ofEnvironment), ...inside('dns', ['inboundParseDomain']), ...inside('bridge', ['url'])]
}

function rowOf({ list, target, name }: Ignored, { sandbox: { state } }: World): Fields | undefined {
  // An environment that is still to be created has no rows.
  if (list !== 'environments' && state.environments.get(target) === undefined) return undefined
  const row =
    list === 'environments'
      ? state.environments.get(name)
      : list === 'subscribers'
        ? state.subscribers.get(target, name)
        : state.integrations
            .list(target)
            .find(
              ({ identifier, channel }) => identifier === name || (channel === 'in_app' && name === 'in_app'),
            )
  return row as unknown as Fields | undefined
}

/** As JSON; what is empty is as good as absent. */
function shown(each: Ignored, world: World): string {
  const row = rowOf(each, world) ?? {}
  const [first = '', ...rest] = each.path
  if (each.list === 'subscribers' && first === 'channels') {
    const channels = (row['channels'] ?? []) as readonly Fields[]
    return channels
      .map((channel) => {
        const credentials = isFields(channel['credentials']) ? channel['credentials'] : {}
        const value = rest.length === 0 ? credentials : credentials[rest[0] ?? '']
        return isEmpty(value) ? '' : `${textOf(channel['_integrationId'] ?? '')} ${JSON.stringify(value)}`
      })
      .filter((text) => text !== '')
      .sort()
      .join()
  }
  const field = first === 'parent' ? '_parentId' : first
  const value = rest.reduce<Json | undefined>(
    (found, key) => (isFields(found) && Object.hasOwn(found, key) ? found[key] : undefined),
    row[field],
  )
  if (isEmpty(value)) return ''
  return JSON.stringify(value, (key, inner: unknown) => (['_id', 'id'].includes(key) ? undefined : inner))
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** What another program may write at any time: a name, a key of credentials or of data, an attribute, a device token. */
function drifted(each: Ignored, world: World, random: () => number): boolean {
  const { list, target, name, path } = each
  const row = rowOf(each, world)
  const [first = '', key] = path
  const text = `drift ${Math.floor(random() * 1e6)}`
  const { state } = world.sandbox
  if (row === undefined) return false
  if (list === 'integrations' && name !== 'in_app' && first === 'name') {
    state.integrations.edit(target, name, { name: text })
    return true
  }
  if (list === 'integrations' && name !== 'in_app' && first === 'credentials' && key !== undefined) {
    const credentials = isFields(row['credentials']) ? row['credentials'] : {}
    // Others hold maps and flags.
    if (typeof credentials[key] !== 'string' && !['from', 'senderId'].includes(key)) return false
    state.integrations.edit(target, name, { credentials: { ...credentials, [key]: text } })
    return true
  }
  if (list !== 'subscribers') return false
  if (first === 'firstName' || first === 'lastName') {
    state.subscribers.edit(target, name, { [first]: text })
    return true
  }
  if (first === 'data' && path.length === 2 && key !== undefined) {
    const data = isFields(row['data']) ? row['data'] : {}
    state.subscribers.edit(target, name, { data: { ...omit(data, [key]), [key]: text } })
    return true
  }
  return false
}

test.each(
  profileNames.flatMap((profile) =>
    (['never', 'always'] as const).map((unreadable) => [profile, unreadable] as const),
  ),
)(
  'the service keeps its values of ignored fields: %s, unreadable: %s',
  { timeout: lawTimeout },
  async (profile, unreadable) => {
    expect(
      await check({
        name: `ignored, ${profile}, ${unreadable}`,
        cases: someWorld,
        runs: { full: 100 },
        // Where no credentials are shown and all are to be sent again, most plans are refused.
        mix: isFull ? ['kept', 'ignored-field'] : [],
        holds: (live, mix) => keepsIgnored(live, { registry, profile, unreadable }, mix),
      }),
    ).toEqual([])
  },
)

const someData = fc.letrec<{ map: Fields; value: Json }>((tie) => ({
  map: fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2, noNullPrototype: true }),
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(1, 2, null), tie('map')),
}))

interface Person {
  readonly data: Fields | null
  readonly live: Fields | null
  readonly ignore: readonly string[]
  readonly isExact: boolean
}

const somePerson: fc.Arbitrary<Person> = fc.record({
  data: fc.option(someData.map, { freq: 10 }),
  live: fc.option(someData.map),
  ignore: fc.uniqueArray(
    fc.constantFrom('data', 'data.a', 'data.b', 'data.a.a', 'data.a.b', 'data.b.a', 'data.*.b', 'data.a.a.b'),
    { minLength: 1, maxLength: 3 },
  ),
  isExact: fc.boolean(),
})

interface Ignoring {
  readonly people: readonly Person[]
  readonly profile: (typeof profileNames)[number]
}

async function convergesIgnoring({ people, profile }: Ignoring, mix: Mix): Promise<void> {
  const target = 'Development'
  const named = people.map((each, index) => ({ ...each, subscriberId: `s${index}` }))
  const subscribers = named.map(({ subscriberId, data, ignore, isExact }) => ({
    subscriberId,
    targets: [target],
    data,
    ignore,
    ...(isExact && { exact: ['data'] }),
  }))
  const seed = {
    environments: [{ name: target }],
    subscribers: named.map(({ subscriberId, live }) => ({ environment: target, subscriberId, data: live })),
  }
  const manifest = { subscribers }
  const live: Case = { seed, rows: {}, manifest, targets: [{ alias: target, hasKey: true }], random: 0 }
  const world = await openWorld(live, { registry, profile })
  try {
    const planned = await world.plan()
    expect(errorsIn(planned.plan)).toEqual([])
    mix.addPlan(planned.plan)
    const { after } = await world.apply({}, planned)
    const left = (after?.sections ?? []).flatMap(({ changes }) => changes)
    const wrong = left.map(({ name, differences }) => {
      const index = Number(name.slice(1))
      return { ...people[index], differences }
    })
    expect(wrong).toEqual([])
    const undeclared = named.flatMap(({ subscriberId, data, isExact, ignore }) => {
      if (!isExact || ignore.includes('data') || data === null || Object.keys(data).length > 0) return []
      const row = world.sandbox.state.subscribers.get(target, subscriberId)
      const ignored = new Set(ignore.map((pattern) => pattern.split('.')[1]))
      const kept = Object.entries(row?.data ?? {})
      const keys = kept.flatMap(([key, value]) => (value === null ? [] : [key]))
      return ignored.has('*') ? [] : keys.filter((key) => !ignored.has(key))
    })
    expect(undeclared).toEqual([])
  } finally {
    await world.close()
  }
}

law('after an apply the plan is empty, also if only parts of data are ignored', {
  name: 'ignored data',
  cases: fc.record({
    people: fc.array(somePerson, { minLength: 20, maxLength: 30 }),
    profile: fc.constantFrom(...profileNames),
  }),
  runs: { small: 15, full: 150 },
  mix: ['subscriber attributes'],
  holds: convergesIgnoring,
})
