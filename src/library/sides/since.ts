// Adds to a plan what --diff-base shows: the cause of each change, and changed declarations that the plan can't compare.
import type { Plan, UncomparedChange } from '../../core/plan/plan.ts'
import { type Problem, warningOf } from '../../core/problem.ts'
import { given } from '../../core/given.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { withCauses } from '../../engine/sides/causes.ts'
import type { Run } from '../run.ts'
import type { ChangeRequest, PlanFlags } from '../options/plan.ts'
import { differenceOf, type Difference } from './difference.ts'
import type { Detail } from '../../core/plan/compare.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf } from '../../core/plan/notes.ts'

/** The difference to the merge base with --diff-base. */
export async function differenceSince(
  diffBase: string | true,
  request: ChangeRequest,
  run: Pick<Run, 'cleanUp' | 'machine'>,
): Promise<Difference | Problem> {
  const { config, files, fileRoots, full, inputLimits } = request
  const found = await differenceOf(
    [],
    // The parts that the plan leaves out are removed later: the base may not have them.
    {
      ...given({ config, full, inputLimits }),
      files,
      fileRoots,
      targets: [],
      only: [],
      exclude: [],
      ...(diffBase !== true && { base: diffBase }),
    },
    run,
  )
  return found.problems.find(({ rule }) => rule === 'no-revision' || rule === 'bad-flag') ?? found
}

/** The plan with the difference. If the base or the working tree is invalid, for example for a target that isn't planned, there is only a warning. */
export function withDeclaredSince(
  plan: Plan,
  difference: Difference,
  diffBase: PlanFlags['diffBase'],
): { readonly plan: Plan; readonly problems: readonly Problem[] } {
  const base = difference.sides?.[0] ?? 'the base'
  const { compared } = difference
  const guards = difference.problems.filter(({ rule }) => rule === 'guards-changed')
  if (compared === undefined) {
    const message = `the manifests in ${difference.invalid ?? base} are invalid, so belfry can't compare with ${base}`
    const option = typeof diffBase === 'string' ? ` --base ${quoted(diffBase)}` : ''
    const hint = `To see the errors, run ${commandLine(`diff${option}`)}.`
    return { plan, problems: [...guards, warningOf('invalid-base', message, hint)] }
  }
  const declaredSince = { base, changes: uncomparedChanges(plan, compared.plan) }
  return { plan: { ...withCauses(plan, compared), declaredSince }, problems: guards }
}

/** Marks problems in files that the branch left unchanged. */
export async function datedProblems(
  problems: readonly Problem[],
  { since }: Pick<Difference, 'since'>,
): Promise<Problem[]> {
  const files = [...new Set(problems.flatMap(({ position }) => position?.file ?? []))]
  const old = new Set(await since?.repository.unchangedSince(since.commit, files))
  return problems.map((each) => (old.has(each.position?.file ?? '') ? { ...each, isOld: true } : each))
}

/** `difference` is that of the manifests of the plan to those of its base. */
function uncomparedChanges(plan: Plan, difference: Plan): UncomparedChange[] {
  return plan.sections.flatMap((planned) => {
    const { target } = planned
    const changes = difference.sections.find((section) => section.target === target)?.changes ?? []
    return notesOf(planned, 'unreadable').flatMap(({ kind, name, position, paths }): UncomparedChange[] => {
      const details = changes
        .filter((change) => change.kind === kind && change.name === name)
        .flatMap(({ differences }) => differences.flatMap(detailsOf))
        .filter(({ path }) => paths.some((field) => touches(path, field)))
      return details.length === 0 ? [] : [given({ target, kind, name, position, details })]
    })
  })
}

/** One of two dotted paths may contain the other. */
function touches(path: Detail['path'], field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`)
}
