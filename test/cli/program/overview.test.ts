// `belfry` alone in a project: its state in five lines, from its files.
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../src/sandbox/index.ts'
import { folderWith } from '../../support/cli-process.ts'
import { runProgram } from '../../support/cli.ts'

const project = `service: { url: sandbox }
targets: { Production: { apiKey: '\${env:KEY}' } }
manifests: [manifests]
`
const manifest = 'subscribers:\n  - subscriberId: ada\n'
const run = { run: '0000', time: '2026-11-29T12:00:00.000Z' }
const journal = [
  { type: 'start', ...run, formatVersion: 1, writes: 0 },
  { type: 'end', ...run, time: '2026-11-29T12:00:04.000Z', exit: 0 },
]
const lines = journal.map((line) => `${JSON.stringify(line)}\n`).join('')

async function stateOf(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const cwd = folderWith({ 'belfry.yaml': project, 'manifests/people.yaml': manifest, ...files })
  return runProgram([], { cwd, env })
}

test('a project without a journal', async () => {
  expect(await stateOf({})).toMatchObject({
    exit: 0,
    out: `Project:    belfry.yaml
Targets:    Production
Declared:   1 resource in 1 file
Last apply: no journal of an apply found; apply --journal FILE writes one
Next:       belfry plan
`,
    err: '',
  })
})

test('a missing API key, and the command that names its variable', async () => {
  const { exit, out } = await stateOf({
    'belfry.yaml': project.replace('sandbox', 'https://api.acme.example'),
  })
  expect(exit).toBe(0)
  expect(out).toMatch(/^Next: {7}belfry doctor {2}# an API key or the service URL can't be used$/m)
})

test('a variable of a manifest that is not set, and the plan that needs only some', async () => {
  const { out } = await stateOf({
    'manifests/people.yaml': `${manifest}    data: { token: '\${env:TOKEN}' }\n`,
  })
  expect(out).toMatch(/^Next: {7}belfry plan --secrets=needed {2}# a reference of a manifest has no value$/m)
})

test('a variable that is no secret, which every plan needs', async () => {
  const { out } = await stateOf({
    'manifests/people.yaml': `${manifest}    firstName: '\${env:FIRST_NAME|plain}'\n`,
  })
  expect(out).toMatch(/^Next: {7}belfry plan {2}# lists the references that have no value$/m)
})

test('a file of a secret that is missing, and the plan that needs only some', async () => {
  const { out } = await stateOf({
    'manifests/people.yaml': `${manifest}    data: { token: '\${file:token.txt}' }\n`,
  })
  expect(out).toMatch(/^Next: {7}belfry plan --secrets=needed {2}# a reference of a manifest has no value$/m)
})

test('an API key that is not for the sandbox, and the command that names it', async () => {
  const { out } = await stateOf({}, { KEY: 'key-of-the-service' })
  expect(out).toMatch(/^Next: {7}belfry doctor {2}# an API key or the service URL can't be used$/m)
})

test('of several API keys that are set, none is tried: no request is sent', async () => {
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const file = project
    .replace('url: sandbox', "url: '${env:SERVICE}'")
    .replace("'${env:KEY}'", "['${env:NEW_KEY}', '${env:OLD_KEY}']")
  const env = { SERVICE: sandbox.url, NEW_KEY: 'not-accepted-key', OLD_KEY: sandbox.keys['Production'] ?? '' }
  const { exit, out } = await stateOf({ 'belfry.yaml': file }, env)
  expect([exit, sandbox.log]).toEqual([0, []])
  expect(out).toMatch(/^Next: {7}belfry plan$/m)
})

const awaiting = {
  'belfry.yaml': project.replace(' } }\n', " }, Staging: { apiKey: '${env:STAGING_KEY}' } }\n"),
  'manifests/environments.yaml': 'environments: [{ name: Staging }]\n',
}

test('a target that waits for its environment: a plan creates it', async () => {
  expect((await stateOf(awaiting)).out).toMatch(/^Next: {7}belfry plan$/m)
})

test('only targets that wait: no API key can read the service', async () => {
  const { 'belfry.yaml': text, ...rest } = awaiting
  const { out } = await stateOf({ 'belfry.yaml': text.replace(/Production: .*?, /, ''), ...rest })
  expect(out).toMatch(/^Next: {7}belfry doctor /m)
})

test('the last apply of the journals beside the project file and in journals, and no other NDJSON', async () => {
  const earlier = lines.replaceAll('2026-11-29', '2026-11-28')
  const { out } = await stateOf({
    'journals/2026-11-29.ndjson': lines,
    'journal.ndjson': earlier,
    'other.ndjson': '{"subscriberId":"ada"}\n',
  })
  expect(out).toContain(
    'Last apply: 2026-11-29 12:00 UTC, 0 changes done, exit 0 (journals/2026-11-29.ndjson)\n',
  )
})

test('only changes that were made count', async () => {
  const write = { target: 'Production', kind: 'subscriber', action: 'create', operation: 'createSubscriber' }
  const outcomes = ['done', 'failed', 'skipped'].map((status, id) =>
    JSON.stringify({
      type: 'outcome',
      ...run,
      ...write,
      id: `${id}`,
      name: `${id}`,
      method: 'POST',
      path: '/',
      milliseconds: 1,
      status,
    }),
  )
  const [start = '', end = ''] = lines.split('\n')
  const { out } = await stateOf({ 'journal.ndjson': [start, ...outcomes, end, ''].join('\n') })
  expect(out).toContain('Last apply: 2026-11-29 12:00 UTC, 1 change done, exit 0 (journal.ndjson)\n')
})

test('an apply that was killed', async () => {
  const { out } = await stateOf({ 'journal.ndjson': lines.split('\n')[0] ?? '' })
  expect(out).toContain('Last apply: 2026-11-29 12:00 UTC, 0 changes done, not ended (journal.ndjson)\n')
})

test.each([
  ['a broken manifest', { 'manifests/people.yaml': 'subscribers: [' }, 'Production'],
  ['an unknown field', { 'manifests/people.yaml': `${manifest}    nmae: Ada\n` }, 'Production'],
  ['a broken project file', { 'belfry.yaml': 'targets: [' }, 'none can be read'],
])('%s: how many errors, and the command that lists them', async (_, files, targets) => {
  const { exit, out, err } = await stateOf(files)
  expect([exit, err]).toEqual([3, ''])
  expect(out).toMatch(/^Declared: {3}1 error$/m)
  expect(out).toContain(`Targets:    ${targets}\n`)
  expect(out).toMatch(/^Next: {7}belfry validate$/m)
})

test('many targets fit in 80 columns', async () => {
  const names = Array.from(
    { length: 40 },
    (_, index) => `Environment-${index}: { apiKey: '\${env:K${index}}' }`,
  )
  const { out } = await stateOf({
    'belfry.yaml': project.replace(/^targets.*$/m, `targets: { ${names.join(', ')} }`),
  })
  expect(out).toContain('Targets:    Environment-0, Environment-1, Environment-2 and 37 more\n')
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})
