// What the service shows of a channel's integrations, and what a suite expects to be primary → whether it is, and what to do.
import { expect, test } from 'vitest'
import type { Value, ValueMap } from '../../../src/core/value.ts'
import type { Desired } from '../../../src/kinds/resource.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { checkPrimary } from '../../../src/delivery/suites/primary.ts'
import { declared, lookAt } from '../../support/laws-kinds.ts'
import { json } from '../../support/scripted-transport.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

const position = { file: 'smoke.yaml', line: 1, column: 1, length: 1 }
const each = { suite: 'smoke', target: 'Production', tags: [], position, channel: 'email' }

function item(identifier: string, more: ValueMap = {}): Value {
  const fields = { identifier, providerId: 'ses', channel: 'email', active: true, primary: true }
  return { _id: `id-${identifier}`, _environmentId: 'env', ...fields, ...more }
}

async function check(items: readonly Value[], identifier: string, manifests: readonly Desired[] = []) {
  const { access } = lookAt(() => json(items))
  const at = { proof: () => Promise.resolve(access), declared: Resources.of(manifests), target: {} }
  const { judgements, explanations, end } = await checkPrimary({ ...each, identifier }, at, {
    clock: () => 0,
  })
  return { isMet: judgements.map(({ isMet }) => isMet), explanations, end }
}

const rows: readonly (readonly [string, readonly Value[], boolean])[] = [
  ['it is primary and active', [item('main')], true],
  ['it is primary and inactive', [item('main', { active: false })], false],
  ['it is active and not primary', [item('main', { primary: false })], false],
  ['another one is primary', [item('other'), item('main', { primary: false })], false],
  ['another one is primary and inactive', [item('other', { active: false })], false],
  ['it is primary for another channel', [item('main', { channel: 'sms' })], false],
  ['it is primary in another environment', [item('main', { _environmentId: 'other' })], false],
  ['it is deleted', [item('main', { deleted: true })], false],
  ['the service says nothing of primaries', [item('main', { primary: null })], false],
  ['the service says nothing of activity', [item('main', { active: null })], false],
  ['there is nothing', [], false],
]

test('an integration that is named as what is printed without any', async () => {
  expect(await check([], 'none')).toMatchObject({ isMet: [false], explanations: [expect.anything()] })
})

test.each(rows)('%s', async (_, items, isMet) => {
  const found = await check(items, 'main')
  expect(found).toMatchObject({ isMet: [isMet], end: 'settled' })
  expect(found.explanations).toHaveLength(isMet ? 0 : 1)
})

test('it points to the line of the manifest that says which is primary, where there is one', async () => {
  const at = (line: number) => ({ ...position, line })
  const says = { ...declared(integration, { identifier: 'main', channel: 'email' }) }
  const placed: Desired = { ...says, positionOf: ([field]) => at(field === 'active' ? 6 : 7) }
  expect((await check([item('other')], 'main', [placed])).explanations).toMatchObject([{ position: at(7) }])
  expect((await check([item('main', { active: false })], 'main', [placed])).explanations).toMatchObject([
    { position: at(6) },
  ])
  expect((await check([item('other')], 'main')).explanations[0]).not.toHaveProperty('position')
})

test('a list that can not be read is neither met nor unmet', async () => {
  const { access } = lookAt(() => json({ message: 'no' }, 500))
  const at = { proof: () => Promise.resolve(access), declared: Resources.of([]), target: {} }
  const found = await checkPrimary({ ...each, identifier: 'main' }, at, { clock: () => 0 })
  expect(found).toMatchObject({ end: 'unknown', judgements: [{ isMet: false }] })
})

const declares = (fields: ValueMap): Desired => declared(integration, { channel: 'email', ...fields })
const told = async (items: readonly Value[], manifests: readonly Desired[] = []) => {
  let time = 1000
  const { access } = lookAt(() => json(items))
  const found = await checkPrimary(
    { ...each, identifier: 'main' },
    { proof: () => Promise.resolve(access), declared: Resources.of(manifests), target: {} },
    { clock: () => (time += 7) },
  )
  const { transactionId, milliseconds, judgements, explanations } = found
  expect({ transactionId, milliseconds, count: judgements.length }).toEqual({
    transactionId: '',
    milliseconds: 7,
    count: 1,
  })
  expect(judgements[0]?.expected).toBe('primary.email=main')
  return { seen: judgements[0]?.seen, why: explanations[0]?.why, advice: explanations[0]?.advice }
}

const add = 'Declare main with primary: true and run belfry apply, or correct the suite.'

