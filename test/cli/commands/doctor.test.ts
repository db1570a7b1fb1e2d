// belfry doctor, before services of three ages and before what is none: whole texts, and never a write.
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createSandbox,
  developmentApiKey,
  type Sandbox,
  type SandboxOptions,
} from '../../../src/sandbox/index.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { createGate } from '../../support/cli-gate.ts'
import { folderWith, startBelfry } from '../../support/cli-process.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { expectGolden } from '../../support/golden.ts'
import { startServer } from '../../support/local-server.ts'
import { selfSigned } from '../../support/self-signed.ts'

const project = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Development: { apiKey: '\${env:DEVELOPMENT_KEY}' }
  Staging: { apiKey: '\${env:STAGING_KEY}' }
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
`

const manifest = `environments:
  - { name: Staging, color: '#ff8800', parent: Development, identifier: staging }
integrations:
  - identifier: mailgun-old
    targets: [Production]
    providerId: mailgun
    channel: email
    credentials:
      { apiKey: '\${env:MAILGUN_KEY}', user: postmaster, domain: mg.acme.example, from: notify@acme.example, senderName: Acme }
    configurations: { inboundWebhookEnabled: true }
  - identifier: fcm-push
    targets: [Production]
    providerId: fcm
    channel: push
    primary: true
subscribers:
  - subscriberId: ops-oncall
    targets: [Production]
    channels:
      - providerId: fcm
        integrationIdentifier: fcm-push
        exact: [deviceTokens]
        credentials: { deviceTokens: ['\${env:TOKEN}'] }
  - { subscriberId: nobody, targets: [Production], firstName: Nobody }
`

interface World {
  readonly sandbox: Sandbox
  readonly env: Readonly<Record<string, string>>
  readonly run: (args: string, env?: Readonly<Record<string, string>>) => Promise<Said>
}

async function world(
  options: SandboxOptions = {},
  files: Readonly<Record<string, string>> = {},
): Promise<World> {
  const sandbox = await createSandbox(options)
  onTestFinished(() => sandbox.close())
  const cwd = folderWith({
    'belfry.yaml': `${project}rules: { primary-channel: warn }\n`,
    'manifests/all.yaml': manifest,
    ...files,
  })
  const env = {
    BELFRY_URL: sandbox.url,
    DEVELOPMENT_KEY: sandbox.keys['Development'] ?? '',
    PRODUCTION_KEY: sandbox.keys['Production'] ?? '',
    MAILGUN_KEY: 'key-made-up-mailgun',
    TOKEN: 'made-up-token',
  }
  return {
    sandbox,
    env,
    run: (args, more = {}) => runProgram(args.split(' '), { cwd, env: { ...env, ...more } }),
  }
}

/** With what differs between runs alike: addresses and times. */
function alike(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+|localhost:\d+/g, 'SERVICE')
    .replaceAll(/answered in [\d.]+ m?s\b/g, 'answered in 9 ms')
}

/** What stands beneath Production, without the closing lines. */
function production({ out }: Said): string {
  return /^Production .*?(?=\n\n)/ms.exec(alike(out))?.[0] ?? ''
}

function writesTo({ log }: Sandbox): readonly string[] {
  return log.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
}

describe.each(['contract', 'novu-2026-04', 'novu-2026-09'] as const)('a service like %s', (profile) => {
  test('is reached, and nothing is written', async () => {
    const { run, sandbox } = await world({ profile })
    const { exit, out } = await run('doctor')
    expect(exit).toBe(0)
    expectGolden({ name: 'doctor', file: join(import.meta.dirname, 'doctor.txt') }, alike(out))
    expect(writesTo(sandbox)).toEqual([])
  })

  test('as JSON', async () => {
    const { run } = await world({ profile })
    const { exit, out } = await run('doctor --format json -t Production')
    expect(exit).toBe(0)
    expect(envelopeIn(out)).toHaveProperty('targets', [
      {
        target: 'Production',
        url: expect.any(String) as unknown,
        organisation: expect.any(String) as unknown,
        environment: { id: expect.any(String) as unknown, name: 'Production', evidence: 'hash' },
        findings: ['reach', 'key', 'environment'].map((check) => ({
          check,
          status: 'ok',
          message: expect.any(String) as unknown,
        })),
      },
    ])
  })
})

describe('a key', () => {
  test('that nobody knows', async () => {
    const { run } = await world()
    const said = await run('doctor -t Production', { PRODUCTION_KEY: 'half-a-key' })
    expect({ exit: said.exit, out: alike(said.out) }).toEqual({
      exit: 3,
      out: `Project  belfry.yaml
  ok       manifests  the manifests declare 5 resources for 1 target in 1 file

