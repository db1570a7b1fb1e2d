// plan --notify: drift is reported once a day, by a trigger of its own, with numbers and no value.
import { expect, onTestFinished, test } from 'vitest'
import {
  createSandbox,
  developmentApiKey,
  productionApiKey,
  virtualClock,
} from '../../../src/sandbox/index.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { createClient, triggerOnly } from '../../../src/service/client.ts'
import type { ProgramWorld } from '../../support/cli.ts'
import { beginProgram, runProgram } from '../../support/cli.ts'
import { createGate } from '../../support/cli-gate.ts'
import { folderWith } from '../../support/cli-process.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { people, unchanged } from '../../support/cli-world.ts'

const project = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
  Operations: { environment: Development, apiKey: '\${env:OPERATIONS_KEY}' }
manifests: [manifests]
`
const notify = '--notify workflow=belfry-drift --notify-target Operations --to topic:platform'
const start = Date.parse('2026-03-02T09:00:00.000Z')
const hour = 3_600_000

async function world(manifest = people) {
  const environment = 'Development'
  const sandbox = await createSandbox({
    clock: virtualClock(new Date(start).toISOString()),
    seed: {
      workflows: [
        {
          environment,
          identifier: 'belfry-drift',
          name: 'Drift',
          active: true,
          steps: [{ _id: 'x', active: true }],
        },
      ],
      topics: [{ environment, key: 'platform', subscribers: ['ops-oncall'] }],
    },
  })
  onTestFinished(() => sandbox.close())
  const folder = folderWith({ 'belfry.yaml': project, 'manifests/people.yaml': manifest })
  const own = { BELFRY_URL: sandbox.url, PRODUCTION_KEY: productionApiKey, OPERATIONS_KEY: developmentApiKey }
  const begun = (args: string, at: number, { env, io, ...more }: Partial<ProgramWorld> = {}) =>
    runProgram(args.split(' '), {
      cwd: folder,
      env: { ...own, ...env },
      pass: (milliseconds) => sandbox.clock.advance(milliseconds),
      io: { now: () => new Date(start + at), ...io },
      ...more,
    })
  /** `at` is in milliseconds since the start. */
  const run = async (args: string, at = 0, more: Partial<ProgramWorld> = {}) => {
    const said = await begun(args, at, more)
    // The worker makes the event of a trigger.
    sandbox.clock.advance(60_000)
    return said
  }
  /** Two runs at the same time, whose triggers have no events until both end. */
  const runTwice = async (args: string) => {
    const both = await Promise.all([begun(args, 0), begun(args, 0)])
    sandbox.clock.advance(60_000)
    return both
  }
  const triggers = () => sandbox.log.filter(({ operation }) => operation === 'triggerEvent')
  const writes = () => sandbox.log.filter(({ method }) => method !== 'GET')
  return { sandbox, folder, own, run, runTwice, triggers, writes }
}

test('the same drift is reported once in ten runs of a day, and again when it is back the next day', async () => {
  const { sandbox, run, triggers } = await world()
  for (let index = 0; index < 10; index += 1) {
    const said = await run(`plan -t Production ${notify}`, index * hour)
    expect(said.exit).toBe(2)
    expect(said.err).toMatch(
      index === 0 ? /^The service accepted the notice belfry-drift-/m : /was sent before/,
    )
    expect(triggers()).toHaveLength(1)
  }
  sandbox.state.subscribers.edit('Production', 'ops-oncall', { lastName: 'Duty' })
  expect((await run(`plan -t Production ${notify}`, 11 * hour)).exit).toBe(0)
  expect(triggers()).toHaveLength(1)
  sandbox.state.subscribers.edit('Production', 'ops-oncall', { lastName: 'Call' })
  expect((await run(`plan -t Production ${notify}`, 24 * hour)).exit).toBe(2)
  expect(triggers()).toHaveLength(2)
})

test.each([
  ['ignores the second notice', [], 1],
  ['sends both notices, if its worker is late', ['lag=25s'], 2],
] as const)(
  'of two runs at the same time, the service %s; a later run sends none',
  async (_, faults, sent) => {
    const { sandbox, run, runTwice, triggers } = await world()
    sandbox.faults.set(faults)
    const both = await runTwice(`plan -t Production ${notify}`)
    expect(both.map(({ exit }) => exit)).toEqual([2, 2])
    expect(triggers()).toHaveLength(2)
    expect(sandbox.state.notifications('Development')).toHaveLength(sent)
    expect((await run(`plan -t Production ${notify}`, 61_000)).err).toContain('was sent before')
    expect(triggers()).toHaveLength(2)
  },
)

test('other drift of the same day is reported too, and --notify-every makes the period shorter', async () => {
  const { sandbox, run, triggers } = await world()
  await run(`plan -t Production ${notify}`)
  sandbox.state.subscribers.edit('Production', 'ops-oncall', { lastName: 'Other' })
  await run(`plan -t Production ${notify}`, hour)
  expect(triggers()).toHaveLength(2)
  await run(`plan -t Production ${notify} --notify-every 1h`, 2 * hour)
  await run(`plan -t Production ${notify} --notify-every 1h`, 2.5 * hour)
  expect(triggers()).toHaveLength(3)
})

test('the trigger has numbers and the link of the run, and no value; nothing else is written', async () => {
  const { run, triggers, writes } = await world()
  const github = {
    GITHUB_SERVER_URL: 'https://git.acme.example',
    GITHUB_REPOSITORY: 'acme/app',
    GITHUB_RUN_ID: '42',
  }
  await run(`plan -t Production ${notify}`, 0, { env: github })
  expect(writes()).toEqual(triggers())
  const [{ body } = {}] = triggers()
  expect(body).toEqual({
    name: 'belfry-drift',
    to: [{ type: 'Topic', topicKey: 'platform' }],
    transactionId: expect.stringMatching(/^belfry-drift-[\w-]{16}-2026-03-02$/),
    payload: {
      exit: 2,
      targets: ['Production'],
      changes: 1,
      create: 0,
      update: 1,
      setPrimary: 0,
      deactivate: 0,
      resend: 0,
      unchanged: 0,
      unmanaged: 0,
      missing: 0,
      waiting: 0,
      duplicates: 0,
      inError: 0,
      ownKey: 0,
      errors: 0,
      run: 'https://git.acme.example/acme/app/actions/runs/42',
    },
  })
  expect(JSON.stringify(body)).not.toMatch(/Duty|ops-oncall|lastName/)
})

test('a refusal is reported, and nothing is where nothing differs or the plan fails', async () => {
  const { run, triggers } = await world()
  expect((await run(`plan -t Production ${notify} --max-changes subscriber=0`)).exit).toBe(4)
  expect(triggers()).toHaveLength(1)
  const same = await world(unchanged)
  expect((await same.run(`plan -t Production ${notify}`)).exit).toBe(0)
  const env = { PRODUCTION_KEY: 'a-key-that-nobody-knows' }
  expect((await same.run(`plan -t Production ${notify}`, 0, { env })).exit).toBe(3)
  expect(
    (await same.run(`plan -t Production ${notify}`, 0, { env: { BELFRY_URL: 'http://127.0.0.1:9' } })).exit,
  ).toBe(1)
  expect(same.triggers()).toEqual([])
})

test('a topic may have no subscribers, which belfry does not check', async () => {
  const { run } = await world()
  const { exit, err } = await run(`plan -t Production ${notify.replace('platform', 'nobody')}`)
  expect(exit).toBe(2)
  expect(err).toContain("belfry doesn't check that a topic has subscribers")
  expect(err).not.toContain('Sent the notice')
  const person = await run(`plan -t Production ${notify.replace('topic:platform', 'ops-oncall')}`)
  expect(person.err).toContain('Sent the notice')
})

test('a notice that can not be sent is a warning, and changes no exit code', async () => {
  const { run, triggers, sandbox } = await world()
  const unknown = "belfry doesn't know whether the service accepted the trigger"
  const cases: readonly (readonly [args: string, env: Readonly<Record<string, string>>, why: RegExp])[] = [
    [notify.replace('belfry-drift', 'belfry-drft'), {}, /was not sent/],
    [notify.replace('topic:platform', 'dev-9999'), {}, /no subscriber dev-9999/],
    [notify, { OPERATIONS_KEY: '' }, /OPERATIONS_KEY/],
    [notify, { OPERATIONS_KEY: 'a-key-that-nobody-knows' }, /401/],
  ]
  for (const [args, env, why] of cases) {
    const { exit, err } = await run(`plan -t Production ${args}`, 0, { env })
    expect(exit).toBe(2)
    expect(err).toMatch(/warning {2}notice-not-sent/)
    expect(err).toMatch(why)
    expect(err).toContain('the notice was not sent: ')
    expect(err).not.toContain(unknown)
  }
  const url = await startProxy(sandbox.url, ({ path }) =>
    path.includes('/trigger') ? failure(500, 'down') : undefined,
  )
  const lost = await run(`plan -t Production ${notify}`, 0, { env: { BELFRY_URL: url } })
  expect(lost.exit).toBe(2)
  expect(lost.err).toMatch(/warning {2}notice-not-sent/)
  expect(lost.err).toContain(unknown)
  expect(triggers().filter(({ status }) => status < 300)).toEqual([])
})

test('Ctrl-C while a notice is sent waits for the reply, and does not say that nothing was written', async () => {
  const { sandbox, folder: cwd, own, triggers } = await world()
  const held = createGate()
  const gate = createGate()
  const url = await startProxy(sandbox.url, async ({ path }) => {
    if (!path.endsWith('/trigger')) return undefined
    held.open()
    await gate.opened
    return undefined
  })
  const env = { ...own, BELFRY_URL: url }
  const running = beginProgram(`plan -t Production ${notify}`.split(' '), { cwd, env })
  await held.opened
  running.kill('SIGINT')
  await running.says('waits for the requests in progress')
  gate.open()
  const { exit, out, err } = await running.ended
  expect([exit, triggers().length]).toEqual([130, 1])
  expect(out).toContain('1 to update')
  expect(err).toContain('The service accepted the notice ')
  expect(`${out}${err}`).not.toContain('othing was written')
})

test('in a pull request it is refused before anything is read', async () => {
  const { run, sandbox } = await world()
  const { exit, err } = await run(`plan -t Production ${notify}`, 0, {
    env: { GITHUB_EVENT_NAME: 'pull_request' },
  })
  expect(exit).toBe(4)
  expect(err).toContain("GITHUB_EVENT_NAME is pull_request), so belfry doesn't send a notice")
  expect(sandbox.log).toEqual([])
})

test.each([
  ['--notify belfry-drift --notify-target Operations --to ada', 'names no workflow'],
  ['--notify workflow=x --to ada', 'needs --notify-target and --to'],
  ['--notify workflow=x --notify-target Operations', 'needs --notify-target and --to'],
  ['--notify workflow=x --notify-target Operation --to ada', 'unknown target'],
  ['--notify-target Operations', 'only with --notify'],
  ['--notify-every 2h', 'only with --notify'],
  [`${notify} --notify-every soon`, 'is not a valid period'],
])('%s is a mistake', async (args, why) => {
  const { run, sandbox } = await world()
  const { exit, err } = await run(`plan -t Production ${args}`)
  expect({ exit, err }).toEqual({ exit: 3, err: expect.stringContaining(why) })
  expect(sandbox.log).toEqual([])
})

test('its client can do nothing but trigger', async () => {
  const client = createClient({
    transport: () => Promise.resolve({ status: 201, headers: {}, body: '{"data":{}}' }),
    origin: 'http://127.0.0.1:9',
    apiKey: Secret.of('a-key-of-a-test', 'env:KEY'),
  })
  const limited = triggerOnly(client)
  const call = (method: 'GET' | 'POST' | 'PUT', operation: string) =>
    limited.call({ operation, method, path: '/x' })
  await expect(call('POST', 'triggerEvent')).resolves.toEqual({})
  await expect(call('GET', 'listEvents')).rejects.toThrow('bug: listEvents is not a trigger')
  await expect(call('POST', 'createIntegration')).rejects.toThrow('bug: createIntegration is not a trigger')
  await expect(call('PUT', 'updateIntegration')).rejects.toThrow('bug: updateIntegration is not a trigger')
})
