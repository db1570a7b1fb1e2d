// What stops the apply of a plan that is valid in itself: a protected target without a reviewed plan, and secrets without a value.
import { isOnlyNamed } from '../../core/plan/compare-fields.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { commandLine, option } from '../../core/shell.ts'
import type { Target } from '../../core/target.ts'
import { eachLeaf, type Value } from '../../core/value.ts'
import type { Declared } from '../../kinds/declared-resources.ts'

export interface Permission {
  /** `saved` if exactly a saved plan is applied, `approved` if the plan was compared with an approved one, `program` if a program chose it. */
  readonly review: 'none' | 'saved' | 'approved' | 'program'
  /** Targets that may be changed all the same. */
  readonly allowed: readonly string[]
}

/** One for each protected target that the plan would write to, or may once its environment is there. */
export function protectionProblems(
  plan: Plan,
  targets: readonly Target[],
  { review, allowed }: Permission,
): Problem[] {
  if (review === 'saved' || review === 'approved') return []
  return targets
    .filter((target) => target.protection !== undefined && !allowed.includes(target.alias))
    .filter((target) => plan.sections.some((section) => writesTo(section, target)))
    .map(({ alias, protection }): Problem =>
      errorOf(
        'protected',
        review === 'program'
          ? `target ${alias} is protected, and the program doesn't allow writes to this target`
          : `target ${alias} is protected: belfry apply accepts only a saved or an approved plan`,
        review === 'program'
          ? `Have a person review the plan. To allow the writes, pass ${option('allowProtected', [alias])}.`
          : `Run ${commandLine('plan --out FILE')}, have the plan reviewed, then run ${commandLine('apply FILE')}. To apply once without a saved plan, add ${option('allowProtected', [alias])}.`,
        { target: alias, ...(protection?.position !== undefined && { position: protection.position }) },
      ),
    )
}

/** The environment itself belongs to the organisation, but is protected like its resources. */
function writesTo({ target: alias, changes, waitsFor }: Section, target: Target): boolean {
  if (alias === undefined) return changes.some(({ name }) => name === (target.environment ?? target.alias))
  return alias === target.alias && (changes.length > 0 || waitsFor !== undefined)
}

/** The problems in `unset`, by the origin of the secret, of secrets that the plan sends. */
export function neededSecrets(
  { sections }: Plan,
  declared: Declared,
  unset: ReadonlyMap<string, Problem>,
): Problem[] {
  const needed = new Set<string>()
  const note = (value: Value): void =>
    eachLeaf(value, (leaf) => {
      if (leaf instanceof Secret && isOnlyNamed(leaf))
        for (const origin of leaf.origin.split(' + ')) needed.add(origin)
    })
  for (const { changes, target, waitsFor } of sections) {
    for (const { call, preparation } of changes)
      for (const { body = null } of [call, ...(preparation ? [preparation.call] : [])]) note(body)
    // In a new environment everything is created.
    if (waitsFor !== undefined && target !== undefined)
      for (const { fields } of declared.forTarget(target)) note(fields)
  }
  return [...unset].flatMap(([origin, problem]) => (needed.has(origin) ? [problem] : []))
}
