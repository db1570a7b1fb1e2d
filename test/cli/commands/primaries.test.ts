// Several primaries of one channel, as every command shows them and as every format prints what sets them right.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startProxy } from '../../support/cli-proxy.ts'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'
import type { ProfileName, Seed } from '../../../src/sandbox/index.ts'

const row = {
  environment: 'Production',
  name: 'old',
  identifier: 'old',
  providerId: 'mailgun',
  channel: 'email' as const,
  active: true,
  primary: true,
}
const seed: Seed = {
  integrations: [row, { ...row, name: 'main', identifier: 'main', providerId: 'ses' }],
  subscribers: [],
  workflows: [],
  notifications: [],
  messages: [],
}
const manifest = (primary: string, active = ', active: true'): string =>
  `integrations: [{ identifier: main, name: main, providerId: ses, channel: email${active}${primary} }]\n`
const suite = 'targets: [Production]\nprimary: { email: main }\n'

interface Declared {
  readonly primary?: string
  readonly active?: string
  readonly limits?: string
  readonly more?: string
  readonly profile?: ProfileName
}

function open({
  primary = ', primary: true',
  active = ', active: true',
  limits = '',
  more = '',
  profile = 'novu-2026-04',
}: Declared = {}): Promise<CliWorld> {
  const files = {
    'belfry.yaml': `${project.replace(/ {2}Development.*\n/, '').replace(' }\nmanifests', `${limits} }\nmanifests`)}${more}`,
    'manifests/email.yaml': manifest(primary, active),
    'smoke/all.yaml': suite,
  }
  return cliWorld(files, seed, profile)
}

const emails = ({ sandbox }: CliWorld): string =>
  sandbox.state.integrations
    .list('Production')
    .flatMap(({ identifier, channel, active, primary }) =>
      channel === 'email' ? `${active ? identifier : `(${identifier})`}${primary ? '*' : ''}` : [],
    )
    .join(', ')

