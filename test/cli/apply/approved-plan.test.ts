// A plan made on a pull request, without secrets, and what may be applied after the merge because of it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../src/sandbox/index.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { cliWorld, keys, people, project, type CliWorld } from '../../support/cli-world.ts'
import { gitIn } from '../../../src/library/sides/git.ts'
import { commit, git, plainEnv } from '../../support/trees.ts'
import { applied, editIn, refused, written, type Applied, type Edit } from '../../support/plan-file.ts'

const files = {
  'belfry.yaml': project.replace(/ {2}Development.*\n/, ''),
  'manifests/email.yaml': `integrations:
  - identifier: mailgun-old
    name: Mailgun EU
    providerId: mailgun
    channel: email
    credentials:
      apiKey: \${env:MAILGUN_KEY}
      user: \${env:MAILGUN_USER}
      domain: mg.acme.example
      from: notify@acme.example
      senderName: Acme
  - identifier: ses-eu
    name: SES Europe
    providerId: ses
    channel: email
    active: true
    credentials: { apiKey: "\${env:SES_KEY}", secretKey: "\${file:ses.key}", region: eu-west-1, from: a@acme.example, senderName: Acme }
`,
  'manifests/people.yaml': `subscribers:
  - subscriberId: ops-oncall
    timezone: Europe/Berlin
    channels:
      - providerId: slack
        integrationIdentifier: slack-ops
        credentials: { webhookUrl: "\${env:OPS_WEBHOOK}" }
`,
}
/** What the sandbox has. */
const sameSecrets = {
  MAILGUN_KEY: 'key-made-up-mailgun',
  MAILGUN_USER: 'postmaster',
  OPS_WEBHOOK: 'https://hooks.slack.example/services/made-up',
}
const secrets = { ...sameSecrets, SES_KEY: 'ses-key-one' }

interface Proposed extends CliWorld {
  readonly edit: Edit
  readonly planText: string
}

/** The pipeline of the pull request knows the API key and nothing else. */
async function proposed(): Promise<Proposed> {
  const world = await cliWorld({
    ...files,
    'belfry.yaml': `${files['belfry.yaml']}rules: { unknown-integration: off }\n`,
  })
  const said = await world.run('plan --secrets=defer --out pr-plan.json')
  expect(said).toMatchObject({ exit: 0, err: '' })
  writeFileSync(join(world.folder, 'ses.key'), 'ses-secret-one\n')
  return { ...world, edit: editIn(world), planText: said.out }
}

/** The strict form: all of it, or nothing. */
function applyStrictly(world: CliWorld, more?: Readonly<Record<string, string>>): Promise<Applied> {
  return applyApproved(world, more, ' --unapproved=refuse')
}

/** The pipeline of the main branch has the secrets. */
async function applyApproved(
  world: CliWorld,
  more: Readonly<Record<string, string>> = secrets,
  form: '' | ' --unapproved=refuse' = '',
): Promise<Applied> {
  const { writes, ...told } = await applied(world, `apply --approved pr-plan.json${form}`, more)
  return { ...told, writes: inAnyOrder(writes) }
}

const create = 'POST /v1/integrations'
const update = 'PUT /v1/integrations/ID'
const person = 'PATCH /v2/subscribers/ops-oncall'
const channel = 'PUT /v1/subscribers/ops-oncall/credentials'

/** What may be sent in parallel comes as it comes. */
function inAnyOrder(lines: readonly string[]): readonly string[] {
  return [...lines].sort()
}

test('a plan without secrets shows what is certain, and names what is not', async () => {
  const { planText } = await proposed()
  const text = planText.slice(planText.indexOf('\n\n') + 2).replace(/\d+ reads, .*/, 'READS')
  expect(text).toBe(`Production
~ integration mailgun-old                                 manifests/email.yaml:2
    ~ name  Mailgun → Mailgun EU
+ integration ses-eu                                      manifests/email.yaml:12
    + name                    SES Europe
    + providerId              ses
    + channel                 email
    + active                  true
    + credentials.apiKey      (secret env:SES_KEY)
    + credentials.secretKey   (secret file:ses.key)
    + credentials.region      eu-west-1
    + credentials.from        a@acme.example
    + credentials.senderName  Acme
~ subscriber ops-oncall                                   manifests/people.yaml:2
    ~ timezone  Europe/Paris → Europe/Berlin
! integration twilio-sms is in the service but in no manifest; left unchanged
! integration fcm-push is in the service but in no manifest; left unchanged
! integration slack-ops is in the service but in no manifest; left unchanged

Plan: 1 to create, 2 to update, 3 unmanaged, secrets of 1 integration not compared, secrets of 1 subscriber not compared.
3 writes · READS
2 resources have secrets that were not compared, because belfry has only the names of the secrets, not the values, and no request of this plan sends them: integration mailgun-old (credentials.apiKey, credentials.user); subscriber ops-oncall (channels.slack@slack-ops.webhookUrl)
Next: belfry apply --approved pr-plan.json
`)
})

