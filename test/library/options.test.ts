// What a program hands in is checked: an option that belfry doesn't know could widen what it selects.
import { expect, test } from 'vitest'
import { open, type PlanOptions, type Project, type TriggerOptions } from '../../src/index.ts'
import { keys } from '../support/cli-world.ts'
import { manifest, thrownBy, worldWith } from './library-world.ts'

test.each([
  [{ rate: 'fast' }, 'rate fast is not a valid rate'],
  [{ concurrency: 0 }, 'concurrency 0 is not a whole number'],
  [{ timeout: -1 }, 'timeout -1 is not a number of milliseconds'],
])('options are checked: %j', async (options, message) => {
  const { folder, sandbox } = await worldWith(manifest)
  const env = { BELFRY_URL: sandbox.url, ...keys }
  expect((await thrownBy(() => open({ cwd: folder, env, ...options }))).message).toContain(message)
  expect(sandbox.log).toEqual([])
})

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'the options must be an object'],
  ['no folder', {}, 'cwd must be a string'],
  [
    'an option that is misspelt',
    { cwd: '.', fileRoot: ['x'] },
    'unknown option fileRoot; did you mean "fileRoots"?',
  ],
  ['a string for a list', { cwd: '.', fileRoots: 'x' }, 'fileRoots must be a list of strings'],
  ['a rate that is a number', { cwd: '.', rate: 5 }, 'rate must be a string'],
  ['a variable that is a number', { cwd: '.', env: { PORT: 1 } }, 'env.PORT must be a string'],
])('open is called with %s', async (_, options, message) => {
  const error = await thrownBy(() => open(options as { cwd: string }))
  expect(error.message).toBe(`open: ${message} [bad-flag]`)
  expect(error.exit).toBe(3)
})

/** Called as a program without types may call it. */
type Loose = Record<keyof Project, (...args: unknown[]) => Promise<unknown>>

test.each<[keyof Project, readonly unknown[], string]>([
  ['plan', [{ target: ['Development'] }], 'unknown option target; did you mean "targets"?'],
  ['plan', [{ targets: 'Development' }], 'targets must be a list of strings'],
  ['plan', [{ targets: [] }], 'targets is an empty list'],
  ['plan', [{ only: [] }], 'only is an empty list'],
  ['plan', [{ maxChanges: 5 }], 'maxChanges must be an object'],
  ['plan', [{ signal: 1 }], 'signal must be an AbortSignal'],
  ['plan', [null], 'the options must be an object'],
  ['plan', [[]], 'the options must be an object'],
  ['validate', [{ files: [] }], 'files is an empty list'],
  ['smoke', [{ targets: [] }], 'targets is an empty list'],
  ['smoke', [{ filters: ['x'] }], 'unknown option filters; did you mean "filter"?'],
  ['doctor', [{ only: ['x'] }], 'unknown option only'],
  ['audit', [{ failOn: 'x' }], 'failOn must be a list of strings'],
  ['diff', [{ only: ['x'] }], 'before must be a string'],
  ['compare', [], 'from must be a string'],
  ['compare', [{}], 'from must be a string'],
  ['compare', [{ from: 'Development' }], 'to must be a string'],
  ['compare', [{ from: '', to: 'Production' }], 'from is empty'],
  ['compare', [{ from: 'Development', to: 'Production', targets: ['x'] }], 'unknown option targets'],
  [
    'compare',
    [{ from: 'Development', to: 'Production', by: 'manifests' }],
    "by must be 'live' or 'declared'",
  ],
  ['apply', [], 'the plan must be an object'],
  ['apply', ['plan.json'], 'the plan must be an object'],
  ['apply', [{}], 'saved is missing: this is not a plan that can be applied'],
  ['apply', [{ saved: 5 }], 'saved must be a string'],
  ['apply', [{ saved: '{}' }, { targets: ['Development'] }], 'unknown option targets'],
  ['trigger', [], 'the trigger must be an object'],
  ['trigger', [{}], 'workflow must be a string [bad-flag] (and 1 more)'],
  ['trigger', [{ workflow: 'welcome', to: [] }], 'to contains no recipient'],
  ['trigger', [{ workflow: 'welcome', to: '' }], 'to contains no recipient'],
  ['trigger', [{ workflow: 'welcome', to: 5 }], 'to must be a string, or a list of strings and objects'],
  [
    'trigger',
    [{ workflow: 'welcome', to: 'user-0001', paylod: {} }],
    'unknown option paylod; did you mean "payload"?',
  ],
])('%s is called with %j', async (method, args, message) => {
  const { project: own, sandbox } = await worldWith(manifest)
  const error = await thrownBy(() => (own as unknown as Loose)[method](...args))
  expect(error.message).toContain(`${method}: ${message}`)
  expect({ exit: error.exit, rules: new Set(error.problems.map(({ rule }) => rule)) }).toEqual({
    exit: 3,
    rules: new Set(['bad-flag']),
  })
  expect(sandbox.log).toEqual([])
})

