// Why an operation isn't started: a row for each reason, and for each condition of a reason with several.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { developmentApiKey, productionApiKey } from '../../../src/sandbox/index.ts'
import { madeKeyPrefix } from '../../../src/sandbox/http/keys.ts'
import { onConnection, proxyFor, proxyProblems } from '../../../src/library/prepare/connection.ts'
import { isSandboxKey, sealKeyProblem } from '../../../src/library/prepare/keys.ts'
import { isReservedName } from '../../../src/library/prepare/settings.ts'
import { machineOf } from '../../../src/library/run.ts'
import { createClient } from '../../../src/service/client.ts'
import { listEnvironments } from '../../../src/service/operations.ts'
import { cliWorld, people, project } from '../../support/cli-world.ts'
import { folderWith } from '../../support/cli-process.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { startServer } from '../../support/local-server.ts'

/** Nothing listens there, so a request would end with exit code 1. */
const env = {
  BELFRY_URL: 'http://127.0.0.1:9',
  DEVELOPMENT_KEY: 'a-key-of-a-test',
  PRODUCTION_KEY: 'another-key',
}

function typed(
  args: string,
  more: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const cwd = folderWith({ 'belfry.yaml': project, 'manifests/people.yaml': people, ...files })
  return runProgram(args.split(' '), { cwd, env: { ...env, ...more } })
}

/** The messages, in their order. */
function messagesIn(err: string): readonly string[] {
  return Object.entries(mistakes)
    .filter(([, message]) => err.includes(message))
    .toSorted(([, one], [, other]) => err.indexOf(one) - err.indexOf(other))
    .map(([name]) => name)
}

const mistakes = {
  proxy: 'http_proxy is not a valid proxy URL',
  limit: 'unknown kind "subscribr"; did you mean "subscriber"?',
  key: 'BELFRY_FINGERPRINT_KEY has fewer than 16 characters',
  targets: 'this command needs exactly one target, and 2 are selected',
  file: 'unknown field "manifest"',
  masked: "--format yaml can't mask personal data",
  id: "can't be used with an ID",
}
const badProxy = { http_proxy: 'socks5://127.0.0.1:8' }
const shortKey = { BELFRY_FINGERPRINT_KEY: 'fifteen-letters' }
const badFile = { 'belfry.yaml': project.replace('manifests:', 'manifest:') }
const masked = { 'belfry.yaml': `${project}privacy: mask\n` }
const dryRun = 'trigger welcome --to ada -t Production --dry-run'
const limit = '--max-changes subscribr=1'

describe('the mistakes that a command reports together', () => {
  test.each([
    [`plan ${limit}`, { ...badProxy, ...shortKey }, {}, ['proxy']],
    [`plan ${limit}`, shortKey, {}, ['limit']],
    ['plan', shortKey, badFile, ['key']],
    ['plan', {}, badFile, ['file']],
    [`apply --yes ${limit}`, shortKey, badFile, ['limit']],
    ['doctor', { ...badProxy, ...shortKey }, badFile, ['file', 'proxy', 'key']],
    ['audit', { ...badProxy, ...shortKey }, badFile, ['file', 'proxy', 'key']],
    ['get subscribers --format yaml -t Production', {}, masked, ['masked']],
    ['get subscribers --format yaml -t Production', { PRODUCTION_KEY: '' }, masked, []],
    ['get subscribers ada --email a --format yaml -t Production', {}, masked, ['id', 'masked']],
    ['events list -t Production', { ...badProxy, ...shortKey }, badFile, ['file', 'proxy']],
    ['events list', badProxy, {}, ['proxy', 'targets']],
    ['export --out out', badProxy, badFile, ['proxy']],
    ['trigger welcome --to ada --dry-run', { ...badProxy, ...shortKey }, {}, ['proxy', 'targets']],
    ['validate', { ...badProxy, ...shortKey }, badFile, ['file']],
  ])('%s %j', async (args, more, files, expected) => {
    const { exit, err } = await typed(args, more, files)
    expect([exit, messagesIn(err)]).toEqual([3, expected])
  })

  test.each([
    'events list -t Production',
    'trigger welcome --to ada -t Production',
    'export -t Production --out a',
  ])('a short fingerprint key is no mistake of %s, which makes no fingerprints', async (args) =>
    expect(messagesIn((await typed(args, shortKey)).err)).toEqual([]),
  )
})

