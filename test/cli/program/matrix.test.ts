// Every way that a plan and an apply can end, in every format: exit code, streams, schema, and no secret in any byte.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  all,
  canary,
  environment,
  files as canaryFiles,
  fromEnvironment,
  leaksIn,
  seed,
  sent,
} from '../../support/cli-canaries.ts'
import { formatsFor } from '../../../src/report/formats.ts'
import { isFull } from '../../support/form.ts'
import { createGate } from '../../support/cli-gate.ts'
import type { Ended } from '../../support/cli-process.ts'
import { failure, startProxy, type Answer, type Intercept, type Passing } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { cliWorld, type CliWorld } from '../../support/cli-world.ts'

const files = {
  ...canaryFiles,
  'belfry.yaml': `${canaryFiles['belfry.yaml']}unreadable: ledger\n`,
  // A credential that no service knows is sent and not kept: with it no apply would converge.
  'manifests/all.yaml': (canaryFiles['manifests/all.yaml'] ?? '').replace(/^ *keyOfTomorrow: .*\n/m, ''),
}
const used = sent.filter((secret) => secret !== fromEnvironment['CREDENTIAL_keyOfTomorrow'])
const wrongKey = 'canary-key-that-nobody-knows'
const secrets = [...all, wrongKey]
const env = environment

type Env = Readonly<Record<string, string>>
type Prepare = (world: CliWorld) => Promise<Env | void> | Env | void

interface Cell {
  /** Exit codes; undefined where the command can't end so. */
  readonly plan?: number
  readonly apply?: number
  /** What is so before the command; gives variables for it. */
  readonly given: Prepare
  readonly args?: string
  /** For apply alone. */
  readonly file?: string
  /** Rules of the problems that the envelope lists. */
  readonly rules?: readonly string[]
  /** Interrupts it when this many requests have arrived that aren't let through. */
  readonly interrupts?: (passing: Passing, command: string) => boolean
}

const behind =
  (intercept: (world: CliWorld) => Intercept): Prepare =>
  async (world) => ({ BELFRY_URL: await startProxy(world.sandbox.url, intercept(world)) })

const isWrite = ({ method }: Passing): boolean => method !== 'GET'

const cells: Readonly<Record<string, Cell>> = {
  'no change': { plan: 0, apply: 0, given: async ({ run }) => void (await run('apply --yes', { env })) },
  changes: { plan: 2, apply: 0, given: () => undefined },
  guard: { plan: 4, apply: 4, args: '--max-changes integration=0', given: () => undefined, rules: ['limit'] },
  stale: {
    apply: 4,
    file: 'saved.json',
    given: async ({ run, sandbox }) => {
      await run('plan --out saved.json', { env })
      sandbox.state.subscribers.edit('Production', 'ops-oncall', { firstName: canary('live-first-name') + 2 })
    },
  },
  invalid: {
    plan: 3,
    apply: 3,
    given: ({ folder }) =>
      writeFileSync(
        join(folder, 'manifests/wrong.yaml'),
        `subscribers: [{ subscriberId: x, nmae: "${canary('file')}" }]\n`,
      ),
    rules: ['yaml-syntax'],
  },
  'API down': { plan: 1, apply: 1, given: () => ({ BELFRY_URL: 'http://127.0.0.1:9' }), rules: ['no-reply'] },
  '401': { plan: 3, apply: 3, given: () => ({ PRODUCTION_KEY: wrongKey }), rules: ['service-refused'] },
  'partial failure': {
    apply: 5,
    given: behind(() => {
      let writes = 0
      return (passing) => {
        if (isWrite(passing)) writes += 1
        return isWrite(passing) && writes === 2 ? failure(422, `this is wrong: ${passing.body}`) : undefined
      }
    }),
  },
  'not converged': {
    apply: 6,
    given: behind(() => (passing) => (passing.method === 'PATCH' ? { status: 200, body: '{}' } : undefined)),
  },
  interrupted: {
    plan: 130,
    apply: 130,
    given: () => undefined,
    interrupts: (passing, command) => command === 'plan' || isWrite(passing),
  },
  waiting: {
    plan: 2,
    apply: 5,
    given: async (world) => {
      const { folder } = world
      const path = join(folder, 'belfry.yaml')
      const waits = "targets:\n  Canaries: { apiKey: '${env:CANARIES_KEY}' }\n"
      writeFileSync(path, readFileSync(path, 'utf8').replace('targets:\n', waits))
      return behind(({ sandbox }) => withoutNewKeys(sandbox.url))(world)
    },
  },
}

/** The key of a new environment is shown to nobody. */
function withoutNewKeys(origin: string): Intercept {
  return async ({ method, path, key, body }): Promise<Answer | undefined> => {
    if (path !== '/v1/environments') return undefined
    const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' }
    const reply = await fetch(origin + path, { method, headers, ...(body !== '' && { body }) })
    const text = await reply.text()
    const hide = (_: string, value: unknown): unknown =>
      (value as { name?: string } | null)?.name === 'Canaries' ? { ...(value as object), apiKeys: [] } : value
    return { status: reply.status, body: JSON.stringify(JSON.parse(text, hide)) }
  }
}

