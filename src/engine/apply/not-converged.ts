// What a new plan after an apply shows that no apply can fix, such as several primary integrations of which none is declared.
import { exits, type Problem } from '../../core/problem.ts'
import { doubtProblems } from '../guards/doubts.ts'
import type { Planned, PlanRequest } from '../plan/request.ts'

/** Where only a part was asked for, what was so before is not the part's business. */
export function unsettled(after: Planned, before: Planned, request: PlanRequest): readonly Problem[] {
  const { only, exclude } = request.selection
  const found = openIn(after, request)
  if (only.length + exclude.length === 0) return found
  const known = new Set(openIn(before, request).map(({ target, message }) => `${target} ${message}`))
  return found.filter(({ target, message }) => !known.has(`${target} ${message}`))
}

function openIn({ plan, outlooks }: Planned, { rules, targets }: PlanRequest): readonly Problem[] {
  return plan.sections.flatMap((section) => {
    const doubts = outlooks.get(section)?.doubts.filter(({ isUnverified }) => isUnverified === true)
    const target = targets.find(({ alias }) => alias === section.target)
    const found = doubtProblems(doubts ?? [], { target, rules, selection: { only: [], exclude: [] } })
    // Nothing is refused any more.
    return found.map((problem) => ({ ...problem, severity: 'warning' as const, exit: exits.unsettled }))
  })
}
