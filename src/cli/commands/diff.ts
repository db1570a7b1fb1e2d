// belfry diff: what changes between two trees of manifests, offline, without a key and without any variable.
import { diff as compared } from '../../library/operations/diff.ts'
import type { DiffFlags } from '../../library/options/plan.ts'
import { requested } from '../../library/options/common.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { observed } from '../terminal/run.ts'
import { createProgress } from '../terminal/progress.ts'

export async function diff(flags: DiffFlags, io: Io, names: readonly string[]): Promise<number> {
  return telling('diff', { ...flags, sides: names }, io, (teller) =>
    observed({ progress: createProgress(io, {}) }, teller, io, async (run) =>
      teller.end(await compared(names, requested(flags), run)),
    ),
  )
}
