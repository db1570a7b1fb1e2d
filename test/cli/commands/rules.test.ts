// Rules of integrations through the whole program: what plan shows, what apply sends, and what is left after it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ProfileName } from '../../../src/sandbox/index.ts'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'

const gold = { '==': [{ var: 'subscriber.data.tier' }, 'gold'] }
const silver = { '==': [{ var: 'subscriber.data.tier' }, 'silver'] }
const german = { '==': [{ var: 'subscriber.locale' }, 'de'] }
const condition = {
  isNegated: false,
  type: 'GROUP' as const,
  value: 'AND' as const,
  children: [{ on: 'subscriber' as const, field: 'locale', operator: 'EQUAL' as const, value: 'de' }],
}
const ses = {
  environment: 'Production',
  name: 'eu',
  identifier: 'eu',
  providerId: 'ses',
  channel: 'email' as const,
  active: true,
}
const main = { ...ses, name: 'main', identifier: 'main', providerId: 'sendgrid' }
const inService = (routing: object): object => ({ ...ses, ...routing })

interface World extends CliWorld {
  /** Of the integration that the tests are about. */
  readonly routing: () => object
  readonly sent: () => readonly object[]
}

/** `declared` is what the manifest says of it besides its name. */
async function open(
  declared: object,
  rows: readonly object[] = [],
  profile: ProfileName = 'novu-2026-09',
): Promise<World> {
  const item = { identifier: 'eu', name: 'eu', providerId: 'ses', channel: 'email', ...declared }
  const world = await cliWorld(
    {
      'belfry.yaml': `${project.replace(/ {2}Development.*\n/, '')}rules: { missing-credentials: off }\n`,
      'manifests/all.yaml': JSON.stringify({ integrations: [item] }),
    },
    {
      integrations: [{ ...main, primary: !rows.some((row) => 'primary' in row) }, ...rows] as never,
      subscribers: [],
      messages: [],
      notifications: [],
    },
    profile,
  )
  return {
    ...world,
    routing: () => {
      const { rules, conditions, primary } =
        world.sandbox.state.integrations.get('Production', 'eu') ?? ({} as never)
      const children = (conditions ?? []).flatMap((group) => group.children.map(({ value }) => value))
      return { rules: rules ?? null, conditions: children, primary }
    },
    sent: () => world.sandbox.log.flatMap(({ method, body }) => (method === 'GET' ? [] : [body as object])),
  }
}

const undeclared = 'removes rules that no manifest declares'

test('rules to copy hold no reference, whatever the service says', async () => {
  const rules = { '==': [{ var: 'subscriber.data.tier' }, '${env:HOME}'] }
  const { run } = await open({}, [inService({ rules })])
  const { out } = await run('plan')
  expect(out).toContain('declare rules: {"==":[{"var":"subscriber.data.tier"},"$${env:HOME}"]}')
})

