// belfry diff: what changes between two trees of manifests, offline, without a key and without any variable.
import { diff as compared } from '../../library/operations/diff.ts'
import type { DiffFlags } from '../../library/options/plan.ts'
import { requested } from '../../library/options/common.ts'
import type { Io } from '../terminal/io.ts'
import { carriedOut } from '../terminal/run.ts'

export async function diff(flags: DiffFlags, io: Io, names: readonly string[]): Promise<number> {
  return carriedOut('diff', { ...flags, sides: names }, io, (run) => compared(names, requested(flags), run))
}