Production  http://SERVICE
  ok       reach      the service answers
  problem  key        the service rejected the API key (env:PRODUCTION_KEY): listEnvironments was refused with status 401: API Key not found
                      Most API keys are 32 hexadecimal digits, but this API key is not. Copy the API key of the environment from the dashboard of the service.

1 problem: belfry apply would stop. Nothing was written (exit 3).
Next: fix the first problem above, then run belfry doctor -t Production again.
`,
    })
  })

  test('with a word before it', async () => {
    const { run } = await world()
    const said = await run('doctor -t Production', { PRODUCTION_KEY: 'ApiKey 0123' })
    expect(said.exit).toBe(3)
    expect(production(said)).toBe(`Production  http://SERVICE
  problem  key        the API key (secret env:PRODUCTION_KEY) is not valid: the API key begins with "ApiKey", which belfry adds itself
                      Set PRODUCTION_KEY to the API key only: one line, no quotes, no other words.`)
  })

  test('of another target', async () => {
    const { run, env } = await world()
    const said = await run('doctor -t Production', {
      PRODUCTION_KEY: env['DEVELOPMENT_KEY'] ?? '',
      DEVELOPMENT_KEY: '',
    })
    expect(said.exit).toBe(3)
    expect(production(said).split('\n').slice(0, 5).join('\n')).toBe(`Production  http://SERVICE
  ok       reach        the service answered in 9 ms over HTTP
  ok       key          the service accepted the API key (env:PRODUCTION_KEY)
  problem  environment  the API key belongs to environment Development (6b0000030000000000000001), not to environment Production
                        Set PRODUCTION_KEY to the API key of environment Production. Or correct environment of target Production in the project file.`)
  })

  test('that is not there', async () => {
    const { run, sandbox } = await world()
    const said = await run('doctor -t Production', { PRODUCTION_KEY: '' })
    expect(said.exit).toBe(3)
    expect(production(said)).toBe(`Production  http://SERVICE
  problem  key        the API key is missing: env:PRODUCTION_KEY is unset or empty
                      Set PRODUCTION_KEY to the API key of the environment, which the dashboard of the service shows. belfry reads variables from a file such as .env only with --dotenv FILE. To leave target Production out, choose other targets with -t NAME.`)
    expect(sandbox.log).toEqual([])
  })

  test('that is not the sandbox’s own is not sent to its address', async () => {
    const { run } = await world()
    const said = await run('doctor -t Production', { BELFRY_URL: 'sandbox', PRODUCTION_KEY: 'real' })
    expect(said.exit).toBe(3)
    expect(production(said)).toBe(`Production  http://SERVICE
  problem  key        the API key doesn't belong to the sandbox, so belfry doesn't send the API key to the sandbox
                      Set "url" in the project file, or BELFRY_URL, to the URL of the service (for keys of a seed: of the sandbox, such as http://SERVICE), or remove the API key.`)
  })
})

test.each([
  [
    403,
    `  ok       reach      the service answers
  problem  key        the service doesn't allow the API key to send this request (env:PRODUCTION_KEY): listIntegrations was refused with status 403: No
                      The API key isn't allowed to send this request. An API key is valid only for its own environment. Check apiKey of the target in the project file.`,
  ],
  [
    404,
    `  problem  reach      the server at the service URL answers, but fails: listIntegrations was refused with status 404: No
                      The resource may have been deleted, or may belong to a different environment than the API key.`,
  ],
])('a service that lists environments, and refuses a later request with %i', async (status, text) => {
  const { run, env } = await world()
  const row = {
    _id: '6b0000000000000000000001',
    name: 'Production',
    apiKeys: [{ key: env['PRODUCTION_KEY'] }],
  }
  const service = await startServer(({ url = '' }, response) => {
    const isFirst = url.startsWith('/v1/environments')
    response.writeHead(isFirst ? 200 : status).end(JSON.stringify(isFirst ? [row] : { message: 'No' }))
  })
  onTestFinished(() => service.close())
  const said = await run('doctor -t Production', { BELFRY_URL: service.origin })
  expect(production(said)).toBe(`Production  http://SERVICE\n${text}`)
})

