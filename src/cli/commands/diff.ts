// belfry diff: what changes between two trees of manifests, offline, without a key and without any variable.
import { given } from '../../core/given.ts'
import { hasErrors, inReadingOrder } from '../../core/problem.ts'
import { differenceOf } from '../diff/difference.ts'
import { exitOfDiff, exitOfProblems } from '../exit.ts'
import type { DiffFlags } from '../flags/plan.ts'
import type { Io } from '../terminal/io.ts'
import { telling, type Teller } from '../tell.ts'

export async function diff(flags: DiffFlags, io: Io, names: readonly string[]): Promise<number> {
  return telling('diff', { ...flags, sides: names }, io, (teller) => told(names, flags, io, teller))
}

async function told(names: readonly string[], flags: DiffFlags, io: Io, teller: Teller): Promise<number> {
  return differenceOf(names, flags, io, teller, (found) => {
    const { plan, sides } = found
    teller.follow(found)
    const problems = inReadingOrder(found.problems)
    const isRefused = plan === undefined || hasErrors(problems)
    return teller.tell(
      {
        command: 'diff',
        exit: isRefused ? exitOfProblems(problems) : exitOfDiff(plan, flags.detailedExitcode === true),
        problems,
        ...(!isRefused && { plan }),
        ...given({ sides }),
        ...(found.isHere === false && { isElsewhere: true as const }),
      },
      // Files of a revision lie in a temporary folder.
      found.isHere === true ? given({ loaded: found.loaded }) : {},
    )
  })
}
