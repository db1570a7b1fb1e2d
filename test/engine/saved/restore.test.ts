// What changes of a saved plan have in common is kept once, and stays what it is.
import { expect, test } from 'vitest'
import { pathOf } from '../../../src/core/plan/change.ts'
import { restorer } from '../../../src/engine/saved/encode.ts'
import type { SavedChange } from '../../../src/engine/saved/saved-plan-schema.ts'

const saved: SavedChange = {
  id: 'a',
  via: '[]',
  kind: 'subscriber',
  name: 'a',
  action: 'update',
  stage: 'subscribers',
  needs: [],
  sideEffects: [],
  position: { file: '[]', line: 1, column: 1, length: 1 },
  operation: 'patchSubscriber',
  method: 'PATCH',
  path: '/v2/subscribers/a',
  differences: [],
  sealed: { before: null, after: {}, fields: [], declared: { fields: {}, secrets: {} } },
}

test('a file with the name of an empty list', () => {
  const restored = restorer()(saved)
  expect(restored).toMatchObject({ via: '[]', needs: [], position: { file: '[]' } })
})

test.each([
  [
    'upsertSubscriberCredentials',
    '/v1/subscribers/jane/doe@acme.example/credentials',
    'jane/doe@acme.example',
  ],
  ['updateSubscriber', '/v2/subscribers/{id of subscriber a}', '{id of subscriber a}'],
  ['updateSubscriber', '/v2/subscribers/$&', '$&'],
  ['updateSubscriber', '/v2/subscribers/v2', 'v2'],
  ['upsertSubscriberCredentials', '/v1/subscribers/credentials/credentials', 'credentials'],
])('the path of %s, %s, has the parameter %s, and is printed as it was', (operation, path, parameter) => {
  const { call } = restorer()({ ...saved, operation, path })
  expect([call.parameters, pathOf(call)]).toEqual([{ subscriberId: parameter }, path])
})

test('a path without parameters stays as it was', () => {
  const path = '/v2/subscribers?failIfExists=true'
  const { call } = restorer()({ ...saved, operation: 'createSubscriber', path })
  expect([call.parameters, pathOf(call)]).toEqual([{}, path])
})

test('the requests before and after the main one, and the lines of each field', () => {
  const request = { operation: 'put', method: 'PUT', path: '/v1/a' } as const
  const line = { sign: '+', path: 'x', after: 1 } as const
  const sealed = { ...saved.sealed, prepared: { active: false }, restored: { active: true } }
  const restored = restorer()({
    ...saved,
    requests: [{ ...request, onlyIf: { active: true } }, request, { ...request, onlyIf: { active: false } }],
    differences: [line, { ...line, path: 'y' }, { ...line, path: 'z' }],
    sealed: { ...sealed, fields: [2, 1].map((lines) => ({ path: [`${lines}`], after: 1, lines })) },
  })
  expect(restored).toMatchObject({
    preparation: { onlyIf: { active: true }, after: { active: false } },
    restoration: { onlyIf: { active: false }, after: { active: true } },
  })
  const shown = restored.differences.map(({ path, display }) => [path, display?.map((each) => each.path)])
  expect(shown).toEqual([
    [['2'], ['x', 'y']],
    [['1'], ['z']],
  ])
})
