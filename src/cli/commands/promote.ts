// belfry promote: declares resources of one target for another one, in the manifests.
import { promote as promoted } from '../../library/operations/promote.ts'
import { requested } from '../../library/options/common.ts'
import { promoteFlags, type PromoteFlags } from '../../library/options/export.ts'
import { flagProblems } from '../../library/options/flag.ts'
import { badFlag } from '../../library/problems.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { observed } from '../terminal/run.ts'
import { createProgress } from '../terminal/progress.ts'

export async function promote(
  flags: PromoteFlags,
  io: Io,
  [from = '', to = '']: readonly string[],
): Promise<number> {
  return telling('promote', flags, io, (teller) => {
    const { mistakes, ...request } = requested(flags)
    const wrong = [
      ...mistakes,
      ...flagProblems(promoteFlags, flags),
      ...(flags.write === true && flags.dryRun === true
        ? [badFlag("--write and --dry-run can't be used together")]
        : []),
    ]
    return observed({ progress: createProgress(io, flags) }, teller, io, async (run) =>
      teller.end(await promoted({ ...request, from, to, mistakes: wrong }, run)),
    )
  })
}