test.each([
  ['events list -t Production', ['Production']],
  ['audit', ['Development', 'Production']],
  ['compare Development Production --live', ['Development', 'Production']],
])('%s without a key names each target that has none', async (args, targets) => {
  const { exit, err } = await typed(args, { DEVELOPMENT_KEY: '', PRODUCTION_KEY: '' })
  expect(exit).toBe(3)
  for (const target of ['Development', 'Production'])
    expect(err.includes(`${target.toUpperCase()}_KEY is unset or empty`)).toBe(targets.includes(target))
})

test.each([
  ['plan', true],
  ['apply --yes', false],
])('%s without a secret in a pipeline names the plan without secrets: %s', async (args, isNamed) => {
  const manifest =
    "integrations: [{ identifier: a, providerId: sendgrid, channel: email, credentials: { apiKey: '${env:UNSET}' } }]\n"
  const { exit, err } = await typed(args, { CI: 'true' }, { 'manifests/people.yaml': manifest })
  expect([exit, err.includes('belfry plan --secrets=defer')]).toEqual([3, isNamed])
})

test('a dry run needs no key', async () => {
  const { exit, err } = await typed(dryRun, {
    PRODUCTION_KEY: '',
  })
  expect([exit, err.startsWith('Nothing was sent.')]).toEqual([0, true])
})

test.each([
  [{ HTTPS_PROXY: 'not an address' }, 'HTTPS_PROXY'],
  [{ https_proxy: 'not an address' }, 'https_proxy'],
  [{ HTTP_PROXY: 'not an address' }, 'HTTP_PROXY'],
  [{ http_proxy: 'not an address' }, 'http_proxy'],
  [{ HTTPS_PROXY: 'ftp://proxy.example' }, 'HTTPS_PROXY'],
  [{ HTTPS_PROXY: 'https://proxy.example', HTTP_PROXY: 'socks5://proxy.example' }, 'HTTP_PROXY'],
  [{ HTTPS_PROXY: 'https://proxy.example', HTTP_PROXY: 'http://user:password@proxy.example' }, undefined],
  [{ HTTPS_PROXY: '' }, undefined],
  [{}, undefined],
])('variables of proxies %j', (variables, name) => {
  expect(proxyProblems(variables).map(({ message, exit }) => [message, exit])).toEqual(
    name === undefined ? [] : [[`${name} is not a valid proxy URL`, undefined]],
  )
})

const proxy = 'http://proxy.example'

test.each<[string, Readonly<Record<string, string>>, string | undefined]>([
  ['https://api.acme.example', { HTTPS_PROXY: proxy }, 'HTTPS_PROXY'],
  ['https://api.acme.example', { https_proxy: proxy }, 'HTTPS_PROXY'],
  ['https://api.acme.example', { HTTP_PROXY: proxy }, 'HTTP_PROXY'],
  ['https://api.acme.example', { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }, 'HTTPS_PROXY'],
  ['https://api.acme.example', { HTTPS_PROXY: '' }, undefined],
  ['https://api.acme.example', { HTTPS_PROXY: '', https_proxy: proxy }, 'HTTPS_PROXY'],
  ['http://api.acme.example', { HTTP_PROXY: proxy }, 'HTTP_PROXY'],
  ['http://api.acme.example', { HTTPS_PROXY: proxy }, undefined],
  ['http://localhost:4111', { HTTP_PROXY: proxy }, undefined],
  ['http://127.0.0.1:4111', { HTTP_PROXY: proxy, NO_PROXY: 'acme.example' }, undefined],
  ['http://[::1]:4111', { HTTP_PROXY: proxy }, undefined],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, NO_PROXY: '*' }, undefined],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, NO_PROXY: 'api.acme.example' }, undefined],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, no_proxy: 'acme.example' }, undefined],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, NO_PROXY: 'a.example, .acme.example' }, undefined],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, NO_PROXY: 'a.example  *.acme.example' }, undefined],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, NO_PROXY: 'API.acme.example' }, undefined],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, NO_PROXY: 'a.example,*' }, undefined],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, NO_PROXY: 'api.acme.example:443' }, undefined],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, NO_PROXY: 'api.acme.example:8443' }, 'HTTPS_PROXY'],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, NO_PROXY: 'me.example' }, 'HTTPS_PROXY'],
  ['https://api.acme.example', { HTTPS_PROXY: proxy, NO_PROXY: 'other.acme.example' }, 'HTTPS_PROXY'],
])('%s with %j is reached through %s', (url, variables, name) => {
  expect(proxyFor(url, variables)).toBe(name)
})

