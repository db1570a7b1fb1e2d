// A secret never leaves: unique values in every secret place, and every way that a run can end.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Said } from '../support/cli.ts'
import {
  all,
  apiKeys,
  environment,
  files,
  fromEnvironment,
  leaksIn,
  seed,
  sent,
} from '../support/cli-canaries.ts'
import { startProxy, type Answer, type Passing } from '../support/cli-proxy.ts'
import { cliWorld, type CliWorld } from '../support/cli-world.ts'

const env = environment
const formats = ['text', 'json'] as const

/** Nobody waits in earnest before a service that fails each time. */
const atOnce = (): void => undefined

async function world(): Promise<CliWorld> {
  return cliWorld(files, seed)
}

function expectNoLeak({ out, err }: Said): void {
  expect(`${out}${err}`.length).toBeGreaterThan(100)
  expect(leaksIn(`${out}${err}`)).toEqual([])
}

test('the search finds a secret in every form', () => {
  for (const secret of all) {
    const forms = [
      `x ${secret} x`,
      JSON.stringify({ secret }),
      JSON.stringify({ message: JSON.stringify({ secret }) }),
      encodeURIComponent(secret),
      Buffer.from(`Basic ${secret}`).toString('base64'),
      Buffer.from(`user:${secret}`).toString('base64'),
      Buffer.from(`me:${secret}:x`).toString('base64url'),
    ]
    for (const form of forms) expect(leaksIn(form)).toContain(secret)
  }
})

