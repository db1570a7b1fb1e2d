// belfry init: a new project, from answers to a few questions.
import { init as initialised } from '../../library/operations/init.ts'
import type { InitFlags } from '../../library/options/init.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { createProgress } from '../terminal/progress.ts'
import { observed } from '../terminal/run.ts'

export async function init(flags: InitFlags, io: Io, [folder = '.']: readonly string[]): Promise<number> {
  const mode = flags.yes === true ? 'take defaults' : io.isInteractive ? 'ask' : 'options only'
  const person = { mode, ask: io.ask, say: (line: string) => io.err(`${line}\n`) } as const
  return telling('init', flags, io, (teller) =>
    observed({ progress: createProgress(io, flags) }, teller, io, async (run) =>
      teller.end(await initialised({ ...flags, folder }, person, run)),
    ),
  )
}
