// The library: what a program can do is what the commands do, with the same guards, and nothing is printed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { open, type AuditResult, type MethodOptions, type ProgressEvent } from '../../src/index.ts'
import { faultySeed, gone } from '../support/audit-seed.ts'
import { createGate } from '../support/cli-gate.ts'
import { failure, startProxy } from '../support/cli-proxy.ts'
import { folderWith } from '../support/cli-process.ts'
import { cliWorld, keys, project } from '../support/cli-world.ts'
import { countAlso } from '../support/virtual-clock.ts'
import { manifest, thrownBy, worldWith } from './library-world.ts'

const guarded = project.replace(
  "Production: { apiKey: '${env:PRODUCTION_KEY}' }",
  "Production: { apiKey: '${env:PRODUCTION_KEY}', protected: true }",
)

const suite =
  'targets: [Development]\ncases: [{ name: hello, workflow: welcome, to: user-0001, expect: { email: failed } }]\n'

test('a plan is applied exactly, and the service is then as declared', async () => {
  const { project: own, writes, sandbox } = await worldWith(manifest)
  expect(own.targets).toEqual([{ name: 'Development' }, { name: 'Production' }])
  const plan = await own.plan()
  expect(plan.plan.counts).toMatchObject({ update: 2 })
  expect(writes()).toBe(0)
  const { results, exit } = await own.apply(plan)
  expect({ exit, statuses: results.map(({ status }) => status) }).toEqual({
    exit: 0,
    statuses: ['done', 'done'],
  })
  expect(sandbox.state.subscribers.get('Production', 'ops-oncall')).toMatchObject({ lastName: 'Duty' })
  expect((await own.plan()).plan.counts).toMatchObject({ update: 0 })
})

test('a plan survives JSON, and a file that the command saved is one too', async () => {
  const { project: own, writes } = await worldWith(manifest)
  await own.apply(JSON.parse(JSON.stringify(await own.plan())) as { saved: string })
  expect(writes()).toBe(2)
  const { run, folder, env } = await cliWorld(manifest)
  expect(await run('plan --out plan.json')).toMatchObject({ exit: 0 })
  const other = await open({ cwd: folder, env })
  const { results } = await other.apply({ saved: readFileSync(join(folder, 'plan.json'), 'utf8') })
  expect(results).toHaveLength(2)
})

test('a protected target is refused, unless the program names it', async () => {
  const { project: own, writes } = await worldWith({ ...manifest, 'belfry.yaml': guarded })
  const plan = await own.plan()
  const { problems, exit, message } = await thrownBy(() => own.apply(plan))
  expect({ exit, rules: problems.map(({ rule }) => rule) }).toEqual({ exit: 4, rules: ['protected'] })
  expect(message).toContain('target Production is protected')
  expect(writes()).toBe(0)
  await own.apply(plan, { allowProtected: ['Production'] })
  expect(writes()).toBe(2)
  const unknown = await thrownBy(() => own.apply(plan, { allowProtected: ['Prod'] }))
  expect(unknown.message).toContain('unknown target')
})

test('a variable that is not set is an error that is thrown, or returned if that is asked for', async () => {
  const unset =
    'integrations:\n  - identifier: mail\n    providerId: sendgrid\n    channel: email\n    credentials: { apiKey: "${env:MAIL_KEY}" }\n'
  const { project: own, sandbox } = await worldWith({ 'manifests/mail.yaml': unset })
  const { problems, exit, message } = await thrownBy(() => own.plan())
  expect({ exit, rules: problems.map(({ rule }) => rule) }).toEqual({
    exit: 3,
    rules: expect.arrayContaining(['empty-reference']) as string[],
  })
  expect(message).toContain('manifests/mail.yaml:5')
  const returned = await own.plan({ throwOnErrors: false })
  expect(returned).toMatchObject({ exit: 3, command: 'plan' })
  expect(returned.plan).toBe(undefined)
  expect((await thrownBy(() => own.apply(returned))).exit).toBe(3)
  expect(sandbox.log).toEqual([])
})

test('a 503 is retried without an option', async () => {
  const { project: own, sandbox } = await worldWith(manifest, { faults: ['html-before=503@1'] })
  const events: ProgressEvent[] = []
  const { plan } = await own.plan({ onEvent: (event) => events.push(event) })
  expect(plan.counts.update).toBe(2)
  expect(events).toContainEqual(expect.objectContaining({ type: 'waiting', reason: '503' }))
  expect(sandbox.log[0]?.status).toBe(503)
})