describe('an address', () => {
  const web = '<html><title>Sign in</title></html>'
  test('where nobody listens', async () => {
    const { run } = await world()
    const said = await run('doctor -t Production', { BELFRY_URL: 'http://127.0.0.1:9' })
    expect(said.exit).toBe(3)
    expect(production(said)).toBe(`Production  http://SERVICE
  problem  reach      nothing listens at http://SERVICE: check the service URL, and that the service is running
                      The service URL is on this machine. To start a local service there, run belfry sandbox --port 9.`)
  })

  test.each([
    [
      'where a web page stands',
      200,
      web,
      `is not the service: the reply to listEnvironments is invalid: the body is a web page, not JSON; check the service URL
                      Set the service URL to the URL of the API, not of the dashboard. Check any proxy in front of the service.`,
    ],
    [
      'that leads elsewhere',
      302,
      '',
      `is not the service: listEnvironments was refused with status 302
                      The service URL redirects. belfry doesn't follow redirects, because a different server would then receive the API key. Set the service URL to a URL that doesn't redirect.`,
    ],
    [
      'with a path too many',
      404,
      '{"message":"no such route"}',
      `is not the service: listEnvironments was refused with status 404: no such route
                      Check the host and the port of the service URL. If the URL has a path such as /v1 or /v2, remove the path.`,
    ],
    [
      'of a service that limits requests',
      429,
      '{"message":"API rate limit exceeded"}',
      `limits the request rate: listEnvironments was refused with status 429: API rate limit exceeded
                      The service limits the request rate. Try again later.`,
    ],
    [
      'of a service that fails',
      500,
      '{"message":"Internal server error"}',
      `fails: listEnvironments was refused with status 500: Internal server error
                      The service failed, and failed again when belfry repeated the request. Check the log of the service.`,
    ],
    [
      'of a gateway with a page of its own',
      502,
      '<html><title>Bad gateway</title></html>',
      `is not the service: listEnvironments was refused with status 502: a web page, not JSON: Bad gateway
                      A different server, such as a proxy or a sign-in page, replied instead of the service. Check the service URL and any proxy.`,
    ],
  ])('%s', async (_, status, body, text) => {
    const { run } = await world()
    // No time is left to repeat the request.
    const server = await startServer(
      (_request, response) => void response.writeHead(status, { 'retry-after': '600' }).end(body),
    )
    onTestFinished(() => server.close())
    const said = await run('doctor -t Production', { BELFRY_URL: server.origin })
    expect(said.exit).toBe(3)
    expect(production(said)).toBe(
      `Production  http://SERVICE\n  problem  reach      the server at the service URL answers, but ${text}`,
    )
  })

  test('with a certificate that nobody trusts', async () => {
    const { run } = await world()
    const server = createTlsServer(selfSigned(), (_request, response) => void response.end('{}'))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const said = await run('doctor -t Production', { BELFRY_URL: `https://127.0.0.1:${port}` })
    expect(said.exit).toBe(3)
    expect(production(said)).toBe(`Production  https://SERVICE
  problem  reach      the certificate of https://SERVICE isn't trusted (DEPTH_ZERO_SELF_SIGNED_CERT): check the service URL, or add its certificate authority with NODE_EXTRA_CA_CERTS`)
  })

  test('that speaks no TLS', async () => {
    const { run, sandbox } = await world()
    const said = await run('doctor -t Production', { BELFRY_URL: sandbox.url.replace('http:', 'https:') })
    expect(production(said)).toBe(`Production  https://SERVICE
  problem  reach      https://SERVICE doesn't use TLS: check the port, and whether the URL must begin with http://`)
  })

  test('behind a proxy that lets nothing through', async () => {
    const { run } = await world()
    const proxy = await startServer((_request, response) => void response.end())
    onTestFinished(() => proxy.close())
    const said = await run('doctor -t Production', {
      BELFRY_URL: 'https://api.example.com',
      HTTPS_PROXY: proxy.origin,
    })
    expect(said.exit).toBe(3)
    expect(production(said)).toBe(`Production  https://api.example.com
  problem  reach      the proxy refused the connection to https://api.example.com: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY
                      HTTPS_PROXY is set, so belfry sends requests through that proxy. To send requests directly, add the host of the service to NO_PROXY.`)
    expect(proxy.connections()).toBe(1)
  })
})

