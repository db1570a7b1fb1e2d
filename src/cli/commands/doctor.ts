// belfry doctor: checks the manifests, and for each target the service URL and the API key.
import { doctor as examined } from '../../library/operations/doctor.ts'
import type { DoctorFlags } from '../../library/options/plan.ts'
import { requested } from '../../library/options/common.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { observed } from '../terminal/run.ts'
import { createProgress } from '../terminal/progress.ts'

export async function doctor(flags: DoctorFlags, io: Io): Promise<number> {
  return telling('doctor', flags, io, (teller) =>
    observed({ progress: createProgress(io, flags) }, teller, io, async (run) =>
      teller.end(await examined(requested(flags), run)),
    ),
  )
}
