// What belfry smoke refuses before anything is sent, and what it ends with.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { folderWith } from '../../support/cli-process.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import {
  createSandbox,
  developmentApiKey,
  productionApiKey,
  virtualClock,
  type Sandbox,
} from '../../../src/sandbox/index.ts'
import { smokeSeed } from '../../support/smoke-seed.ts'

const project = (more = ''): string => `service: { url: '\${env:BELFRY_URL}' }
targets:
  Development: { apiKey: '\${env:DEVELOPMENT_KEY}' }
  Production: { apiKey: '\${env:PRODUCTION_KEY}', protected: true }
smoke: { suites: [smoke], recipients: [ops-oncall] }
${more}`

const suite = `targets: [Development]
workflow: app-update
cases:
  - { name: first, to: ops-oncall, tags: [push], expect: { status: trigger_not_active } }
  - { name: second, to: ops-oncall, workflow: retired-newsletter, expect: { status: trigger_not_active } }
`

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
})

async function smoke(args: string, files: Readonly<Record<string, string>> = {}): Promise<Said> {
  const cwd = folderWith({ 'belfry.yaml': project(), 'smoke/all.yaml': suite, ...files })
  return runProgram(['smoke', ...args.split(' ').filter(Boolean)], {
    cwd,
    env: {
      BELFRY_URL: sandbox.url,
      DEVELOPMENT_KEY: developmentApiKey,
      PRODUCTION_KEY: productionApiKey,
    },
  })
}

const writes = (): string[] =>
  sandbox.log.filter(({ method }) => method !== 'GET').map(({ operation }) => operation ?? '')

/** `exit rule`, of the first problem that stderr tells. */
const refusal = ({ exit, out, err }: Said): string =>
  `${exit} ${/(?:error) {2}(\S+)/.exec(err)?.[1]}${out === '' ? '' : ' and a result'}`

const production = suite.replace('[Development]', '[Production]')

describe('nothing is sent', () => {
  test.each([
    ['a file that is wrong', '', { 'smoke/all.yaml': 'cases: [{ name: first }]\n' }, '3 missing-field'],
    ['a file that is not there', 'nowhere.yaml', {}, '3 no-suites'],
    [
      "an outcome that can't have a cause",
      '',
      { 'smoke/all.yaml': suite.replace('{ status: trigger_not_active }', '{ push: sent:provider }') },
      '3 wrong-value',
    ],
    ['a filter that names nothing', '--filter third', {}, '3 bad-flag'],
    ['a filter that names nothing of a target', '--filter tag:sms', {}, '3 bad-flag'],
    ['too many at once', '--concurrency 65', {}, '3 bad-flag'],
    ['no case for the target', '-t Development', { 'smoke/all.yaml': production }, '3 no-suites'],
    ['a file without cases', '', { 'smoke/all.yaml': '# later\n' }, '3 no-suites'],
    [
      'a status that is misspelt',
      '',
      { 'smoke/all.yaml': suite.replace('trigger_not_active', 'not_active') },
      '3 wrong-value',
    ],
    ['no suites', '', { 'belfry.yaml': project().replace(/^smoke.*\n/m, '') }, '3 no-suites'],
    [
      'somebody unknown',
      '',
      { 'smoke/all.yaml': suite.replace('ops-oncall', 'ops-oncal') },
      '4 unknown-recipient',
    ],
    [
      'a protected target',
      '',
      { 'smoke/all.yaml': production.replace('ops-oncall', 'user-0001') },
      '4 protected-recipient',
    ],
    [
      'the key of another environment',
      '',
      {
        'belfry.yaml': project()
          .replace('env:DEVELOPMENT_KEY', 'env:PRODUCTION_KEY')
          .replace(/^ {2}Production.*\n/m, ''),
      },
      '4 wrong-environment',
    ],
  ] as const)('%s', async (_, args, files, expected) => {
    expect(refusal(await smoke(args, files))).toBe(expected)
    expect(writes()).toEqual([])
  })
})

test('who may get test notifications on a protected target gets them', async () => {
  const { exit } = await smoke('--filter second', { 'smoke/all.yaml': production })
  expect([exit, writes()]).toEqual([0, ['triggerEvent']])
})