test.each<[string, readonly Value[], readonly Desired[], object]>([
  ['met', [item('main')], [], { seen: 'primary.email=main', why: undefined, advice: undefined }],
  [
    'nothing is primary',
    [item('main', { primary: false })],
    [],
    { seen: 'primary.email=none', why: 'no integration is primary for email', advice: add },
  ],
  [
    'nothing is there',
    [],
    [],
    {
      seen: 'primary.email=none',
      why: 'no integration is primary for email, and this environment has no email integration main',
      advice: add,
    },
  ],
  [
    'it is inactive',
    [item('main', { active: false })],
    [],
    {
      seen: 'primary.email=main (not active)',
      why: 'main is primary for email, but is not active and sends nothing',
      advice: 'Activate main, or make a different integration primary.',
    },
  ],
  [
    'another is primary',
    [item('main', { primary: false }), item('other')],
    [declares({ identifier: 'main' })],
    {
      seen: 'primary.email=other',
      why: 'other is primary for email',
      advice: 'Set primary: true on integration main, then run belfry apply.',
    },
  ],
  [
    'another is primary, and inactive',
    [item('main', { primary: false }), item('other', { active: false })],
    [declares({ identifier: 'main', primary: true })],
    {
      seen: 'primary.email=other (not active)',
      why: 'other is primary for email, but is not active and sends nothing',
      advice: 'Run belfry apply to set primary: true on integration main, as the manifest declares.',
    },
  ],
  [
    'the channel failed over',
    [item('main', { primary: false }), item('spare')],
    [declares({ identifier: 'main', primary: true }), declares({ identifier: 'spare', standby: 1 })],
    {
      seen: 'primary.email=spare',
      why: 'spare is primary for email',
      advice:
        'email failed over to spare. To return to the declared primary integration, run belfry failover email --back -t Production.',
    },
  ],
  [
    'the channel failed over from another',
    [item('main', { primary: false }), item('boss', { primary: false }), item('spare')],
    [
      declares({ identifier: 'main' }),
      declares({ identifier: 'boss', primary: true }),
      declares({ identifier: 'spare', standby: 1 }),
    ],
    {
      seen: 'primary.email=spare',
      why: 'spare is primary for email',
      advice: 'Set primary: true on integration main, then run belfry apply.',
    },
  ],
  [
    'several are primary',
    [item('main'), item('other'), item('third')],
    [],
    {
      seen: 'primary.email=main, other and third',
      why: 'main, other and third are primary, and the service uses the newest active primary integration',
      advice: 'Declare primary: true on integration main, then run belfry apply.',
    },
  ],
  [
    'several others are primary',
    [item('one'), item('other')],
    [],
    {
      seen: 'primary.email=one and other',
      why: 'one and other are primary, and the service uses the newest active primary integration',
      advice: 'Declare primary: true on one of these integrations, then run belfry apply.',
    },
  ],
  [
    'several others are primary, and it is declared',
    [item('one'), item('other')],
    [declares({ identifier: 'main' })],
    { advice: 'Declare primary: true on integration main, then run belfry apply.' },
  ],
  [
    'several are primary, and it is declared so',
    [item('main'), item('other')],
    [declares({ identifier: 'main', primary: true })],
    { advice: 'Run belfry apply to make main the only primary integration, as the manifest declares.' },
  ],
])('%s: what is seen, why, and what to do', async (_, items, manifests, expected) => {
  expect(await told(items, manifests)).toMatchObject(expected)
})

test('several primaries point to the manifest, and every explanation names the integration', async () => {
  const says: Desired = {
    ...declares({ identifier: 'main' }),
    positionOf: ([field]) => ({ ...position, line: field === 'primary' ? 7 : 1 }),
  }
  const found = await check([item('main'), item('other')], 'main', [says])
  expect(found).toMatchObject({
    isMet: [false],
    end: 'settled',
    explanations: [{ recipient: '', channel: 'email', resource: 'integration main', position: { line: 7 } }],
  })
  expect((await check([item('main'), item('other')], 'main')).explanations[0]).not.toHaveProperty('position')
  expect((await check([item('other')], 'main')).explanations).toMatchObject([
    { recipient: '', channel: 'email', resource: 'integration main' },
  ])
})

test('if the environment of the key is unknown, nothing is read, and the problem explains why', async () => {
  const problem = { rule: 'wrong-environment', severity: 'error', message: 'the key is of another' } as const
  const asked = async (hint: object) =>
    checkPrimary(
      { ...each, identifier: 'main' },
      { proof: () => Promise.resolve({ ...problem, ...hint }), declared: Resources.of([]), target: {} },
      { clock: () => 0 },
    )
  expect(await asked({ hint: 'fix it' })).toMatchObject({
    end: 'unknown',
    judgements: [{ seen: 'primary.email=?', isMet: false }],
    explanations: [{ recipient: '', why: problem.message, advice: 'fix it' }],
  })
  expect((await asked({})).explanations).toEqual([{ recipient: '', why: problem.message, advice: '' }])
})
