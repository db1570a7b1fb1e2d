// Saved plans from end to end: applied exactly, or refused with the resource and the field that moved.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { savedFormatVersion as formatVersion } from '../../../src/core/plan/plan-json.ts'
import type { Sandbox } from '../../../src/sandbox/index.ts'
import { envelopeIn, violationsOf } from '../../support/cli-schemas.ts'
import { runProgram } from '../../support/cli.ts'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'
import { folderWith } from '../../support/cli-process.ts'
import { applied, editIn, refused, written, type Applied, type Edit } from '../../support/plan-file.ts'

const email = `integrations:
  - identifier: mailgun-old
    name: Mailgun EU
    providerId: mailgun
    channel: email
    credentials:
      apiKey: \${env:MAILGUN_KEY}
      user: \${env:MAILGUN_USER}
      domain: mg.acme.example
      from: hello@acme.example
      senderName: Acme
`
const people = `subscribers:
  - subscriberId: ops-oncall
    timezone: Europe/Berlin
    data: { team: on-call }
`
const files = {
  'belfry.yaml': project.replace(/ {2}Development.*\n/, ''),
  'manifests/email.yaml': email,
  'manifests/people.yaml': people,
}
const env = { MAILGUN_KEY: 'mailgun-key-one', MAILGUN_USER: 'postmaster' }

interface SavedWorld extends CliWorld {
  readonly edit: Edit
  readonly planText: string
}

async function saved(more: Readonly<Record<string, string>> = {}): Promise<SavedWorld> {
  const world = await cliWorld(files)
  const said = await world.run('plan --out plan.json', { env: { ...env, ...more } })
  expect(said).toMatchObject({ exit: 0, err: '' })
  return { ...world, edit: editIn(world), planText: said.out }
}

const bothDone = ['PUT /v1/integrations/ID', 'PATCH /v2/subscribers/ops-oncall']

/** What becomes of the saved plan, by its envelope. */
function apply(world: CliWorld, more = env, file = 'plan.json'): Promise<Applied> {
  return applied(world, `apply ${file}`, more)
}

const whole: Applied = { exit: 0, problems: [], writes: bothDone }