test('a plan whose ground moved is stale, and nothing is sent', async () => {
  const { project: own, sandbox, writes } = await worldWith(manifest)
  const plan = await own.plan()
  sandbox.state.subscribers.edit('Production', 'ops-oncall', { lastName: 'Someone' })
  const { exit, problems } = await thrownBy(() => own.apply(plan))
  expect({ exit, rules: problems.map(({ rule }) => rule) }).toEqual({ exit: 4, rules: ['stale-plan'] })
  expect(writes()).toBe(0)
})

test('limits of the project hold, and an option replaces them', async () => {
  const limited = project
    .replace('targets:\n', 'targets:\n')
    .replace(
      "Production: { apiKey: '${env:PRODUCTION_KEY}' }",
      "Production: { apiKey: '${env:PRODUCTION_KEY}', limits: { subscriber: { updates: 0 } } }",
    )
  const { project: own } = await worldWith({ ...manifest, 'belfry.yaml': limited })
  expect((await thrownBy(() => own.plan())).problems.map(({ rule }) => rule)).toEqual(['limit'])
  const plan = await own.plan({ maxChanges: { subscriber: 1 } })
  expect(plan.saved).toContain('"seals"')
  await own.apply(plan, { maxChanges: { subscriber: 1 } })
})

test('an API key of another environment is not used', async () => {
  const { folder, sandbox } = await worldWith(manifest)
  const swapped = { DEVELOPMENT_KEY: keys.PRODUCTION_KEY, PRODUCTION_KEY: keys.DEVELOPMENT_KEY }
  const own = await open({ cwd: folder, env: { BELFRY_URL: sandbox.url, ...swapped } })
  const { problems } = await thrownBy(() => own.plan())
  expect(new Set(problems.map(({ rule }) => rule))).toEqual(new Set(['wrong-environment']))
})

test('a signal before the first write rejects with its reason; after it, the result says what was done', async () => {
  const { project: own, writes } = await worldWith(manifest)
  const early = new AbortController()
  const reason = new Error('enough')
  const planning = own.plan({ signal: early.signal, onEvent: () => early.abort(reason) })
  await expect(planning).rejects.toBe(reason)
  await expect(own.validate({ signal: early.signal })).rejects.toBe(reason)
  const late = new AbortController()
  const plan = await own.plan()
  const { exit, result } = await thrownBy(() =>
    own.apply(plan, {
      signal: late.signal,
      onEvent: ({ type }) => type === 'outcome' && late.abort(),
    }),
  )
  expect(exit).toBe(130)
  expect('results' in result && result.results?.map(({ status }) => status)).toEqual(['done', 'skipped'])
  expect(writes()).toBe(1)
})

test('many calls with one signal print no warning of Node', async () => {
  const { project: own } = await worldWith(manifest)
  const warned = vi.spyOn(process, 'emitWarning')
  onTestFinished(() => warned.mockRestore())
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: 11 }, () => own.validate({ signal })))
  expect(warned).not.toHaveBeenCalled()
})

test('a signal during the last write: all is done, and nothing is verified', async () => {
  const { project: own } = await worldWith(manifest)
  const stop = new AbortController()
  let done = 0
  const { exit, result } = await thrownBy(async () =>
    own.apply(await own.plan(), {
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'outcome') done += 1
        if (done === 2) stop.abort()
      },
    }),
  )
  expect(exit).toBe(130)
  expect('results' in result && result.results?.map(({ status }) => status)).toEqual(['done', 'done'])
  expect(result).not.toHaveProperty('after')
})