test('a plan that does not compare secrets does not say that nothing changes', async () => {
  const world = await proposed()
  expect((await world.run('apply --yes', { env: secrets })).exit).toBe(0)
  const said = await world.run('plan --secrets=defer')
  expect(said.out).toContain(
    'Nothing to send. 3 unmanaged, secrets of 2 integrations not compared, secrets of 1 subscriber not compared.',
  )
  expect(said.out).not.toContain('No changes')
  const { out } = await world.run('plan --secrets=defer --format json')
  expect(envelopeIn(out)).toMatchObject({
    plan: { counts: { unchanged: 0, uncompared: { integration: 2, subscriber: 1 } } },
  })
  const markdown = (await world.run('plan --secrets=defer --format markdown')).out
  expect(markdown).toContain('secrets of 2 integrations not compared')
  expect(markdown.toLowerCase()).not.toContain('no changes')
  expect((await world.run('plan', { env: secrets })).out).toContain('No changes. 3 resources match')
})

test('a field beside secrets that a branch edits undoes no drift: the secrets are sent again, not compared', async () => {
  const world = await proposed()
  expect((await world.run('apply --yes', { env: secrets })).exit).toBe(0)
  git(world.folder, 'init', '--quiet', '--initial-branch=main')
  commit(world.folder, {}, 'base')
  world.edit('manifests/email.yaml', 'from: notify@acme.example', 'from: hello@acme.example')
  const { out } = await world.run('plan --secrets=defer --diff-base main', { git: gitIn(plainEnv) })
  expect(out).toContain(`~ integration mailgun-old                                 manifests/email.yaml:2
    ~ credentials.apiKey  (secret in the service) → (secret env:MAILGUN_KEY)  (sent again, not compared)
    ~ credentials.user    (secret in the service) → (secret env:MAILGUN_USER)  (sent again, not compared)
    ~ credentials.from    notify@acme.example → hello@acme.example
`)
  expect(out).toContain('1 changed by this branch')
  expect(out).not.toContain('drift')
})

