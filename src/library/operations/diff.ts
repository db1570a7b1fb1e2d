// What changes between two trees of manifests, offline, without a key and without any variable.
import { given } from '../../core/given.ts'
import { hasErrors, inReadingOrder } from '../../core/problem.ts'
import type { PlanAccount } from '../../report/account.ts'
import type { Run } from '../ambient.ts'
import { differenceOf } from '../diff/difference.ts'
import type { Ended } from '../ended.ts'
import { exitOfDiff, exitOfProblems } from '../exit.ts'
import type { DiffRequest } from '../options/plan.ts'

/** `names` are those of the sides: none, one or two. */
export async function diff(
  names: readonly string[],
  request: DiffRequest & { readonly detailedExitcode?: true },
  run: Pick<Run, 'cleanUp' | 'follow' | 'world'>,
): Promise<Ended<PlanAccount>> {
  const found = await differenceOf(names, request, run)
  run.follow(found)
  const { plan, sides } = found
  const problems = inReadingOrder(found.problems)
  const isRefused = plan === undefined || hasErrors(problems)
  return {
    account: {
      command: 'diff',
      exit: isRefused ? exitOfProblems(problems) : exitOfDiff(plan, request.detailedExitcode === true),
      problems,
      ...(!isRefused && { plan }),
      ...given({ sides }),
      ...(found.isHere === false && { isElsewhere: true as const }),
    },
    closing: '',
    // Files of a revision lay in a temporary folder.
    ...(found.isHere === true && given({ loaded: found.loaded })),
  }
}
