// Every command × format × way to end (a sample in the default form), and no secret in any of it; with a layer off, the secrets are there.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Filter } from '../../src/core/secrets/redact.ts'
import { reveal, Secret } from '../../src/core/secrets/secret.ts'
import {
  all,
  apiKeys,
  echoedAtOnce,
  environment,
  files,
  leaksIn,
  notOfPersons,
  seed,
} from '../support/cli-canaries.ts'
import {
  cellsOfProgram,
  endings,
  reportFlags,
  rows,
  type Cell,
  type Ending,
  type Row,
} from '../support/canary-table.ts'
import { startProxy, type Intercept } from '../support/cli-proxy.ts'
import { cliWorld } from '../support/cli-world.ts'
import type { Method } from '../../src/service/transport.ts'
import { fetchTransport } from '../support/fetch-transport.ts'
import { sloppy } from '../support/sloppy.ts'
import { runProgram, type ProgramWorld, type Said } from '../support/cli.ts'
import { isFull, sampled } from '../support/form.ts'

const cells = cellsOfProgram()

/** The type has to do without it. */
const noFilter: Filter = {
  addSecrets: () => undefined,
  addVisible: () => undefined,
  redact: (text) => text,
  findSecret: () => undefined,
  weakness: () => undefined,
  prepare: () => false,
}

interface Wanted {
  readonly command: string
  readonly format: string
  readonly answer?: Ending
  /** In place of the sandbox at this address, and of `answer`. */
  readonly service?: (origin: string) => Intercept
  readonly more?: readonly string[]
  readonly world?: Partial<ProgramWorld>
}

/** What it says, and every file that it leaves, which are all that anybody could read. */
async function everythingSaid({
  command,
  format,
  answer = () => undefined,
  service,
  more = [],
  world = {},
}: Wanted): Promise<string> {
  const row = rows[command] as Row
  const own = { ...files, ...row.files }
  const { folder, sandbox } = await cliWorld(own, seed)
  const intercept = service?.(sandbox.url) ?? passing(answer, row.holds)
  const url = row.asks === 'no' ? sandbox.url : await startProxy(sandbox.url, intercept)
  const env = { ...environment, ...row.env }
  const run = (args: readonly string[], address: string, extra: Partial<ProgramWorld>): Promise<Said> =>
    // Nobody waits in earnest for what a proxy keeps back.
    runProgram(args, { cwd: folder, env: { ...env, BELFRY_URL: address }, pass: () => undefined, ...extra })
  if (row.before !== undefined) await run(row.before.split(' '), sandbox.url, {})
  const typed = `${command} ${row.args}`.trim().split(' ')
  const patience = row.asks === 'yes' ? ['--timeout', '0.05'] : []
  const reports = format === 'text' ? reportFlags(row) : []
  const { out, err } = await run([...typed, ...patience, '--format', format, ...reports, ...more], url, world)
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !(name in own) && statSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  return [out, err, ...written].join('\n')
}

/** A proxy that fails at a request breaks its connection. */
function passing(answer: Ending, holds: Row['holds']): Intercept {
  return (request) => {
    const own = answer(request, holds)
    if (own === 'reset') throw new Error('reset')
    return own
  }
}

/** It also leaves out what it can, and ignores filters. */
function repeating(origin: string): Intercept {
  const service = sloppy(fetchTransport, ['fields left out', 'filters ignored', 'secrets in keys'])
  return ({ method, path, key, body }) =>
    service({
      method: method as Method,
      url: `${origin}${path}`,
      headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    })
}

/** Who asks for events or messages gets what the service knows of persons; that a manifest hides it is another matter. */
function leaks(text: string, command: string): string[] {
  const secrets = rows[command]?.holds === 'key' ? notOfPersons : all
  const written = rows[command]?.writes ?? []
  return leaksIn(
    text,
    secrets.filter((each) => !written.includes(each)),
  )
}

test('every command and every format has a row', () => {
  const commands = [...new Set(cells.map(({ command }) => command))].sort()
  expect(commands, 'the row of a command is in test/support/canary-table.ts').toEqual(
    Object.keys(rows).sort(),
  )
  expect(cells.length).toBeGreaterThan(25)
})

test('what a suite holds of secrets is really sent', async () => {
  const { folder, sandbox } = await cliWorld(files, seed)
  const env = { ...environment, BELFRY_URL: sandbox.url }
  const { exit } = await runProgram(['smoke', 'smoke/all.yaml'], { cwd: folder, env, pass: () => undefined })
  const triggered = sandbox.log.find(({ operation }) => operation === 'triggerEvent')
  expect(exit).toBe(7)
  expect(leaksIn(JSON.stringify(triggered?.body))).toHaveLength(4)
})

const kinds = Object.entries(endings)

interface Round extends Cell {
  readonly name: string
}

/** Every cell with every name; in the default form each command meets each name once, in one of its formats. */
function rounds(of: readonly Cell[], names: readonly string[]): readonly Round[] {
  return of.flatMap((cell) => {
    const formats = cells.filter(({ command }) => command === cell.command).length
    return names
      .filter((_, index) => isFull || (cells.indexOf(cell) + index) % formats === 0)
      .map((name) => ({ ...cell, name }))
  })
}

const asking = cells.filter(({ command }) => rows[command]?.asks === 'yes')
const offline = cells.filter(({ command }) => rows[command]?.asks === 'no')

