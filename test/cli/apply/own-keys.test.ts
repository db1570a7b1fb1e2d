// A change that needs an environment's own API key, from plan to apply: what waits, what is left out, and the exit codes.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'

const environments = `environments:
  - { name: Staging, color: '#ff8800', identifier: staging-app }
`
const people = `subscribers:
  - { subscriberId: ops-oncall, targets: [Production], lastName: Duty }
`
const stagingFirst = project.replace('targets:\n', "targets:\n  Staging: { apiKey: '${env:STAGING_KEY}' }\n")

const open = (file: string): Promise<CliWorld> =>
  cliWorld({ 'belfry.yaml': file, 'manifests/all.yaml': environments + people }, {}, 'novu-2026-09')

const apart = "Verified, except fields that belfry can't send without the environment's own API key ("

const withKey = ({ sandbox }: CliWorld) => ({ env: { STAGING_KEY: sandbox.keys['Staging'] ?? '' } })

test('after the service returned the key, no report says that resources wait for it', async () => {
  const world = await cliWorld({
    'belfry.yaml': stagingFirst,
    'manifests/all.yaml': `environments: [{ name: Staging, color: '#ff8800' }]
integrations: [{ identifier: texts, targets: [Staging], name: Texts, providerId: clicksend, channel: sms }]
`,
  })
  const outputs = join(world.folder, 'outputs')
  const env = { GITHUB_OUTPUT: outputs }
  const said = await world.run('apply --yes --report markdown=a.md --report github=a.txt', { env })
  expect(said.out).toContain('Target Staging used the API key that the service returned.')
  expect(readFileSync(join(world.folder, 'a.md'), 'utf8')).not.toContain("can't be compared")
  expect(readFileSync(outputs, 'utf8')).toMatch(/^waiting<<(.*)\n0\n\1$|^waiting=0$/m)
})

test('plan marks the call, apply ends with exit 5, and the next run converges', async () => {
  const world = await open(stagingFirst)
  const plan = await world.run('plan --detailed-exitcode')
  expect(plan.exit).toBe(2)
  expect(plan.out).toContain(
    ". environment Staging (identifier): not sent, because belfry doesn't have the API key of target Staging yet (env:STAGING_KEY)\n",
  )
  expect(plan.out).toContain('Plan: 1 to create, 1 to update, 1 waiting, no integrations declared or read.')

  const first = await world.run('apply --yes')
  expect(first.exit).toBe(5)
  expect(first.out).toContain(
    'Changes of target Staging are not applied yet. Next: find the API key of target Staging in the dashboard of the service, then set STAGING_KEY to this API key, then run belfry apply again.\n',
  )
  expect(world.writes()).toEqual(['POST /v1/environments', 'PATCH /v2/subscribers/ops-oncall'])

  const second = await world.run('apply --yes', withKey(world))
  expect(second).toMatchObject({ exit: 0, err: '' })
  expect(second.out).toContain('Verified: a new plan shows no changes (')
  expect((await world.run('plan --detailed-exitcode', withKey(world))).exit).toBe(0)
})

test('without a target of the environment apply ends with exit 0 and a warning, and so does a later plan', async () => {
  const world = await open(project)
  const first = await world.run('apply --yes')
  expect(first.exit).toBe(0)
  expect(first.out).toContain('Applied: 2 done, 0 failed, 0 skipped, 0 unknown.')
  const message =
    "belfry can't set identifier of environment Staging: no target has the API key of environment Staging"
  expect(first.err).toContain(message)
  const later = await world.run('plan --detailed-exitcode')
  expect(later.exit).toBe(0)
  expect(later.out).toContain(
    '! environment Staging (identifier): not sent, because no target has the API key of environment Staging\n',
  )
  expect(later.err).toContain(message)
  expect((await world.run('apply --yes')).exit).toBe(0)
})

test.each([
  [
    'with a target that waits',
    stagingFirst,
    'target Staging is not in plan.json: the environment of the target did not exist when the plan was made',
  ],
  [
    'without a target',
    project,
    "belfry can't set identifier of environment Staging: no target has the API key of environment Staging",
  ],
])('a saved plan %s has the create and not the second call', async (_, file, warning) => {
  const world = await open(file)
  expect((await world.run('plan --out plan.json')).exit).toBe(0)
  expect((await world.run('show plan.json')).out).toContain('environment Staging (identifier): ')
  const { exit, err } = await world.run('apply plan.json')
  expect({ exit, err }).toMatchObject({ exit: 0, err: expect.stringContaining(warning) as string })
  expect(world.writes()).toEqual(['POST /v1/environments', 'PATCH /v2/subscribers/ops-oncall'])
  const strict = await world.run('apply --approved plan.json --unapproved=refuse', withKey(world))
  expect(strict.exit).toBe(file === project ? 0 : 4)
  const approved = await world.run('apply --approved plan.json', withKey(world))
  expect(approved.exit).toBe(0)
  expect(approved.err).toContain('not in the approved plan, so belfry left it unchanged')
  expect(world.writes()).toHaveLength(2)
})