test.each([
  ['http://[::1]', {}, 0],
  ['http://127.0.0.1', {}, 0],
  ['http://localhost', {}, 0],
  ['http://127.0.0.2', {}, 1],
  ['https://127.0.0.2', {}, 1],
  ['https://127.0.0.2', { NO_PROXY: '127.0.0.2' }, 0],
  ['https://127.0.0.2', { NO_PROXY: '*' }, 0],
  ['https://127.0.0.2', { NO_PROXY: 'acme.example *' }, 0],
])('a request to %s with %j uses %i connections to a proxy', async (origin, variables, connections) => {
  const server = await startServer((_request, response) => void response.end('[]'))
  onTestFinished(() => server.close())
  const machine = machineOf({ HTTP_PROXY: server.origin, ...variables }, '.')
  await onConnection({}, { machine }, ({ transport }) =>
    listEnvironments(createClient({ transport, origin: `${origin}:9`, apiKey: Secret.of('k', 'env:K') })),
  ).catch(() => undefined)
  expect(server.connections()).toBe(connections)
  expect(proxyFor(`${origin}:9`, machine.env)).toBe(connections === 0 ? undefined : 'HTTP_PROXY')
})

test.each([
  ['', false],
  ['x'.repeat(15), true],
  ['x'.repeat(16), false],
])('the fingerprint key "%s" is too short: %s', (key, isShort) => {
  expect(sealKeyProblem({ env: { BELFRY_FINGERPRINT_KEY: key } }) !== undefined).toBe(isShort)
})

test.each([
  [developmentApiKey, true],
  [productionApiKey, true],
  [`${madeKeyPrefix}-of-another-environment`, true],
  [`x${madeKeyPrefix}`, false],
  [`${productionApiKey}x`, false],
])('%s is a key of the sandbox: %s', (key, isOwn) => {
  expect(isSandboxKey(key)).toBe(isOwn)
})

describe('a target in the sandbox', () => {
  const foreign =
    "the API key doesn't belong to the sandbox, so belfry doesn't send the API key to the sandbox"
  const advice = 'The sandbox needs no apiKey only for Development and Production'

  test.each([
    ['that has its own environment', '{}', {}, 0, []],
    ['with a key of the sandbox', "{ apiKey: '${env:ONE}' }", { ONE: productionApiKey }, 0, []],
    ['with a different key', "{ apiKey: '${env:ONE}' }", { ONE: 'a-real-key' }, 3, [foreign]],
    [
      'with several keys',
      "{ apiKey: ['${env:ONE}', '${env:TWO}'] }",
      { ONE: 'a-real-key', TWO: productionApiKey },
      3,
      [foreign],
    ],
    ['with an environment that is not there', '{ environment: Staging }', {}, 3, [advice]],
    [
      'with a different key and environment',
      "{ environment: Staging, apiKey: '${env:ONE}' }",
      { ONE: 'a-real-key' },
      3,
      [foreign, advice],
    ],
  ])('%s', async (_, target, more, expected, messages) => {
    const { sandbox, run } = await cliWorld({ 'manifests/people.yaml': people })
    const written = `service: { url: 'sandbox:${new URL(sandbox.url).port}' }\ntargets: { Production: ${target} }\nmanifests: [manifests]\n`
    const cwd = folderWith({ 'belfry.yaml': written, 'manifests/people.yaml': people })
    const { exit, err } = await run('plan', { cwd, env: { BELFRY_URL: '', ...more } })
    expect([exit, [foreign, advice].filter((each) => err.includes(each))]).toEqual([expected, messages])
    expect(sandbox.log.length > 0).toBe(exit === 0)
  })
})

