// Edits of one field, or by one resource, for the kinds that belfry knows.
import type { Case, Manifest } from './case.ts'
import { names } from './environments.ts'
import { slots } from './integrations.ts'
import type { Edit } from './one-field.ts'
import { isFields, omit, targetOf, textOf, type Fields, type Json } from './texts.ts'
import { inAnyOrder } from './transports.ts'

type Draw = () => number

interface Change {
  /** The item as it becomes. */
  readonly item: Fields
  readonly call: string
}

/** One of the edits below, by chance. */
export function edit(live: Case, manifest: Manifest, random: Draw): Edit | undefined {
  const kinds: Making[] = [
    addEnvironment,
    addEnvironment,
    addIntegration,
    addIntegration,
    movePrimary,
    movePrimary,
    ...[...integrationEdits, ...subscriberEdits, ...environmentEdits].map(changing),
  ]
  return draw(kinds, random)?.(manifest, draw(live.targets, random)?.alias ?? '', random, live)
}

function addEnvironment(manifest: Manifest, _: string, random: Draw): Edit {
  const items = manifest['environments'] ?? []
  const item = {
    name: `New ${items.length}`,
    color: '#123456',
    ...(random() < 0.5 && { identifier: `new-${items.length}` }),
  }
  const calls = [
    'POST environments: color name',
    ...(item.identifier === undefined ? [] : [`PUT environments id: identifier`]),
  ]
  return { manifest: { ...manifest, environments: [...items, item] }, calls }
}

function addIntegration(manifest: Manifest, target: string, random: Draw): Edit {
  const items = manifest['integrations'] ?? []
  const slot = draw(slots.slice(0, 7), random)
  const fields: Fields = {
    identifier: `new-${items.length}`,
    providerId: slot?.providerId ?? '',
    channel: slot?.channel ?? '',
    ...(random() < 0.5 && { name: 'New' }),
    ...(random() < 0.5 && { credentials: { apiKey: 'secret:1', from: 'new' } }),
  }
  const call = `POST integrations: ${Object.keys(fields).sort().join(' ')}`
  return {
    manifest: { ...manifest, integrations: [...items, { ...fields, targets: [target] }] },
    calls: [call],
  }
}

interface Editor {
  readonly list: string
  /** Undefined where the item can't be edited so. */
  readonly change: (item: Fields, random: Draw, live: Case) => Change | undefined
}

type Making = (manifest: Manifest, target: string, random: Draw, live: Case) => Edit | undefined

/** An edit of one of the target's items, the first by chance that can be edited so. */
function changing({ list, change }: Editor): Making {
  return (manifest, target, random, live) => {
    const items = manifest[list] ?? []
    const own = items.filter((item) => item['targets'] === undefined || targetOf(item) === target)
    for (const item of inAnyOrder(own, random)) {
      const changed = change(item, random, live)
      if (changed === undefined) continue
      const edited = items.map((each) => (each === item ? changed.item : each))
      return { manifest: { ...manifest, [list]: edited }, calls: [changed.call] }
    }
    return undefined
  }
}

/** Another primary for a channel, in place of the one that is declared, if any. */
function movePrimary(manifest: Manifest, target: string, random: Draw, live: Case): Edit | undefined {
  const items = manifest['integrations'] ?? []
  const fit = items.filter(
    (item) =>
      targetOf(item) === target &&
      ['email', 'sms'].includes(textOf(item['channel'])) &&
      item['primary'] !== true &&
      item['active'] !== false &&
      JSON.stringify(item['conditions'] ?? []) === '[]' &&
      seedOf(item, live)?.primary !== true,
  )
  const next = draw(fit, random)
  if (next === undefined) return undefined
  const integrations = items.map((item) => {
    if (item === next) return { ...item, primary: true }
    const isRival = targetOf(item) === target && item['channel'] === next['channel']
    return isRival ? omit(item, ['primary']) : item
  })
  return { manifest: { ...manifest, integrations }, calls: ['POST integrations set-primary'] }
}

function seedOf(item: Fields, { seed }: Case) {
  return seed.integrations?.find(
    (each) => each.environment === targetOf(item) && each.identifier === item['identifier'],
  )
}

