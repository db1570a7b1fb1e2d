import { join } from 'node:path'
import { expect, test } from 'vitest'
import { growthOf, linear } from './steps.ts'

const growth = await growthOf(join(import.meta.dirname, 'kinds-work.ts'), 250)

test.each(['linearLoop', 'preparedQuadratically'])('%s counts as linear', (name) => {
  expect(growth[name]).toBeLessThan(linear)
})

test.each(['quadraticLoop', 'quadraticCopy', 'quadraticSet', 'quadraticSearch', 'quadraticMatch'])(
  '%s does not',
  (name) => {
    expect(growth[name]).toBeGreaterThan(2 * linear)
  },
)
