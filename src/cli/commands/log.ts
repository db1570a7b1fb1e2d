// belfry log: who changed what, from the journals in folders and files.
import { log as logged } from '../../library/operations/log.ts'
import { flagProblems } from '../../library/options/flag.ts'
import { logFlags, type LogFlags } from '../../library/options/plan.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'

export async function log(flags: LogFlags, io: Io, names: readonly string[]): Promise<number> {
  return telling('log', flags, io, async ({ follow, end }) => {
    const request = { names, only: flags.only, mistakes: flagProblems(logFlags, flags) }
    return end(await logged(request, { world: io, follow }))
  })
}