describe.each(formats)('as %s', (format) => {
  test('validate, plan, apply, and the plan after it', async () => {
    const { run, sandbox, writes } = await world()
    for (const command of ['validate', 'plan --detailed-exitcode', 'apply --yes', 'plan', 'apply --yes']) {
      const said = await run(`${command} --format ${format}`, { env })
      expect(leaksIn(`${said.out}${said.err}`)).toEqual([])
    }
    expect(writes().length).toBeGreaterThan(5)
    const bodies = sandbox.log.map(({ body }) => JSON.stringify(body)).join('\n')
    expect(sent.filter((secret) => leaksIn(bodies, [secret]).length === 0)).toEqual([])
  })

  test('doctor', async () => {
    const { run, sandbox } = await world()
    const said = await run(`doctor --format ${format}`, { env })
    expect(said.out).toContain('accepted')
    expectNoLeak(said)
    const url = await startProxy(sandbox.url, ({ key }) => echo(401, { body: `ApiKey ${key}` }))
    const refused = await run(`doctor --format ${format}`, { env: { ...env, BELFRY_URL: url } })
    expect(refused.exit).toBe(3)
    expectNoLeak(refused)
  })

  test('plans that are saved, shown, applied and approved', async () => {
    const { run, folder, writes } = await world()
    const saved = (name: string): string => readFileSync(join(folder, name), 'utf8')
    const commands = [
      'plan --out plan.json',
      'show plan.json',
      'plan --secrets=defer --out pr.json',
      'show pr.json',
    ]
    for (const command of commands) expectNoLeak(await run(`${command} --format ${format}`, { env }))
    expect(leaksIn(`${saved('plan.json')}${saved('pr.json')}`)).toEqual([])
    const rotated = { ...env, SIGNING_KEY: 'another' }
    expectNoLeak(await run(`apply plan.json --format ${format}`, { env: rotated }))
    expectNoLeak(await run(`apply plan.json --only integration/* --format ${format}`, { env }))
    expect(writes()).toEqual([])
    expectNoLeak(await run(`apply --approved pr.json --format ${format}`, { env }))
    expect(writes().length).toBeGreaterThan(5)
    expectNoLeak(await run(`apply plan.json --format ${format}`, { env }))
  })

  test('--debug tells of exchanges, and of no value in them', async () => {
    const { run, sandbox } = await world()
    const commands = [
      'plan',
      'apply --yes',
      'doctor',
      'audit',
      'trigger order-shipped -t Production --to ops-oncall --payload {"code":"canary-payload"}',
    ]
    for (const command of commands) {
      const said = await run(`${command} --debug --format ${format}`, { env })
      expect(said.err).toMatch(/^> #1 GET \/v/m)
      expect(said.err).toMatch(/^< #1 GET \/v.* 200, \d+ ms/m)
      expectNoLeak(said)
      expect(said.err).not.toMatch(/canary-payload|acme\.example/)
    }
    const url = await startProxy(sandbox.url, (passing) => echo(500, passing))
    expectNoLeak(
      await run(`apply --yes --debug --timeout 1 --format ${format}`, {
        env: { ...env, BELFRY_URL: url },
        pass: atOnce,
      }),
    )
    const names = await startProxy(sandbox.url, ({ key }) =>
      text(200, { body: JSON.stringify({ [key]: 1 }) }),
    )
    expectNoLeak(await run(`plan --debug --format ${format}`, { env: { ...env, BELFRY_URL: names } }))
  })

  test('what can not be compared, sent again', async () => {
    const { run } = await world()
    await run('apply --yes', { env })
    const said = await run(`apply --yes --resend integration/* --format ${format}`, { env })
    expect(said.out).toContain('everything')
    expectNoLeak(said)
  })

  test('a webhook that belfry never read, in what a provider said', async () => {
    const suite =
      '{ targets: [Production], workflow: welcome, to: ops-oncall, cases: [{ name: one, expect: { email: sent } }] }'
    const { run, sandbox, folder } = await cliWorld({ 'smoke.yaml': suite })
    const why = 'no answer from https://hooks.slack.com/services/canary or https://chat.example/v1?key=canary'
    sandbox.providers.set('mailgun', { outcome: 'refuse', text: why })
    const smoke = await run(
      `smoke smoke.yaml --format ${format} --report junit=a --report markdown=b --report html=c`,
    )
    const reports = ['a', 'b', 'c'].map((name) => readFileSync(join(folder, name), 'utf8'))
    const event = sandbox.log.findLast(({ path }) => path.startsWith('/v1/notifications/'))?.path.slice(18)
    const shown: Said[] = [smoke]
    for (const command of [
      'trigger welcome --to ops-oncall -t Production --wait',
      `events get ${event} -t Production --explain`,
      'messages get 6b0000070000000000000007 -t Production',
    ])
      shown.push(await run(`${command} --format ${format}`))
    const texts = [...reports, ...shown.map(({ out, err }) => out + err)]
    for (const each of texts) expect(each).toContain('(hidden URL)')
    expect(texts.join('')).not.toContain('canary')
  })

  test('what somebody changed behind its back', async () => {
    const { run, sandbox } = await world()
    await run('apply --yes', { env })
    const moved = Object.fromEntries(Object.entries(fromEnvironment).map(([name, was]) => [name, `${was}x`]))
    const rotated = { ...env, ...moved, EMAIL: `x${fromEnvironment['EMAIL']}` }
    const said = await run(`plan --detailed-exitcode --format ${format}`, { env: rotated })
    expect(said.exit).toBe(2)
    expectNoLeak(said)
    sandbox.state.subscribers.edit('Production', 'ops-oncall', { data: { pin: { deep: [all[0]] } } })
    expectNoLeak(await run(`plan --format ${format}`, { env }))
  })

  const failures: readonly (readonly [name: string, answer: (passing: Passing) => Answer | undefined])[] = [
    ['a write is refused, and the service quotes it', (it) => (isWrite(it) ? echo(422, it) : undefined)],
    ['a write fails with 500, and the service quotes it', (it) => (isWrite(it) ? echo(500, it) : undefined)],
    ['a write is refused with a page', (it) => (isWrite(it) ? page(403, it) : undefined)],
    ['a write is answered with something else', (it) => (isWrite(it) ? page(200, it) : undefined)],
    ['a write is answered with a quotation', (it) => (isWrite(it) ? text(200, it) : undefined)],
    ['the key is refused, and the service quotes it', ({ key }) => echo(401, { body: `ApiKey ${key}` })],
    ['reads are answered with something else', () => text(200, { body: all.join(' ') })],
  ]
  test.each(failures)('%s', async (_, answer) => {
    const { run, sandbox } = await world()
    const url = await startProxy(sandbox.url, answer)
    const said = await run(`apply --yes --keep-going --timeout 1 --format ${format}`, {
      env: { ...env, BELFRY_URL: url },
      pass: atOnce,
    })
    expect(said.exit).not.toBe(0)
    expectNoLeak(said)
  })

  test('nobody listens', async () => {
    const { run } = await world()
    const said = await run(`apply --yes --format ${format}`, {
      env: { ...env, BELFRY_URL: 'http://127.0.0.1:9' },
    })
    expect(said.exit).toBe(1)
    expectNoLeak(said)
  })

  test.each([
    ['a key with a line break', { PRODUCTION_KEY: `${apiKeys.PRODUCTION_KEY}\nx` }],
    ['a key in place of the address', { BELFRY_URL: apiKeys.PRODUCTION_KEY }],
    ['a key in the address', { BELFRY_URL: `https://${apiKeys.PRODUCTION_KEY}@127.0.0.1:9` }],
    [
      'an address that is wrong',
      { BRIDGE: 'canary-env-bridge.acme.example/https://acme.example/canary-env-bridge' },
    ],
    [
      'an e-mail address that is none',
      { EMAIL: 'canary-env-email@acme.example canary-env-email@acme.example' },
    ],
  ])('%s', async (_, wrong) => {
    const { run } = await world()
    const said = await run(`plan --format ${format}`, { env: { ...env, ...wrong } })
    expect(said.exit).toBe(3)
    expectNoLeak(said)
  })
})

test('a rejection that nobody handles ends the process in words', async () => {
  const { start, sandbox } = await world()
  // Belfry's own variables are all that such an error could know.
  const rejecting =
    'process.on("SIGUSR2", () => Promise.reject(new Error(Object.values(process.env).join(" "))))'
  let kill: (() => void) | undefined
  const url = await startProxy(sandbox.url, () => {
    kill?.()
    return new Promise(() => undefined)
  })
  for (const format of formats) {
    const started = start(`plan --format ${format}`, {
      env: {
        ...env,
        BELFRY_URL: url,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(rejecting)}`,
      },
    })
    kill = () => started.kill('SIGUSR2')
    const said = await started.ended
    expect(said.exit).toBe(1)
    expect(said.err).toContain('this is a bug in belfry')
    expect(said.err).toContain('(secret env:DEVELOPMENT_KEY)')
    expect(said.err).not.toMatch(/^\s+at /m)
    expectNoLeak({ ...said, exit: 1 })
  }
})

function isWrite({ method }: Passing): boolean {
  return method !== 'GET'
}

type Quoted = Pick<Passing, 'body'>

function echo(statusCode: number, { body }: Quoted): Answer {
  return {
    status: statusCode,
    body: JSON.stringify({
      statusCode,
      message: `this is wrong: ${body}`,
      errors: { credentials: { messages: [body], value: body }, general: { messages: [body.slice(1)] } },
    }),
  }
}

function page(status: number, { body }: Quoted): Answer {
  return { status, body: `<html><head><title>${body}</title></head><body>${body}</body></html>` }
}

function text(status: number, { body }: Quoted): Answer {
  return { status, body: `you said ${body}` }
}
