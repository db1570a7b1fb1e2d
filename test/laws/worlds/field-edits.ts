// Edits of one field of a resource that is declared, and the call that each takes.
import type { Case } from '../../support/laws/case.ts'
import { names } from './environments.ts'
import { someRules } from './rules.ts'
import { isFields, omit, targetOf, textOf, type Fields, type Json } from '../../support/laws/texts.ts'

export type Draw = () => number

export interface FieldEdit {
  /** The item as it becomes. */
  readonly item: Fields
  readonly call: string
}

export interface Editor {
  readonly list: string
  /** Undefined where the item can't be edited so. */
  readonly change: (item: Fields, random: Draw, live: Case) => FieldEdit | undefined
}

/** What a sandbox held at first of an integration. */
export function seedOf(item: Fields, { seed }: Case) {
  return seed.integrations?.find(
    (each) => each.environment === targetOf(item) && each.identifier === item['identifier'],
  )
}

/** An edit that chance is to pick that many times as often as others. */
function often(weight: number, editor: Editor): Editor[] {
  return Array.from({ length: weight }, () => editor)
}

function isEmptyToSee(credentials: unknown): boolean {
  return !isFields(credentials) || Object.keys(omit(credentials, ['appSid'])).length === 0
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
  ...often(3, {
    list: 'integrations',
    // Subscribers' channels need their integrations active.
    change: (item) =>
      item['primary'] === true ||
      typeof item['active'] !== 'boolean' ||
      ['chat', 'push'].includes(textOf(item['channel']))
        ? undefined
        : { item: { ...item, active: !item['active'] }, call: put('active') },
  }),
  {
    list: 'integrations',
    change: (item, random, live) => {
      const { credentials } = item
      const first = seedOf(item, live)
      // Where the list shows none, nobody can tell that credentials differ.
      const isBlind = [credentials, ...(first === undefined ? [] : [first.credentials])].some(isEmptyToSee)
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
  {
    list: 'integrations',
    change: (item, random) => {
      const rules = draw(someRules, random)
      return item['rules'] === undefined ||
        rules === undefined ||
        JSON.stringify(item['rules']) === JSON.stringify(rules)
        ? undefined
        : { item: { ...item, rules }, call: put('conditions rules') }
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
  ...often(6, {
    list: 'subscribers',
    change: (item, random) => {
      const [first, ...others] = (item['channels'] ?? []) as readonly Fields[]
      if (first === undefined || !isFields(first['credentials'])) return undefined
      const credentials = { ...first['credentials'], channel: `room ${Math.floor(random() * 1e9)}` }
      const channel = { ...first, credentials }
      return {
        item: { ...item, channels: [channel, ...others] },
        call: 'PUT subscribers credentials: credentials integrationIdentifier providerId',
      }
    },
  }),
]

const environmentEdits: readonly Editor[] = [
  ...often(2, {
    list: 'environments',
    change: (item, random) => ({
      item: { ...item, identifier: `edited-${Math.floor(random() * 1e9)}` },
      call: 'PUT environments id: identifier',
    }),
  }),
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

export const fieldEdits: readonly Editor[] = [...integrationEdits, ...subscriberEdits, ...environmentEdits]

export function draw<T>(items: readonly T[], random: Draw): T | undefined {
  return items[Math.floor(random() * items.length)]
}
