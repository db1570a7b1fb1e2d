// The work of a plan grows with the number of integrations that change, and not with its square.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { growthOf, linear } from '../../support/steps/steps.ts'

const growth = await growthOf(join(import.meta.dirname, 'integrations-work.ts'), 100)

test.each(Object.entries(growth))('%s', (_, times) => {
  expect(times).toBeLessThan(linear)
})
