// What the service shows of a channel's integrations, and what a suite expects to be primary → whether it is, and what to do.
import { expect, test } from 'vitest'
import type { Value, ValueMap } from '../../../src/core/value.ts'
import type { Desired } from '../../../src/kinds/resource.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { checkPrimary } from '../../../src/delivery/suites/primary.ts'
import { declared, lookAt } from '../../support/laws-kinds.ts'
import { json } from '../../support/scripted-transport.ts'
import { Resources } from '../../../src/kinds/resources.ts'

const position = { file: 'smoke.yaml', line: 1, column: 1, length: 1 }
const each = { suite: 'smoke', target: 'Production', tags: [], position, channel: 'email' }

function item(identifier: string, more: ValueMap = {}): Value {
  const fields = { identifier, providerId: 'ses', channel: 'email', active: true, primary: true }
  return { _id: `id-${identifier}`, _environmentId: 'env', ...fields, ...more }
}

async function check(items: readonly Value[], identifier: string, manifests: readonly Desired[] = []) {
  const { look } = lookAt(() => json(items))
  const at = { proof: () => Promise.resolve(look), declared: Resources.of(manifests) }
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

test.each(rows)('%s', async (_, items, isMet) => {
  const found = await check(items, 'main')
  expect(found).toMatchObject({ isMet: [isMet], end: 'settled' })
  expect(found.explanations).toHaveLength(isMet ? 0 : 1)
})

const advice = async (items: readonly Value[], manifests: readonly Desired[] = []): Promise<string> =>
  (await check(items, 'main', manifests)).explanations[0]?.advice ?? ''

test('the advice names what is to be set: active of an inactive primary, else primary', async () => {
  const says = [declared(integration, { identifier: 'main', channel: 'email' })]
  expect(await advice([item('main', { active: false })], says)).toContain('active: true')
  expect(await advice([item('other'), item('main', { primary: false })], says)).toContain('primary: true')
  expect(await advice([], says)).toContain('primary: true')
  expect(await advice([item('main', { active: false })])).not.toContain('primary: true')
  expect(await advice([item('main', { primary: false })])).toContain('primary: true')
  expect(await advice([])).toContain('primary: true')
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
  const { look } = lookAt(() => json({ message: 'no' }, 500))
  const at = { proof: () => Promise.resolve(look), declared: Resources.of([]) }
  const found = await checkPrimary({ ...each, identifier: 'main' }, at, { clock: () => 0 })
  expect(found).toMatchObject({ end: 'unknown', judgements: [{ isMet: false }] })
})
