// What a saved plan leaves out, because it needed an environment's own API key when the plan was made.
import { commandLine } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { listText } from '../../core/words.ts'
import { notesIn } from '../../core/plan/notes.ts'
import { type Problem, warningOf } from '../../core/problem.ts'
import type { RuleSettings } from '../../core/rules.ts'
import { ownKeyProblems } from '../keyless.ts'
import type { OutsidePlan, PlanRequest } from '../plan/request.ts'
import type { SavedPlan } from './read.ts'

export function outsidePlan({ plan }: SavedPlan, { environments, targets }: PlanRequest): OutsidePlan[] {
  const urls = new Map(plan.sections.map(({ target, url }) => [target, url]))
  return Object.entries(environments).flatMap(([alias, environment]) => {
    if (targets.some((target) => target.alias === alias)) return []
    const url = urls.get(alias)
    return { alias, ...given({ environment, url }) }
  })
}

/** Targets that waited for their environment when the plan was made, and calls that the service would refuse. */
export function leftOut({ file, plan }: SavedPlan, rules: RuleSettings): Problem[] {
  const notes = notesIn(plan.sections, 'ownKey')
  const withoutKey = ownKeyProblems(notes, rules)
  const calls = notes.flatMap(({ kind, name, fields, target, position }): Problem | [] =>
    target === undefined
      ? []
      : {
          ...notInPlan(
            target,
            `${listText(fields)} of ${kind} ${name} ${fields.length === 1 ? 'is' : 'are'} not in ${file}: target ${target} had no API key when the plan was made`,
          ),
          resource: `${kind} ${name}`,
          position,
        },
  )
  const waiting = plan.sections.flatMap(({ target, waitsFor }): Problem | [] => {
    if (target === undefined || waitsFor === undefined) return []
    const message = `target ${target} is not in ${file}: the environment of the target did not exist when the plan was made`
    return { ...notInPlan(target, message), target }
  })
  return [...withoutKey, ...calls, ...waiting]
}

function notInPlan(target: string, message: string): Problem {
  const hint = `Set the API key of target ${target}. Then make a new plan: ${commandLine('plan --out FILE')}.`
  return warningOf('not-in-plan', message, hint)
}
