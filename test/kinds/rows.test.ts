// One row says all that is true of a field: its type, who may see it, how it is read, compared, sent and exported.
import { expect, test } from 'vitest'
import {
  bodyPathOf,
  declaredPathOf,
  isPersonal,
  isSecretAt,
  nameOf,
  readerOf,
  retiredFields,
  rulesFor,
  schemaFrom,
  writtenFields,
} from '../../src/kinds/from-field-rows.ts'
import type { RowsOf } from '../../src/kinds/field-row.ts'
import type { FieldRows } from '../../src/kinds/field-row.ts'
import { resolved, type Form } from '../../src/kinds/form.ts'
import { registry } from '../../src/kinds/registry.ts'
import { declared, live } from '../support/laws-kinds.ts'
import { subscriber } from '../../src/kinds/subscriber/subscriber.ts'

const form = (made: Form) => made.text()
const about = 'A size.'

test('a field without an answer does not compile', () => {
  // @ts-expect-error It doesn't say who may see the field.
  const unseen: FieldRows = { size: { form, about } }
  // @ts-expect-error It doesn't say what the field is for.
  const undescribed: FieldRows = { size: { form, privacy: 'public' } }
  // @ts-expect-error A field of the contract has no row.
  const incomplete: RowsOf<{ readonly size: string; readonly colour: string }> = {
    size: { form, about, privacy: 'public' },
  }
  expect([unseen, undescribed, incomplete]).toHaveLength(3)
})

interface Shown {
  readonly name: string
  readonly size: number
  readonly key?: string
}

const fields: RowsOf<Shown, number> = {
  name: { form, about, privacy: 'public', required: true, identity: true },
  note: { form, about, privacy: 'public', sent: false },
  size: { form, about, privacy: 'public', read: ({ size }, unit) => `${size * unit}` },
  key: {
    form,
    about,
    privacy: ([, part]) => part !== 'hint',
    compare: { compare: 'whole' },
    retired: 'none',
  },
  id: { readOnly: true },
}

test('the schema has what manifests declare, and no field that only the service writes', () => {
  const schema = schemaFrom({ fields }, resolved)
  expect(Object.keys(schema.shape)).toEqual(['name', 'note', 'size', 'key'])
  expect(schema.safeParse({ name: 'a' }).success).toBe(true)
  expect(schema.safeParse({ size: '1' }).success).toBe(false)
})

test('each field is read as its row says, and is null if the service has none', () => {
  expect(readerOf(fields)({ name: 'a', size: 2 }, 10)).toEqual({ name: 'a', size: '20', key: null })
})

test('an export writes the fields in their order, without those that are not set', () => {
  expect(
    Object.entries(writtenFields({ fields }, live('a', { key: 'k', size: '20', name: 'a', note: null }))),
  ).toEqual([
    ['name', 'a'],
    ['size', '20'],
    ['key', 'k'],
  ])
})

test('a row says how its field is compared; others are compared by value', () => {
  expect(rulesFor({ fields }, undefined)(['key', 'hint'])).toEqual({ compare: 'whole' })
  expect(rulesFor({ fields }, undefined)(['size'])).toEqual({ compare: 'value' })
})

test('secrets, identity and what an undeclared resource gets', () => {
  expect([['key'], ['key', 'hint'], ['size'], ['other']].map((path) => isSecretAt({ fields }, path))).toEqual(
    [true, false, false, false],
  )
  expect(nameOf({ fields }, { name: 'a' })).toBe('a')
  expect(retiredFields({ fields }, live('a', {}))).toEqual({ key: 'none' })
  expect(retiredFields({ fields }, { ...live('a', {}), isBuiltIn: true })).toBeUndefined()
})

test('of a kind about persons all is personal that no row calls public', () => {
  expect(registry.filter((kind) => isPersonal(kind)).map(({ name }) => name)).toEqual(['subscriber'])
  const found = ['email', 'channels', 'unknown', 'locale', 'providerId'].map((field) =>
    isPersonal(subscriber, field),
  )
  expect(found).toEqual([true, true, true, false, false])
  expect(isPersonal({ fields }, 'unknown')).toBe(false)
})

test('a part of a list is found where the manifest declares it, and where its request has it', () => {
  const tokens = ['a', 'b']
  const channels = [
    { providerId: 'slack', integrationIdentifier: 'ops', credentials: { webhookUrl: 'u' } },
    { providerId: 'fcm', integrationIdentifier: 'push', credentials: { deviceTokens: tokens } },
  ]
  const desired = declared(subscriber, { subscriberId: 'ada', channels })
  const part = 'fcm@push'
  expect(declaredPathOf(subscriber, ['credentials', 'deviceTokens', '1'], { part }, desired)).toEqual([
    'channels',
    '1',
    'credentials',
    'deviceTokens',
  ])
  expect(declaredPathOf(subscriber, ['credentials', 'x'], { part: 'gone@push' }, desired)).toEqual([
    'credentials',
    'x',
  ])
  expect(bodyPathOf(subscriber, ['channels', part, 'deviceTokens'], { part })).toEqual([
    'credentials',
    'deviceTokens',
  ])
  expect(bodyPathOf(subscriber, ['channels', 'slack@ops', 'webhookUrl'], { part })).toBeUndefined()
  expect(bodyPathOf(subscriber, ['data', 'plan'], { part })).toBeUndefined()
  expect(bodyPathOf(subscriber, ['channels', part], {})).toBeUndefined()
  expect(bodyPathOf(subscriber, ['data', 'plan'], {})).toEqual(['data', 'plan'])
})
