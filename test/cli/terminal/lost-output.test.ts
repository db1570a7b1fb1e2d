// stdout, a report or a file of the runner that can't be written: exit 1 only if nothing was written to the service.
import { existsSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Io } from '../../../src/cli/terminal/io.ts'
import { createSandbox, productionApiKey, virtualClock } from '../../../src/sandbox/index.ts'
import { belfry, folderWith } from '../../support/cli-process.ts'
import { cliWorld, people, unchanged } from '../../support/cli-world.ts'
import { files, table } from '../../support/exit-table.ts'
import { runProgram, type Said } from '../../support/cli.ts'

interface Loss {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stdout?: string
  /** What stderr says of it. */
  readonly says: string
}

const losses: Readonly<Record<string, Loss>> = {
  stdout: {
    stdout: 'the disk is full',
    says: 'belfry: the result could not be written to stdout: the disk is full.',
  },
  'a report': {
    args: ['--report', 'json=/dev/full'],
    says: 'belfry: the report /dev/full could not be written: the disk is full.',
  },
  GITHUB_OUTPUT: {
    args: ['--report', 'github'],
    env: { GITHUB_OUTPUT: '/nowhere/output' },
    says: 'belfry: the file /nowhere/output, which GITHUB_OUTPUT names, could not be written: no such file or folder.',
  },
}

async function run(
  command: string,
  { args = [], env = {}, stdout }: Loss,
  own = {},
  io: Partial<Io> = {},
): Promise<Said> {
  const sandbox = await createSandbox({ clock: virtualClock() })
  onTestFinished(() => sandbox.close())
  return runProgram([...command.split(' '), ...args], {
    cwd: folderWith({ ...files, ...own }),
    env: { BELFRY_URL: sandbox.url, PRODUCTION_KEY: productionApiKey, ...env },
    pass: (milliseconds) => sandbox.clock.advance(milliseconds),
    io: { ...(stdout !== undefined && { flush: () => Promise.resolve(stdout) }), ...io },
  })
}

const written = { 'manifests/people.yaml': people }
const nothingToDo = { 'manifests/people.yaml': unchanged }
const unmet = table['smoke']?.['not met']?.files ?? {}

describe.each(Object.entries(losses))('%s', (name, loss) => {
  test.runIf(existsSync('/dev/full')).each([
    ['apply --yes', 5, written],
    ['apply --yes', 1, nothingToDo],
    ['apply --yes --smoke smoke.yaml', 5, nothingToDo],
    ['plan', 1, written],
    ['plan --detailed-exitcode', 2, written],
    ['validate', 1, {}],
    ['smoke', 5, {}],
    ['smoke', 7, unmet],
  ])('%s ends with %i', async (command, exit, own) => {
    const said = await run(command, loss, own)
    expect({ exit: said.exit, err: said.err }).toEqual({
      exit,
      err: expect.stringContaining(loss.says) as string,
    })
  })

  // It has no reports.
  test.runIf(name === 'stdout').each([
    ['trigger welcome --to user-0001', 5],
    ['trigger welcome --to user-0001 --wait', 5],
    ['trigger welcome --to user-0001 --format json', 5],
    ['trigger welcome --to user-0001 --dry-run', 1],
    ['trigger welcome --to user-0001 --wait --expect email=none', 7],
    ['events list', 1],
  ])('%s ends with %i', async (command, exit) => {
    const said = await run(command, loss)
    expect({ exit: said.exit, err: said.err }).toEqual({
      exit,
      err: expect.stringContaining(loss.says) as string,
    })
  })
})

test.runIf(existsSync('/dev/full'))('of a trigger of the built program too', async () => {
  const { start, sandbox } = await cliWorld({})
  const { exit, err } = await start('trigger welcome --to user-0001 -t Production', { out: '/dev/full' })
    .ended
  expect({ exit, err }).toEqual({
    exit: 5,
    err: expect.stringContaining('could not be written to stdout: the disk is full.') as string,
  })
  expect(sandbox.log.filter(({ operation }) => operation === 'triggerEvent')).toHaveLength(1)
})

test.runIf(existsSync('/dev/full')).each(['--version', '--version --debug', '--help'])(
  'of %s',
  async (command) => {
    const { exit, err } = await belfry(command.split(' '), { out: '/dev/full' })
    expect({ exit, err }).toEqual({
      exit: 1,
      err: 'belfry: the result could not be written to stdout: the disk is full. The command itself has finished.\n',
    })
  },
)

test('a bug ends with 1 before the first write, and with 5 after it', async () => {
  const failing = (when: string): Pick<Io, 'out'> => ({
    out: (text) => {
      if (text.includes(when)) throw new TypeError('a bug of a test')
    },
  })
  for (const [when, exit] of [
    ['Plan:', 1],
    ['Applied:', 5],
  ] as const) {
    const said = await run('apply --yes', { says: '' }, written, failing(when))
    expect(said).toMatchObject({ exit, err: expect.stringContaining('this is a bug in belfry') as string })
  }
})
