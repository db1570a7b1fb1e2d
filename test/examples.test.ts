// The examples are what people copy: each is valid as it stands, and converges on the sandbox.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { describe, expect, onTestFinished, test } from 'vitest'
import { written } from '../src/kinds/form.ts'
import { createSandbox, parseSeed, profileNames, type ProfileName } from '../src/sandbox/index.ts'
import { belfry } from './support/cli-process.ts'
import { compiled } from './support/editor-schemas.ts'
import { exampleEnv, startProcess } from './support/sandbox-process.ts'
import { runProgram, type ProgramWorld } from './support/cli.ts'
import { sampled } from './support/form.ts'
import { schemaFrom } from '../src/kinds/from-field-rows.ts'
import { registry } from '../src/kinds/registry.ts'

const examples = new URL('../examples/', import.meta.url)
/** Pipelines and a program are beside them, with tests of their own. */
const names = readdirSync(examples).filter((name) => name !== 'pipelines' && name !== 'library')

const runsTable = /^\| Example .*(?:\n\|.*)+/m.exec(
  readFileSync(new URL('../docs/environments.md', import.meta.url), 'utf8'),
)?.[0] as string

test('there are examples', () => {
  expect(names).toEqual(['failover', 'multi-environment', 'oncall', 'quickstart', 'reference'])
})

