// What a base and a branch declare, and what the service has → which changes come from the branch, and which undo what drifted.
import { expect, test } from 'vitest'
import type { Cause } from '../../../src/core/plan/shapes.ts'
import type { Change } from '../../../src/core/plan/change.ts'
import { compare } from '../../../src/core/plan/compare-fields.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { ValueMap } from '../../../src/core/value.ts'
import { withCauses } from '../../../src/engine/sides/causes.ts'
import { compareSides, type Side } from '../../../src/engine/sides/compare-sides.ts'
import { environment } from '../../../src/kinds/environment/environment.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import type { Desired } from '../../../src/kinds/resource.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { declared } from '../../support/laws-kinds.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'
import { rulesFor } from '../../../src/kinds/from-field-rows.ts'

const selection = { only: [], exclude: [], resend: [] }

function tree(resources: readonly Desired[], more: Partial<Side['targets'][number]> = {}): Side {
  const target = { alias: 'Production', unmanaged: 'ignore' as const, ...more }
  return { targets: [target], declared: { organisation: [], forTarget: () => Resources.of(resources) } }
}

const ses = (fields: ValueMap): Desired =>
  declared(integration, { identifier: 'ses', providerId: 'ses', channel: 'email', ...fields })

interface World {
  readonly base?: ValueMap
  readonly branch?: ValueMap
  /** Undefined if the service doesn't have it. */
  readonly live?: ValueMap
  readonly action?: Change['action']
  readonly wasUnmanaged?: 'deactivate'
}

/** `cause of the change: sign path cause, …` */
async function caused({ base, branch, live, action = 'update', wasUnmanaged }: World): Promise<string> {
  const own = branch && ses(branch)
  const before = tree(base ? [ses(base)] : [], wasUnmanaged && { unmanaged: wasUnmanaged })
  const after = tree(own ? [own] : [])
  const difference = await compareSides(before, after, { selection, registry })
  const differences =
    own === undefined
      ? [{ path: ['active'], answer: 'different' as const, before: true, after: false }]
      : compare(own.fields, live && ses(live).fields, rulesFor(integration, own))
  const change = changeOf({ name: 'ses', action, before: {}, differences })
  const plan = { ...difference, sections: [sectionWith({ changes: [change] })] }
  const [section] = withCauses(plan, { from: before, to: after, plan: difference }).sections
  const { cause, differences: found = [] } = section?.changes[0] ?? {}
  const details = found.flatMap(({ display = [] }) =>
    display.map((each) => `${each.sign} ${each.path} ${each.cause}`),
  )
  return `${cause}: ${details.join(', ')}`
}

test('a resource of the organisation has what the base declares of it', async () => {
  const [was, is] = [{ name: 'QA', identifier: 'a' }, { name: 'QA', identifier: 'b' }].map((fields): Side => {
    return { ...tree([]), declared: { organisation: [declared(environment, fields)], forTarget: () => Resources.of([]) } }
  }) as [Side, Side] // prettier-ignore
  const plan = await compareSides(was, is, { selection, registry })
  const difference = { path: ['identifier'], answer: 'different' as const, before: 'x', after: 'b' }
  const { target: _own, ...change } = changeOf({ kind: 'environment', name: 'QA', differences: [difference] })
  const { target: _whole, ...organisation } = sectionWith({ changes: [change] })
  const sections = [organisation]
  const [section] = withCauses({ ...plan, sections }, { from: was, to: is, plan }).sections
  expect(section?.changes[0]?.cause).toBe('both')
})

