// The checks of examples/pipelines/policy: each refuses the plan that it is for, and lets its neighbour pass.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gitIn } from '../src/library/sides/git.ts'
import { createSandbox, type Seed } from '../src/sandbox/index.ts'
import { put } from './support/cli-process.ts'
import { runProgram } from './support/cli.ts'
import { jq } from './support/jq.ts'
import { root } from './support/pages.ts'
import { denials } from './rego.ts'
import { plainEnv, repositoryWith } from './support/trees.ts'
import { sampled } from './support/form.ts'

const folder = join(root, 'examples/pipelines/policy')

/** By the name of the file, without its ending. */
function checksIn(language: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith(`.${language}`))
  return new Map(
    names.map((name) => [name.replace(`.${language}`, ''), readFileSync(join(folder, name), 'utf8')]),
  )
}

const inJq = checksIn('jq')
const inRego = checksIn('rego')

interface Example {
  /** Of the check that it is for. */
  readonly check: string
  readonly manifest: string
  /** The manifest that is applied, before somebody edits the service: with it, the plan gets a base. */
  readonly base?: string
  /** What the project file says of the target besides. */
  readonly target?: string
  readonly args?: readonly string[]
  readonly seed?: Seed
  readonly refused: readonly string[]
}

const integration = (identifier: string, more: Partial<NonNullable<Seed['integrations']>[number]> = {}) => ({
  environment: 'Production',
  identifier,
  name: identifier,
  providerId: 'sendgrid',
  channel: 'email' as const,
  active: true,
  ...more,
})
const two: Seed = { integrations: [integration('main', { primary: true }), integration('spare')] }
const declared = (identifier: string, more: string): string =>
  `integrations: [{ identifier: ${identifier}, providerId: sendgrid, channel: email, ${more} }]`
const created = (provider: string): string =>
  `integrations: [{ identifier: new, name: New, providerId: ${provider}, channel: sms }]`
const hooked = (url: string): string => `subscribers:
  - subscriberId: ops
    channels: [{ providerId: slack, integrationIdentifier: chat, credentials: { webhookUrl: '${url}' } }]
`
const chat: Seed = {
  integrations: [integration('chat', { providerId: 'slack', channel: 'chat' })],
  subscribers: [{ environment: 'Production', subscriberId: 'ops' }],
}
const named = (count: number): string =>
  `subscribers: [${Array.from({ length: count }, (_, index) => `{ subscriberId: s${index}, lastName: New }`).join(', ')}]`
const many: Seed = {
  subscribers: Array.from({ length: 21 }, (_, index) => ({
    environment: 'Production',
    subscriberId: `s${index}`,
    firstName: 'Old',
    lastName: 'Old',
  })),
}
const twoNames = (first: string, last: string): string =>
  `subscribers: [{ subscriberId: s0, firstName: ${first} }, { subscriberId: s1, lastName: ${last} }]`

const examples: readonly Example[] = [
  {
    check: 'primary',
    manifest: declared('main', 'active: false'),
    seed: two,
    refused: ['Production: main is the primary integration for email and would become inactive'],
  },
  { check: 'primary', manifest: declared('spare', 'active: false'), seed: two, refused: [] },
  {
    check: 'unmanaged',
    manifest: declared('main', 'name: main'),
    target: 'unmanaged: deactivate',
    seed: two,
    refused: ['Production/integration/spare/update: no manifest declares this integration'],
  },
  {
    check: 'unmanaged',
    manifest: declared('main', 'name: main'),
    target: 'unmanaged: report',
    seed: two,
    refused: [],
  },
  {
    check: 'providers',
    manifest: created('nexmo'),
    refused: ['Production/integration/new/create: the provider nexmo is not allowed'],
  },
  { check: 'providers', manifest: created('twilio'), refused: [] },
  {
    check: 'secrets',
    manifest: hooked('https://hooks.example/made-up'),
    seed: chat,
    refused: ['Production/subscriber/ops/slack@chat/update: a secret is written in a manifest'],
  },
  { check: 'secrets', manifest: hooked('${env:HOOK}'), seed: chat, refused: [] },
  {
    check: 'updates',
    manifest: named(21),
    seed: many,
    refused: ['Production: 21 updates, at most 20 are allowed'],
  },
  { check: 'updates', manifest: named(20), seed: many, refused: [] },
  {
    check: 'drift',
    base: twoNames('Ada', 'Old'),
    manifest: twoNames('Ada', 'New'),
    seed: many,
    refused: ['the plan undoes drift and also contains changes of the branch'],
  },
  { check: 'drift', base: twoNames('Old', 'Old'), manifest: twoNames('Old', 'New'), seed: many, refused: [] },
  { check: 'drift', base: twoNames('Ada', 'Old'), manifest: twoNames('Ada', 'Old'), seed: many, refused: [] },
  {
    check: 'environments',
    manifest: 'environments: [{ name: test of bob, color: "#ff8800" }]',
    refused: [
      "organisation/environment/test of bob/create: the name doesn't match ^(Development|Staging|Production)( [A-Z]{2})?$",
    ],
  },
  { check: 'environments', manifest: 'environments: [{ name: Staging EU, color: "#ff8800" }]', refused: [] },
  {
    check: 'resends',
    manifest: declared('main', 'configurations: { inboundWebhookEnabled: true }'),
    args: ['--resend', 'integration/main'],
    seed: two,
    refused: ['Production/integration/main/resend: fields would be sent again'],
  },
  {
    check: 'resends',
    manifest: declared('main', 'configurations: { inboundWebhookEnabled: true }'),
    seed: two,
    refused: [],
  },
]