test.each(['doctor', 'plan', 'trigger welcome --to ada'])(
  'an address of a proxy that is none, before %s',
  async (command) => {
    const { run } = await world()
    for (const [name, value] of [
      ['HTTPS_PROXY', 'no address of s3cret'],
      ['http_proxy', 'socks5://user:s3cret@127.0.0.1:8'],
    ] as const) {
      const { exit, out, err } = await run(`${command} -t Production`, { [name]: value })
      expect(exit).toBe(3)
      expect(`${out}${err}`).toContain(`${name} is not a valid proxy URL`)
      expect(`${out}${err}`).not.toContain('s3cret')
    }
  },
)

describe('the project', () => {
  test('without manifests', async () => {
    const { run } = await world({}, { 'belfry.yaml': project.replace(/manifests: .*\n/, '') })
    const { exit, out } = await run('doctor -t Production')
    expect(exit).toBe(3)
    expect(out).toMatch(
      /^Project {2}belfry\.yaml\n {2}problem {2}manifests +no manifests are given, so belfry checked/,
    )
    expect(out).toContain('ok       environment  the API key belongs to environment Production')
  })

  test('with errors in manifests, which are listed', async () => {
    const { run } = await world()
    const { exit, out, err } = await run('doctor -t Production', { MAILGUN_KEY: '' })
    expect(exit).toBe(3)
    expect(out).toContain(
      "problem  manifests    the manifests have 1 error, so belfry didn't check the declared resources",
    )
    expect(err).toContain('error  empty-reference')
    expect(
      envelopeIn((await run('doctor -t Production --format json', { MAILGUN_KEY: '' })).out),
    ).toMatchObject({
      exit: 3,
      problems: expect.arrayContaining([expect.objectContaining({ rule: 'empty-reference' })]) as unknown,
    })
  })

  test('that has a protected target', async () => {
    const file = `${project}rules: { primary-channel: warn }\n`.replace(
      "'${env:PRODUCTION_KEY}'",
      "'${env:PRODUCTION_KEY}', protected: true",
    )
    const { run } = await world({}, { 'belfry.yaml': file })
    const said = await run('doctor -t Production')
    expect(said.exit).toBe(0)
    expect(production(said)).toContain(
      'note     protected    belfry apply accepts only a saved or an approved plan for this target\n',
    )
  })

  test('that is wrong itself', async () => {
    const { run } = await world({}, { 'belfry.yaml': 'targts: {}\n' })
    const { exit, out, err } = await run('doctor')
    expect({ exit, out }).toEqual({ exit: 3, out: '' })
    expect(err).toContain('did you mean "targets"?')
    expect(envelopeIn((await run('doctor --format json')).out)).toMatchObject({ command: 'doctor', exit: 3 })
  })
})

const secondKey = 'beef'.repeat(8)

/** Changes of the project, and what doctor and plan find of its targets. */
test.each<
  [
    string,
    Readonly<Record<string, string>>,
    Readonly<Record<string, string>>,
    readonly [number, number],
    string,
  ]
