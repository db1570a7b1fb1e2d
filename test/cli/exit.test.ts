// The codes that pipelines decide by, each from the built program.
import { describe, expect, test } from 'vitest'
import { belfry } from '../support/cli-process.ts'
import { failure, startProxy } from '../support/cli-proxy.ts'
import { cliWorld, keys, people, project, unchanged } from '../support/cli-world.ts'

const nowhere = { env: { BELFRY_URL: 'http://127.0.0.1:9' } }

describe('validate', () => {
  test('0: nothing is wrong, and nothing is needed', async () => {
    const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
    const said = await run('validate', { env: { BELFRY_URL: '', DEVELOPMENT_KEY: '', PRODUCTION_KEY: '' } })
    expect(said).toMatchObject({ exit: 0, out: 'Valid. 2 resources for 2 targets in 1 file.\n', err: '' })
    expect(sandbox.log).toEqual([])
  })

  test('0 with warnings, which stand on stderr', async () => {
    const { run } = await cliWorld({
      'manifests/people.yaml': people,
      'manifests/later.yaml': 'x-note: later',
    })
    const { exit, out, err } = await run('validate')
    expect({ exit, out }).toEqual({ exit: 0, out: 'Valid. 2 resources for 2 targets in 2 files.\n' })
    expect(err).toContain('warning  empty-file')
  })

  test('3: something is wrong', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': `${people}    mail: on@acme.example\n` })
    expect(await run('validate')).toMatchObject({ exit: 3, out: '' })
  })
})

describe('plan', () => {
  test('0 with changes, 2 with --detailed-exitcode', async () => {
    const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
    expect(await run('plan')).toMatchObject({ exit: 0, err: '' })
    expect(await run('plan --detailed-exitcode')).toMatchObject({ exit: 2, err: '' })
    expect(writes()).toEqual([])
  })

  test('0 with --detailed-exitcode where nothing is to be done', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': unchanged })
    const said = await run('plan --detailed-exitcode')
    expect(said).toMatchObject({ exit: 0, err: '' })
    expect(said.out).toContain('No changes. 2 resources match, no integrations declared or read.')
  })

  test('1: nobody listens', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    const { exit, err } = await run('plan', nowhere)
    expect(exit).toBe(1)
    expect(err).toContain('error  no-reply\n  nothing listens at http://127.0.0.1:9')
  })

  // With a status that is not worth waiting for.
  test('1: the service refuses to answer', async () => {
    const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
    const url = await startProxy(sandbox.url, () => failure(400, 'out of order'))
    const { exit, err } = await run('plan', { env: { BELFRY_URL: url } })
    expect(exit).toBe(1)
    expect(err).toContain('out of order')
  })

  test('3: a key that the service does not know', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    const { exit, err } = await run('plan', { env: { PRODUCTION_KEY: 'not-a-key' } })
    expect(exit).toBe(3)
    expect(err).toContain('status 401')
    expect(err).not.toContain('not-a-key')
  })

  test('3: no key', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    const { exit, err } = await run('plan', { env: { PRODUCTION_KEY: '' } })
    expect(exit).toBe(3)
    expect(err).toContain('env:PRODUCTION_KEY is unset or empty')
  })

  test('4: the keys are exchanged', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    const { DEVELOPMENT_KEY, PRODUCTION_KEY } = keys
    const swapped = { DEVELOPMENT_KEY: PRODUCTION_KEY, PRODUCTION_KEY: DEVELOPMENT_KEY }
    const { exit, err } = await run('plan', { env: swapped })
    expect(exit).toBe(4)
    expect(err).toContain('the API key belongs to environment Production')
  })

  test('4: a subscriber is missing and must not be', async () => {
    const { run } = await cliWorld({
      'belfry.yaml': `${project}subscribers: { missing: fail }\n`,
      'manifests/people.yaml': 'subscribers: [{ subscriberId: nobody, firstName: No }]',
    })
    expect(await run('plan')).toMatchObject({ exit: 4 })
  })
})