test.each(['json', 'markdown'])('%s names what waits', async (format) => {
  const world = await open(stagingFirst)
  const { out } = await world.run(`plan --format ${format}`)
  if (format === 'json') envelopeIn(out)
  expect(out).toContain(
    format === 'json' ? '"apiKeyFrom": "env:STAGING_KEY"' : 'the API key of target Staging yet',
  )
})

test('a saved plan names the call that waited, and is not simply verified', async () => {
  const world = await open(stagingFirst)
  await world.run('plan --out plan.json')
  const { exit, out, err } = await world.run('apply plan.json')
  expect(err).toContain(
    'identifier of environment Staging is not in plan.json: target Staging had no API key when the plan was made',
  )
  expect(out).toContain(
    `${apart.replace(' (', '')}, and target Staging, because the saved plan does not contain this target (`,
  )
  expect(out).not.toContain('Verified: ')
  expect(exit).toBe(0)
})

describe('a service that shows keys of other environments, and takes an update only with its own', () => {
  /** Of other environments the list shows keys that are encrypted. */
  const showing = async (file: string): Promise<CliWorld> => {
    const world = await open(file)
    const list = async (key: string): Promise<string> => {
      const reply = await fetch(`${world.sandbox.url}/v1/environments`, {
        headers: { authorization: `ApiKey ${key}` },
      })
      const { data } = (await reply.json()) as { data: { apiKeys: object[] }[] }
      const shown = data.map((row) =>
        row.apiKeys.length > 0 ? row : { ...row, apiKeys: [{ key: 'nvsk.encrypted', hash: 'another' }] },
      )
      return JSON.stringify({ data: shown })
    }
    const url = await startProxy(world.sandbox.url, async ({ method, path, key }) =>
      method === 'GET' && path === '/v1/environments' ? { status: 200, body: await list(key) } : undefined,
    )
    return {
      ...world,
      run: (args, more = {}) => world.run(args, { ...more, env: { ...more.env, BELFRY_URL: url } }),
    }
  }
  const needsTarget =
    "belfry can't set identifier of environment Staging: no target has the API key of environment Staging"

  test('a saved plan without a target of the environment ends with the warning', async () => {
    const world = await showing(project)
    await world.run('plan --out plan.json')
    for (const _ of ['first', 'again']) {
      const { exit, out, err } = await world.run('apply plan.json')
      expect(out).toMatch(/waiting +Organisation/)
      expect(err).toContain(needsTarget)
      expect(out).toContain(apart)
      expect(exit).toBe(0)
    }
  })

  test('a saved plan with a target of the environment ends with exit 5 and what is left to do', async () => {
    const world = await showing(stagingFirst)
    await world.run('plan --out plan.json')
    for (const _ of ['first', 'again']) {
      const { exit, out } = await world.run('apply plan.json')
      expect(out).toContain(
        'Changes of target Staging are not applied yet. Next: find the API key of target Staging in the dashboard of the service, then set apiKey of target Staging in the project file to this API key, then make a new plan and apply it.\n',
      )
      expect(out).not.toContain('Verified')
      expect(exit).toBe(5)
    }
  })

  test('a target that was added after the plan was made counts too', async () => {
    const world = await showing(project)
    await world.run('plan --out plan.json')
    writeFileSync(join(world.folder, 'belfry.yaml'), stagingFirst)
    const { exit, out } = await world.run('apply plan.json')
    expect(out).toContain('Changes of target Staging are not applied yet. Next: ')
    expect(exit).toBe(5)
  })

  test('no report of an apply calls all of it verified', async () => {
    const world = await showing(project)
    const { exit, out, err } = await world.run(
      'apply --yes --report junit=junit.xml --report markdown=report.md --report html=report.html',
    )
    expect(out).toContain(apart)
    const read = (name: string): string => readFileSync(join(world.folder, name), 'utf8')
    for (const text of [out, read('junit.xml'), read('report.md'), read('report.html')]) {
      // XML and HTML write the apostrophe as a reference.
      expect(text).toMatch(/except fields that belfry can(?:'|&\w+;|&#\d+;)t send without the environment/)
      expect(text).not.toMatch(/Verified: |"a new plan shows no changes"/)
    }
    expect(err).toContain(needsTarget)
    expect(exit).toBe(0)
  })
})