test('a signal during the check of an apply ends it at once', async () => {
  const { folder, sandbox } = await worldWith(manifest)
  const reading = createGate()
  let isHanging = false
  let readsAfter = 0
  const url = await startProxy(sandbox.url, async () => {
    if (!isHanging) return undefined
    readsAfter += 1
    reading.open()
    await createGate().opened
    return undefined
  })
  const own = await open({ cwd: folder, env: { BELFRY_URL: url, ...keys } })
  const hanging = new AbortController()
  void reading.opened.then(() => hanging.abort())
  const interrupted = await thrownBy(async () =>
    own.apply(await own.plan(), {
      signal: hanging.signal,
      onEvent: ({ type }) => (isHanging ||= type === 'verifying'),
    }),
  )
  expect(interrupted.exit).toBe(130)
  expect(interrupted.message).toContain('interrupted')
  const { result } = interrupted
  expect('results' in result && result.results?.map(({ status }) => status)).toEqual(['done', 'done'])
  expect(result).not.toHaveProperty('after')
  expect(result.problems).toMatchObject([
    { rule: 'interrupted', message: 'the run was interrupted before the changes were verified' },
  ])
  expect(readsAfter).toBeGreaterThan(0)

  isHanging = false
  readsAfter = 0
  sandbox.state.subscribers.edit('Production', 'ops-oncall', { lastName: 'Someone' })
  const { exit } = await thrownBy(async () => {
    const plan = await own.plan()
    const answering = new AbortController()
    return own.apply(plan, {
      signal: answering.signal,
      onEvent: ({ type }) => {
        if (type === 'verifying') answering.abort()
        isHanging ||= type === 'verifying'
      },
    })
  })
  expect({ exit, readsAfter }).toEqual({ exit: 130, readsAfter: 0 })
})

test('a signal before the first request of a write: nothing was written, so the reason is thrown', async () => {
  const { project: own, writes } = await worldWith(manifest)
  const stop = new AbortController()
  const reason = new Error('enough')
  const plan = await own.plan()
  const applying = own.apply(plan, {
    signal: stop.signal,
    onEvent: ({ type }) => type === 'sending' && stop.abort(reason),
  })
  await expect(applying).rejects.toBe(reason)
  expect(writes()).toBe(0)
})

test('a change that the signal kept from being sent has no start', async () => {
  const { project: own } = await worldWith(manifest)
  const stop = new AbortController()
  let sent = 0
  const { exit, result } = await thrownBy(async () =>
    own.apply(await own.plan(), {
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type !== 'sending') return
        sent += 1
        if (sent === 2) stop.abort()
      },
    }),
  )
  expect(exit).toBe(130)
  expect('results' in result && result.results?.map((each) => 'startedAt' in each)).toEqual([true, false])
})

test('a signal ends a trigger and suites: without a request with its reason, else as interrupted', async () => {
  const { project: own, writes } = await worldWith({ ...manifest, 'smoke.yaml': suite })
  const reason = new Error('enough')
  const ended = async (
    run: (options: MethodOptions) => Promise<unknown>,
    at: ProgressEvent['type'],
  ): Promise<unknown> => {
    const stop = new AbortController()
    const onEvent = ({ type }: ProgressEvent): void => {
      if (type === at) stop.abort(reason)
    }
    return run({ signal: stop.signal, onEvent }).catch((error: unknown) => error)
  }
  const smoke = await ended((options) => own.smoke({ ...options, suites: ['smoke.yaml'] }), 'cases')
  expect(smoke).toBe(reason)
  expect(writes()).toBe(0)
  const asked = { workflow: 'welcome', to: 'ops-oncall' }
  const trigger = await ended(
    (options) => own.trigger(asked, { ...options, target: 'Development', wait: true }),
    'accepted',
  )
  expect(trigger).toMatchObject({ exit: 130, message: 'trigger: interrupted' })
})

test.each([
  ['the proof', '/v1/environments'],
  ['the look-up of a recipient', '/v2/subscribers'],
  ['the look-up of the transaction ID', '/v1/notifications'],
])('a signal during %s of a trigger: nothing is sent, and the reason is thrown', async (_, start) => {
  const { folder, sandbox, writes } = await worldWith(manifest)
  const stop = new AbortController()
  const reason = new Error('enough')
  const url = await startProxy(sandbox.url, ({ path }) => {
    if (path.startsWith(start)) stop.abort(reason)
    return undefined
  })
  const own = await open({ cwd: folder, env: { BELFRY_URL: url, ...keys } })
  const triggering = own.trigger(
    { workflow: 'welcome', to: 'ops-oncall', transactionId: 'once' },
    { target: 'Development', wait: true, signal: stop.signal },
  )
  await expect(triggering).rejects.toBe(reason)
  expect(writes()).toBe(0)
})

const mistake = new Error('a mistake of the listener')