test.each(sampled([...rounds(asking, Object.keys(endings)), ...rounds(offline, ['all goes well'])], 3))(
  '$command as $format: $name',
  async ({ command, format, name }) => {
    const said = await everythingSaid({ command, format, answer: answerOf(name) })
    expect(said.trim()).not.toBe('')
    expect(leaks(said, command)).toEqual([])
  },
)

test.each(sampled(rounds(asking, ['all that was sent comes back as keys']), 3))(
  '$command as $format: $name',
  async ({ command, format }) => {
    const said = await everythingSaid({ command, format, service: repeating, more: ['--debug'] })
    expect(said).toContain('(name): string')
    expect(leaks(said, command)).toEqual([])
  },
)

const silent = kinds.filter(([, { echoes }]) => echoes === 'no').map(([name]) => name)
test.each([...rounds(asking, sampled(silent, 10)), ...rounds(offline, ['all goes well'])])(
  '$command as $format: $name, with the filter off',
  async ({ command, format, name }) => {
    const said = await everythingSaid({
      command,
      format,
      answer: answerOf(name),
      world: { filter: noFilter },
    })
    expect(said.trim()).not.toBe('')
    expect(leaks(said, command)).toEqual([])
  },
)

test.each(sampled(cells, 7))(
  '$command as $format: a bug that quotes what it knows',
  async ({ command, format }) => {
    const said = await everythingSaid({ command, format, ...crashing(command) })
    expect(leaks(said, command)).toEqual([])
    expect(said).not.toMatch(/^\s+at .*:\d+:\d+/m)
  },
)

const debugged = ['all goes well', 'everything fails with a quotation', 'writes are refused with a quotation']
test.each(rounds(asking, sampled(debugged, 4)))(
  '$command as $format: with --debug, $name',
  async ({ command, format, name }) => {
    const said = await everythingSaid({ command, format, answer: answerOf(name), more: ['--debug'] })
    expect(said).toMatch(/^> #1 /m)
    expect(leaks(said, command)).toEqual([])
  },
)

test.each(sampled(rounds(asking, ['a rejection that nobody handles']), 3))(
  '$command as $format: $name',
  async ({ command, format }) => {
    const { said, world, reject } = unhandled(command)
    const rest = await everythingSaid({
      command,
      format,
      answer: () => {
        reject()
        return undefined
      },
      world,
    })
    expect(said()).toContain('this is a bug in belfry')
    expect(leaks(`${rest}${said()}`, command)).toEqual([])
  },
)

function answerOf(name: string): Ending {
  return (endings[name] as { readonly answer: Ending }).answer
}

function heldBy(command: string): readonly string[] {
  return rows[command]?.holds === 'key' ? [apiKeys.PRODUCTION_KEY] : echoedAtOnce
}

/** Every request is a chance for our own code to fail in a way that nobody foresaw. */
function crashing(command: string): Pick<Wanted, 'answer' | 'world'> {
  if (rows[command]?.asks !== 'yes') return {}
  let requests = 0
  return {
    answer: () => {
      requests += 1
      return undefined
    },
    world: {
      io: {
        clock: () => {
          if (requests > 0) throw new Error(`bug: ${heldBy(command).join(' ')}`, { cause: echoedAtOnce })
          return 0
        },
      },
    },
  }
}

/** What the process would hear of a rejection on its way out, at the first request. */
function unhandled(command: string) {
  const hear: ((error: unknown) => void)[] = []
  const said = { text: '' }
  const world: Partial<ProgramWorld> = {
    io: {
      onCrash: (listener) => void hear.unshift(listener),
      exit: () => {
        throw new Error('left')
      },
      err: (text) => void (said.text += text),
    },
  }
  const reject = (): void => {
    try {
      for (const each of hear) each(new Error(`rejected: ${heldBy(command).join(' ')}`))
    } catch {
      // That is how this process is left.
    }
  }
  return { said: () => said.text, world, reject }
}

describe('with a layer off', () => {
  afterEach(() => void vi.restoreAllMocks())

  const quoting = kinds.filter(([name]) => name.startsWith('everything') && name.includes('quotation'))

  test.each(quoting)('the filter: %s', async (_, { answer }) => {
    for (const format of ['text', 'json']) {
      const said = await everythingSaid({ command: 'plan', format, answer, world: { filter: noFilter } })
      expect(leaksIn(said)).not.toEqual([])
    }
  })

  test('the filter: bugs', async () => {
    const { answer, world } = crashing('plan')
    const said = await everythingSaid({
      command: 'plan',
      format: 'text',
      ...(answer && { answer }),
      world: { ...world, filter: noFilter },
    })
    expect(said).toContain('this is a bug in belfry')
    expect(leaksIn(said)).not.toEqual([])
  })

  /** As if a secret were a text like others. */
  function openSecrets(): void {
    const shown = function (this: Secret): string {
      return this.isResolved ? String(reveal(this)) : 'nothing'
    }
    vi.spyOn(Secret.prototype, 'toString').mockImplementation(shown)
    vi.spyOn(Secret.prototype, 'toJSON').mockImplementation(shown)
  }

  test.each(
    sampled(
      cells.filter(({ command, format }) => ['plan', 'apply'].includes(command) && format !== 'html'),
      2,
    ),
  )('the type: $command as $format', async ({ command, format }) => {
    openSecrets()
    const said = await everythingSaid({ command, format, world: { filter: noFilter } })
    expect(leaksIn(said)).not.toEqual([])
  })
})
