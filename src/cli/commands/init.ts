// belfry init: a new project, from answers to a few questions.
import { init as initialised } from '../../library/operations/init.ts'
import type { InitFlags } from '../../library/options/manifests.ts'
import type { Io } from '../terminal/io.ts'
import { carriedOut } from '../terminal/run.ts'

export async function init(flags: InitFlags, io: Io, [folder = '.']: readonly string[]): Promise<number> {
  const mode = flags.yes === true ? 'take defaults' : io.isInteractive ? 'ask' : 'options only'
  const person = { mode, ask: io.ask, say: (line: string) => io.err(`${line}\n`) } as const
  return carriedOut('init', flags, io, (run) => initialised({ ...flags, folder }, person, run))
}
