// belfry export: writes what is in the service as manifests, so that a team can begin with what it has.
import { exportManifests as exported } from '../../library/operations/export.ts'
import type { ExportFlags } from '../../library/options/export.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { createProgress } from '../terminal/progress.ts'
import { observed } from '../terminal/run.ts'

export async function exportManifests(flags: ExportFlags, io: Io): Promise<number> {
  return telling('export', flags, io, (teller) =>
    observed({ progress: createProgress(io, flags) }, teller, io, async (run) =>
      teller.end(await exported(flags, run)),
    ),
  )
}