describe('it goes on', () => {
  test('after a squash, with another merge that was applied in between', async () => {
    const world = await proposed()
    world.edit(
      'manifests/people.yaml',
      'subscribers:',
      '# squashed\nsubscribers:\n  - subscriberId: user-0001\n    firstName: Other',
    )
    world.sandbox.state.subscribers.edit('Production', 'user-0001', { firstName: 'Other' })
    expect(await applyApproved(world)).toEqual({
      exit: 0,
      problems: [],
      writes: inAnyOrder([create, update, person]),
    })
  })

  test('secrets that turn out to differ are not sent, and are listed', async () => {
    const world = await proposed()
    const rotated = { ...secrets, MAILGUN_KEY: 'rotated', OPS_WEBHOOK: 'https://hooks.slack.example/rotated' }
    const said = await world.run('apply --approved pr-plan.json', { env: rotated })
    expect(inAnyOrder(written(world))).toEqual(inAnyOrder([create, update, person]))
    expect(said.exit).toBe(0)
    expect(said.out).toContain('Verified: a new plan shows no approved changes (')
    expect(said.err).toContain(
      "2 secrets aren't in the approved plan, so belfry didn't send them: integration mailgun-old of target Production (credentials.apiKey) and subscriber ops-oncall of target Production (channels.slack@slack-ops.webhookUrl)\n  To send them, run the command again with --approve-secrets integration/mailgun-old --approve-secrets subscriber/ops-oncall.\n",
    )
    const again = await world.run('apply --approved pr-plan.json --format json', { env: rotated })
    expect(again.exit).toBe(0)
    expect(envelopeIn(again.out)).toMatchObject({
      differencesLeft: [],
      secretsLeft: [
        { target: 'Production', kind: 'integration', name: 'mailgun-old', fields: ['credentials.apiKey'] },
        {
          target: 'Production',
          kind: 'subscriber',
          name: 'ops-oncall',
          fields: ['channels.slack@slack-ops.webhookUrl'],
        },
      ],
    })
    const idle = 'apply --approved pr-plan.json --approve-secrets integration/none'
    expect((await world.run(idle, { env: rotated })).exit).toBe(3)
    const asked = '--approve-secrets integration/mailgun-old --approve-secrets subscriber/ops-oncall'
    expect((await world.run(`apply --approved pr-plan.json ${asked}`, { env: rotated })).exit).toBe(0)
    expect(inAnyOrder(written(world))).toEqual(inAnyOrder([create, update, person, update, channel]))
    expect((await world.run('plan --detailed-exitcode', { env: rotated })).exit).toBe(0)
  })

  test('a secret that is sent besides removes no key that was added by hand', async () => {
    const world = await proposed()
    world.edit('manifests/email.yaml', 'Mailgun EU', 'Mailgun')
    await world.run('plan --secrets=defer --out pr-plan.json')
    const { state } = world.sandbox
    const { credentials } = state.integrations.get('Production', 'mailgun-old') ?? {}
    state.integrations.edit('Production', 'mailgun-old', {
      credentials: { ...credentials, secretKey: 'added-by-hand' },
    })
    const asked = 'apply --approved pr-plan.json --approve-secrets integration/mailgun-old'
    const { exit, out } = await world.run(asked, { env: { ...secrets, MAILGUN_KEY: 'rotated' } })
    expect(exit).toBe(5)
    expect(out).toContain(
      "the approved plan doesn't contain this side effect: removes secretKey from credentials",
    )
    expect(written(world)).not.toContain(update)
  })

  test('a secret with a new reference since the base is sent', async () => {
    const world = await proposed()
    git(world.folder, 'init', '--quiet', '--initial-branch=main')
    commit(world.folder, {}, 'base')
    world.edit('manifests/email.yaml', 'env:MAILGUN_KEY', 'env:MAILGUN_KEY_TWO')
    const planned = await world.run('plan --secrets=defer --diff-base main --out pr-plan.json', {
      git: gitIn(plainEnv),
    })
    expect(planned.exit).toBe(0)
    const rotated = {
      ...secrets,
      MAILGUN_KEY_TWO: 'the-second-key',
      OPS_WEBHOOK: 'https://hooks.slack.example/x',
    }
    expect(await applyApproved(world, rotated)).toEqual({
      exit: 0,
      problems: [],
      writes: inAnyOrder([create, update, person]),
    })
    const { state } = world.sandbox
    const { credentials } = state.integrations.get('Production', 'mailgun-old') ?? {}
    expect(credentials?.['apiKey']).toBe('the-second-key')
  })

  // The contract returns credentials; with Novu, the ledger shows that they are new.
  test.each([
    ['contract', ''],
    ['novu-2026-09', 'unreadable: ledger\n'],
  ] as const)('and so the plan counts it as a change: %s, %s', async (profile, more) => {
    const text = files['manifests/email.yaml'].slice(
      0,
      files['manifests/email.yaml'].indexOf('  - identifier: ses-eu'),
    )
    const settings = files['belfry.yaml'] + more
    const world = await cliWorld({ 'belfry.yaml': settings, 'manifests/email.yaml': text }, {}, profile)
    expect((await world.run('apply --yes', { env: secrets })).exit).toBe(0)
    git(world.folder, 'init', '--quiet', '--initial-branch=main')
    commit(world.folder, {}, 'base')
    editIn(world)('manifests/email.yaml', 'env:MAILGUN_KEY', 'env:MAILGUN_KEY_TWO')
    const plan = 'plan --secrets=defer --diff-base main --detailed-exitcode --out pr-plan.json'
    const planned = await world.run(plan, { git: gitIn(plainEnv) })
    expect([planned.exit, planned.out]).toEqual([2, expect.stringContaining('Plan: 1 to update')])
    expect(planned.out).not.toContain('no request of this plan')
    const rotated = { ...secrets, MAILGUN_KEY_TWO: 'the-second-key' }
    const { exit, writes } = await applyApproved(world, rotated)
    expect([exit, writes]).toEqual([0, [update, update]])
  })

  test('without what is no longer declared, which is not said to be in the service', async () => {
    const world = await proposed()
    world.edit('manifests/people.yaml', '    timezone: Europe/Berlin\n', '')
    const { exit, out } = await world.run('apply --approved pr-plan.json', { env: secrets })
    expect([exit, inAnyOrder(written(world))]).toEqual([0, inAnyOrder([create, update])])
    expect(out).toMatch(/^Verified: a new plan shows no approved changes \(/m)
  })

  test('when some of it is done already', async () => {
    const world = await proposed()
    world.sandbox.state.subscribers.edit('Production', 'ops-oncall', { timezone: 'Europe/Berlin' })
    expect(await applyApproved(world)).toEqual({
      exit: 0,
      problems: [],
      writes: inAnyOrder([create, update]),
    })
  })
})

describe('what a change replaces is compared with what the service shows', () => {
  const moved = (resource: string, field: string) =>
    refused(
      `${resource} is not approved in pr-plan.json: ${field} changed in the service since the plan was made`,
    )

  test('a visible value that was edited by hand is not overwritten', async () => {
    const world = await proposed()
    world.sandbox.state.integrations.edit('Production', 'mailgun-old', { name: 'Renamed by hand' })
    expect(await applyStrictly(world)).toEqual(moved('integration mailgun-old', 'name'))
    expect(await applyApproved(world)).toEqual({
      exit: 5,
      problems: [],
      writes: inAnyOrder([create, person]),
    })
    const again = await world.run('apply --approved pr-plan.json', { env: secrets })
    expect(again.exit).toBe(4)
    expect(again.out).toContain('name changed in the service since the plan was made')
  })

  test('a promotion of an integration that was switched off by hand is stale, and holds no target up', async () => {
    const world = await cliWorld({
      'belfry.yaml': project,
      'manifests/email.yaml': `integrations:
  - { identifier: svc-email, targets: [Development], name: Mail, providerId: ses, channel: email, active: true, primary: true }
`,
      'manifests/people.yaml': `targets: [Production]\n${people}`,
    })
    const { integrations } = world.sandbox.state
    integrations.edit('Development', 'svc-email', { primary: false, providerId: 'ses' })
    expect(await world.run('plan --out pr-plan.json')).toMatchObject({ exit: 0 })
    integrations.edit('Development', 'svc-email', { active: false })
    const said = await world.run('apply --approved pr-plan.json')
    expect(said.out).toContain('Applied: 2 done, 0 failed, 1 stale, 0 skipped')
    expect(said.out).toContain('active changed in the service since the plan was made')
    expect(said.exit).toBe(5)
    expect(world.writes().at(-1)).toBe('PATCH /v2/subscribers/ops-oncall')
  })

  test("a person's value, of which the file holds a fingerprint, is not overwritten", async () => {
    const world = await proposed()
    expect(readFileSync(join(world.folder, 'pr-plan.json'), 'utf8')).not.toContain('Europe/Paris')
    world.sandbox.state.subscribers.edit('Production', 'ops-oncall', { timezone: 'Europe/Rome' })
    expect(await applyStrictly(world)).toEqual(moved('subscriber ops-oncall', 'timezone'))
    expect(await applyApproved(world)).toEqual({
      exit: 5,
      problems: [],
      writes: inAnyOrder([create, update]),
    })
  })

  test('secrets that were rotated by hand are not overwritten, whether or not their values were known', async () => {
    const rotated = {
      ...secrets,
      MAILGUN_KEY: 'rotated',
      OPS_WEBHOOK: 'https://hooks.slack.example/new',
    }
    const others = inAnyOrder([create, person])
    const cases = [
      // Only its name was approved.
      {
        env: {},
        strict: "the approved plan didn't compare credentials",
        exit: 0,
        writes: [...others, update],
      },
      {
        env: rotated,
        strict: 'credentials changed in the service since the plan was made',
        exit: 5,
        writes: [...others, channel],
      },
    ]
    for (const { env, strict, exit, writes } of cases) {
      const world = await proposed()
      if (Object.keys(env).length > 0) await world.run('plan --out pr-plan.json', { env })
      const { state } = world.sandbox
      const old = state.integrations.list('Production').find(({ identifier }) => identifier === 'mailgun-old')
      state.integrations.edit('Production', 'mailgun-old', {
        credentials: { ...old?.credentials, apiKey: 'by-hand' },
      })
      const { exit: refusal, problems } = await applyStrictly(world, rotated)
      expect([refusal, problems[0]]).toEqual([
        4,
        `integration mailgun-old is not approved in pr-plan.json: ${strict}`,
      ])
      expect(await applyApproved(world, rotated)).toEqual({ exit, problems: [], writes: inAnyOrder(writes) })
      const now = state.integrations.list('Production').find(({ identifier }) => identifier === 'mailgun-old')
      expect(now?.credentials['apiKey']).toBe('by-hand')
    }
  })

  test('only what it replaces: other keys of data, and device tokens that apps add, may move', async () => {
    const manifest = `subscribers:
  - subscriberId: user-0007
    data: { team: platform }
    channels:
      - { providerId: fcm, integrationIdentifier: fcm-push, credentials: { deviceTokens: ['\${env:PHONE}'] } }
`
    const world = await cliWorld({ 'belfry.yaml': files['belfry.yaml'], 'manifests/people.yaml': manifest })
    const env = { PHONE: 'token-of-a-phone' }
    await world.run('plan --out pr-plan.json', { env })
    const { subscribers } = world.sandbox.state
    const { channels = [] } = subscribers.get('Production', 'user-0007') ?? {}
    subscribers.edit('Production', 'user-0007', {
      data: { seats: 5 },
      channels: channels.map((each) => ({
        ...each,
        credentials: { deviceTokens: [...(each.credentials.deviceTokens ?? []), 'token-of-an-app'] },
      })),
    })
    expect(await applyApproved(world, env)).toMatchObject({ exit: 0, problems: [] })
    subscribers.edit('Production', 'user-0007', { data: { team: 'by-hand' } })
    expect(await applyStrictly(world, env)).toMatchObject({
      exit: 4,
      problems: moved('subscriber user-0007', 'data.team').problems,
    })
    expect(await applyApproved(world, env)).toMatchObject({ exit: 4, problems: [] })
  })

  test('what is not shown is listed as not compared', async () => {
    const manifest = `integrations:
  - { identifier: mailgun-old, providerId: mailgun, channel: email, name: Mailgun EU, credentials: { apiKey: '\${env:MAILGUN_KEY}' } }
`
    const world = await cliWorld(
      { 'belfry.yaml': files['belfry.yaml'], 'manifests/email.yaml': manifest },
      {},
      'novu-2026-09',
    )
    const env = { MAILGUN_KEY: 'key-of-a-new-account' }
    await world.run('plan --resend integration/mailgun-old --out pr-plan.json', { env })
    const again = 'apply --approved pr-plan.json --resend integration/mailgun-old --format json'
    const { exit, out } = await world.run(again, { env })
    expect(exit).toBe(0)
    expect(envelopeIn(out).problems.filter(({ rule }) => rule === 'not-compared')).toMatchObject([
      {
        severity: 'warning',
        resource: 'integration mailgun-old',
        message:
          "integration mailgun-old sets credentials, but belfry can't check whether another client edited the old value since the plan was made: the service doesn't return the old value, or pr-plan.json doesn't contain it",
      },
    ])
  })
})

describe('with --unapproved=refuse, and else it is left: nothing is written', () => {
  test('when one more field changed', async () => {
    const world = await proposed()
    world.edit('manifests/people.yaml', '    timezone:', '    locale: de-DE\n    timezone:')
    expect(await applyStrictly(world)).toEqual(
      refused('subscriber ops-oncall is not approved in pr-plan.json: locale is not in the approved plan'),
    )
    const said = await world.run('apply --approved pr-plan.json', { env: secrets })
    expect(said.exit).toBe(0)
    expect(said.err).toContain(
      '1 difference is not in the approved plan, so belfry left it unchanged: subscriber ops-oncall of target Production (locale)\n',
    )
    expect(inAnyOrder(written(world))).toEqual(inAnyOrder([create, update, person]))
  })

  test('when a visible value or a reference is another', async () => {
    const world = await proposed()
    world.edit('manifests/people.yaml', 'Europe/Berlin', 'Europe/Rome')
    world.edit('manifests/email.yaml', 'env:SES_KEY', 'env:MAILGUN_KEY')
    expect(await applyStrictly(world)).toEqual(
      refused(
        'integration ses-eu is not approved in pr-plan.json: credentials was approved with a different value',
        'subscriber ops-oncall is not approved in pr-plan.json: timezone was approved with a different value',
      ),
    )
    expect(await applyApproved(world)).toEqual({ exit: 5, problems: [], writes: [update] })
  })

  test('when another resource would change, or the same one with another effect', async () => {
    const world = await proposed()
    world.sandbox.state.integrations.remove('Production', 'mailgun-old')
    world.edit(
      'manifests/people.yaml',
      'subscribers:',
      'subscribers:\n  - subscriberId: user-0001\n    firstName: Other',
    )
    expect(await applyStrictly(world)).toEqual(
      refused(
        "integration mailgun-old is not approved in pr-plan.json: the approved plan doesn't create this resource",
        "integration ses-eu is not approved in pr-plan.json: the approved plan doesn't contain this side effect: may become primary for email, which has no primary integration",
        "subscriber user-0001 is not approved in pr-plan.json: the approved plan doesn't change this resource",
      ),
    )
    expect(await applyApproved(world)).toEqual({ exit: 5, problems: [], writes: [person] })
    const again = await world.run('apply --approved pr-plan.json', { env: secrets })
    expect(again.out).toContain('the resource was deleted in the service since the plan was made')
    expect(again.out).toContain(
      "the approved plan doesn't contain this side effect: may become primary for email",
    )
  })

  test('when its seal was taken out and a value in it changed', async () => {
    const world = await proposed()
    const file = join(world.folder, 'pr-plan.json')
    const { seals: _, ...content } = JSON.parse(readFileSync(file, 'utf8')) as { seals: unknown }
    const forged = JSON.stringify({ ...content, seals: {} })
    writeFileSync(file, forged.replaceAll('Europe/Berlin', 'Europe/Rome'))
    world.edit('manifests/people.yaml', 'Europe/Berlin', 'Europe/Rome')
    expect(await applyApproved(world)).toEqual(
      refused('pr-plan.json is not a saved plan: the field "seals" is invalid'),
    )
  })

  test('when the seal of one target was taken out, and that of another is sound', async () => {
    const world = await cliWorld({ 'manifests/people.yaml': people })
    await world.run('plan --secrets=defer --out pr-plan.json')
    const file = join(world.folder, 'pr-plan.json')
    const { seals, ...content } = JSON.parse(readFileSync(file, 'utf8')) as { seals: Record<string, unknown> }
    delete seals['Production']
    writeFileSync(file, JSON.stringify({ ...content, seals }))
    expect(await applyApproved(world)).toEqual(
      refused(
        'subscriber ops-oncall is not approved in pr-plan.json: the plan is not signed for target Production',
      ),
    )
  })

  test('when the key of its target belongs to another environment by now', async () => {
    const shared = { BELFRY_FINGERPRINT_KEY: 'a-long-key-of-a-pipeline' }
    const world = await cliWorld({ 'belfry.yaml': files['belfry.yaml'], 'manifests/people.yaml': people })
    const { _id: id } = world.sandbox.state.environments.get('Production') as { _id: string }
    await world.run('plan --out pr-plan.json', { env: shared })
    const moved = { Production: 'Former', Development: 'Production' }
    for (const [name, becomes] of Object.entries(moved))
      world.sandbox.state.environments.edit(name, { name: becomes })
    const { _id: other } = world.sandbox.state.environments.get('Production') as { _id: string }
    expect(await applyApproved(world, { ...shared, PRODUCTION_KEY: keys.DEVELOPMENT_KEY })).toEqual(
      refused(
        `pr-plan.json was made for environment ${id}, but the API key of target Production belongs to Production (${other})`,
      ),
    )
  })

  test('when it is to be applied as it stands', async () => {
    const world = await proposed()
    const said = await world.run('apply pr-plan.json', { env: secrets })
    expect(said.exit).toBe(4)
    expect(said.err).toContain(
      "pr-plan.json was made without the values of all secrets, so belfry can't apply this plan exactly",
    )
    expect(world.writes()).toEqual([])
  })
})

test('the strict form leaves nothing, and is an apply of what was approved: so are its next steps', async () => {
  const world = await proposed()
  const { out } = await world.run('apply --approved pr-plan.json --unapproved=refuse --format json', {
    env: secrets,
  })
  expect(envelopeIn(out)).toMatchObject({ differencesLeft: [], secretsLeft: [] })
})

test('what an environment is created with is approved with it', async () => {
  const environments = `environments:
  - { name: Staging, color: '#ff8800', parent: Development, dns: { inboundParseDomain: in.acme.example } }
`
  const world = await cliWorld({ 'belfry.yaml': files['belfry.yaml'], 'manifests/all.yaml': environments })
  await world.run('plan --secrets=defer --out pr-plan.json')
  expect(await applyApproved(world)).toMatchObject({ exit: 0, problems: [] })
})

test('what could only be planned on the way was approved by nobody, and that is said', async () => {
  const world = await cliWorld({
    'belfry.yaml': project.replace(/ {2}Development.*\n/, "  Staging: { apiKey: '${env:STAGING_KEY}' }\n"),
    'manifests/all.yaml': `environments: [{ name: Staging, color: '#ff8800' }]
integrations: [{ identifier: texts, targets: [Staging], name: Texts, providerId: clicksend, channel: sms, credentials: { apiKey: '\${env:UNSET}' } }]
`,
  })
  await world.run('plan --secrets=defer --out pr-plan.json')
  editIn(world)('manifests/all.yaml', '#ff8800', '#ff8801')
  const next = 'run belfry plan --out FILE, then get the new plan approved.'
  const stale = await world.run('apply --approved pr-plan.json')
  expect(stale).toMatchObject({ exit: 4, err: '' })
  expect(stale.out).toContain(`Changes of target Staging are not applied yet. Next: ${next}\n`)
  editIn(world)('manifests/all.yaml', '#ff8801', '#ff8800')
  const said = await world.run('apply --approved pr-plan.json --report json=report.json')
  expect(said.exit).toBe(5)
  const reason =
    'integration texts is not approved in pr-plan.json: the plan is not signed for target Staging'
  expect(said.err.split(reason)).toHaveLength(2)
  expect(said.out).toContain(`Changes of target Staging are not applied yet. Next: ${next}\n`)
  const { problems } = envelopeIn(readFileSync(join(world.folder, 'report.json'), 'utf8'))
  expect(problems.map(({ message }) => message)).toEqual([reason])
  expect(world.writes()).toEqual(['POST /v1/environments'])
})

describe('what a later merge declares and the plan does not contain is not foreseen', () => {
  const rename = (more: string): Readonly<Record<string, string>> => ({
    'belfry.yaml': files['belfry.yaml'],
    'manifests/all.yaml': `integrations:
  - { identifier: slack-ops, name: Slack A, providerId: slack, channel: chat, targets: [Production] }
${more}`,
  })

  test('neither what it would deliver nor limits that it would exceed', async () => {
    const world = await cliWorld(rename(''))
    world.sandbox.state.integrations.edit('Production', 'mailgun-old', { active: false })
    await world.run('plan --secrets=defer --out pr-plan.json')
    const edit = editIn(world)
    const ses = '{ identifier: ses, name: SES, providerId: ses, channel: email, active: true, primary: true }'
    edit('manifests/all.yaml', 'integrations:', `integrations:\n  - ${ses}`)
    edit('belfry.yaml', 'Production: {', 'Production: { limits: { integration: { creates: 0 } },')
    const said = await world.run('apply --approved pr-plan.json')
    expect(said).toMatchObject({
      exit: 0,
      err: expect.stringContaining('left it unchanged: integration ses') as string,
    })
    expect(said.out.split('\n')[0]).toBe(
      'email delivers nothing in Production: its only integration mailgun-old is inactive',
    )
    expect(said.err).not.toContain('limit')
  })

  test('nor is what a failover changed a difference', async () => {
    const world = await cliWorld(
      rename(`  - { identifier: mailgun-old, name: Mailgun, providerId: mailgun, channel: email, active: true, primary: true }
  - { identifier: ses, name: SES, providerId: ses, channel: email, active: false, standby: 1, credentials: { apiKey: "\${env:SES_KEY}", secretKey: "\${env:SES_KEY}", region: z, from: a@acme.example, senderName: Acme } }
`),
      {},
      'novu-2026-04',
    )
    const env = secrets
    await world.run('apply --yes', { env })
    expect(await world.run('failover email --yes --no-smoke --unverified', { env })).toMatchObject({
      exit: 0,
    })
    editIn(world)('manifests/all.yaml', 'Slack A', 'Slack B')
    await world.run('plan --secrets=defer --out pr-plan.json')
    const said = await world.run('apply --approved pr-plan.json', { env })
    expect(said).toMatchObject({ exit: 0, err: '' })
    expect(said.out.match(/^email failed over in Production: ses is primary since /gm)).toHaveLength(2)
    expect(said.out).toContain('! integration mailgun-old failed over to ses since ')
  })

  test('its environment waits for the approval', async () => {
    const world = await cliWorld({ ...rename(''), 'belfry.yaml': project })
    await world.run('plan --secrets=defer --out pr-plan.json')
    const edit = editIn(world)
    edit('belfry.yaml', 'manifests:', "  Staging: { apiKey: '${env:STAGING_KEY}' }\nmanifests:")
    edit(
      'manifests/all.yaml',
      'integrations:',
      "environments: [{ name: Staging, color: '#ff8800' }]\nintegrations:",
    )
    const said = await world.run('apply --approved pr-plan.json')
    expect(said.exit).toBe(5)
    expect(said.out).toContain(
      'Changes of target Staging are not applied yet. Next: run belfry plan --out FILE, then get the new plan approved.\n',
    )
  })
})

test('a plan with secrets can be approved too, and show tells them apart', async () => {
  const world = await proposed()
  const named =
    '2 resources have secrets that were not compared, because belfry has only the names of the secrets, not the values, and no request of this plan sends them: integration mailgun-old (credentials.apiKey, credentials.user); '
  expect((await world.run('show pr-plan.json')).out.split(named)).toHaveLength(2)
  await world.run('plan --out pr-plan.json', { env: secrets })
  expect((await world.run('show pr-plan.json')).out).not.toContain('only the names')
  expect(await applyApproved(world)).toMatchObject({ exit: 0, writes: inAnyOrder([create, update, person]) })
})

test('a protected target takes a saved plan and an approved one, and no other', async () => {
  const world = await proposed()
  world.edit(
    'belfry.yaml',
    "Production: { apiKey: '${env:PRODUCTION_KEY}' }",
    "Production: { apiKey: '${env:PRODUCTION_KEY}', protected: true }",
  )
  expect((await world.run('apply --yes', { env: secrets })).exit).toBe(4)
  expect(world.writes()).toEqual([])
  expect((await applyApproved(world)).exit).toBe(0)
  world.edit('manifests/people.yaml', 'Europe/Berlin', 'Europe/Rome')
  await world.run('plan --out plan.json', { env: secrets })
  expect((await world.run('apply plan.json', { env: secrets })).exit).toBe(0)
})

test('resources of two organisations that are left unchanged count once', async () => {
  const environments = [{ name: 'Production', apiKey: keys.PRODUCTION_KEY }]
  const other = await createSandbox({ seed: { organizationId: 'f'.repeat(24), environments } })
  onTestFinished(() => other.close())
  const file = project
    .replace('BELFRY_URL', 'ONE')
    .replace("'${env:PRODUCTION_KEY}'", "'${env:PRODUCTION_KEY}', url: '${env:OTHER}'")
  const manifest = (one: string, two: string): string => `environments:
  - { name: Development, identifier: ${one}, via: Development }
  - { name: Production, identifier: ${two}, via: Production }
`
  const { run, folder, sandbox } = await cliWorld({
    'belfry.yaml': file,
    'manifests/all.yaml': manifest('a', 'b'),
  })
  const env = { ONE: sandbox.url, OTHER: other.url, BELFRY_URL: '' }
  await run('plan --out plan.json', { env })
  writeFileSync(join(folder, 'manifests/all.yaml'), manifest('c', 'd'))
  const { out } = await run('apply --approved plan.json --yes', { env })
  expect(out).toContain('Nothing to send. 2 left unchanged.')
  expect(out).toContain('2 stale')
})