describe('--api-key-file', () => {
  const one = 'service: { url: "${env:BELFRY_URL}" }\ntargets: { Production: {} }\nmanifests: [manifests]\n'

  test.each([
    [0o600, false],
    [0o640, true],
    [0o604, true],
    [0o611, false],
  ])('a file with mode %o can be read by other users: %s', async (mode, isOpen) => {
    const { run, folder } = await cliWorld({
      'belfry.yaml': one,
      'manifests/people.yaml': people,
      key: productionApiKey,
    })
    chmodSync(join(folder, 'key'), mode)
    const { exit, err } = await run('plan --api-key-file key')
    expect([exit, err.includes('open-key-file')]).toEqual([0, isOpen])
  })

  test.each([
    ['plan --api-key-file empty', "--api-key-file empty can't be used: the file is empty"],
    ['plan --api-key-file manifests', "--api-key-file manifests can't be used: the path is a folder"],
    ['plan --api-key-file nowhere', "--api-key-file nowhere can't be used: no such file or folder"],
    ['plan --api-key-file -', "--api-key-file - can't be used: stdin is empty"],
    ['plan --api-key-file abcdefghijklmnopqrstuvw', "--api-key-file abcdefghijklmnopqrstuvw can't be used"],
    ['plan --api-key-file abcdefghijklmnopqrstuvwx', 'but the value looks like a key'],
    ['plan --dotenv abcdefghijklmnopqrstuvwx', 'but the value looks like a key'],
  ])('%s', async (args, message) => {
    const { exit, err } = await typed(args, {}, { 'belfry.yaml': one, empty: ' \n' })
    expect({ exit, err }).toEqual({ exit: 3, err: expect.stringContaining(message) as string })
  })

  test('a key and manifests on stdin are refused, because stdin is read once', async () => {
    const cwd = folderWith({ 'belfry.yaml': one })
    const { exit, err } = await runProgram(['plan', '--api-key-file', '-', '-f', '-'], {
      cwd,
      env,
      stdin: 'a-key',
    })
    expect(exit).toBe(3)
    expect(err).toContain('a different option or argument has already read stdin')
  })

  test('a key on stdin has no mode', async () => {
    const { run } = await cliWorld({ 'belfry.yaml': one, 'manifests/people.yaml': people })
    expect(await run('plan --api-key-file -', { stdin: ` ${productionApiKey}\n` })).toMatchObject({
      exit: 0,
      err: '',
    })
  })
})

test.each([
  ['BELFRY_URL', true],
  ['BELFRY_KEY_VARIABLES', true],
  ['BELFRY_FILE_ROOTS', true],
  ['BELFRY_FINGERPRINT_KEY', true],
  ['BELFRY_SECRET_COMMAND', true],
  ['BELFRY_SECRET_ANYTHING', true],
  ['NODE_OPTIONS', true],
  ['PATH', true],
  ['CIRCLECI', true],
  ['MY_CI', false],
  ['CI', true],
  ['GITHUB_ACTIONS', true],
  ['ALL_PROXY', true],
  ['all_proxy', true],
  ['BELFRY_URL_OF_ACME', false],
  ['BELFRY_KEY_VARIABLES_2', false],
  ['BELFRY_FILE_ROOTS_2', false],
  ['BELFRY_FINGERPRINT_KEY_2', false],
  ['BELFRY_API_KEY', false],
  ['MY_BELFRY_URL', false],
  ['MY_PATH', false],
  ['PATHS', false],
  ['MY_NODE_KEY', false],
  ['MY_GITHUB_TOKEN', false],
  ['PROXY', false],
  ['A_PROXY_KEY', false],
])('%s can only be set by the shell: %s', (name, isReserved) => {
  expect(isReservedName(name)).toBe(isReserved)
})