describe('rules in the service that no manifest declares', () => {
  test.each<[string, object, object, readonly object[], object]>([
    [
      'beside declared conditions that the service has too',
      { conditions: [condition] },
      { conditions: [condition], rules: gold },
      [{ rules: null, conditions: [condition] }],
      { rules: null, conditions: ['de'], primary: false },
    ],
    [
      'in place of declared conditions',
      { conditions: [condition] },
      { rules: gold },
      [{ conditions: [condition], rules: null }],
      { rules: null, conditions: ['de'], primary: false },
    ],
    [
      'where no conditions are declared',
      { conditions: null },
      { rules: gold },
      [{ rules: null, conditions: [] }],
      { rules: null, conditions: [], primary: false },
    ],
    [
      'without any declared routing',
      {},
      { rules: gold },
      [{ rules: null, conditions: [] }],
      { rules: null, conditions: [], primary: false },
    ],
    [
      'beside conditions that no manifest declares either',
      {},
      { rules: gold, conditions: [condition] },
      [{ rules: null }],
      { rules: null, conditions: ['de'], primary: false },
    ],
    [
      'of one that is primary all the same',
      {},
      { rules: gold, primary: true },
      [{ rules: null, conditions: [] }],
      { rules: null, conditions: [], primary: true },
    ],
  ])('%s are a difference that one apply brings to rest', async (_, declared, live, requests, left) => {
    const world = await open(declared, [inService(live)])
    const plan = await world.run('plan --detailed-exitcode')
    expect([plan.exit, plan.out]).toEqual([2, expect.stringContaining(`integration eu  ${undeclared}`)])
    expect(plan.out).toMatch(/- rules +subscriber\.data\.tier = "gold"/)
    expect(plan.out.replaceAll(/\s+/g, ' ')).toContain(
      `side effect: removes the rules of the integration; to keep the rules, declare rules: ${JSON.stringify(gold)}`,
    )
    expect(plan.out).not.toContain('No changes')
    const apply = await world.run('apply --yes')
    expect([apply.exit, apply.out]).toEqual([
      0,
      expect.stringContaining('Verified: a new plan shows no changes'),
    ])
    expect(world.sent()).toEqual(requests)
    expect(world.routing()).toEqual(left)
    expect((await world.run('plan --detailed-exitcode')).exit).toBe(0)
  })

  test('every format shows them', async () => {
    const world = await open({ conditions: [condition] }, [inService({ rules: gold })])
    const { out } = await world.run(
      'plan --format json --report markdown=plan.md --report html=plan.html --out plan.json',
    )
    const [change] = (
      JSON.parse(out) as { plan: { sections: { changes: object[] }[] } }
    ).plan.sections.flatMap(({ changes }) => changes)
    expect(change).toMatchObject({
      summary: undeclared,
      differences: expect.arrayContaining([
        { sign: '-', path: 'rules', before: 'subscriber.data.tier = "gold"' },
      ]) as object,
      body: { rules: null, conditions: [condition] },
    })
    expect((await world.run('show plan.json')).out).toContain('subscriber.data.tier = "gold"')
    for (const file of ['plan.md', 'plan.html']) {
      const text = readFileSync(join(world.folder, file), 'utf8')
        .replaceAll('\\', '')
        .replaceAll('&quot;', '"')
      expect(text).toContain('subscriber.data.tier = "gold"')
      expect(text).toContain(undeclared)
    }
    expect((await world.run('apply --approved plan.json')).exit).toBe(0)
    expect((await world.run('apply plan.json')).out).toContain('already done')
    expect(world.routing()).toEqual({ rules: null, conditions: ['de'], primary: false })
  })

  test('the side effect says what to copy, and what was copied needs no change', async () => {
    const odd = { or: [{ custom: ['ü', null, 1.5] }, { '==': [{ var: 'subscriber.data.tier' }, 'a: b #'] }] }
    const world = await open({}, [inService({ rules: odd })])
    const { out } = await world.run('plan --format json')
    const [, copied = ''] = /declare (rules: .*?)"\]?,?$/m.exec(out) ?? []
    const manifest = `integrations:\n  - identifier: eu\n    name: eu\n    providerId: ses\n    channel: email\n    ${JSON.parse(`"${copied}"`)}\n`
    writeFileSync(join(world.folder, 'manifests/all.yaml'), manifest)
    const plan = await world.run('plan --detailed-exitcode')
    expect([plan.exit, plan.err]).toEqual([0, ''])
  })

  test('a secret in rules is shown nowhere, and is compared all the same', async () => {
    const canary = 'canary "of rules" 4711'
    const rules = (value: string): object => ({ or: [{ '==': [{ var: 'subscriber.data.code' }, value] }] })
    const secret = { credentials: { apiKey: '${env:CANARY}' } }
    const env = { env: { CANARY: canary } }
    for (const [declared, exit] of [
      [secret, 2],
      [{ ...secret, rules: rules('${env:CANARY}') }, 0],
      [{ ...secret, rules: rules('x ${env:CANARY}') }, 2],
    ] as const) {
      const world = await open(declared, [inService({ rules: rules(canary) })])
      const flags =
        '--detailed-exitcode --report markdown=plan.md --report html=plan.html --report json=plan.report.json --out plan.json'
      const plan = await world.run(`plan ${flags}`, env)
      expect([plan.exit, plan.err]).toEqual([exit, exit === 0 ? 'The plan was saved in plan.json.\n' : ''])
      const files = readdirSync(world.folder).filter((name) => name.startsWith('plan.'))
      const texts = [plan.out, ...files.map((name) => readFileSync(join(world.folder, name), 'utf8'))]
      for (const text of texts) expect(text).not.toMatch(/canary|of rules|4711/)
      const apply = await world.run('apply --yes', env)
      expect([apply.exit, apply.out]).not.toEqual([expect.anything(), expect.stringMatching(/canary|4711/)])
    }
  })

  test('rules that moved since the plan was saved are not cleared', async () => {
    const world = await open({ conditions: [condition] }, [inService({ rules: gold })])
    await world.run('plan --out plan.json')
    world.sandbox.state.integrations.edit('Production', 'eu', { rules: silver })
    const apply = await world.run('apply plan.json')
    expect([apply.exit, apply.out + apply.err]).toEqual([4, expect.stringContaining('rules')])
    expect(world.sent()).toEqual([])
  })

  test('hostile rules are shown and cleared', async () => {
    const text = '\u001b[31m</script>@everyone\u202e"'
    const world = await open({}, [inService({ rules: { '==': [{ var: 'subscriber.locale' }, text] } })])
    const plan = await world.run('plan --format json --report markdown=plan.md --report html=plan.html')
    expect(plan.exit).toBe(0)
    const shown = await world.run('plan')
    const written = ['plan.md', 'plan.html'].map((file) => readFileSync(join(world.folder, file), 'utf8'))
    for (const each of [shown.out, ...written])
      expect(['\u001b', '\u202e'].filter((character) => each.includes(character))).toEqual([])
    expect(written[1]).not.toContain('</script>@everyone')
    expect((await world.run('apply --yes')).exit).toBe(0)
  })

  test.each([
    [50, 2, 'if {"!":[{"!":['],
    [500, 1, 'nested more than 200 levels deep'],
  ])('%s levels of negation end with exit %s', async (levels, exit, said) => {
    let deep: unknown = { unknown: [] }
    for (let level = 0; level < levels; level++) deep = { '!': [deep, 1] }
    const world = await open({}, [inService({ rules: deep })])
    const plan = await world.run('plan --detailed-exitcode')
    expect([plan.exit, plan.out + plan.err]).toEqual([exit, expect.stringContaining(said)])
  })
})

