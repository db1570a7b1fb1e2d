// Values that laws draw from: few, so that chance makes them equal, and awkward, so that every layer is tried.
import * as fc from 'fast-check'

export const someText = fc.constantFrom(
  'Acme',
  'Ünïcode ✓ 🎉',
  '00123',
  'true',
  'null',
  '~',
  '1e3',
  ' padded ',
  "it's: #1",
  '"quoted"',
  'two\nlines\n',
  'costs ${5}',
  '- dash',
  '@everyone',
  '{brace}',
  '2026-01-01',
  'x'.repeat(300),
)

/** How manifests write it: `secret:3` stands for `${env:SECRET_3}`, which no output may show. */
export const someSecret = fc.integer({ min: 1, max: 4 }).map((number) => `secret:${number}`)

export const someFlag = fc.boolean()

/** Data that people attach: any JSON, with keys that objects inherit, and keys that look like the tags of a plan file. */
export const someData = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('plan', 'seats', 'a.b', 'constructor', 'toString', 'team', '$live', '$map'),
      fc.oneof(
        someText,
        fc.constantFrom(0, 1, -2.5, 9_007_199_254_740_991),
        someFlag,
        fc.array(fc.constantFrom('x', 'y', 1), { maxLength: 3 }),
        fc.constantFrom({ deep: 1 }, { deep: 1, more: ['z'] }, { deep: 1, more: { x: 'y' } }, {}),
        fc.constantFrom({ deep: 1 }, { deep: 1, more: ['z'] }, { $secret: 'env:X' }, { $idOf: ['a', 'b'] }),
      ),
    ),
    { maxLength: 4, selector: ([key]) => key },
  )
  .map((entries) => Object.fromEntries(entries) as Fields)

/** Any selection of some fields, none and all of them too. */
export function someOf(fields: Readonly<Record<string, fc.Arbitrary<Json>>>): fc.Arbitrary<Fields> {
  return fc.tuple(fc.record(fields), fc.subarray(Object.keys(fields))).map(([all, keys]) => pick(all, keys))
}

export type Json = string | number | boolean | null | readonly Json[] | Fields
export interface Fields {
  readonly [key: string]: Json
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `fields` without some keys. */
export function omit(fields: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)))
}

/** Only some keys of `fields`, those that it has. */
export function pick(fields: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)))
}

/** A text as it is; anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** The one target that an item of a case is for. */
export function targetOf({ targets }: Fields): string {
  return Array.isArray(targets) ? textOf(targets[0]) : ''
}
