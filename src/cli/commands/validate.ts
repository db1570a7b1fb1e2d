// belfry validate: everything that can be found wrong offline, at once.
import { validate as validated } from '../../library/operations/validate.ts'
import type { ValidateFlags } from '../../library/options/plan.ts'
import { requested } from '../../library/options/common.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'

export async function validate(flags: ValidateFlags, io: Io): Promise<number> {
  return telling('validate', flags, io, async ({ follow, end }) =>
    end(await validated(requested(flags), { world: io, follow })),
  )
}
