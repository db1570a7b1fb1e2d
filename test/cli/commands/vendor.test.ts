// The service's own name in what commands send and show: in the service's word, or in the one that the project says.
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../src/sandbox/index.ts'
import { folderWith } from '../../support/cli-process.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { runProgram, type Said } from '../../support/cli.ts'

async function open(vendor?: string) {
  const sandbox = await createSandbox({ profile: 'novu-2026-04' })
  onTestFinished(() => sandbox.close())
  const sent: string[] = []
  const url = await startProxy(sandbox.url, ({ method, path, body }) => {
    sent.push(`${method} ${path} ${body}`.trim())
    return undefined
  })
  const cwd = folderWith({
    'belfry.yaml': `targets: { Production: { apiKey: '\${env:KEY}'${vendor === undefined ? '' : `, vendor: ${vendor}`} } }\n`,
  })
  const env = { BELFRY_URL: url, KEY: sandbox.keys['Production'] }
  return { sent, run: (args: readonly string[]): Promise<Said> => runProgram(args, { cwd, env }) }
}

const overrides = '{"svc":{"tone":"calm"},"providers":{"svc-slack":{},"fcm":{}},"email":{"from":"svc"}}'
const recipient = '{"subscriberId":"ada","channels":[{"providerId":"svc-slack","credentials":{}}]}'
const trigger = ['trigger', 'welcome', '--to', recipient, '--create-recipients', '--overrides', overrides, '--transaction-id', 't'] // prettier-ignore

test.each([
  [undefined, 'novu'],
  ['novu', 'novu'],
  ['svc', 'svc'],
])('with vendor %s a trigger is sent with %s', async (vendor, word) => {
  const { sent, run } = await open(vendor)
  await run(trigger)
  const body = sent.find((line) => line.startsWith('POST')) ?? ''
  expect(JSON.parse(body.slice(body.indexOf('{')))).toEqual({
    name: 'welcome',
    to: [{ subscriberId: 'ada', channels: [{ providerId: `${word}-slack`, credentials: {} }] }],
    overrides: {
      [word]: { tone: 'calm' },
      providers: { [`${word}-slack`]: {}, fcm: {} },
      email: { from: 'svc' },
    },
    transactionId: 't',
  })
})

test('a trigger without the name asks for nothing more', async () => {
  const { sent, run } = await open()
  await run(['trigger', 'welcome', '--to', 'ada'])
  expect(sent.filter((line) => line.includes('/v1/integrations'))).toEqual([])
})

interface Shown {
  readonly data: readonly {
    readonly providerId?: string
    readonly jobs?: readonly {
      readonly providerId?: string
      readonly executionDetails: readonly { readonly providerId?: string }[]
    }[]
    readonly template?: { readonly origin?: string }
  }[]
}

test.each([
  [undefined, 'novu'],
  ['svc', 'svc'],
])('with vendor %s events and messages are shown with %s', async (vendor, word) => {
  const { run } = await open(vendor)
  const messages = envelopeIn(
    (await run(['messages', 'list', '--all', '--format', 'json'])).out,
  ) as unknown as Shown
  const providers = messages.data.map(({ providerId }) => providerId)
  expect(providers).toContain(word)
  const events = envelopeIn(
    (await run(['events', 'list', '--all', '--format', 'json'])).out,
  ) as unknown as Shown
  const jobs = events.data.flatMap((event) => event.jobs ?? [])
  expect(jobs.map(({ providerId }) => providerId)).toContain(word)
  expect(events.data.map(({ template }) => template?.origin)).toContain(`${word}-cloud`)
  const other = word === 'svc' ? 'novu' : 'svc'
  const inside = jobs.flatMap(({ executionDetails }) => executionDetails).map(({ providerId }) => providerId)
  expect([...providers, ...inside, ...jobs.map(({ providerId }) => providerId)]).not.toContain(other)
})