test.each([
  [
    'throws',
    () => {
      throw mistake
    },
  ],
  ['rejects', () => Promise.reject(mistake)],
  [
    'rejects later',
    async () => {
      await new Promise((resolve) => setImmediate(resolve))
      throw mistake
    },
  ],
])('a listener that %s interrupts no write, and the error has the result', async (_, onEvent) => {
  const { project: own, writes, sandbox } = await worldWith(manifest)
  const applied = await thrownBy(async () => own.apply(await own.plan(), { onEvent, throwOnErrors: false }))
  expect(writes()).toBe(2)
  expect(applied).toMatchObject({ exit: 0, cause: mistake })
  expect(applied.message).toBe('apply: onEvent threw an error, and the method itself succeeded')
  const { result } = applied
  expect('results' in result && result.results?.map(({ status }) => status)).toEqual(['done', 'done'])

  sandbox.state.subscribers.edit('Production', 'ops-oncall', { lastName: 'Someone' })
  const plan = await own.plan()
  sandbox.state.subscribers.edit('Production', 'ops-oncall', { lastName: 'Someone else' })
  const failed = await thrownBy(() => own.apply(plan, { onEvent }))
  expect(failed).toMatchObject({ exit: 4, cause: mistake, problems: [{ rule: 'stale-plan' }] })
})

