// belfry doctor: checks the manifests, and for each target the service URL and the API key.
import { doctor as examined } from '../../library/operations/doctor.ts'
import type { DoctorFlags } from '../../library/options/plan.ts'
import { requested } from '../../library/options/common.ts'
import type { Io } from '../terminal/io.ts'
import { carriedOut } from '../terminal/run.ts'

export async function doctor(flags: DoctorFlags, io: Io): Promise<number> {
  return carriedOut('doctor', flags, io, (run) => examined(requested(flags), run))
}