test('declared conditions that the service keeps as rules need no change', async () => {
  const world = await open({ conditions: [condition] }, [inService({ rules: german })])
  const plan = await world.run('plan --detailed-exitcode')
  expect([plan.exit, plan.out]).toEqual([0, expect.stringContaining('No changes')])
  expect((await world.run('apply --yes')).exit).toBe(0)
  expect(world.sent()).toEqual([])
  const conditions = [{ ...condition, isNegated: true }]
  const both = await open({ conditions: [condition] }, [inService({ rules: german, conditions })])
  expect((await both.run('plan')).out).toContain('- conditions  NOT')
})

describe('declared rules', () => {
  test.each<[string, readonly object[], object]>([
    [
      'are created',
      [],
      { identifier: 'eu', name: 'eu', providerId: 'ses', channel: 'email', active: true, rules: gold },
    ],
    ['replace others', [inService({ rules: german })], { rules: gold, conditions: [] }],
    ['replace conditions', [inService({ conditions: [condition] })], { rules: gold, conditions: [] }],
    ['are added', [inService({})], { rules: gold, conditions: [] }],
  ])('%s, and then a plan is empty', async (_, rows, body) => {
    const world = await open({ active: true, rules: gold }, rows)
    const plan = await world.run('plan --detailed-exitcode')
    expect([plan.exit, plan.out]).toEqual([2, expect.stringContaining('subscriber.data.tier = "gold"')])
    expect(plan.out).not.toContain(undeclared)
    expect((await world.run('apply --yes')).exit).toBe(0)
    expect(world.sent()).toEqual([body])
    expect(world.routing()).toEqual({ rules: gold, conditions: [], primary: false })
    expect((await world.run('plan --detailed-exitcode')).exit).toBe(0)
  })

  test('of one of several primary integrations, an update clears them, because a promotion may be ignored', async () => {
    const rows = [inService({ rules: gold, primary: true }), { ...main, identifier: 'third', primary: true }]
    const world = await open({ active: true, primary: true }, rows)
    const { out } = await world.run('plan')
    expect(out).toMatch(/~ integration eu .*\n {4}- rules {2}subscriber\.data\.tier = "gold"\n/)
  })

  test('null clears them', async () => {
    const world = await open({ rules: null }, [inService({ rules: gold })])
    const plan = await world.run('plan')
    expect(plan.out).toContain('- rules  subscriber.data.tier = "gold"')
    expect(plan.out).not.toContain(undeclared)
    expect((await world.run('apply --yes')).exit).toBe(0)
    expect(world.routing()).toMatchObject({ rules: null })
  })

  test('rules whose readable form is the same are shown as JSON', async () => {
    const world = await open({ rules: { '!': { var: 'subscriber.email' } } }, [
      inService({ rules: { '!': [{ var: 'subscriber.email' }] } }),
    ])
    expect((await world.run('plan')).out).toContain(
      'if {"!":[{"var":"subscriber.email"}]} → if {"!":{"var":"subscriber.email"}}',
    )
  })

  test.each(['contract', 'novu-2026-04'] as const)('are not kept by %s', async (profile) => {
    for (const rows of [[], [inService({})]]) {
      const world = await open({ active: true, rules: gold }, rows, profile)
      const apply = await world.run('apply --yes')
      expect([apply.exit, apply.out.replaceAll(/\s+/g, ' ')]).toEqual([
        6,
        expect.stringContaining('Not converged'),
      ])
      expect((apply.out + apply.err).replaceAll(/\s+/g, ' ')).toMatch(
        /not-kept .*the service accepted rules of integration eu, but a later read didn't return this field/,
      )
    }
  })

  test('that a release does not keep can be expected to be gone', async () => {
    const declared = { active: true, rules: gold, expectDropped: ['rules'] }
    const world = await open(declared, [], 'novu-2026-04')
    const apply = await world.run('apply --yes')
    expect([apply.exit, apply.out]).toEqual([
      0,
      expect.stringContaining('Verified: a new plan shows no changes'),
    ])
    const { out } = await world.run('plan --resend integration/eu')
    expect(out).toContain('(unreadable)')
    expect(out).not.toContain('secret')
  })
})