test('the file is for its owner only, and holds one change a line', async () => {
  const { folder } = await saved()
  const path = join(folder, 'plan.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const text = readFileSync(path, 'utf8')
  expect(violationsOf(JSON.parse(text), 'saved-plan')).toEqual([])
  const lines = text.split('\n')
  expect(lines.filter((line) => line.startsWith('{"id":'))).toHaveLength(2)
})

test('it is applied without a question, and a second time finds everything done', async () => {
  const world = await saved()
  const first = await world.run('apply plan.json', { env })
  expect(first).toMatchObject({ exit: 0, err: '' })
  expect(first.out).toContain('Applied: 2 done')
  const again = await world.run('apply plan.json', { env })
  expect(again).toMatchObject({
    exit: 0,
    out: 'Nothing to do: both changes in plan.json are already done.\n',
    err: '',
  })
  expect(written(world)).toEqual(bothDone)
})

test('resources that are not in a saved plan are not compared, and not counted as unchanged or declared', async () => {
  const world = await saved()
  const part = await world.run('plan --exclude subscriber/ops-oncall --out part.json', { env })
  expect(part).toMatchObject({ exit: 0, err: '' })
  const { out } = await world.run('apply part.json', { env })
  expect(out).toMatch(/^Production +http\S+ +1 planned resource$/m)
  expect(out).toMatch(/^Plan: 1 to update, \d+ unmanaged\. /m)
  expect((await world.run('plan --only integration/mailgun-old --out none.json', { env })).exit).toBe(0)
  const none = await world.run('apply none.json', { env })
  expect(none.exit).toBe(0)
  expect(none.out).toMatch(/^Production +http\S+ +no changes in the saved plan$/m)
  expect(none.out).toMatch(/^The saved plan has no changes to make\. \d+ unmanaged\./m)
})

test('what is verified is the saved plan, because nothing else is compared', async () => {
  const world = await saved()
  world.sandbox.state.integrations.edit('Production', 'mailgun-old', { active: false })
  const { out } = await world.run('apply plan.json', { env })
  expect(out).toMatch(/^Verified: the service shows what the saved plan contains \(\d+ reads\)\.$/m)
})

test('after a failure the same plan is applied again, and not a new one', async () => {
  const world = await saved()
  world.sandbox.faults.set(['500-before:updateIntegration'])
  const failed = await world.run('apply plan.json', { env })
  expect(failed.exit).toBe(5)
  expect(failed.out).toContain('\nNext: fix the failed changes, then run belfry apply plan.json again. ')
  world.sandbox.faults.set([])
  expect((await world.run('apply plan.json', { env })).exit).toBe(0)
})

test('changes that were made can make the rest stale: the next step says what to do then', async () => {
  const world = await cliWorld({
    'belfry.yaml': `${files['belfry.yaml']}rules: { missing-credentials: off }\n`,
    'manifests/email.yaml': `integrations:
  - { identifier: mailgun-old, providerId: mailgun, channel: email, active: false }
  - { identifier: ses-eu, name: SES, providerId: ses, channel: email, active: true }
`,
  })
  await world.run('plan --out plan.json')
  world.sandbox.faults.set(['500-before:createIntegration'])
  const { out } = await world.run('apply plan.json')
  expect(out).toMatch(
    /^Next: fix the failed changes, then run belfry apply plan\.json again\. .* If it is refused as stale, run belfry plan --out FILE, then apply the new plan\.$/m,
  )
  world.sandbox.faults.set([])
  expect(await world.run('apply plan.json')).toMatchObject({
    exit: 4,
    err: expect.stringContaining('the change now has a side effect that is not in the plan') as string,
  })
})

test('a part of it that is done already is not sent', async () => {
  const world = await saved()
  world.sandbox.state.subscribers.edit('Production', 'ops-oncall', {
    timezone: 'Europe/Berlin',
    data: { team: 'on-call', pager: 1 },
  })
  const said = await world.run('apply plan.json', { env })
  expect(said.exit).toBe(0)
  expect(said.out).toContain(
    'done     Production    ~ subscriber ops-oncall   already in effect, so not sent\n',
  )
  expect(written(world)).toEqual(['PUT /v1/integrations/ID'])
})

describe('it goes on', () => {
  test('when something else was edited', async () => {
    const world = await saved()
    world.sandbox.state.integrations.edit('Production', 'twilio-sms', { name: 'Renamed' })
    world.sandbox.state.subscribers.edit('Production', 'user-0001', { firstName: 'Renamed' })
    // Of the same resource, but nothing that it touches.
    world.sandbox.state.subscribers.edit('Production', 'ops-oncall', { lastName: 'Renamed' })
    world.sandbox.state.integrations.edit('Production', 'mailgun-old', { active: false })
    expect(await apply(world)).toEqual(whole)
  })

  test('when a comment, the order of fields or another resource of the manifest changed', async () => {
    const world = await saved()
    world.edit(
      'manifests/people.yaml',
      '    timezone: Europe/Berlin',
      '    # moved\n    timezone: "Europe/Berlin"',
    )
    world.edit('manifests/email.yaml', '      senderName: Acme\n', '')
    world.edit('manifests/email.yaml', '      user:', '      senderName: Acme\n      user:')
    writeFileSync(
      join(world.folder, 'manifests/more.yaml'),
      'subscribers: [{ subscriberId: user-0001, firstName: Other }]\n',
    )
    expect(await apply(world)).toEqual(whole)
  })
})

test('what is left of it is not shown as a plan where it is refused: nothing of it is sent', async () => {
  const world = await saved()
  world.sandbox.state.subscribers.edit('Production', 'ops-oncall', { timezone: 'Europe/Rome' })
  const said = await world.run('apply plan.json', { env })
  expect(said).toMatchObject({ exit: 4, out: '' })
  expect(said.err).toContain('subscriber ops-oncall: timezone changed in the service since the plan was made')
})

describe('it is refused', () => {
  test('when a field that it touches moved', async () => {
    const world = await saved()
    world.sandbox.state.subscribers.edit('Production', 'ops-oncall', { timezone: 'Europe/Rome' })
    expect(await apply(world)).toEqual(
      refused('subscriber ops-oncall: timezone changed in the service since the plan was made'),
    )
  })

  test('when live data that its call repeats moved', async () => {
    const world = await saved()
    world.sandbox.state.subscribers.edit('Production', 'ops-oncall', { data: { team: 'platform', pager: 2 } })
    expect(await apply(world)).toEqual(
      refused('subscriber ops-oncall: data changed in the service since the plan was made'),
    )
  })

  test('when a live secret that it replaces moved', async () => {
    const world = await saved()
    const { credentials } = world.sandbox.state.integrations.get('Production', 'mailgun-old') as {
      credentials: object
    }
    world.sandbox.state.integrations.edit('Production', 'mailgun-old', {
      credentials: { ...credentials, apiKey: 'key-of-somebody' },
    })
    expect(await apply(world)).toEqual(
      refused('integration mailgun-old: credentials changed in the service since the plan was made'),
    )
  })

  test('when it creates a subscriber, and the project no longer creates any', async () => {
    const subscribers = `${files['belfry.yaml']}subscribers: { create: api }\n`
    const manifest = 'subscribers: [{ subscriberId: new-person }]\n'
    const world = await cliWorld({ 'belfry.yaml': subscribers, 'manifests/people.yaml': manifest })
    expect((await world.run('plan --out plan.json')).exit).toBe(0)
    editIn(world)('belfry.yaml', 'create: api', 'create: never')
    expect(await apply(world)).toEqual(
      refused(
        'subscriber new-person: the plan creates the subscriber, but "subscribers.create" in the project file is no longer "api"',
      ),
    )
  })

  test('when what it changes vanished', async () => {
    const world = await saved()
    world.sandbox.state.subscribers.remove('Production', 'ops-oncall')
    world.sandbox.state.integrations.remove('Production', 'mailgun-old')
    expect(await apply(world)).toEqual(
      refused(
        'integration mailgun-old: the resource was deleted in the service since the plan was made',
        'subscriber ops-oncall: the resource was deleted in the service since the plan was made',
      ),
    )
  })

  test('when a value of the manifest changed, or the resource is gone from it', async () => {
    const world = await saved()
    world.edit('manifests/people.yaml', 'Europe/Berlin', 'Europe/Rome')
    world.edit('manifests/email.yaml', 'mailgun-old', 'mailgun-new')
    expect(await apply(world)).toEqual(
      refused(
        'integration mailgun-old: no manifest declares the resource now; if the plan was made with -f, use the same -f',
        'subscriber ops-oncall: timezone changed in the manifest since the plan was made',
      ),
    )
  })

  test('when the variable of a secret changed', async () => {
    const world = await saved()
    const why =
      'integration mailgun-old: the value of credentials.apiKey (env:MAILGUN_KEY) changed since the plan was made'
    expect(await apply(world, { ...env, MAILGUN_KEY: 'mailgun-key-two' })).toEqual(refused(why))
  })

  test('when the API key was rotated', async () => {
    const world = await saved()
    const rotated = { ...env, PRODUCTION_KEY: 'rotated-key-of-production' }
    expect(await apply(world, rotated)).toEqual(
      refused(
        "the API key of target Production changed since plan.json was made, so belfry can't compare the fingerprints in plan.json",
      ),
    )
  })

  test('when another fingerprint key is set, or none', async () => {
    const world = await saved()
    const one = { ...env, BELFRY_FINGERPRINT_KEY: '0123456789abcdef-one' }
    expect(await apply(world, one)).toEqual(
      refused(
        "plan.json was made without BELFRY_FINGERPRINT_KEY, which is set now, so belfry can't compare the fingerprints in plan.json",
      ),
    )
    await world.run('plan --out plan.json', { env: one })
    expect(await apply(world)).toEqual(
      refused(
        "plan.json was made with BELFRY_FINGERPRINT_KEY, which is not set now, so belfry can't compare the fingerprints in plan.json",
      ),
    )
    const two = { ...env, BELFRY_FINGERPRINT_KEY: '0123456789abcdef-two' }
    expect(await apply(world, two)).toEqual(
      refused(
        "BELFRY_FINGERPRINT_KEY changed since plan.json was made, so belfry can't compare the fingerprints in plan.json",
      ),
    )
    expect((await world.run('apply plan.json', { env: one })).exit).toBe(0)
  })

  test('when somebody edited it', async () => {
    const world = await saved()
    world.edit('plan.json', '"after":{"timezone":"Europe/Berlin"', '"after":{"timezone":"Europe/Rome"')
    expect(await apply(world)).toEqual(
      refused(
        "plan.json was edited after belfry made the plan: the signature for target Production doesn't match",
      ),
    )
  })

  test('show says so before anything else, and shows nothing of it', async () => {
    const world = await saved()
    expect((await world.run('show plan.json')).exit).toBe(0)
    world.edit('plan.json', '"after":{"timezone":"Europe/Berlin"', '"after":{"timezone":"Europe/Rome"')
    const { exit, out, err } = await world.run('show plan.json')
    expect([exit, out]).toEqual([4, ''])
    expect(err.split('\n').slice(0, 2)).toEqual([
      'error  edited-plan',
      "  plan.json was edited after belfry made the plan: the signature for target Production doesn't match",
    ])
    // Without its keys nobody can know.
    const keyless = { BELFRY_URL: undefined, PRODUCTION_KEY: undefined, DEVELOPMENT_KEY: undefined }
    expect(
      (await world.run('show plan.json', { env: keyless as unknown as Record<string, string> })).exit,
    ).toBe(0)
    // Those of the sandbox are known to everyone.
    const ofSandbox = { ...keyless, BELFRY_URL: 'sandbox' } as unknown as Record<string, string>
    expect((await world.run('show plan.json', { env: ofSandbox })).exit).toBe(4)
  })

  test('show needs no project where BELFRY_FINGERPRINT_KEY is set', async () => {
    const key = { BELFRY_FINGERPRINT_KEY: '0123456789abcdef-one' }
    const world = await saved(key)
    world.edit('plan.json', '"after":{"timezone":"Europe/Berlin"', '"after":{"timezone":"Europe/Rome"')
    const away = folderWith({ 'plan.json': readFileSync(join(world.folder, 'plan.json'), 'utf8') })
    const said = await runProgram(['show', 'plan.json'], { cwd: away, env: key })
    expect([said.exit, said.out]).toEqual([4, ''])
  })

  test.each([
    [
      'cut off',
      (text: string) => text.slice(0, 200),
      'plan.json is not a saved plan: the file is not JSON, or is truncated',
    ],
    [
      'something else',
      () => JSON.stringify({ formatVersion }),
      'plan.json is not a saved plan: the field "belfry" is invalid',
    ],
    [
      'of a newer format',
      (text: string) =>
        text.replace(`"formatVersion":${formatVersion}`, `"formatVersion":${formatVersion + 1}`),
      `a newer version of belfry wrote plan.json (format ${formatVersion + 1}); this version reads only format ${formatVersion}`,
    ],
    [
      'of another project',
      (text: string) => text.replaceAll('"Production":', '"Staging":'),
      'plan.json is a plan of a different project: this project has no target Staging',
    ],
  ])('when it is %s', async (_, change, why) => {
    const world = await saved()
    const path = join(world.folder, 'plan.json')
    writeFileSync(path, change(readFileSync(path, 'utf8')))
    expect(await apply(world)).toEqual(refused(why))
  })

  test('when it is of another service, or another environment', async () => {
    const world = await saved()
    const other = await cliWorld(files)
    const elsewhere = await other.run(`apply ${world.folder}/plan.json`, { env })
    expect(elsewhere.exit).toBe(4)
    expect(elsewhere.err).toContain(
      `was made for ${world.sandbox.url}, but target Production uses ${other.sandbox.url}`,
    )

    const shared = { ...env, BELFRY_FINGERPRINT_KEY: '0123456789abcdef' }
    await world.run('plan --out plan.json', { env: shared })
    world.edit(
      'belfry.yaml',
      "Production: { apiKey: '${env:PRODUCTION_KEY}' }",
      "Production: { environment: Development, apiKey: '${env:DEVELOPMENT_KEY}' }",
    )
    const idOf = (name: string) => world.sandbox.state.environments.get(name)?._id
    expect(await apply(world, shared)).toEqual(
      refused(
        `plan.json was made for environment ${idOf('Production')}, but the API key of target Production belongs to Development (${idOf('Development')})`,
      ),
    )
  })
})

test.each(['--only subscriber/*', '-t Production', '--approved plan.json'])(
  'what contradicts it is a mistake: %s',
  async (flags) => {
    const world = await saved()
    const said = await world.run(`apply ${flags} plan.json`, { env })
    expect(said.exit).toBe(3)
    expect(said.err).toContain(
      "can't be used with plan.json: belfry always applies exactly the changes of a saved plan",
    )
    expect(world.writes()).toEqual([])
  },
)

test('all options that contradict it are named at once', async () => {
  const { run } = await saved()
  const said = await run('apply plan.json --resend subscriber/ada --only subscriber/* --approved plan.json', {
    env,
  })
  expect(said.exit).toBe(3)
  expect(said.err).toContain("--only, --resend and --approved can't be used with plan.json: ")
  expect(said.err).toContain(
    'Remove --only, --resend and --approved, or make a new plan with --only and --resend.',
  )
  const other = await run('apply plan.json --approved plan.json', { env })
  expect(other.err).toContain('\n  Remove --approved.\n')
})

test('a subscriber that is not in the service is missing when the plan is applied, too', async () => {
  const world = await cliWorld({
    'belfry.yaml': project,
    'manifests/all.yaml': 'subscribers: [{ subscriberId: nobody, email: nobody@acme.example }]\n',
  })
  await world.run('plan -t Production --out plan.json', { env })
  const said = await world.run('apply plan.json --yes', { env })
  expect(said.out).toContain('! subscriber nobody is not in the service')
  expect(said.out).toContain('1 missing')
  expect(said.exit).toBe(0)
})

test('show prints the plan again, without live values of persons', async () => {
  const world = await saved()
  const said = await world.run('show plan.json', { env: { PRODUCTION_KEY: '', DEVELOPMENT_KEY: '' } })
  expect(said).toMatchObject({ exit: 0, err: '' })
  expect(envelopeIn((await world.run('show plan.json --format json')).out)).toMatchObject({ exit: 0 })
  const [heading, ...rest] = said.out.split('\n\n')
  expect(heading).toMatch(
    /^Plan made at 20\d\d-\d\d-\d\d \d\d:\d\d:\d\dZ, unknown commit \(files changed since, or no git\), belfry \d/,
  )
  const shown = world.planText
    .replace('timezone   Europe/Paris', 'timezone   (value in the service, not stored in the plan)')
    .replace('data.team  platform', 'data.team  (value in the service, not stored in the plan)')
  expect(rest.join('\n\n')).toBe(shown)
  for (const live of ['Europe/Paris', '"platform"', 'key-made-up-mailgun', 'mailgun-key-one'])
    expect(readFileSync(join(world.folder, 'plan.json'), 'utf8')).not.toContain(live)
})

test('show counts a secret as compared if the plan compared it, also where it is the first field that changes', async () => {
  const world = await saved()
  world.sandbox.state.integrations.edit('Production', 'mailgun-old', { name: 'Mailgun EU' })
  const planned = await world.run('plan --out plan.json --only integration/mailgun-old', { env })
  const { out } = await world.run('show plan.json')
  expect(out.split('\n\n').slice(1).join('\n\n')).toBe(planned.out)
})

test('what only a ledger remembers is sent once', async () => {
  const world = await cliWorld({
    'belfry.yaml': `${files['belfry.yaml']}unreadable: ledger\n`,
    'manifests/sms.yaml': `integrations:
  - identifier: twilio-sms
    providerId: twilio
    channel: sms
    configurations: { inboundWebhookEnabled: true }
`,
  })
  await world.run('plan --out plan.json')
  expect((await world.run('apply plan.json')).exit).toBe(0)
  expect((await world.run('apply plan.json')).out).toBe(
    'Nothing to do: the only change in plan.json is already done.\n',
  )
  expect(written(world)).toEqual(['PUT /v1/integrations/ID'])
})

test('what is no whole plan is not shown', async () => {
  const world = await saved()
  const path = join(world.folder, 'plan.json')
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 200))
  const said = await world.run('show plan.json')
  expect(said).toMatchObject({ exit: 3, out: '' })
  expect(said.err).toContain('plan.json is not a saved plan: the file is not JSON, or is truncated')
})

