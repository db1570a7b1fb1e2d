// The names of the kinds are known without the registry, so that completion doesn't load the kinds.
import { expect, test } from 'vitest'
import { kindNames } from '../../src/kinds/kind.ts'
import { registry } from '../../src/kinds/registry.ts'

test('the names are those of the registry, in its order', () => {
  expect(kindNames).toEqual(registry.map(({ name }) => name))
})
