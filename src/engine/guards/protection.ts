// Refuses to write to a protected target without a reviewed plan.
import { commandLine, option } from '../../core/shell.ts'
import { refusal } from '../../core/refusals.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import type { Target } from '../engine.ts'

export interface Permission {
  /** `saved` if exactly a saved plan is applied, `approved` if the plan was compared with an approved one, `program` if a program chose it. */
  readonly review: 'none' | 'saved' | 'approved' | 'program'
  /** Targets that may be written to all the same. */
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
      refusal({
        rule: 'protected',
        severity: 'error',
        target: alias,
        ...(protection?.position !== undefined && { position: protection.position }),
        message:
          review === 'program'
            ? `target ${alias} is protected, and the program doesn't allow writes to this target`
            : `target ${alias} is protected: belfry apply accepts only a saved or an approved plan`,
        hint:
          review === 'program'
            ? `Have a person review the plan. To allow the writes, pass ${option('allowProtected', [alias])}.`
            : `Run ${commandLine('plan --out FILE')}, have the plan reviewed, then run ${commandLine('apply FILE')}. To apply once without a saved plan, add ${option('allowProtected', [alias])}.`,
      }),
    )
}

/** The environment itself is the organisation's, and as much to be protected as what is in it. */
function writesTo({ target: alias, changes, waitsFor }: Section, target: Target): boolean {
  if (alias === undefined) return changes.some(({ name }) => name === (target.environment ?? target.alias))
  return alias === target.alias && (changes.length > 0 || waitsFor !== undefined)
}