test('the commit is recorded and shown', async () => {
  const world = await saved()
  const commit = '0123456789abcdef0123456789abcdef01234567'
  await world.run('plan --out plan.json', { env: { ...env, GITHUB_SHA: commit } })
  expect((await world.run('show plan.json')).out).toContain(`commit ${commit}`)
})

test('a target that waits for its environment stays outside, and is told of', async () => {
  const world = await cliWorld({
    'belfry.yaml': files['belfry.yaml'].replace(
      'manifests:',
      "  Staging: { apiKey: '${env:STAGING_KEY}' }\nmanifests:",
    ),
    'manifests/all.yaml': `environments: [{ name: Staging, color: '#ff8800' }]
subscribers: [{ subscriberId: ops-oncall, lastName: Duty }]
`,
  })
  await world.run('plan --out plan.json')
  const said = await world.run('apply plan.json')
  expect(said.exit).toBe(0)
  expect(said.err).toContain(
    'target Staging is not in plan.json: the environment of the target did not exist when the plan was made',
  )
  expect(written(world).toSorted()).toEqual(['PATCH /v2/subscribers/ops-oncall', 'POST /v1/environments'])
})

test.runIf(existsSync('/dev/full'))('a plan that can not be saved says so', async () => {
  const world = await cliWorld(files)
  const said = await world.run('plan --out /dev/full', { env })
  expect(said.exit).toBe(3)
  expect(said.err).toContain("the plan can't be saved in /dev/full: the disk is full")
  expect(said.err).not.toContain("can't be applied")
})

