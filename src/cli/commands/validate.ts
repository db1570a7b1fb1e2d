// belfry validate: everything that can be found wrong offline, at once.
import { validate as validated } from '../../library/operations/validate.ts'
import type { ValidateFlags } from '../../library/options/plan.ts'
import { requested } from '../../library/options/common.ts'
import type { Io } from '../terminal/io.ts'
import { carriedOut } from '../terminal/run.ts'

export async function validate(flags: ValidateFlags, io: Io): Promise<number> {
  return carriedOut('validate', flags, io, (run) => validated(requested(flags), run))
}
