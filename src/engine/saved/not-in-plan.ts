// What an apply leaves out with a warning: of a saved plan, what needed an API key that was missing when the plan was made; of
// an approved plan, differences that it doesn't list.
import { given } from '../../core/given.ts'
import { fieldKey, resourceKey, selectorOf, type Subject } from '../../core/plan/change.ts'
import type { Difference } from '../../core/plan/compare-fields.ts'
import { notesIn } from '../../core/plan/notes.ts'
import type { Left, LeftResource } from '../../core/plan/plan.ts'
import { type Problem, warningOf } from '../../core/problem.ts'
import type { RuleSettings } from '../../core/rules.ts'
import { commandLine, option } from '../../core/shell.ts'
import type { FieldPath } from '../../core/value.ts'
import { listText } from '../../core/words.ts'
import { ownKeyProblems } from '../keyless.ts'
import type { OutsidePlan, PlanRequest } from '../plan/plan-request.ts'
import type { SavedPlan } from './read.ts'

/** The targets of the project that the plan has no part for. */
export function outsidePlan({ plan }: SavedPlan, { environments, targets }: PlanRequest): OutsidePlan[] {
  const urls = new Map(plan.sections.map(({ target, url }) => [target, url]))
  return Object.entries(environments).flatMap(([alias, environment]) => {
    if (targets.some((target) => target.alias === alias)) return []
    const url = urls.get(alias)
    return { alias, ...given({ environment, url }) }
  })
}

/** Targets that waited for their environment when the plan was made, and updates whose API key was missing. */
export function leftOut({ file, plan }: SavedPlan, rules: RuleSettings): Problem[] {
  const notes = notesIn(plan.sections, 'ownKey')
  const withoutKey = ownKeyProblems(notes, rules)
  const updates = notes.flatMap(({ kind, name, fields, target, position }): Problem | [] =>
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
  return [...withoutKey, ...updates, ...waiting]
}

function notInPlan(target: string, message: string): Problem {
  const hint = `Set the API key of target ${target}. Then make a new plan: ${commandLine('plan --out FILE')}.`
  return warningOf('not-in-plan', message, hint)
}

/** The dotted paths of the secrets in a difference; undefined if other values may differ too. */
export type SecretsOf = (subject: Subject, difference: Difference) => readonly string[] | undefined

/** Collects the differences that an apply of an approved plan leaves unchanged. */
export class LeftUnchanged {
  readonly #secretsOf: SecretsOf
  /** By field, or by resource if the whole of one is left. */
  readonly #found = new Map<string, LeftResource & { readonly isSecret: boolean }>()

  constructor(secretsOf: SecretsOf) {
    this.#secretsOf = secretsOf
  }

  /** Without differences, the whole resource. */
  add(subject: Subject, differences: readonly Difference[]): void {
    const { target, kind, name } = subject
    const resource = { ...given({ target }), kind, name }
    if (differences.length === 0)
      this.#found.set(resourceKey(subject), { ...resource, fields: [], isSecret: false })
    for (const each of differences) {
      const secrets = this.#secretsOf(subject, each)
      const fields = secrets ?? [each.path.join('.')]
      this.#found.set(fieldKey(subject, each.path), { ...resource, fields, isSecret: secrets !== undefined })
    }
  }

  has(subject: Subject, path: FieldPath): boolean {
    return this.#found.has(fieldKey(subject, path))
  }

  /** By resource. */
  summary(): Left {
    const found = { differences: new Map<string, LeftResource>(), secrets: new Map<string, LeftResource>() }
    for (const { isSecret, ...resource } of this.#found.values()) {
      const own = isSecret ? found.secrets : found.differences
      const key = resourceKey(resource)
      own.set(key, { ...resource, fields: [...(own.get(key)?.fields ?? []), ...resource.fields] })
    }
    return { differences: [...found.differences.values()], secrets: [...found.secrets.values()] }
  }
}

/** How many resources one message names. */
const mostNames = 10

/** A warning for each sort. */
export function leftProblems({ differences, secrets }: Left): Problem[] {
  const resources = new Set(secrets.map(selectorOf))
  const kinds = new Set(secrets.map(({ kind }) => `${kind}/*`))
  const patterns = [...(resources.size > mostNames ? kinds : resources)]
  return [
    ...warnings(secrets, {
      rule: 'secrets-left',
      one: "1 secret isn't in the approved plan, so belfry didn't send it",
      many: "secrets aren't in the approved plan, so belfry didn't send them",
      hint: `To send them, run the command again with ${option('approveSecrets', patterns)}.`,
    }),
    ...warnings(differences, {
      rule: 'not-in-approved-plan',
      one: '1 difference is not in the approved plan, so belfry left it unchanged',
      many: 'differences are not in the approved plan, so belfry left them unchanged',
      hint: `Run ${commandLine('plan')} to list them. To refuse the apply instead, use --unapproved=refuse.`,
    }),
  ]
}

function warnings(
  resources: readonly LeftResource[],
  { rule, one, many, hint }: Readonly<Record<'rule' | 'one' | 'many' | 'hint', string>>,
): Problem[] {
  if (resources.length === 0) return []
  const count = resources.reduce((sum, { fields }) => sum + Math.max(1, fields.length), 0)
  const names = resources.map(({ target, kind, name, fields }) => {
    const place = target === undefined ? '' : ` of target ${target}`
    return `${kind} ${name}${place}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`
  })
  const what = count === 1 ? one : `${count} ${many}`
  return [warningOf(rule, `${what}: ${listText(names, mostNames)}`, hint)]
}

/** Replaces the hint of `replacement-left-out`: no option of `apply` adds the replacement to a plan that is made already. */
export function withHintOfOldPlan(problem: Problem): Problem {
  if (problem.rule !== 'replacement-left-out') return problem
  const hint = `If the plan is from before a failover, run ${commandLine('plan --failback --out FILE')}; otherwise ${commandLine('plan --out FILE')}.`
  return { ...problem, hint }
}
