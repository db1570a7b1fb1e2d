import { expect, test } from 'vitest'
import { converges } from './worlds/converges.ts'
import { type Law, check } from './worlds/law.ts'
import { sendsOneField } from './worlds/one-field.ts'
import { isOrderFree } from './worlds/order.ts'
import { isPrinted } from './worlds/printed.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { editToy, someToys, toyKinds } from './toy/cases.ts'

const laws: Record<string, Law['holds']> = {
  converges: (live, mix) => converges(live, toyKinds(), mix),
  'printed, 1 at a time': (live, mix) => isPrinted(live, { ...toyKinds(), parallel: 1 }, mix),
  'printed, 4 at a time': (live, mix) => isPrinted(live, { ...toyKinds(), parallel: 4 }, mix),
  order: (live, mix) => isOrderFree(live, toyKinds(), mix),
  'one field': (live, mix) => sendsOneField(live, { ...toyKinds(), edit: editToy }, mix),
}

test.each(Object.entries(laws))('a fourth kind: %s', { timeout: lawTimeout }, async (name, holds) => {
  expect(
    await check({
      name: `toy: ${name}`,
      cases: someToys,
      runs: name === 'one field' ? { small: 3, full: 80 } : { full: 100 },
      mix: ['empty plan', 'toy create', 'toy update'],
      holds,
    }),
  ).toEqual([])
})
