import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ValueMap } from '../../../src/core/value.ts'
import { resolved } from '../../../src/kinds/form.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { schemaOf } from '../../../src/manifest/shape.ts'
import { seedOf } from '../../support/seed.ts'

const texts = fc.constantFrom('', ' ', 'ada', 'a@b.example', 'a@b', 'de-DE', 'd', 'Europe/Berlin', '+01:00', 'Nowhere/City') // prettier-ignore
const field = fc.oneof(
  { weight: 6, arbitrary: texts },
  { weight: 1, arbitrary: fc.constantFrom(null, 1, true, [], {}, ['data'], { plan: 'pro' }) },
)
const names = [
  'subscriberId', 'firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone', 'data', 'exact', 'channels', 'other',
] // prettier-ignore
const fields = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), field), { selector: ([name]) => name })

test('a plain subscriber is what the schema makes of it, in the same order', () => {
  const schema = schemaOf(subscriber, resolved)
  let plain = 0
  fc.assert(
    fc.property(fields, (entries) => {
      const value: ValueMap = Object.fromEntries([['subscriberId', 'ada'], ...entries])
      const found = subscriber.plain?.(value)
      if (found === undefined) return
      plain += 1
      expect(JSON.stringify(found)).toBe(JSON.stringify(schema.parse(value)))
    }),
    { seed: seedOf('plain subscribers', 'BELFRY_LAWS_SEED'), numRuns: 3000 },
  )
  expect(plain).toBeGreaterThan(100)
})
