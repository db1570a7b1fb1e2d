// What a saved plan leaves out, because it needed an environment's own API key when the plan was made.
import { listText } from '../../core/list-text.ts'
import type { Problem } from '../../core/problem.ts'
import type { RuleSettings } from '../../core/rules.ts'
import { ownKeyProblems } from '../own-key.ts'
import type { PlanRequest } from '../request.ts'
import type { SavedPlan } from './read.ts'

/** The targets that waited, as far as a saved plan and the project know them. */
export function keylessOf(
  { plan }: SavedPlan,
  { environments }: PlanRequest,
): NonNullable<PlanRequest['keyless']> {
  return plan.sections.flatMap(({ target, url, waitsFor }) => {
    if (target === undefined || waitsFor === undefined) return []
    const environment = environments[target]
    return { alias: target, url, ...(environment !== undefined && { environment }) }
  })
}

/** Targets that waited for their environment when the plan was made, and calls that the service would refuse. */
export function leftOut({ file, plan }: SavedPlan, rules: RuleSettings): Problem[] {
  const notes = plan.sections.flatMap(({ ownKey = [] }) => ownKey)
  const withoutKey = ownKeyProblems(notes, rules)
  const calls = notes.flatMap(({ kind, name, fields, target, position }): Problem | [] =>
    target === undefined
      ? []
      : {
          rule: 'not-in-plan',
          severity: 'warning',
          resource: `${kind} ${name}`,
          position,
          message: `${listText(fields)} of ${kind} ${name} waited for the API key of target ${target} when ${file} was made, and ${fields.length === 1 ? 'is' : 'are'} not in it`,
          hint: 'Plan again as soon as the target has a key.',
        },
  )
  const waiting = plan.sections
    .filter(({ waitsFor }) => waitsFor !== undefined)
    .map(({ target }): Problem => ({
      rule: 'not-in-plan',
      severity: 'warning',
      ...(target !== undefined && { target }),
      message: `target ${target} waited for its environment when ${file} was made, and is not in it`,
      hint: 'Plan again as soon as the target has a key.',
    }))
  return [...withoutKey, ...calls, ...waiting]
}