test.each<[string, object, string, string]>([
  ['rules', { rules: gold }, 'removes the rules of the integration', '- rules'],
  [
    'conditions and rules',
    { rules: gold, conditions: [condition] },
    'removes the conditions and rules of the integration',
    '- rules',
  ],
  ['conditions', { conditions: [condition] }, 'may remove the conditions of the integration', ''],
])('a promotion says that it clears %s', async (_, live, said, line) => {
  const world = await open({ primary: true }, [inService(live)])
  const plan = await world.run('plan --detailed-exitcode')
  expect([plan.exit, plan.out]).toEqual([2, expect.stringContaining(said)])
  expect(plan.out).toContain(line)
  const apply = await world.run('apply --yes')
  expect([apply.exit, apply.out]).toEqual([
    0,
    expect.stringContaining('Verified: a new plan shows no changes'),
  ])
  expect(world.writes()).toEqual([expect.stringContaining('/set-primary')])
  expect(world.routing()).toEqual({ rules: null, conditions: [], primary: true })
})

test('a promotion is stale if rules appear after its plan was saved', async () => {
  const world = await open({ primary: true }, [inService({})])
  await world.run('plan --out plan.json')
  world.sandbox.state.integrations.edit('Production', 'eu', { rules: gold })
  const apply = await world.run('apply plan.json')
  expect([apply.exit, apply.out + apply.err]).toEqual([4, expect.stringContaining('rules')])
  expect(world.sent()).toEqual([])
})
