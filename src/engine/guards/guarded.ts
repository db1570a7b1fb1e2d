// Judges a whole plan before any of it is sent: what is refused is refused for all targets at once.
import type { Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { quoting } from '../../core/secrets/leak.ts'
import type { Engine } from '../engine.ts'
import type { Planned, PlanRequest } from '../plan/request.ts'
import { doubtProblems } from './doubts.ts'
import { limitProblems } from './limits.ts'

/** The plan with what its guards say, which may quote a live name; reads nothing. */
export function guarded(planned: Planned, request: PlanRequest, { filter }: Pick<Engine, 'filter'>): Planned {
  const { plan } = planned
  const found = plan.sections
    .flatMap((section) => problemsOf(section, planned, request))
    .map((problem) => (filter === undefined ? problem : quoting(problem, filter)))
  return { ...planned, plan: { ...plan, problems: [...plan.problems, ...found] } }
}

function problemsOf(section: Section, { outlooks }: Planned, request: PlanRequest): Problem[] {
  const outlook = outlooks.get(section)
  if (outlook === undefined) return []
  const target = request.targets.find(({ alias }) => alias === section.target)
  const { maxChanges, rules, selection } = request
  return [
    ...limitProblems(section, { live: outlook.live, limits: target?.limits ?? {}, maxChanges }),
    ...doubtProblems(outlook.doubts, { target, rules, selection }),
  ]
}
