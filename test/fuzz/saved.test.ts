// Files that belfry wrote itself, a few steps from right: show, apply and plan say so, and send nothing that they can't be sure of.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.ts'
import { keys, project } from '../support/cli-world.ts'
import { runProgram } from '../support/cli.ts'
import { fuzzFolder, type FuzzFolder } from './folder.ts'
import { fuzz } from './fuzz.ts'
import { judge } from './judge.ts'
import { mutated, mutations } from './mutate-json.ts'
import { mutatedText } from './mutate-text.ts'
import { jsonText } from './nasty.ts'
import { lawTimeout } from '../support/laws/runs.ts'

const manifest = `targets: [Production]
integrations:
  - identifier: inbound
    name: Inbound
    providerId: nodemailer
    channel: email
    active: true
    credentials: { host: smtp.acme.example, password: '\${env:SECRET}' }
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: '\${env:SECRET}' }
    conditions:
      - { type: GROUP, isNegated: false, value: AND, children: [{ on: subscriber, field: locale, operator: IN, value: de }] }
subscribers:
  - { subscriberId: ops-oncall, lastName: Duty, data: { team: platform } }
`
const files = {
  'belfry.yaml': `${project}unreadable: ledger\nrules: { missing-credentials: off }\n`,
  'manifests/all.yaml': manifest,
}
const secrets = {
  SECRET: 'made-up-and-secret',
  BELFRY_FINGERPRINT_KEY: 'made-up-key-of-fingerprints-0123456789',
}

interface Told {
  readonly folder: FuzzFolder
  readonly env: Readonly<Record<string, string>>
  readonly plan: string
  readonly journal: string
  readonly ledger: string
  readonly writes: () => number
}

/** What belfry writes of one project, before and after an apply. */
async function told(): Promise<Told> {
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const folder = fuzzFolder()
  folder.hold(files)
  const env = { BELFRY_URL: sandbox.url, ...keys, ...secrets }
  const run = (args: string): ReturnType<typeof runProgram> =>
    runProgram(args.split(' '), { cwd: folder.path, env })
  expect(await run('plan --out plan.json')).toMatchObject({ exit: 0 })
  const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8')
  const plan = read('plan.json')
  expect(await run('apply --yes --journal journal.ndjson')).toMatchObject({ exit: 0 })
  const [journal, ledger] = [read('journal.ndjson'), read('.belfry/ledger.json')]
  const writes = (): number => sandbox.log.filter(({ method }) => method !== 'GET').length
  return { folder, env, plan, journal, ledger, writes }
}

/** As text, or as a tree; a journal has a tree a line. */
function spoilt(text: string): fc.Arbitrary<string> {
  const trees = text.trim().split('\n').map(parsed)
  const isLines = trees.every((tree) => tree !== undefined)
  const tree: unknown = isLines ? trees : JSON.parse(text)
  const asTree = mutations.map((steps) => {
    const after = mutated(tree, steps)
    return isLines && Array.isArray(after)
      ? after.map((line) => jsonText(line)).join('\n')
      : jsonText(after, 2)
  })
  return fc.oneof({ arbitrary: asTree, weight: 3 }, mutatedText([text]))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const commands = {
  plan: ['show plan.json', 'apply plan.json', 'apply --yes --approved plan.json'],
  journal: ['show journal.ndjson'],
  ledger: ['plan'],
}
const places = { plan: 'plan.json', journal: 'journal.ndjson', ledger: '.belfry/ledger.json' }

test.each(['plan', 'journal', 'ledger'] as const)('%s', { timeout: lawTimeout }, async (what) => {
  const { folder, env, writes, ...texts } = await told()
  const before = writes()
  const cases = fc.record({
    text: spoilt(texts[what]),
    command: fc.constantFrom(...commands[what]),
    format: fc.constantFrom('text', 'json'),
  })
  const holds = async ({
    text,
    command,
    format,
  }: {
    text: string
    command: string
    format: string
  }): Promise<void> => {
    folder.hold({ ...files, [places[what]]: text })
    const args = [...command.split(' '), '--format', format]
    judge(args, await runProgram(args, { cwd: folder.path, env }))
    // The first apply has done everything, so whatever the file says there is nothing to send; the ledger may forget.
    expect(writes()).toBe(before)
  }
  await fuzz({ name: what, cases, seconds: what === 'plan' ? 1 : 0.5, least: 20, holds })
})