describe.each(names)('examples/%s', (name) => {
  const folder = new URL(`${name}/`, examples)

  test('is valid with nothing set, and without a warning', async () => {
    const { exit, out, err } = await runProgram(['validate'], { cwd: fileURLToPath(folder) })
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toMatch(/^Valid\. /)
  })

  test('agrees with the schemas that its files name', () => {
    for (const file of filesOf(folder)) {
      const text = readFileSync(file, 'utf8')
      const [, named = ''] = /^# yaml-language-server: \$schema=(.*)\n/.exec(text) ?? []
      const validate = compiled(new URL(named, file))
      validate(parse(text))
      expect({ file: file.pathname, errors: validate.errors }).toEqual({ file: file.pathname, errors: null })
    }
  })

  const profiles = createsEnvironment(name) ? profileNames : sampled(profileNames, profileNames.length)
  test.each(profiles)('converges in %s, in as many runs as docs/environments.md says', async (profile) => {
    const world = await worldOf(folder, profile)
    const err = warningsOf(name, profile)

    const before = await runProgram(['plan', '--detailed-exitcode'], world)
    expect(before.exit).toBe(2)
    expect(before.err).toMatch(err)

    const runs = documentedRuns(name, profile)
    for (let run = 1; run < runs; run++) expect((await runProgram(['apply', '--yes'], world)).exit).toBe(5)
    const withKeys = await withNewKeys(folder, world)
    const applied = await runProgram(['apply', '--yes'], runs === 1 ? world : withKeys)
    expect(applied.exit).toBe(0)
    expect(applied.err).toMatch(err)
    expect(applied.out).toMatch(/^Verified: a new plan shows no changes (?:in what can be compared )?\(/m)

    const after = await runProgram(['plan', '--detailed-exitcode'], await withNewKeys(folder, world))
    expect(after.exit).toBe(0)
    expect(after.err).toMatch(err)
    expect(after.out).toMatch(
      /^No changes(?: in what can be compared)?\.|^Plan: (?!\d+ to (?:create|update|set|deactivate))/m,
    )

    if (!existsSync(new URL('smoke', folder))) return
    const smoke = await runProgram(['smoke'], world)
    // People are reached through conditions on subscribers, which that release doesn't compare.
    const isUnmet = name === 'oncall' && profile === 'novu-2026-04'
    expect(smoke).toMatchObject(isUnmet ? { exit: 7 } : { exit: 0, err: '' })
    expect(smoke.out.includes(' 0 failed')).toBe(!isUnmet)
  })
})

test('examples/multi-environment: Staging waits, is created, and then needs its key', async () => {
  const world = await worldOf(new URL('multi-environment/', examples))
  const plan = await runProgram(['plan'], world)
  expect(plan.out).toContain('waiting: environment Staging is not in the service yet and has no API key')

  const applied = await runProgram(['apply', '--yes'], world)
  expect(applied.out).toMatch(/^done +Staging +\+ integration sendgrid-main/m)
  expect(applied.out).toContain('and set env:BELFRY_STAGING_API_KEY')

  const next = await runProgram(['plan'], world)
  expect(next.exit).toBe(3)
  expect(next.err).toContain('BELFRY_STAGING_API_KEY is unset or empty')
})

test('examples/oncall: an incident reaches each person through the providers that are meant for them', async () => {
  const folder = new URL('oncall/', examples)
  // The built program on both sides, as people try it out.
  const { url, end } = await startProcess(['--seed', fileURLToPath(new URL('sandbox.json', folder))])
  onTestFinished(async () => void (await end('SIGTERM')))
  const world = { cwd: fileURLToPath(folder), env: exampleEnv(folder, url) }
  await belfry(['apply', '--yes'], world)
  const payload = JSON.stringify({ incident: '4711', summary: 'Mail is late', priority: 'P1' })
  const args = ['trigger', 'incident-alert', '--to', 'topic:on-call', '--payload', payload]
  const { exit, out } = await belfry(args, world)
  expect(exit).toBe(0)

  const events = await finishedEvents(out.trim(), 4, world)
  const reached = events.map(({ subscriber, jobs }) => [
    subscriber.subscriberId,
    jobs.flatMap(({ status, providerId }) => (status === 'completed' ? [providerId] : [])),
  ])
  expect(Object.fromEntries(reached)).toEqual({
    'incident-lead': ['slack', 'twilio', 'ses'],
    'oncall-primary': ['slack', 'twilio', 'ses'],
    'oncall-secondary': ['mattermost', 'nexmo', 'ses'],
    'oncall-wallboard': ['msteams'],
  })
})

describe('examples/reference shows every field that can be written', () => {
  test.each([
    ['environment', schemaFrom(kindNamed('environment'), written), 'inboundParseDomain'],
    ['integration', schemaFrom(kindNamed('integration'), written), 'operator'],
    ['subscriber', schemaFrom(kindNamed('subscriber'), written), 'deviceTokens'],
  ] as const)('%s', (name, schema, nested) => {
    const fields = [...fieldsOf(schema)]
    const text = readFileSync(new URL(`reference/manifests/${name}.yaml`, examples), 'utf8')
    expect(fields).toContain(nested)
    expect(fields.filter((field) => !new RegExp(`\\b${field}:`).test(text))).toEqual([])
  })
})

function createsEnvironment(name: string): boolean {
  return runsTable.includes(`examples/${name})`)
}

/** Of the table in the docs: a row for each example that creates an environment, and one for all others. */
function documentedRuns(name: string, profile: ProfileName): number {
  const [head = [], , ...rows] = runsTable
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const row = rows.find(([, cell = '']) => cell.includes(`examples/${name})`)) ?? rows.at(-1)
  return Number(row?.[head.indexOf(`\`${profile}\``)])
}

/** A sandbox with what the example brings for it, and the variables that the example needs. */
async function worldOf(folder: URL, profile: ProfileName = 'contract'): Promise<ProgramWorld> {
  const seed = new URL('sandbox.json', folder)
  const sandbox = await createSandbox({
    profile,
    ...(existsSync(seed) && { seed: parseSeed(JSON.parse(readFileSync(seed, 'utf8'))) }),
  })
  onTestFinished(() => sandbox.close())
  return { cwd: fileURLToPath(folder), env: exampleEnv(folder, sandbox.url) }
}

/** With the keys of environments that apply has created: no `sandbox.env` can know them. */
async function withNewKeys(folder: URL, { env = {}, ...world }: ProgramWorld): Promise<ProgramWorld> {
  const { targets } = parse(readFileSync(new URL('belfry.yaml', folder), 'utf8')) as Project
  const missing = Object.entries(targets)
    .map(([target, { apiKey }]) => [target, /^\$\{env:(\w+)\}$/.exec(apiKey)?.[1] ?? ''] as const)
    .filter(([, variable]) => env[variable] === undefined)
  if (missing.length === 0) return { env, ...world }
  const found = missing.map(async ([target, variable]) => [variable, await keyOf(target, env)] as const)
  return { ...world, env: { ...env, ...Object.fromEntries(await Promise.all(found)) } }
}

/** As the sandbox tells whoever runs it. */
async function keyOf(
  environment: string,
  env: NonNullable<ProgramWorld['env']>,
): Promise<string | undefined> {
  const reply = await fetch(`${env['BELFRY_URL']}/_sandbox/keys`, {
    headers: { authorization: `ApiKey ${env['BELFRY_PRODUCTION_API_KEY']}` },
  })
  return ((await reply.json()) as Readonly<Record<string, string>>)[environment]
}

interface Project {
  readonly targets: Readonly<Record<string, { readonly apiKey: string }>>
}

interface Event {
  readonly subscriber: { readonly subscriberId: string }
  readonly jobs: readonly { readonly status: string; readonly providerId: string }[]
}

/** The events of a trigger, as soon as there are so many and none of their jobs is under way. */
async function finishedEvents(
  transactionId: string,
  count: number,
  world: ProgramWorld,
): Promise<readonly Event[]> {
  const args = ['events', 'list', '--transaction-id', transactionId, '--format', 'json']
  for (let tries = 0; tries < 50; tries++) {
    const { data } = JSON.parse((await runProgram(args, world)).out) as { data: readonly Event[] }
    const isOver = data.every(
      ({ jobs }) =>
        jobs.length > 0 && jobs.every(({ status }) => ['completed', 'skipped', 'failed'].includes(status)),
    )
    if (data.length === count && isOver) return data
  }
  throw new Error(`the events of ${transactionId} don't end`)
}

/** The project file and the manifests of an example. */
function filesOf(folder: URL): URL[] {
  const manifests = new URL('manifests/', folder)
  return [new URL('belfry.yaml', folder), ...readdirSync(manifests).map((name) => new URL(name, manifests))]
}

/** The names of all fields of a schema, at every depth. */
function fieldsOf(schema: unknown, found = new Set<string>()): Set<string> {
  const { shape, def } = schema as { shape?: object; def?: { innerType?: unknown; element?: unknown } }
  for (const [name, field] of Object.entries(shape ?? {})) {
    found.add(name)
    fieldsOf(field, found)
  }
  for (const inner of [def?.innerType, def?.element]) if (inner !== undefined) fieldsOf(inner, found)
  return found
}

/** That release compares only the tenant of a trigger, so it warns of conditions on subscribers. */
function warningsOf(name: string, profile: string): RegExp {
  return profile === 'novu-2026-04' && ['reference', 'oncall'].includes(name)
    ? /^(\S+ {2}warning {2}idle-conditions\n.*\n.*\n)+(\d more warnings {2}idle-conditions\n.*\n)?\d warnings? in /
    : /^$/
}

function kindNamed(name: string) {
  const found = registry.find((each) => each.name === name)
  if (found === undefined) throw new Error(`no kind ${name}`)
  return found
}