test.each<[string, World, string]>([
  [
    'a field that the branch changes',
    { base: { name: 'a' }, branch: { name: 'b' }, live: { name: 'a' } },
    'branch: ~ name branch',
  ],
  [
    'a field that drifted',
    { base: { name: 'a' }, branch: { name: 'a' }, live: { name: 'x' } },
    'drift: ~ name drift',
  ],
  [
    'a field that both changed',
    { base: { name: 'a' }, branch: { name: 'b' }, live: { name: 'x' } },
    'both: ~ name both',
  ],
  [
    'a secret in plain text that both changed',
    {
      base: { credentials: { apiKey: Secret.of('one', 'literal') } },
      branch: { credentials: { apiKey: Secret.of('two', 'literal') } },
      live: { credentials: { apiKey: 'three' } },
    },
    'both: ~ credentials.apiKey both',
  ],
  [
    'a field that the branch adds',
    { base: {}, branch: { name: 'b' }, live: { name: 'x' } },
    'branch: ~ name branch',
  ],
  [
    'one field of each sort',
    {
      base: { name: 'a', active: true },
      branch: { name: 'b', active: true },
      live: { name: 'a', active: false },
    },
    'both: ~ name branch, ~ active drift',
  ],
  [
    'a key of the credentials',
    {
      base: { credentials: { from: 'a', user: 'u' } },
      branch: { credentials: { from: 'b', user: 'u' } },
      live: { credentials: { from: 'a', user: 'x' } },
    },
    'both: ~ credentials.from branch, ~ credentials.user drift',
  ],
  [
    'a secret that the branch removes from conditions',
    {
      base: { conditions: ['a', Secret.of('c', 'env:C', '${env:C}')] },
      branch: { conditions: ['a'] },
      live: { conditions: ['a', 'c'] },
    },
    'branch: - conditions branch',
  ],
  [
    'a secret whose reference is the same',
    {
      base: { credentials: { apiKey: Secret.of('new', 'env:A') } },
      branch: { credentials: { apiKey: Secret.of('new', 'env:A') } },
      live: { credentials: { apiKey: Secret.of('old', 'live') } },
    },
    'drift: ~ credentials.apiKey drift',
  ],
  [
    'a secret whose reference changes',
    {
      base: { credentials: { apiKey: Secret.named('env:A', '${env:A}') } },
      branch: { credentials: { apiKey: Secret.of('new', 'env:B', '${env:B}') } },
      live: { credentials: { apiKey: Secret.of('old', 'live') } },
    },
    'branch: ~ credentials.apiKey branch',
  ],
  [
    'a resource that the branch adds',
    { branch: { name: 'b' }, action: 'create' },
    'branch: + providerId branch, + channel branch, + name branch',
  ],
  [
    'a resource that was lost',
    { base: { name: 'a' }, branch: { name: 'a' }, action: 'create' },
    'drift: + providerId drift, + channel drift, + name drift',
  ],
  [
    'a resource that was lost and that the branch changes',
    { base: { name: 'a' }, branch: { name: 'b' }, action: 'create' },
    'both: + providerId drift, + channel drift, + name both',
  ],
  [
    'a resource that the branch leaves to be switched off',
    { base: { name: 'a' }, live: {} },
    'drift: ~ active drift',
  ],
  [
    'a resource that the base switches off and the branch declares',
    { branch: { active: true }, live: { active: false }, wasUnmanaged: 'deactivate' },
    'branch: ~ active branch',
  ],
  ['a resource that neither declares', { live: {} }, 'branch: ~ active branch'],
  [
    'a resource that the base switches off too',
    { live: {}, wasUnmanaged: 'deactivate' },
    'drift: ~ active drift',
  ],
  [
    'a promotion',
    { base: { primary: true }, branch: { primary: true }, live: {}, action: 'set-primary' },
    'drift: + primary drift',
  ],
  [
    'a resend of what the branch changes',
    { base: { name: 'a' }, branch: { name: 'b' }, live: { name: 'x' }, action: 'resend' },
    'branch: ~ name branch',
  ],
  [
    'a resend of what stays',
    { base: { name: 'a' }, branch: { name: 'a' }, live: { name: 'x' }, action: 'resend' },
    'undefined: ~ name undefined',
  ],
])('%s', async (_, world, expected) => {
  expect(await caused(world)).toBe(expected)
})

test('a target that the comparison does not have stays as it is', async () => {
  const before = tree([])
  const plan = await compareSides(before, before, { selection, registry })
  const section = sectionWith({ target: 'Staging', changes: [changeOf({ name: 'ses' })] })
  expect(withCauses({ ...plan, sections: [section] }, { from: before, to: before, plan }).sections).toEqual([
    section,
  ])
})

test('two trees: what is added, changed and no longer declared, and targets that only one has', async () => {
  const other = (identifier: string): Desired =>
    declared(integration, { identifier, providerId: 'ses', channel: 'email' })
  const cause: Cause | undefined = undefined
  const before = tree([ses({ name: 'a' }), other('gone')])
  const after = tree([ses({ name: 'b' }), other('new')])
  const [section, ...rest] = (await compareSides(before, after, { selection, registry })).sections
  expect(rest).toEqual([])
  expect(section?.changes.map(({ action, name, cause: of }) => [action, name, of])).toEqual([
    ['update', 'ses', cause],
    ['create', 'new', cause],
  ])
  expect(section?.notes.map(({ sort, name }) => [sort, name])).toEqual([['released', 'gone']])
  expect(section).toMatchObject({ target: 'Production', url: '', unchanged: 0, resources: 2 })
  const only = { targets: [{ alias: 'Staging', unmanaged: 'ignore' as const }], declared: after.declared }
  const both = await compareSides(before, only, { selection, registry })
  expect(
    both.sections.map(({ target, targetChange, changes, notes }) => [
      target,
      targetChange,
      changes.length,
      notes.length,
    ]),
  ).toEqual([
    ['Staging', 'added', 2, 0],
    ['Production', 'removed', 0, 2],
  ])
  const same = await compareSides(before, before, { selection, registry, same: 'listed' })
  expect(same.sections[0]).toMatchObject({ changes: [], unchanged: 2, notes: [] })
  expect(same.sections[0]?.same?.map(({ name }) => name)).toEqual(['ses', 'gone'])
})

test('a selection limits a comparison, and a selection without matches is an error', async () => {
  const [before, after] = [tree([ses({ name: 'a' })]), tree([ses({ name: 'b' })])]
  const selecting = (some: object) =>
    compareSides(before, after, { selection: { ...selection, ...some }, registry })
  expect((await selecting({ only: ['integration/ses'] })).sections[0]?.changes).toHaveLength(1)
  expect(await selecting({ only: ['integration/sess'] })).toMatchObject({
    sections: [],
    problems: [{ severity: 'error' }],
  })
  const skipped = await selecting({ exclude: ['integration/ses'] })
  expect(skipped).toMatchObject({
    sections: [],
    problems: [{ rule: 'idle-selector', message: expect.stringContaining('leaves out every') as string }],
  })
})
