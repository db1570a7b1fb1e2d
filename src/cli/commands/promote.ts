// belfry promote: declares resources of one target for another one, in the manifests.
import { promote as promoted } from '../../library/operations/promote.ts'
import { requested } from '../../library/options/common.ts'
import { promoteFlags, type PromoteFlags } from '../../library/options/export.ts'
import { flagProblems } from '../../library/options/flag.ts'
import { badFlag } from '../../library/problems.ts'
import type { Io } from '../terminal/io.ts'
import { carriedOut } from '../terminal/run.ts'

export async function promote(
  flags: PromoteFlags,
  io: Io,
  [from = '', to = '']: readonly string[],
): Promise<number> {
  const { mistakes, ...request } = requested(flags)
  const isTwice = flags.write === true && flags.dryRun === true
  const wrong = [
    ...mistakes,
    ...flagProblems(promoteFlags, flags),
    ...(isTwice ? [badFlag("--write and --dry-run can't be used together")] : []),
  ]
  return carriedOut('promote', flags, io, (run) => promoted({ ...request, from, to, mistakes: wrong }, run))
}