test.each([
  ['validate', 3],
  ['validate -f manifests/people.yaml', 0],
])('%s with a mistake in a smoke suite', async (args, expected) => {
  const { exit } = await typed(
    args,
    {},
    {
      'belfry.yaml': `${project}smoke: { suites: [smoke.yaml] }\n`,
      'smoke.yaml': 'cases: [{ nmae: a }]\n',
    },
  )
  expect(exit).toBe(expected)
})

describe('folders that may be read', () => {
  test('a file in a folder of BELFRY_FILE_ROOTS can be referred to', async () => {
    const BELFRY_FILE_ROOTS = folderWith({ name: 'Ada' })
    const named = `subscribers: [{ subscriberId: ada, firstName: '\${file:${join(BELFRY_FILE_ROOTS, 'name')}}' }]\n`
    const { exit } = await typed('validate', { BELFRY_FILE_ROOTS }, { 'manifests/people.yaml': named })
    expect(exit).toBe(0)
  })

  test.each([
    ['validate', { BELFRY_FILE_ROOTS: ':manifests::' }, undefined],
    ['validate', { BELFRY_FILE_ROOTS: '' }, undefined],
    ['validate --file-root manifests', {}, undefined],
    [
      'validate',
      { BELFRY_FILE_ROOTS: 'manifests:belfry.yaml' },
      'BELFRY_FILE_ROOTS names belfry.yaml: the path is not a folder',
    ],
    [
      'validate --file-root belfry.yaml',
      { BELFRY_FILE_ROOTS: 'nowhere' },
      '--file-root belfry.yaml: the path is not a folder',
    ],
    ['validate --file-root manifests --file-root nowhere', {}, '--file-root nowhere: no such file or folder'],
  ])('%s %j', async (args, more, message) => {
    const { exit, err } = await typed(args, more)
    expect([exit, message !== undefined && err.includes(message)]).toEqual([
      message === undefined ? 0 : 3,
      message !== undefined,
    ])
  })
})

test.each([
  ['a#b', 1],
  ['one\nMORE=abc#d # comment', 2],
  ['a #b', 0],
  ['#b', 0],
  ["'a#b'", 0],
  ['"a#b" # c#d', 0],
  ['a # b#c', 0],
  ['one\n# a=b#c', 0],
])('a # in a value of --dotenv that would cut it: NAME=%s', async (value, line) => {
  const { exit, err } = await typed(`${dryRun} --dotenv variables`, {}, { variables: `NAME=${value}\n` })
  expect([exit, /line (\d) has a #/.exec(err)?.[1]]).toEqual(line === 0 ? [0, undefined] : [3, `${line}`])
})

describe('a line of --dotenv that sets nothing', () => {
  test.each([
    ['"one\ntwo"', 0],
    ["'one\ntwo'", 0],
    ['`one\ntwo`', 0],
    ['"one" # comment', 0],
    ['one\n\n   \n  # comment', 0],
    ['one\nname', 2],
    ['one\n  name', 2],
    ['"one\ntwo"\nname', 3],
    ['one\nname: value', 2],
  ])('NAME=%j: %d', async (value, line) => {
    const { exit, err } = await typed(`${dryRun} --dotenv variables`, {}, { variables: `NAME=${value}\n` })
    expect([exit, /line (\d) is not NAME=value/.exec(err)?.[1]]).toEqual(
      line === 0 ? [0, undefined] : [3, `${line}`],
    )
  })
})