function commandLine(command: 'plan' | 'apply', format: string, { args = '', file = '' }: Cell): string {
  const own = command === 'plan' ? '--detailed-exitcode --out plan.json' : '--yes --journal journal.ndjson'
  const reports = reportsOf(command).map((name) => `--report ${name}=${reportFile(name)}`)
  return `${command} ${command === 'apply' ? file : ''} ${own} ${reports.join(' ')} --format ${format} ${args}`
    .trim()
    .replaceAll(/ +/g, ' ')
}

/** The others too are reports of each cell; on stdout, where streams and codes might differ, CI has them all. */
function formatsOf(command: 'plan' | 'apply'): readonly string[] {
  return isFull ? formatsFor('stdout', command) : [command === 'plan' ? 'json' : 'text']
}

/** Every kind of report is asked for at once, whatever stands on stdout. */
function reportsOf(command: 'plan' | 'apply'): readonly string[] {
  return formatsFor('file', command)
}

function reportFile(name: string): string {
  return `report.${name}`
}

type Outcome = Omit<Ended, 'signal'>

async function ended(world: CliWorld, line: string, cell: Cell): Promise<Outcome> {
  const given = await cell.given(world)
  world.sandbox.clearLog()
  const { interrupts } = cell
  if (interrupts === undefined) return world.run(line, { env: { ...env, ...given } })
  const held = createGate()
  const gate = createGate()
  const [command = ''] = line.split(' ')
  const url = await startProxy(world.sandbox.url, async (passing) => {
    if (!interrupts(passing, command)) return undefined
    held.open()
    await gate.opened
    return undefined
  })
  const running = world.start(line, { env: { ...env, BELFRY_URL: url } })
  await held.opened
  running.kill('SIGINT')
  await running.says('Interrupted')
  gate.open()
  return running.ended
}

/** All that belfry wrote: both streams and every file. */
function bytesOf({ out, err }: Outcome, folder: string): string {
  const reports = formatsFor('file').map(reportFile)
  const written = ['plan.json', 'saved.json', 'journal.ndjson', '.belfry/ledger.json', ...reports]
  const texts = written.map((name) => join(folder, name)).filter((path) => existsSync(path))
  return [out, err, ...texts.map((path) => readFileSync(path, 'utf8'))].join('\n')
}

describe.each(Object.entries(cells))('%s', (_, cell) => {
  const commands = (['plan', 'apply'] as const).filter((command) => cell[command] !== undefined)
  const pairs = commands.flatMap((command) => formatsOf(command).map((format) => [command, format] as const))

  test.each(pairs)('%s as %s', async (command, format) => {
    const world = await cliWorld(files, seed)
    const said = await ended(world, commandLine(command, format, cell), cell)
    const exit = cell[command]
    expect({ exit: said.exit, said: said.exit === exit ? '' : said }).toEqual({ exit, said: '' })
    const isJson = format === 'json'
    // In text the result has no problems in it; in JSON the result is one envelope, with nothing around it.
    expect(isJson ? envelopeIn(said.out).exit : said.out.match(/^(?:error|warning) {2}/m)).toBe(
      isJson ? exit : null,
    )
    expect(isJson ? envelopeIn(said.out).command : command).toBe(command)
    const rules = isJson ? envelopeIn(said.out).problems.map(({ rule }) => rule) : (cell.rules ?? [])
    expect(rules).toEqual(expect.arrayContaining([...(cell.rules ?? [])]))
    expect(leaksIn(bytesOf(said, world.folder), secrets)).toEqual([])
    const left = reportsOf(command).filter((name) => !existsSync(join(world.folder, reportFile(name))))
    expect(left).toEqual([])
    expect(`${said.out}${said.err}`.length).toBeGreaterThan(20)
  })
})

test('the secrets of the cells are really used, and the files are really written', async () => {
  const world = await cliWorld(files, seed)
  const planned = await world.run('plan --out plan.json', { env })
  const said = await world.run('apply --yes --journal journal.ndjson', { env })
  expect(said.exit).toBe(0)
  const bodies = world.sandbox.log.map(({ body }) => JSON.stringify(body)).join('\n')
  expect(used.filter((secret) => leaksIn(bodies, [secret]).length === 0)).toEqual([])
  for (const name of ['plan.json', 'journal.ndjson', '.belfry/ledger.json'])
    expect(readFileSync(join(world.folder, name), 'utf8').length).toBeGreaterThan(300)
  expect(leaksIn(bytesOf(planned, world.folder), secrets)).toEqual([])
  const shown = await world.run('show journal.ndjson', { env })
  const plan = await world.run('show plan.json', { env })
  expect([shown.exit, plan.exit]).toEqual([0, 0])
  expect(leaksIn(`${shown.out}${plan.out}`, secrets)).toEqual([])
  rmSync(join(world.folder, 'plan.json'))
})
