// What a person reads when the service, or something before it, doesn't do what it was asked: whole texts.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, developmentApiKey, productionApiKey } from '../../../src/sandbox/index.ts'
import { belfry, folderWith } from '../../support/cli-process.ts'
import { failure, startProxy, type Answer, type Intercept } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { runProgram } from '../../support/cli.ts'
import { startServer } from '../../support/local-server.ts'

const manifest = `environments:
  - { name: Staging, color: '#ff8800', parent: Development }
integrations:
  - identifier: ses-eu
    name: SES Europe
    providerId: ses
    channel: email
    active: false
    credentials:
      region: eu-west-1
    conditions:
      - type: GROUP
        isNegated: false
        value: AND
        children: [{ on: subscriber, field: locale, operator: IN, value: "de,fr" }]
  - { identifier: slack-ops, providerId: slack, channel: chat }
subscribers:
  - subscriberId: ops-oncall
    lastName: Duty
    data: { pager: 7 }
    channels:
      - { providerId: slack, integrationIdentifier: slack-ops, credentials: { title: Ops } }
`

const files = {
  'belfry.yaml': `service: { url: '\${env:BELFRY_URL}' }
targets: { Production: { apiKey: '\${env:KEY}' } }
manifests: [manifest.yaml]
rules: { missing-credentials: off, dead-channel: off }
`,
  'manifest.yaml': manifest,
}

/** What a plan says, but for the address and for how often it waited. */
async function plan(url: string, args: readonly string[] = [], key = productionApiKey) {
  const world = { cwd: folderWith(files), env: { BELFRY_URL: url, KEY: key } }
  const { exit, err } = await runProgram(['plan', ...args], world)
  return { exit, err: err.replaceAll(url, '{url}').replaceAll(/^waiting .*\n/gm, '') }
}

/** What an apply says of the change that failed, but for the time that it took. */
async function failed(url: string): Promise<string> {
  const world = { cwd: folderWith(files), env: { BELFRY_URL: url, KEY: productionApiKey } }
  const { exit, out } = await runProgram(['apply', '--yes'], world)
  expect(exit).toBe(5)
  return (/^failed .*\n(?: {9}.*\n)+/m.exec(out)?.[0] ?? '').replaceAll(/ {3}\d+(?:\.\d)? m?s$/gm, '')
}

async function behind(intercept: Intercept): Promise<string> {
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  return startProxy(sandbox.url, intercept)
}

/** One answer to one operation; all else goes to the sandbox. */
function answering(operation: string, answer: Answer): Promise<string> {
  return behind(({ method, path }) => (`${method} ${path}`.startsWith(operation) ? answer : undefined))
}

const certificate = new URL('../../fixtures/tls/self-signed.crt', import.meta.url)