const put = (field: string): string => `PUT integrations id: ${field}`

const integrationEdits: readonly Editor[] = [
  {
    list: 'integrations',
    change: (item, random) => {
      const name = draw(['Renamed', '00123', 'ü'], random) ?? ''
      return item['name'] === undefined || item['name'] === name
        ? undefined
        : { item: { ...item, name }, call: put('name') }
    },
  },
  ...[1, 2].map((): Editor => ({
    list: 'integrations',
    // Subscribers' channels need their integrations active.
    change: (item) =>
      item['primary'] === true ||
      typeof item['active'] !== 'boolean' ||
      ['chat', 'push'].includes(textOf(item['channel']))
        ? undefined
        : { item: { ...item, active: !item['active'] }, call: put('active') },
  })),
  {
    list: 'integrations',
    change: (item, random, live) => {
      const { credentials } = item
      const first = seedOf(item, live)
      // Where the list shows none at first, nobody can tell that credentials differ.
      const isBlind =
        first !== undefined && Object.keys(omit((first.credentials ?? {}) as Fields, ['appSid'])).length === 0
      if (!isFields(credentials) || isBlind) return undefined
      const next = { ...credentials, password: `secret:${1 + Math.floor(random() * 4)}` }
      return credentials['password'] === next.password
        ? undefined
        : { item: { ...item, credentials: next }, call: put('credentials') }
    },
  },
  {
    list: 'integrations',
    change: (item, random) => {
      if (item['primary'] === true || !Object.hasOwn(item, 'conditions')) return undefined
      const value = draw(['a', 'b', 'c'], random) ?? ''
      const conditions = [
        {
          isNegated: true,
          type: 'GROUP',
          value: 'OR',
          children: [{ on: 'payload', field: 'x', operator: 'EQUAL', value }],
        },
      ]
      return JSON.stringify(item['conditions']) === JSON.stringify(conditions)
        ? undefined
        : { item: { ...item, conditions }, call: put('conditions') }
    },
  },
]

const patch = (field: string): string => `PATCH subscribers: ${field}`

const subscriberEdits: readonly Editor[] = [
  ...(['firstName', 'phone', 'timezone'] as const).map((field): Editor => ({
    list: 'subscribers',
    change: (item, random) => {
      const value =
        draw<Json>(field === 'timezone' ? ['Asia/Tokyo', 'UTC', null] : ['Zoë', '+1555', null], random) ??
        null
      if (!Object.hasOwn(item, field)) return undefined
      return item[field] === value ? undefined : { item: { ...item, [field]: value }, call: patch(field) }
    },
  })),
  {
    list: 'subscribers',
    change: (item, random) => {
      const { data } = item
      if (!isFields(data)) return undefined
      const level = Math.floor(random() * 1e9)
      return { item: { ...item, data: { ...data, level } }, call: patch('data') }
    },
  },
  ...[1, 2].map((): Editor => ({
    list: 'subscribers',
    change: (item, random) => {
      const [first, ...others] = (item['channels'] ?? []) as readonly Fields[]
      if (first === undefined || !isFields(first['credentials'])) return undefined
      const title = `Title ${Math.floor(random() * 1e9)}`
      const channel = { ...first, credentials: { ...first['credentials'], title } }
      return {
        item: { ...item, channels: [channel, ...others] },
        call: 'PUT subscribers credentials: credentials integrationIdentifier providerId',
      }
    },
  })),
]

const environmentEdits: readonly Editor[] = [
  ...[1, 2].map((): Editor => ({
    list: 'environments',
    change: (item, random) => ({
      item: { ...item, identifier: `edited-${Math.floor(random() * 1e9)}` },
      call: 'PUT environments id: identifier',
    }),
  })),
  {
    list: 'environments',
    change: (item) => {
      const { name, parent } = item
      const next = parent === 'Development' ? 'Production' : 'Development'
      const isEarly = names.indexOf(name as (typeof names)[number]) < 2
      return parent === undefined || isEarly
        ? undefined
        : { item: { ...item, parent: next }, call: 'PUT environments id: parentId' }
    },
  },
]

function draw<T>(items: readonly T[], random: Draw): T | undefined {
  return items[Math.floor(random() * items.length)]
}