test.each([
  ['second', 0],
  ['all/sec*', 0],
  ['tag:push', 7],
])('--filter %s', async (filter, exit) => {
  // The workflow is inactive, or else the case never ends.
  const inactive = suite
    .replace('workflow: app-update', 'workflow: retired-newsletter')
    .replace('trigger_not_active', 'processed')
  const said = await smoke(`--filter ${filter}`, { 'smoke/all.yaml': inactive })
  expect([said.exit, writes()]).toEqual([exit, ['triggerEvent']])
})

test('while it waits, a line every 15 seconds shows how many cases are finished', async () => {
  const own = await createSandbox({ seed: smokeSeed(), clock: virtualClock() })
  onTestFinished(() => own.close())
  const cases = `workflow: later
targets: [Development]
to: ada
expect: { email: sent }
cases: [{ name: first }, { name: second }]
`
  const cwd = folderWith({ 'belfry.yaml': project(), 'smoke/all.yaml': cases })
  const { exit, err } = await runProgram(['smoke', '--concurrency', '1', '-t', 'Development'], {
    cwd,
    env: { BELFRY_URL: own.url, DEVELOPMENT_KEY: developmentApiKey, PRODUCTION_KEY: productionApiKey },
    pass: (milliseconds) => own.clock.advance(milliseconds),
  })
  const lines = err.trimEnd().split('\n')
  expect(exit).toBe(7)
  expect(lines.slice(0, 3)).toEqual(['0 of 2 cases, 15 s', '0 of 2 cases, 30 s', '0 of 2 cases, 45 s'])
  expect(lines.slice(3).filter((line) => !/^[01] of 2 cases, \d+ s$/.test(line))).toEqual([])
  expect(lines).toContain('1 of 2 cases, 75 s')
})

test('a case that is marked only, and one that is skipped', async () => {
  const narrowed = `workflow: retired-newsletter
targets: [Development]
to: ops-oncall
expect: { status: trigger_not_active }
cases:
  - { name: first }
  - { name: second, only: true }
  - { name: third, skip: it is being replaced }
`
  const { exit, out } = await smoke('', { 'smoke/all.yaml': narrowed })
  expect([exit, out.replaceAll(/\d+(?:\.\d)? m?s\b/g, 'N ms')]).toEqual([
    0,
    `all  Development
  skipped  first   a different case sets "only: true"
  ok       second  N ms
  skipped  third   it is being replaced

3 cases: 1 ok, 0 failed, 2 skipped. N ms
`,
  ])
})

test('a case is tried again only where it asks for that, and tells of each try', async () => {
  const tried = `workflow: retired-newsletter
targets: [Development]
to: ops-oncall
expect: { status: processed }
cases:
  - { name: once }
  - { name: thrice, retries: 2 }
`
  const { exit, out } = await smoke('', { 'smoke/all.yaml': tried })
  expect(exit).toBe(7)
  expect(writes()).toHaveLength(4)
  expect(out).toMatch(/FAILED {3}thrice {2}\S+ m?s {2}3 tries {2}smoke\/all.yaml:7/)
})

test('cases of one workflow and recipient run one after another, also with several at once', async () => {
  const both = `workflow: welcome
targets: [Development]
expect: { email: any }
cases:
  - { name: first, to: ops-oncall }
  - { name: second, to: ops-oncall }
`
  const own = await createSandbox({ clock: virtualClock() })
  onTestFinished(() => own.close())
  const { exit } = await runProgram(['smoke'], {
    cwd: folderWith({ 'belfry.yaml': project(), 'smoke/all.yaml': both }),
    env: { BELFRY_URL: own.url, DEVELOPMENT_KEY: developmentApiKey, PRODUCTION_KEY: productionApiKey },
    pass: (milliseconds) => own.clock.advance(milliseconds),
  })
  const first = own.log.findIndex(({ operation }) => operation === 'triggerEvent')
  const steps = own.log
    .slice(first)
    .map(({ operation }) => (operation === 'triggerEvent' ? 'trigger' : 'wait'))
  expect(exit).toBe(0)
  expect(steps.filter((step, index) => step !== steps[index - 1])).toEqual([
    'trigger',
    'wait',
    'trigger',
    'wait',
  ])
})
