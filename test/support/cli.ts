// Runs the program inside the test, with a world of its own instead of the process.
import { createFilter, type Filter } from '../../src/core/secrecy/filter.ts'
import { run } from '../../src/cli/program/program.ts'
import type { Git } from '../../src/cli/diff/git.ts'
import { createWritten, sleep, type Io } from '../../src/cli/terminal/io.ts'
import { plain } from '../../src/report/text/style.ts'

export interface ProgramWorld {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stdin?: string
  /** None unless it is given: a test's folder may lie in somebody's repository. */
  readonly git?: Git
  /** Time passes only where the program would wait, and at once; without it it really waits. */
  readonly pass?: (milliseconds: number) => void | Promise<void>
  /** In place of the one that every run has. */
  readonly filter?: Filter
  /** In place of other doors to the world. */
  readonly io?: Partial<Io>
}

export interface Said {
  readonly exit: number
  readonly out: string
  readonly err: string
}

/** As typed into a shell, without a terminal. */
export async function runProgram(args: readonly string[], world: ProgramWorld): Promise<Said> {
  const said = { out: '', err: '' }
  let passed = 0
  const io: Io = {
    env: world.env ?? {},
    cwd: world.cwd,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    outStyle: () => plain,
    errStyle: () => plain,
    isInteractive: false,
    errIsTty: false,
    readStdin: () => Promise.resolve(world.stdin ?? ''),
    ask: () => Promise.reject(new Error('there is nobody to ask')),
    clock: () => (world.pass === undefined ? Math.round(performance.now()) : passed),
    now: () => new Date(Date.now() + passed),
    sleep: async (milliseconds, signal) => {
      if (world.pass === undefined) return sleep(milliseconds, signal)
      passed += milliseconds
      await world.pass(milliseconds)
    },
    git: world.git ?? (() => Promise.resolve(undefined)),
    onSignal: () => () => undefined,
    exit: (code) => {
      throw new Error(`the program left with ${code}`)
    },
    onCrash: () => undefined,
    filter: world.filter ?? createFilter(),
    written: createWritten(),
    flush: () => Promise.resolve(undefined),
    ...world.io,
  }
  const exit = await run(args, io)
  return { exit, ...said }
}