test('nothing of the process is used: no output, no variables, no listeners', async () => {
  const outputs = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  onTestFinished(() => void vi.restoreAllMocks())
  vi.stubEnv('BELFRY_URL', 'http://127.0.0.1:1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const listeners = process.eventNames().map((name) => process.listenerCount(name))
  const { project: own, folder } = await worldWith(manifest)
  await own.validate()
  await own.doctor()
  await own.apply(await own.plan())
  expect(outputs.map(({ mock }) => mock.calls)).toEqual([[], []])
  expect(process.eventNames().map((name) => process.listenerCount(name))).toEqual(listeners)
  // Without variables there is no URL.
  const bare = await open({ cwd: folder })
  expect((await thrownBy(() => bare.plan())).exit).toBe(3)
})

test('a secret is in no result', async () => {
  const key = 'SG.k7Qp2mZx9RtY4wVb8NcL'
  const mail =
    'integrations:\n  - identifier: mail\n    name: Mail\n    providerId: sendgrid\n    channel: email\n    active: true\n    credentials: { apiKey: "${env:MAIL_KEY}", from: a@acme.example, senderName: Acme }\n'
  const { folder, sandbox } = await worldWith({ 'manifests/mail.yaml': mail })
  const own = await open({ cwd: folder, env: { BELFRY_URL: sandbox.url, ...keys, MAIL_KEY: key } })
  const plan = await own.plan()
  expect(JSON.stringify(plan)).toContain('(secret env:MAIL_KEY)')
  const applied = await own.apply(plan, { throwOnErrors: false })
  expect(JSON.stringify([plan, applied])).not.toContain(key)
  expect(sandbox.log.some(({ body }) => JSON.stringify(body ?? '').includes(key))).toBe(true)
})

test('validate, diff, doctor, trigger and smoke return what the commands print as JSON', async () => {
  const { run, folder, env } = await cliWorld({ ...manifest, 'smoke.yaml': suite })
  const own = await open({ cwd: folder, env })
  const printed = async (args: string): Promise<unknown> =>
    JSON.parse((await run(`${args} --format json`)).out)
  expect(await own.validate()).toEqual(await printed('validate'))
  expect(await own.diff('manifests', 'manifests')).toEqual(await printed('diff manifests manifests'))
  const { targets } = await own.doctor()
  expect(targets.map(({ target }) => target)).toEqual(['Development', 'Production'])
  const dry = { target: 'Development', dryRun: true, throwOnErrors: false }
  const asked = { workflow: 'welcome', to: 'ops-oncall', transactionId: 'once' }
  expect(await own.trigger(asked, dry)).toEqual(
    await printed('trigger welcome --to ops-oncall --transaction-id once -t Development --dry-run'),
  )
})

test('an audit returns what the command prints as JSON, and fails as its options say', async () => {
  const seed = faultySeed()
  const { run, folder, env, sandbox } = await cliWorld(manifest, seed)
  sandbox.state.integrations.remove('Production', gone)
  const own = await open({ cwd: folder, env })
  const found = await own.audit({ targets: ['Production'] })
  expect(found.findings).toBeGreaterThan(5)
  const { out } = await run('audit -t Production --format json')
  // A program has no options that a command could repeat.
  expect(found).toEqual(JSON.parse(out.replaceAll('belfry apply -t Production', 'belfry apply')))
  const { exit, message, result } = await thrownBy(() => own.audit({ failOn: ['shared-*'] }))
  expect({ exit, message }).toEqual({
    exit: 2,
    message: `audit: ${(result as AuditResult).findings} findings`,
  })
  const wrong = await thrownBy(() => own.audit({ failOn: ['share-email'] }))
  expect(wrong.message).toContain('failOn share-email: unknown rule of audits; did you mean "shared-email"?')
  expect(sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a trigger is sent once, waited for and judged', async () => {
  const { project: own } = await worldWith(manifest)
  const sent = await own.trigger(
    { workflow: 'welcome', to: 'ops-oncall' },
    { target: 'Development', expect: ['status=processed'], throwOnErrors: false },
  )
  expect(sent.transactionId ?? sent.problems).toBeTruthy()
  const stranger = await thrownBy(() =>
    own.trigger({ workflow: 'welcome', to: 'nobody-at-all' }, { target: 'Development' }),
  )
  expect(stranger.problems.map(({ rule }) => rule)).toEqual(['unknown-recipient'])
})

test('timeout limits how long a trigger is waited for', async () => {
  const { folder, sandbox, writes } = await worldWith(manifest)
  let looks = 0
  // Each look at the result takes half a minute.
  countAlso(() => looks * 30_000)
  const url = await startProxy(sandbox.url, ({ path }) => {
    if (writes() === 1 && path.startsWith('/v1/notifications?')) looks += 1
    return undefined
  })
  const own = await open({ cwd: folder, env: { BELFRY_URL: url, ...keys } })
  const asked = { workflow: 'weekly-digest', to: 'user-0001' }
  const options = { target: 'Production', wait: true, throwOnErrors: false }
  const { waited, exit } = await own.trigger(asked, { ...options, timeout: 25_000 })
  expect({ exit, end: waited?.end, looks }).toEqual({ exit: 7, end: 'timeout', looks: 1 })
  expect(writes()).toBe(1)
  const { problems } = await own.trigger(asked, { ...options, timeout: 0 })
  expect(problems[0]?.message).toBe('timeout 0 is not a number of milliseconds from 1 to 2147483647')
  expect(writes()).toBe(1)
})

test('the message of an error names the first change, case or expectation that failed, and why', async () => {
  const { folder, sandbox, project: own } = await worldWith({ ...manifest, 'smoke.yaml': suite })
  const url = await startProxy(sandbox.url, ({ method }) =>
    method === 'PATCH' ? failure(400, 'not today') : undefined,
  )
  const refused = await open({ cwd: folder, env: { BELFRY_URL: url, ...keys } })
  const applied = await thrownBy(async () => refused.apply(await refused.plan()))
  expect(applied.message).toMatch(
    /^apply: failed: .*\/subscriber\/ops-oncall\/update: .*not today.* \(and 1 more\)$/,
  )
  const tested = await thrownBy(() => own.smoke({ suites: ['smoke.yaml'] }))
  expect(tested.message).toMatch(/^smoke: case hello: expected email=failed, but got /)
  const sent = await thrownBy(() =>
    own.trigger(
      { workflow: 'welcome', to: 'user-0001' },
      { target: 'Development', expect: ['email=failed'] },
    ),
  )
  expect(sent.message).toMatch(/^trigger: expected email=failed, but got /)
})

test('what open and a method throw for wrong input is masked as the project file says', async () => {
  const wrongly: object = { 'jane@acme.example': true }
  const thrown = async (privacy: string): Promise<readonly string[]> => {
    const wrong = folderWith({
      'belfry.yaml': `${project}privacy: ${privacy}\nrules: { 'jane@acme.example': off }\n`,
    })
    const { folder, sandbox } = await worldWith({ 'belfry.yaml': `${project}privacy: ${privacy}\n` })
    const own = await open({ cwd: folder, env: { BELFRY_URL: sandbox.url, ...keys } })
    const errors = [
      await thrownBy(() => open({ cwd: wrong, env: { BELFRY_URL: sandbox.url } })),
      await thrownBy(() => own.plan(wrongly)),
    ]
    return errors.map((error) => error.message + JSON.stringify(error.problems))
  }
  for (const text of await thrown('mask')) expect(text).not.toContain('jane@')
  for (const text of await thrown('show')) expect(text).toContain('jane@')
})

test('a project file with errors is refused at once', async () => {
  const folder = folderWith({ 'belfry.yaml': 'targetz: {}\n' })
  const { exit, problems, message } = await thrownBy(() => open({ cwd: folder }))
  expect(message).toMatch(/^open: belfry\.yaml:1:1: /)
  expect({ exit, rules: problems.map(({ rule }) => rule) }).toEqual({ exit: 3, rules: ['unknown-field'] })
})