/** What `plan` prints of it, and what `show` prints of the file that it saved. */
async function outputsOf({
  manifest,
  base,
  target = '',
  args = [],
  seed = {},
}: Example): Promise<readonly unknown[]> {
  const sandbox = await createSandbox({
    seed: { integrations: [], subscribers: [], workflows: [], messages: [], notifications: [], ...seed },
  })
  onTestFinished(() => sandbox.close())
  const project = `service: { url: "\${env:BELFRY_URL}" }
targets:
  Production:
    apiKey: "\${env:KEY}"
    ${target}
manifests: [manifests]
`
  const cwd = repositoryWith({ 'belfry.yaml': project, 'manifests/all.yaml': base ?? manifest })
  put(cwd, { 'manifests/all.yaml': manifest })
  const env = {
    BELFRY_URL: sandbox.url,
    KEY: sandbox.keys['Production'],
    HOOK: 'https://hooks.example/made-up',
  }
  const belfry = async (...words: string[]): Promise<unknown> => {
    const { exit, out } = await runProgram([...words, '--format', 'json'], { cwd, git: gitIn(plainEnv), env })
    expect({ words, exit, out: exit === 0 ? '' : out }).toEqual({ words, exit: 0, out: '' })
    return JSON.parse(out)
  }
  const more = [...args, ...(base === undefined ? [] : ['--diff-base', 'main'])]
  const planned = await belfry('plan', '--out', 'plan.json', ...more)
  return [planned, await belfry('show', 'plan.json')]
}

async function refusals(output: unknown): Promise<readonly string[]> {
  const said = await Promise.all([...inJq.values()].map((check) => jq(check, output)))
  return said.flat().map(String).toSorted()
}

const title = ({ check, refused }: Example): string =>
  `${check}, ${refused.length > 0 ? 'refused' : 'allowed'}`

test('there are eight checks, each in jq and in Rego, and the manual links to both', () => {
  const names = [...inJq.keys()]
  expect(names).toHaveLength(8)
  expect([...inRego.keys()].toSorted()).toEqual(['plan', ...names].toSorted())
  const page = readFileSync(join(root, 'docs/pipelines.md'), 'utf8')
  const missing = readdirSync(folder).filter(
    (name) => !page.includes(`(../examples/pipelines/policy/${name})`),
  )
  expect(missing).toEqual([])
  const kinds = names.flatMap((check) => [`${check}, refused`, `${check}, allowed`])
  expect([...new Set(examples.map(title))].toSorted()).toEqual(kinds.toSorted())
})

test.each(sampled(examples, 2).map((example) => ({ name: title(example), example })))(
  '$name',
  async ({ example }) => {
    const outputs = await outputsOf(example)
    const expected = [example.refused, example.refused]
    expect(await Promise.all(outputs.map(refusals))).toEqual(expected)
    expect(await denials([...inRego.values()], outputs)).toEqual(expected)
  },
)

test('what is no plan passes no check', async () => {
  expect(await denials([...inRego.values()], [{ exit: 3 }])).toEqual([['the input contains no plan']])
  for (const check of inJq.values())
    await expect(jq(check, { exit: 3 })).rejects.toThrow('Cannot iterate over null')
})