describe('apply', () => {
  test('0: all is done, and the next plan is empty', async () => {
    const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
    const said = await run('apply --yes')
    expect(said).toMatchObject({ exit: 0, err: '' })
    expect(said.out).toContain('Verified: a new plan shows no changes (')
    expect(writes()).toEqual(['PATCH /v2/subscribers/ops-oncall', 'PATCH /v2/subscribers/ops-oncall'])
    expect(await run('plan --detailed-exitcode')).toMatchObject({ exit: 0 })
  })

  test('0: there was nothing to do, and nobody had to say yes', async () => {
    const { run, writes } = await cliWorld({ 'manifests/people.yaml': unchanged })
    expect(await run('apply')).toMatchObject({ exit: 0, err: '' })
    expect(writes()).toEqual([])
  })

  test('1: nobody listens', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    expect(await run('apply --yes', nowhere)).toMatchObject({ exit: 1 })
  })

  test('3: a manifest is wrong', async () => {
    const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': 'subscribers: [{ subscriberId: 1 }]' })
    expect(await run('apply --yes')).toMatchObject({ exit: 3, out: '' })
    expect(sandbox.log).toEqual([])
  })

  test('4: nobody said yes, and there is no terminal to ask on', async () => {
    const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
    const { exit, out, err } = await run('apply', { stdin: 'yes\n' })
    expect(exit).toBe(4)
    expect(out).toContain('Plan: 2 to update')
    expect(err).toContain('Read the plan, then run the command again with --yes.')
    expect(writes()).toEqual([])
  })

  test('5: one write fails, the other is done, and the account says so', async () => {
    const { run, sandbox, writes } = await cliWorld({ 'manifests/people.yaml': people })
    const url = await startProxy(sandbox.url, ({ method, path }) =>
      method === 'PATCH' && sandbox.log.every((each) => each.method === 'GET')
        ? failure(422, `no: ${path}`)
        : undefined,
    )
    const said = await run('apply --yes --keep-going', { env: { BELFRY_URL: url } })
    expect(said.exit).toBe(5)
    expect(said.out).toContain('status 422: no: /v2/subscribers/ops-oncall')
    expect(said.out).toContain('Applied: ')
    expect(said.out).toContain('Next: fix the failed changes, then run belfry apply --keep-going again')
    expect(writes().length).toBeLessThan(2)
  })

  test('5: a target that fails keeps the next from starting', async () => {
    const { run, sandbox, writes } = await cliWorld({ 'manifests/people.yaml': people })
    const url = await startProxy(sandbox.url, ({ method }) =>
      method === 'PATCH' ? failure(422, 'no') : undefined,
    )
    const { exit, out } = await run('apply --yes', { env: { BELFRY_URL: url } })
    expect(exit).toBe(5)
    expect(out).toContain('Applied: 0 done, 1 failed, 1 skipped, 0 unknown.')
    expect(out).toContain('a change of an earlier target is not done')
    expect(writes()).toEqual([])
  })

  test('5: a target still waits for its key', async () => {
    const { run, sandbox } = await cliWorld({
      'belfry.yaml': project.replace('manifests:', "  Staging: { apiKey: '${env:STAGING_KEY}' }\nmanifests:"),
      'manifests/staging.yaml': `environments: [{ name: Staging, color: '#ff8800' }]\n${people}`,
    })
    const url = await startProxy(sandbox.url, async ({ method, path }) => {
      if (method !== 'GET' || path !== '/v1/environments') return undefined
      const shown = sandbox.state.environments.list().map(({ name, _id }) => ({ name, _id, identifier: _id }))
      return { status: 200, body: JSON.stringify(shown) }
    })
    const { exit, out } = await run('apply --yes', { env: { BELFRY_URL: url } })
    expect(out).toContain('env:STAGING_KEY')
    expect(exit).toBe(5)
  })

  test('6: the service only appends device tokens, and they were to be exact', async () => {
    const { run } = await cliWorld({
      'manifests/phones.yaml': `targets: [Production]
subscribers:
  - subscriberId: user-0007
    channels:
      - providerId: fcm
        integrationIdentifier: fcm-push
        exact: [deviceTokens]
        credentials: { deviceTokens: ['\${env:PHONE_TOKEN}'] }
`,
    })
    const { exit, out } = await run('apply --yes', { env: { PHONE_TOKEN: 'token-of-a-new-phone' } })
    expect(exit).toBe(6)
    expect(out).toContain('Not converged: a new plan still shows 1 change.')
    expect(out).toContain('channels.fcm@fcm-push.deviceTokens')
  })

  test('6: one identity is live twice', async () => {
    const { run, sandbox } = await cliWorld({
      'manifests/sms.yaml':
        'integrations: [{ identifier: twilio-sms, targets: [Production], providerId: twilio, channel: sms, name: Twilio }]',
    })
    sandbox.state.integrations.add({
      environment: 'Production',
      identifier: 'twilio-sms',
      name: 'Twilio again',
      providerId: 'twilio',
      channel: 'sms',
    })
    const { exit, out } = await run('apply --yes')
    expect(out).toContain('integration twilio-sms is in the service 2 times')
    expect(exit).toBe(6)
  })
})

describe('sandbox', () => {
  test.each([
    ['--port x', '--port x is not a valid port'],
    ['--port 70000', '--port 70000 is not a valid port'],
    ['--seed no-such-file.json', '--seed no-such-file.json can'],
  ])('3: %s', async (flags, reason) => {
    const { exit, out, err } = await belfry(['sandbox', ...flags.split(' ')])
    expect({ exit, out }).toEqual({ exit: 3, out: '' })
    expect(err).toContain(reason)
  })

  test('3: the port is in use', async () => {
    const { sandbox, run } = await cliWorld({})
    const { exit, err } = await run(`sandbox --port ${sandbox.port}`)
    expect(exit).toBe(3)
    expect(err).toContain(`port ${sandbox.port} is in use`)
  })

  test('0 after Ctrl-C', async () => {
    const { start } = await cliWorld({})
    const running = start('sandbox --port 0')
    const [url = ''] = /http:\S+\d/.exec(await running.says('Ctrl-C')) ?? []
    expect((await fetch(`${url}/v1/environments`)).status).toBe(401)
    running.kill('SIGINT')
    expect(await running.ended).toMatchObject({ exit: 0, signal: null, err: '' })
  })
})
