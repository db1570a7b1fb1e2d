// What changes of a saved plan have in common is kept once, and stays what it is.
import { expect, test } from 'vitest'
import { restorer } from '../../../src/engine/saved/encode.ts'

test('a file with the name of an empty list', () => {
  const restored = restorer()({
    id: 'a',
    via: '[]',
    kind: 'subscriber',
    name: 'a',
    action: 'update',
    stage: 'subscribers',
    before: null,
    after: {},
    declared: { fields: {}, secrets: {} },
    needs: [],
    sideEffects: [],
    position: { file: '[]', line: 1, column: 1, length: 1 },
    call: {
      operation: { id: 'patchSubscriber', method: 'PATCH', path: '/v2/subscribers/{subscriberId}' },
      parameters: {},
    },
    differences: [],
  })
  expect(restored).toMatchObject({ via: '[]', needs: [], position: { file: '[]' } })
})
