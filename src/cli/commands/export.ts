// belfry export: writes what is in the service as manifests, so that a team can begin with what it has.
import { exportManifests as exported } from '../../library/operations/export.ts'
import type { ExportFlags } from '../../library/options/export.ts'
import type { Io } from '../terminal/io.ts'
import { carriedOut } from '../terminal/run.ts'

export async function exportManifests(flags: ExportFlags, io: Io): Promise<number> {
  return carriedOut('export', flags, io, (run) => exported(flags, run))
}