describe('where one is declared', () => {
  test('plan and smoke see several', async () => {
    const world = await open({ more: 'smoke: { suites: [smoke] }\n' })
    expect((await world.run('plan --detailed-exitcode')).exit).toBe(2)
    const smoke = await world.run('smoke')
    expect(smoke.exit).toBe(7)
    expect(smoke.out.replaceAll(/\s+/g, ' ')).toContain('primary.email=old and main')
    expect(smoke.out.replaceAll(/\s+/g, ' ')).toContain(
      'Run belfry apply to make main the only primary integration, as the manifest declares.',
    )
    expect(world.writes()).toEqual([])
    expect((await world.run('apply --yes')).exit).toBe(0)
    expect(emails(world)).toBe('old, main*')
    expect((await world.run('smoke')).exit).toBe(0)
  })

  test('the change counts among primaries, and not among deactivations', async () => {
    const none = (sort: string) => open({ limits: `, limits: { integration: { ${sort}: 0 } }` })
    expect((await (await none('deactivations')).run('plan')).exit).toBe(0)
    const { exit, err } = await (await none('primaries')).run('plan')
    expect([exit, err]).toEqual([4, expect.stringContaining('1 integration would become primary')])
  })

  test('every format prints both requests', async () => {
    const world = await open()
    const { out } = await world.run(
      'plan --format json --report markdown=plan.md --report html=plan.html --out plan.json',
    )
    const [change] = (
      JSON.parse(out) as { plan: { sections: { changes: object[] }[] } }
    ).plan.sections.flatMap(({ changes }) => changes)
    const update = { operation: 'updateIntegration', method: 'PUT', path: expect.any(String) as string }
    expect(change).toMatchObject({
      action: 'set-primary',
      operation: 'setPrimaryIntegration',
      requests: [
        { ...update, body: { active: false }, onlyIf: { primary: 'one of several', active: true } },
        { operation: 'setPrimaryIntegration', method: 'POST' },
        { ...update, body: { active: true }, onlyIf: { active: false } },
      ],
      sideEffects: ['old stops being primary'],
    })
    for (const file of ['plan.md', 'plan.html']) {
      const text = readFileSync(join(world.folder, file), 'utf8')
      expect(text.replaceAll('\\', '')).toMatch(/request 1: .?PUT .*active: false/)
      expect(text.replaceAll('\\', '')).toMatch(/request 2: .?POST .*set-primary/)
    }
    expect((await world.run('show plan.json')).out).toContain(
      'request 1: PUT /v1/integrations/{id of integration main}  active: false',
    )
  })

  test('a saved plan sends both, and the journal holds a line before each', async () => {
    const world = await open()
    expect((await world.run('plan --out plan.json')).out).toContain('2 writes')
    const said = await world.run('apply plan.json --journal journal.ndjson')
    expect([said.exit, emails(world)]).toEqual([0, 'old, main*'])
    expect(said.out).toContain('Applied: 1 done, 0 failed, 0 skipped, 0 unknown.   2 writes,')
    const lines = readFileSync(join(world.folder, 'journal.ndjson'), 'utf8').trim().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as Record<string, string>)
    expect(entries.map(({ type, method }) => [type, method].filter(Boolean).join(' '))).toEqual([
      'start',
      'sending PUT',
      'sending POST',
      'outcome POST',
      'end',
    ])
    expect(entries[0]).toMatchObject({ writes: 2 })
    expect((await world.run('apply plan.json')).out).toContain('already done')
  })

  test.each([', active: true', ''])(
    'a service that accepts a request and does not store it leaves nothing verified, declared "%s"',
    async (active) => {
      const more = 'rules: { missing-credentials: off }\n'
      const world = await open({ active, profile: 'contract', more })
      let writes = 0
      const url = await startProxy(world.sandbox.url, ({ method }) =>
        method !== 'GET' && (writes += 1) === 2 ? { status: 200, body: '{}' } : undefined,
      )
      const { exit, out } = await world.run(`apply --yes --url ${url}`)
      expect([exit, writes, emails(world)]).toEqual([5, 2, 'old*, (main)*'])
      expect(out.replaceAll(/\s+/g, ' ')).toContain(
        `the service accepted the request, but still shows active: false; the first request of this change took effect (active: false); to finish the change, run belfry plan --url ${url} and apply the new plan`,
      )
      expect(out).not.toContain('Verified')
      expect((await world.run('apply --yes')).exit).toBe(0)
      expect(emails(world)).toBe('old, main*')
    },
  )

  test('if the service fails after the first request, the result says what this request did', async () => {
    const world = await open({
      active: '',
      profile: 'contract',
      more: 'rules: { missing-credentials: off }\n',
    })
    let writes = 0
    const url = await startProxy(world.sandbox.url, ({ method }) => {
      if (method !== 'GET') writes += 1
      return writes > 0 && method === 'GET' ? { status: 501, body: '{}' } : undefined
    })
    const { exit, out } = await world.run(`apply --yes --url ${url}`)
    expect([exit, writes, emails(world)]).toEqual([5, 1, 'old*, (main)*'])
    expect(out).toContain(
      'listIntegrations was refused with status 501; the first request of this change took effect (active: false); to finish the change, run belfry plan',
    )
  })

  test.each(['novu-2026-04', 'contract'] as const)(
    'in %s, no reply is believed that shows what the service did not store',
    async (profile) => {
      const more = 'rules: { missing-credentials: off }\n'
      const world = await open({ active: '', profile, more })
      const shown = { ...row, name: 'main', identifier: 'main', providerId: 'ses' }
      const body = JSON.stringify({ ...shown, credentials: {}, deleted: false })
      // The last request that switches it on, and in the contract the promotion switches nothing on.
      let writes = 0
      const last = profile === 'contract' ? 2 : 3
      const url = await startProxy(world.sandbox.url, ({ method }) => {
        if (method === 'GET') return undefined
        writes += 1
        if (writes === 2 && profile !== 'contract')
          world.sandbox.state.integrations.edit('Production', 'main', { active: false })
        return writes === last ? { status: 200, body } : undefined
      })
      const { exit, out } = await world.run(`apply --yes --url ${url}`)
      const main = world.sandbox.state.integrations.list('Production').find(({ name }) => name === 'main')
      expect([out.includes('Verified'), exit]).toEqual(main?.active === true ? [true, 0] : [false, 5])
      expect(writes).toBeGreaterThan(1)
    },
  )

  test('an integration that was left off is read again after it was switched on and made primary', async () => {
    const world = await open({ active: '' })
    world.sandbox.state.integrations.edit('Production', 'main', { active: false })
    const shown = {
      ...row,
      name: 'main',
      identifier: 'main',
      providerId: 'ses',
      credentials: {},
      deleted: false,
    }
    const sent: string[] = []
    const url = await startProxy(world.sandbox.url, ({ method, path }) => {
      if (method === 'GET') return undefined
      sent.push(`${method} ${path.replace(/[0-9a-f]{24}/, 'ID')}`)
      return { status: 200, body: JSON.stringify(shown) }
    })
    const { exit, out } = await world.run(`apply --yes --url ${url}`)
    expect([exit, out.includes('Verified')]).toEqual([5, false])
    expect(sent).toEqual(['PUT /v1/integrations/ID', 'POST /v1/integrations/ID/set-primary'])
    expect(out.replaceAll(/\s+/g, ' ')).toContain('still shows active: false')
  })

  test('a plan that was approved while one was primary lets no second request go', async () => {
    const world = await open()
    world.sandbox.state.integrations.edit('Production', 'main', { primary: false })
    await world.run('plan --out plan.json')
    world.sandbox.state.integrations.edit('Production', 'main', { primary: true })
    const reason: unknown = expect.stringContaining(
      'the change now needs two requests, but the approved plan contains one request',
    )
    const strict = await world.run('apply --approved plan.json --unapproved=refuse')
    expect([strict.exit, strict.err]).toEqual([4, reason])
    const approved = await world.run('apply --approved plan.json')
    expect([approved.exit, approved.out]).toEqual([4, reason])
    const saved = await world.run('apply plan.json')
    expect([saved.exit, saved.err]).toEqual([
      4,
      expect.stringContaining('the change now needs a different request than when the plan was made'),
    ])
    expect(world.writes()).toEqual([])
  })
})

