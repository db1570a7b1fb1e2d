// belfry log: who changed what, from the journals in folders and files.
import { log as logged } from '../../library/operations/log.ts'
import { flagProblems } from '../../library/options/flag.ts'
import { logFlags, type LogFlags } from '../../library/options/plan.ts'
import type { Io } from '../terminal/io.ts'
import { carriedOut } from '../terminal/run.ts'

export async function log(flags: LogFlags, io: Io, names: readonly string[]): Promise<number> {
  const request = { names, only: flags.only, mistakes: flagProblems(logFlags, flags) }
  return carriedOut('log', flags, io, (run) => logged(request, run))
}