test('a wrong option is returned as a result if that is asked for', async () => {
  const { project: own } = await worldWith(manifest)
  const options = { target: ['Development'], throwOnErrors: false } as PlanOptions
  expect(await own.plan(options)).toMatchObject({ exit: 3, problems: [{ rule: 'bad-flag' }] })
})

test('the options of an environment and an interface as payload are taken', async () => {
  interface Order {
    readonly id: string
    readonly at: Date
  }
  const order: Order = { id: '4711', at: new Date(0) }
  const { folder } = await worldWith(manifest)
  const own = await open({ cwd: folder, env: { ...process.env, ...keys, BELFRY_URL: 'http://127.0.0.1:9' } })
  const { request } = await own.trigger(
    { workflow: 'welcome', to: [{ subscriberId: 'user-0001' }], payload: order },
    { target: 'Development', dryRun: true },
  )
  expect(request?.body).toMatchObject({ payload: { id: '4711', at: '1970-01-01T00:00:00.000Z' } })
  await open({ cwd: folder, env: process.env })
})

test('problems name the options of the library', async () => {
  const unset =
    'integrations: [{ identifier: mail, name: Mail, providerId: sendgrid, channel: email, credentials: { apiKey: "${env:MAIL_KEY}" } }]'
  const { project: own } = await worldWith({ 'manifests/mail.yaml': unset, 'smoke.yaml': 'cases: []' })
  const welcome = { workflow: 'welcome', to: 'nobody-at-all' }
  const told = async (run: () => Promise<unknown>): Promise<string> => {
    const { problems } = await thrownBy(run)
    return problems.map(({ message, hint = '' }) => `${message} | ${hint}`).join('\n')
  }
  expect(await told(() => own.plan({ maxChanges: { subscribr: 1 } }))).toContain(
    'maxChanges: { subscribr: 1 }: unknown kind',
  )
  expect(await told(() => own.plan())).toContain("use dotenv: 'FILE'")
  expect(await told(() => own.trigger(welcome))).toContain('Choose a target with target: Development')
  expect(await told(() => own.trigger(welcome, { target: 'Development' }))).toContain('add createRecipients')
  expect(await told(() => own.trigger(welcome, { target: 'Development', skipDelayed: true }))).toContain(
    'skipDelayed works only with wait',
  )
  const { project: bare } = await worldWith({ 'belfry.yaml': 'targets: {}' })
  expect(await told(() => bare.plan())).not.toMatch(/-f|--/)
})

test('false leaves a switch out: it neither excludes another option nor is what one needs', async () => {
  const { project } = await worldWith(manifest)
  const problemsOf = async (run: Promise<{ problems: readonly { message: string }[] }>): Promise<string[]> =>
    (await run).problems.map(({ message }) => message)
  const lenient = { throwOnErrors: false } as const
  expect(await problemsOf(project.export({ out: 'found', write: false, ...lenient }))).toEqual([])
  const [needed] = await problemsOf(project.events({ target: 'Production', max: 3, all: false, ...lenient }))
  expect(needed).toContain('max works only with all: true')
  const excluded = await problemsOf(project.export({ out: 'found', write: true, ...lenient }))
  expect(excluded).toContain("write and out can't be used together")
})

test('an option that is undefined leaves that of the project as it is', async () => {
  const { folder, sandbox } = await worldWith(manifest)
  sandbox.faults.set(['hang-before:listEnvironments'])
  const env = { BELFRY_URL: sandbox.url, ...keys }
  const project = await open({ cwd: folder, env, timeout: 1 })
  const own = { target: 'Production', timeout: undefined } as unknown as TriggerOptions
  const error = await thrownBy(() => project.trigger({ workflow: 'welcome', to: 'user-0001' }, own))
  expect(error.message).toMatch(/within 1 ms|the time limit passed/)
})

test('what open allows counts for validate too', async () => {
  const { folder } = await worldWith(manifest)
  const env = { ...keys, BELFRY_URL: 'http://belfry.example:3000' }
  const rule = async (more: object): Promise<string[]> => {
    const project = await open({ cwd: folder, env, ...more })
    return (await project.validate({ throwOnErrors: false })).problems.map((each) => each.rule)
  }
  expect(await rule({ insecureHttp: true })).not.toContain('insecure-http')
})