describe('after a run that ended between the two requests', () => {
  /** Deployed services take the flag from what is switched off; the contract doesn't say so. */
  async function cut(declared: Declared): Promise<CliWorld> {
    const world = await open({ more: 'rules: { missing-credentials: off }\n', ...declared })
    expect((await world.run('plan --out plan.json')).exit).toBe(0)
    const left = { active: false, ...(declared.profile !== 'contract' && { primary: false }) }
    world.sandbox.state.integrations.edit('Production', 'main', left)
    return world
  }

  test.each([
    ['novu-2026-04', ', active: true'],
    ['contract', ', active: true'],
    ['contract', ''],
  ] as const)(
    'a saved plan is refused, and a new one finishes it, on %s, declared "%s"',
    async (profile, active) => {
      const world = await cut({ profile, active })
      const said = await world.run('apply plan.json')
      expect([said.exit, said.err]).toEqual([
        4,
        expect.stringMatching(/stale-plan[^]*a run was stopped between the two requests of this change/),
      ])
      expect(said.err).not.toContain('replacement-left-out')
      expect((await world.run('apply --yes')).exit).toBe(0)
      expect(emails(world)).toBe('old, main*')
      expect((await world.run('plan --detailed-exitcode')).exit).toBe(0)
    },
  )

  test('what the contract leaves off is switched on before the promotion, and the plan says so', async () => {
    const world = await cut({ profile: 'contract', active: '' })
    const { out, err } = await world.run('plan')
    expect(out).toContain('request 1: PUT /v1/integrations/{id of integration main}  active: true')
    expect(out).toContain('request 2: POST /v1/integrations/{id of integration main}/set-primary')
    expect(out).toContain('side effect: activates the integration')
    expect(err).not.toContain('primary-idle')
  })

  test.each(['updateIntegration', 'setPrimaryIntegration'])(
    'whichever request fails, the other primary goes on and the next apply finishes: %s',
    async (operation) => {
      const world = await cut({ profile: 'contract', active: '' })
      world.sandbox.faults.set([`409:${operation}`])
      expect((await world.run('apply --yes')).exit).toBe(5)
      expect(emails(world)).toMatch(/^old\*, /)
      world.sandbox.faults.set([])
      expect((await world.run('plan --detailed-exitcode')).exit).toBe(2)
      expect((await world.run('apply --yes')).exit).toBe(0)
      expect(emails(world)).toBe('old, main*')
    },
  )

  test.each([
    ['refuses', 'protected', ', protected: true', 4, 4, 'old*, (main)'],
    ['warns', 'not protected', '', 0, 0, 'old, main*'],
  ])(
    'a deployed service: without active: true a new plan %s on a target that is %s',
    async (_, _target, limits, planExit, applyExit, left) => {
      const world = await cut({ active: '', limits })
      const { exit, err } = await world.run('plan')
      expect([exit, err]).toEqual([
        planExit,
        expect.stringMatching(
          /primary-idle[^]*main becomes primary[^]*Declare active: true for integration main\./,
        ),
      ])
      expect((await world.run('apply --yes')).exit).toBe(applyExit)
      expect(emails(world)).toBe(left)
    },
  )
})

describe('where none is declared', () => {
  test('a warning says what to do, and apply verifies nothing', async () => {
    const world = await open({ primary: '' })
    const plan = await world.run('plan --detailed-exitcode')
    expect([plan.exit, plan.err]).toEqual([
      0,
      expect.stringContaining('Declare `primary: true` for only one of these integrations.'),
    ])
    const { exit, out } = await world.run('apply --yes')
    expect([exit, emails(world)]).toEqual([6, 'old*, main*'])
    expect(out).not.toContain('Verified')
    expect(world.writes()).toEqual([])
  })

  test('a project can turn the rule off, or refuse it', async () => {
    const off = await open({ primary: '', more: 'rules: { several-primaries: off }\n' })
    expect((await off.run('apply --yes')).exit).toBe(0)
    const error = await open({ primary: '', more: 'rules: { several-primaries: error }\n' })
    expect((await error.run('plan')).exit).toBe(4)
  })
})
