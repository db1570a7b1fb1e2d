// The changes between two trees of manifests, offline, without keys and variables.
import { given } from '../../core/given.ts'
import { hasErrors, inReadingOrder } from '../../core/problem.ts'
import type { PlanAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import { differenceOf } from '../sides/difference.ts'
import type { OperationEnd } from '../operation-end.ts'
import { exitOfDiff, exitOfProblems } from '../exit.ts'
import type { DiffRequest } from '../options/manifests.ts'

interface Request extends DiffRequest {
  /** The names of the sides: none, one or two. */
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly detailedExitcode?: true
}

export async function diff(
  request: Request,
  run: Pick<Run, 'cleanUp' | 'follow' | 'machine'>,
): Promise<OperationEnd<PlanAccount>> {
  const names = [request.before, request.after].filter((name) => name !== undefined)
  const found = await differenceOf(names, request, run)
  run.follow(found)
  const { compared, sides, isHere, loaded } = found
  const problems = inReadingOrder(found.problems)
  const plan = hasErrors(problems) ? undefined : compared?.plan
  return {
    account: {
      command: 'diff',
      exit: plan ? exitOfDiff(plan, request.detailedExitcode === true) : exitOfProblems(problems),
      problems,
      ...given({ plan, sides, isElsewhere: isHere === false ? (true as const) : undefined }),
    },
    closing: '',
    // Files of a revision were in a temporary folder.
    ...(isHere === true && given({ loaded })),
  }
}
