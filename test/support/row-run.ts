// Runs a row of the matrix of exit codes: the folder, the service and the signals are as the row says, and time passes only
// while the program waits.
import { onTestFinished } from 'vitest'
import { createSandbox, productionApiKey, virtualClock, type Sandbox } from '../../src/sandbox/index.ts'
import { folderIn } from './cli-process.ts'
import { runProgram, type ProgramWorld, type Said } from './cli.ts'
import { files, type Row } from './exit-table.ts'

export interface RowRun extends Said {
  readonly sandbox: Sandbox
  readonly cwd: string
}

interface RowOptions extends Pick<ProgramWorld, 'evenWait'> {
  /** Registers what is done at the end, if not when the test finishes. */
  readonly atEnd?: (clean: () => void | Promise<void>) => void
}

/** `options` follow the arguments of the row. */
export async function runRow(
  command: string,
  row: Row,
  options: readonly string[],
  { atEnd = onTestFinished, ...more }: RowOptions = {},
): Promise<RowRun> {
  const sandbox = await createSandbox({ clock: virtualClock(), ...(row.seed && { seed: row.seed }) })
  atEnd(() => sandbox.close())
  const { folder: cwd, remove } = folderIn({ ...files, ...row.files })
  atEnd(remove)
  const env = { BELFRY_URL: sandbox.url, PRODUCTION_KEY: sandbox.keys['Production'] ?? productionApiKey }
  let interrupt: ((code: number) => void) | undefined
  const world: ProgramWorld = {
    ...more,
    cwd,
    env: { ...env, ...(await row.given?.(sandbox)), ...row.env },
    pass: (milliseconds) => {
      sandbox.clock.advance(milliseconds)
      if (row.interrupted === 'at the first wait') interrupt?.(130)
    },
    io: {
      onSignal: (first) => {
        interrupt = first
        if (row.interrupted === 'at once') first(130)
        return () => undefined
      },
    },
  }
  if (row.before !== undefined)
    await runProgram(row.before.split(' '), { ...world, env: { ...env, ...row.env } })
  const typed = `${command} ${row.args ?? ''}`.trim().split(' ')
  return { ...(await runProgram([...typed, ...options], world)), sandbox, cwd }
}