>([
  [
    'with no key and no environment waits',
    {},
    {},
    [0, 0],
    'note     key          environment Staging is not',
  ],
  [
    'with no key and an environment lacks the key',
    { '  Staging: {': '  Staging: { environment: Production,' },
    {},
    [3, 3],
    'problem  key          the API key is missing: env:STAGING_KEY is unset or empty',
  ],
  [
    'with no key and an environment that is to be renamed lacks the key',
    { 'name: Staging,': 'name: Staging, previously: Development,', ' parent: Development,': '' },
    {},
    [3, 3],
    'problem  key          the API key is missing: env:STAGING_KEY is unset or empty',
  ],
  [
    'with the key of an environment that is to be renamed is accepted',
    {
      'name: Staging,': 'name: Staging, previously: Development,',
      ' parent: Development,': '',
      '  Development: {': '  # {',
    },
    { STAGING_KEY: developmentApiKey },
    [0, 0],
    'ok       environment  the API key belongs to environment Development (',
  ],
  [
    'with the key of another environment is refused',
    {},
    { STAGING_KEY: secondKey },
    [3, 4],
    'problem  environment  the API key belongs to environment Production (',
  ],
  [
    'with another key of the environment of a target is refused',
    { '  Staging: {': '  Staging: { environment: Production,' },
    { STAGING_KEY: secondKey },
    [3, 4],
    'problem  key          the API keys of targets Staging and Production belong to the same environment, Production (',
  ],
])('doctor and plan agree: a target %s', async (_, changes, keys, exits, text) => {
  const changed = (file: string): string =>
    Object.entries(changes).reduce((all, [from, to]) => all.replace(from, to), file)
  const { run, sandbox } = await world(
    {},
    {
      'belfry.yaml': `${changed(project)}rules: { primary-channel: warn }\n`,
      'manifests/all.yaml': changed(manifest),
    },
  )
  const [known] = sandbox.state.environments.get('Production')?.apiKeys ?? []
  if (known === undefined) throw new Error('the sandbox has no key for Production')
  sandbox.state.environments.edit('Production', { apiKeys: [known, { ...known, key: secondKey }] })
  const found = await run('doctor', keys)
  const planned = await run('plan', keys)
  expect([found.exit, planned.exit]).toEqual(exits)
  expect(found.out).toContain(`  ${text}`)
  expect(writesTo(sandbox)).toEqual([])
})

test.each([
  [
    '.belfry/ledger.json/file',
    "problem ledger .belfry/ledger.json can't be read: the path is not a regular file",
    3,
  ],
  ['.belfry', "problem ledger .belfry/ledger.json can't be", 3],
  ['.belfry/ledger.json', 'note ledger .belfry/ledger.json is damaged, so belfry treats it as empty', 0],
])('a ledger that can not be used, because of %s', async (name, line, exit) => {
  const { run } = await world(
    {},
    {
      'belfry.yaml': `${project}unreadable: ledger\nrules: { primary-channel: warn }\n`,
      [name]: 'x',
    },
  )
  const said = await run('doctor')
  expect(said.exit).toBe(exit)
  expect(said.out.replaceAll(/ +/g, ' ')).toContain(line)
})

test('an environment that no manifest declares is not awaited', async () => {
  const { run } = await world({}, { 'manifests/all.yaml': 'integrations: []\n' })
  const { exit, out } = await run('doctor')
  expect([exit, out]).toEqual([3, expect.stringContaining('problem  key          the API key is missing')])
})

test('an interruption ends it with an envelope', async () => {
  const asked = createGate()
  const silent = await startServer(() => asked.open())
  onTestFinished(() => silent.close())
  const cwd = folderWith({ 'belfry.yaml': project, 'manifests/all.yaml': manifest })
  const env = { BELFRY_URL: silent.origin, PRODUCTION_KEY: 'fade', MAILGUN_KEY: 'made-up', TOKEN: 'made-up' }
  const { kill, ended } = startBelfry(['doctor', '-t', 'Production', '--format', 'json'], { cwd, env })
  await asked.opened
  kill('SIGINT')
  const { exit, out } = await ended
  expect(exit).toBe(130)
  expect(envelopeIn(out)).toMatchObject({ command: 'doctor', exit: 130 })
})

test('what the service says can not act on a terminal', async () => {
  const { run } = await world()
  const url = await startProxy('http://127.0.0.1:9', () => ({
    status: 401,
    body: JSON.stringify({ message: 'no\u001B[2J\nok  everything' }),
  }))
  const said = await run('doctor -t Production', { BELFRY_URL: url })
  expect(said.out).toContain(String.raw`no\u{1b}[2J\nok  everything`)
  expect(said.out).not.toMatch(/[^\n\P{Cc}]/u)
})