/** A service that knows nobody, with a certificate of its own making. */
async function selfSigned(): Promise<string> {
  const key = readFileSync(new URL('../../fixtures/tls/self-signed.key', import.meta.url))
  const server = createServer({ key, cert: readFileSync(certificate) }, (_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"who are you"}')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return `https://127.0.0.1:${port}`
}

/** In the shapes that services of several ages write. */
function refusal(status: number, body: object): Answer {
  return { status, body: JSON.stringify({ statusCode: status, timestamp: '', path: '', ...body }) }
}

describe('nothing can be read', () => {
  test('with the API key of another environment', async () => {
    const url = await behind(() => undefined)
    expect(await plan(url, [], developmentApiKey)).toEqual({
      exit: 4,
      err: `error  wrong-environment
  the API key belongs to environment Development (6b0000030000000000000001), not to environment Production (target Production)
  Set KEY to the API key of environment Production. Or correct environment of target Production in the project file.
1 error. Nothing was written.
More about a rule: belfry explain wrong-environment
`,
    })
  })

  test('while reads fail', async () => {
    const url = await answering('GET /v1/integrations', failure(500, 'Internal server error'))
    expect(await plan(url, ['--timeout', '1'])).toEqual({
      exit: 1,
      err: `This plan can't be applied. Fix the errors below the plan.
error  service-refused
  listIntegrations was refused with status 500: Internal server error (target Production)
  The service failed, and failed again when belfry repeated the request. Check the log of the service.
1 error. Nothing was written.
More about a rule: belfry explain service-refused
`,
    })
  })

  test('from a host that nobody knows', async () => {
    expect(await plan('https://service.invalid')).toEqual({
      exit: 1,
      err: `error  no-reply
  service.invalid was not found: check the service URL and DNS (target Production)
  Run belfry doctor to find the cause.
1 error. Nothing was written.
More about a rule: belfry explain no-reply
`,
    })
  })

  test('from a service that signed its certificate itself', async () => {
    expect(await plan(await selfSigned())).toEqual({
      exit: 1,
      err: `error  no-reply
  the certificate of {url} isn't trusted (DEPTH_ZERO_SELF_SIGNED_CERT): check the service URL, or add its certificate authority with NODE_EXTRA_CA_CERTS (target Production)
  Run belfry doctor to find the cause.
1 error. Nothing was written.
More about a rule: belfry explain no-reply
`,
    })
  })

  test('unless NODE_EXTRA_CA_CERTS adds it', async () => {
    const env = {
      BELFRY_URL: await selfSigned(),
      KEY: productionApiKey,
      NODE_EXTRA_CA_CERTS: fileURLToPath(certificate),
    }
    const { exit, err } = await belfry(['plan'], { cwd: folderWith(files), env })
    expect(exit).toBe(3)
    expect(err).toContain(
      'listEnvironments was refused with status 401: who are you (API key: env:KEY) (target Production)',
    )
  })

  test('through a proxy that says so on a web page', async () => {
    const page = '<html><head><title>502 Bad Gateway</title></head></html>'
    const url = await behind(() => ({ status: 502, body: page }))
    expect(await plan(url, ['--timeout', '1'])).toEqual({
      exit: 1,
      err: `error  service-refused
  listEnvironments was refused with status 502: a web page, not JSON: 502 Bad Gateway (target Production)
  A different server, such as a proxy or a sign-in page, replied instead of the service. Check the service URL and any proxy.
1 error. Nothing was written.
More about a rule: belfry explain service-refused
`,
    })
  })

  test('behind a sign-in page', async () => {
    const url = await behind(() => ({ status: 200, body: '<!doctype html><title>Sign in</title>' }))
    expect(await plan(url)).toEqual({
      exit: 1,
      err: `error  bad-reply
  the reply to listEnvironments is invalid: the body is a web page, not JSON; check the service URL (target Production)
  Check the service URL, then run belfry doctor. The version of the service may be unknown to belfry.
1 error. Nothing was written.
More about a rule: belfry explain bad-reply
`,
    })
  })

  test('from a service that hangs', async () => {
    const { origin, close } = await startServer(() => undefined)
    onTestFinished(() => close())
    expect(await plan(origin, ['--timeout', '1'])).toEqual({
      exit: 1,
      err: `error  no-reply
  {url} didn't finish its reply within 1000 ms: check whether the service is overloaded (target Production)
  Run belfry doctor to find the cause.
1 error. Nothing was written.
More about a rule: belfry explain no-reply
`,
    })
  })
})

describe('a write is refused', () => {
  test.each<[string, string, Answer, string]>([
    [
      'with the field in the form of a command',
      'POST /v1/integrations',
      refusal(422, {
        message: 'Validation failed for the command',
        errors: { 'credentials.region': { messages: ['must be a region'], value: 'eu-west-1' } },
      }),
      `failed   Production    + integration ses-eu
         createIntegration was refused with status 422: Validation failed for the command; credentials.region: must be a region
         manifest.yaml:10:15  credentials.region
         The service rejected a field of the request. Correct the field that the service's message names.
`,
    ],
    [
      'with fields in general messages',
      'POST /v1/integrations',
      refusal(422, {
        message: 'Validation Error',
        errors: {
          general: { messages: ['conditions.0.children must be an array'], value: 'No Value Recorded' },
        },
      }),
      `failed   Production    + integration ses-eu
         createIntegration was refused with status 422: Validation Error; conditions.0.children must be an array
         manifest.yaml:15:9  conditions.0.children
         The service rejected a field of the request. Correct the field that the service's message names.
`,
    ],
    [
      'with a path',
      'PATCH /v2/subscribers',
      refusal(400, { errors: [{ path: ['data', 'pager'], message: 'Expected string' }] }),
      `failed   Production    ~ subscriber ops-oncall
         updateSubscriber was refused with status 400: data.pager: Expected string
         manifest.yaml:20:20  data.pager
         The service rejected a value in the request. Correct the value that the service's message names.
`,
    ],
    [
      'with sentences, as in 2024',
      'PUT /v1/subscribers',
      refusal(400, {
        message: ['credentials.title must be shorter', 'each value in providerId is odd', 'no such thing'],
      }),
      `failed   Production    ~ subscriber ops-oncall slack@slack-ops
         upsertSubscriberCredentials was refused with status 400: credentials.title must be shorter; each value in providerId is odd; no such thing
         manifest.yaml:22:86  channels.0.credentials.title
         manifest.yaml:22:23  channels.0.providerId
         The service rejected a value in the request. Correct the value that the service's message names.
`,
    ],
    [
      'with a field of another name',
      'POST /v1/environments',
      refusal(422, { message: 'Validation Error', errors: { parentId: { messages: ['is no id'] } } }),
      `failed   Organisation  + environment Staging
         createEnvironment was refused with status 422: Validation Error; parentId: is no id
         manifest.yaml:2:48  parent
         The service rejected a field of the request. Correct the field that the service's message names.
`,
    ],
    [
      'by the plan of the organisation',
      'POST /v1/environments',
      failure(402, 'Payment Required'),
      `failed   Organisation  + environment Staging
         createEnvironment was refused with status 402: Payment Required
         The organisation's subscription doesn't include this request. Change the subscription, or declare fewer resources.
`,
    ],
    [
      'for its size',
      'PATCH /v2/subscribers',
      failure(413, 'request entity too large'),
      `failed   Production    ~ subscriber ops-oncall
         updateSubscriber was refused with status 413: request entity too large
         The request is larger than the service accepts. Shorten the values in the request, for example "data" or "payload".
`,
    ],
    [
      "as another environment's",
      'POST /v1/integrations',
      failure(403, 'Integration belongs to another environment'),
      `failed   Production    + integration ses-eu
         createIntegration was refused with status 403: Integration belongs to another environment
         The API key isn't allowed to send this request. An API key is valid only for its own environment. Check apiKey of the target in the project file.
`,
    ],
  ])('%s', async (_, operation, answer, text) => {
    expect(await failed(await answering(operation, answer))).toBe(text)
  })

  test('with JSON, places too', async () => {
    const url = await answering(
      'PATCH /v2/subscribers',
      refusal(422, { message: 'no', errors: { lastName: { messages: ['is rude'] } } }),
    )
    const world = { cwd: folderWith(files), env: { BELFRY_URL: url, KEY: productionApiKey } }
    const { out } = await runProgram(['apply', '--yes', '--format', 'json'], world)
    expect(envelopeIn(out)).toMatchObject({
      exit: 5,
      results: expect.arrayContaining([
        expect.objectContaining({
          id: 'Production/subscriber/ops-oncall/update',
          status: 'failed',
          fields: [
            {
              path: 'lastName',
              message: 'lastName: is rude',
              position: { file: 'manifest.yaml', line: 19, column: 15, length: 4 },
            },
          ],
        }),
      ]) as unknown,
    })
  })
})
