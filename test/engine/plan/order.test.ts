// Drafts in the order of the manifests → changes in the order of sending, with their ties.
import { describe, expect, test } from 'vitest'
import type { Action } from '../../../src/core/plan/change.ts'
import { grouped } from '../../../src/core/lists.ts'
import { inManifestOrder, ordered } from '../../../src/engine/plan/order.ts'
import type { Need } from '../../../src/kinds/kind.ts'
import { registry } from '../../../src/kinds/registry.ts'
import type { Reading } from '../../../src/engine/plan/plan-request.ts'

const position = { file: 'a.yaml', line: 1, column: 1, length: 1 }

interface Sketch {
  readonly kind: string
  readonly name: string
  readonly action?: Action
  readonly stage: string
  readonly part?: string
  readonly needs?: readonly Need[]
  readonly target?: string
}

function sketch({ kind, name, action = 'update', stage, part, needs, target = 'Production' }: Sketch) {
  const desired = {
    kind,
    name,
    declared: {},
    fields: {},
    position,
    positionOf: () => position,
    ...(kind !== 'environment' && { target }),
  }
  const call = { operation: { id: 'x', method: 'PUT' as const, path: '/x' }, parameters: {} }
  const draft = {
    action,
    stage,
    call,
    before: {},
    after: {},
    differences: [],
    ...(part !== undefined && { part }),
    ...(needs && { needs }),
  }
  return { desired, draft, via: 'Production' }
}

const ids = (...sketches: Sketch[]): string[] =>
  ordered(sketches.map(sketch), registry).changes.map(({ id }) => id.replace('Production/', ''))
const needs = (...sketches: Sketch[]) =>
  Object.fromEntries(
    ordered(sketches.map(sketch), registry).changes.map((change) => [change.id, change.needs]),
  )

const create = (name: string, parent?: string): Sketch => ({
  kind: 'environment',
  name,
  stage: 'create',
  action: 'create',
  ...(parent !== undefined && {
    needs: [{ kind: 'environment', name: parent, action: 'create' as const }],
  }),
})

describe('order', () => {
  test('by kind, then by stage, then as declared', () => {
    expect(
      ids(
        { kind: 'subscriber', name: 'z', stage: 'channels', part: 'slack@ops' },
        { kind: 'subscriber', name: 'z', stage: 'attributes' },
        { kind: 'integration', name: 'old', stage: 'lose' },
        { kind: 'integration', name: 'new', stage: 'primary', action: 'set-primary' },
        { kind: 'integration', name: 'z', stage: 'gain', action: 'create' },
        { kind: 'integration', name: 'a', stage: 'gain' },
        { kind: 'environment', name: 'E', stage: 'create', action: 'create' },
      ),
    ).toEqual([
      'organisation/environment/E/create',
      'integration/z/create',
      'integration/a/update',
      'integration/new/set-primary',
      'integration/old/update',
      'subscriber/z/update',
      'subscriber/z/slack@ops/update',
    ])
  })

  test('a child environment comes after its parent, others stay where they are', () => {
    expect(
      ids(create('Grandchild', 'Child'), create('Child', 'Parent'), create('Other'), create('Parent')).map(
        (id) => id.split('/')[2],
      ),
    ).toEqual(['Parent', 'Child', 'Grandchild', 'Other'])
  })

  test('changes that need each other come once', () => {
    expect(ids(create('A', 'B'), create('B', 'C'), create('C', 'A'))).toHaveLength(3)
  })

  test('of several readings: as declared, then what no manifest declares by name', () => {
    const [first, second] = [1, 2].map(
      (): Reading => ({ desired: { size: 2, lookUp: () => undefined } }) as never,
    )
    const found = (name: string, reading = first as Reading, index?: number) => ({
      ...sketch({ kind: 'environment', name, stage: 'create' }),
      reading,
      index,
    })
    const drafted = [
      found('a', second),
      found('e', second, 0),
      found('b', first, 1),
      found('B'),
      found('d', first, 0),
    ]
    const all = inManifestOrder(drafted, [first, second] as Reading[])
    expect(all.map(({ desired }) => desired.name)).toEqual(['d', 'b', 'e', 'B', 'a'])
  })
})

describe('needs', () => {
  const promotion: Sketch = {
    kind: 'integration',
    name: 'new',
    stage: 'primary',
    action: 'set-primary',
    needs: [
      { kind: 'integration', name: 'new' },
      { kind: 'integration', name: 'new' },
    ],
  }

  test('without an action: all that comes before, of that resource', () => {
    expect(
      needs(
        { kind: 'integration', name: 'new', stage: 'gain', action: 'create' },
        { kind: 'integration', name: 'new', stage: 'gain', action: 'resend' },
        { kind: 'integration', name: 'else', stage: 'gain' },
        { kind: 'integration', name: 'new', stage: 'primary', part: 'other' },
        { kind: 'integration', name: 'new', stage: 'lose' },
        promotion,
      )['Production/integration/new/set-primary'],
    ).toEqual(['Production/integration/new/create', 'Production/integration/new/resend'])
  })

  test('with an action: only that', () => {
    const loss: Sketch = {
      kind: 'integration',
      name: 'old',
      stage: 'lose',
      needs: [{ kind: 'integration', name: 'new', action: 'set-primary' }],
    }
    expect(
      needs({ kind: 'integration', name: 'new', stage: 'gain' }, promotion, loss)[
        'Production/integration/old/update'
      ],
    ).toEqual(['Production/integration/new/set-primary'])
  })

  test('what is not in the plan is not needed, nor is the change itself', () => {
    expect(needs(promotion)).toEqual({ 'Production/integration/new/set-primary': [] })
    const { basisOf } = ordered([{ ...sketch(promotion), serviceId: '1' }], registry)
    expect([...basisOf.values()]).toMatchObject([{ serviceId: '1' }])
    const self: Sketch = {
      kind: 'environment',
      name: 'A',
      stage: 'create',
      action: 'create',
      needs: [{ kind: 'environment', name: 'A', action: 'create' }],
    }
    expect(needs(self)).toEqual({ 'organisation/environment/A/create': [] })
  })
})

test('names with slashes do not make the id of another', () => {
  const found = ids(
    { kind: 'subscriber', name: 'a', part: 'slack@ops', stage: 'channels' },
    { kind: 'subscriber', name: 'a/slack@ops', stage: 'channels' },
    { kind: 'subscriber', name: 'a%2Fslack@ops', stage: 'channels' },
  )
  expect(found).toEqual([
    'subscriber/a/slack@ops/update',
    'subscriber/a%2Fslack@ops/update',
    'subscriber/a%252Fslack@ops/update',
  ])
})

test('grouped keeps the order of first appearance', () => {
  expect([...grouped(['b1', 'a1', 'b2'], (text) => text.charAt(0))]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ])
})