test('a plan that is not there is a mistake', async () => {
  const folder = folderWith({})
  const world = await cliWorld(files)
  const said = await world.run(`apply ${folder}/plan.json`, { env })
  expect(said.exit).toBe(3)
  expect(said.err).toContain("plan.json can't be read: no such file or folder\n")
})

describe('another client creates it meanwhile, and the service does not return its credentials', () => {
  const sendgrid =
    'integrations: [{ identifier: sg, name: SG, providerId: sendgrid, channel: email, credentials: { apiKey: "${env:KEY}", from: a@acme.example, senderName: Acme }'
  const other = {
    environment: 'Production',
    identifier: 'sg',
    name: 'SG',
    providerId: 'sendgrid',
    channel: 'email',
    credentials: { apiKey: 'wrong' },
  } as const
  const children = [{ field: 'night', value: 'true', operator: 'EQUAL', on: 'payload' }]
  const conditions = [{ isNegated: false, type: 'GROUP', value: 'AND', children }]

  async function created(
    settings = ' }',
    fields = '',
    meanwhile = ({ state }: Sandbox): unknown => state.integrations.add(other),
  ) {
    const own = {
      'belfry.yaml': files['belfry.yaml'].replace(/ \}\nmanifests/, `${settings}\nmanifests`),
      'manifests/sg.yaml': `${sendgrid}${fields} }]`,
    }
    const world = await cliWorld(own, {}, 'novu-2026-09')
    world.sandbox.state.integrations.edit('Production', 'mailgun-old', { primary: false })
    const secret = { KEY: 'made-up-sendgrid-key' }
    expect(await world.run('plan --out plan.json', { env: secret })).toMatchObject({ exit: 0 })
    meanwhile(world.sandbox)
    return { ...(await world.run('apply plan.json', { env: secret })), writes: written(world) }
  }

  test('a warning names what is not sent', async () => {
    const { exit, err } = await created()
    expect([exit, err]).toEqual([0, expect.stringContaining("belfry doesn't send its credentials")])
    expect(err).toContain('If another client created it, run belfry apply --resend integration/sg.')
  })

  test('on a protected target, the command of the warning is one that is not refused', async () => {
    const { exit, err } = await created(', protected: true }')
    expect([exit, err]).toEqual([
      0,
      expect.stringContaining(
        'run belfry plan --resend integration/sg --out plan.json, then belfry apply plan.json.',
      ),
    ])
  })

  test('a ledger knows that it was not sent: the plan is stale', async () => {
    const { exit, err } = await created(' }\nunreadable: ledger')
    expect([exit, err]).toEqual([4, expect.stringContaining('stale-plan')])
  })

  test.each([
    [
      'a change after it has a new side effect',
      ({ state }: Sandbox) => {
        state.integrations.add({ ...other, active: true })
        state.integrations.edit('Production', 'mailgun-old', { primary: true })
      },
      'the change now has a side effect that is not in the plan: mailgun-old',
    ],
    [
      'a change after it would remove conditions',
      ({ state }: Sandbox) => state.integrations.add({ ...other, active: true, conditions }),
      'integration sg: conditions changed in the service since the plan was made',
    ],
  ])('%s: the plan is stale', async (_, meanwhile, reason) => {
    const { exit, err, writes } = await created(' }', ', active: true, primary: true', meanwhile)
    expect([exit, err, writes]).toEqual([4, expect.stringContaining(reason), []])
  })
})
