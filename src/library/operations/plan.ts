// The differences to the service. Its client can't write.
import { append, grouped } from '../../core/lists.ts'
import { resourceKey } from '../../core/plan/change.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem, warningOf } from '../../core/problem.ts'
import type { Engine } from '../../engine/engine.ts'
import { makePlan } from '../../engine/plan/plan.ts'
import { neededSecrets } from '../apply/may-write.ts'
import type { PlanAccount } from '../../report/account.ts'
import type { Run, Machine } from '../run.ts'
import { guardsOf } from '../sides/guards.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfPlan, exitOfProblems } from '../exit.ts'
import { planRequest, withEngine } from '../prepare/engine.ts'
import type { Connection } from '../prepare/connection.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import type { Wishes } from '../prepare/settings.ts'
import { isReady } from '../prepare/ready.ts'
import type { ChangeRequest, PlanFlags } from '../options/plan.ts'
import { countsOf, type Plan, type UncomparedChange } from '../../core/plan/plan.ts'
import { refuseSecrets } from '../../core/secrets/leak.ts'
import type { Planned } from '../../engine/plan/plan-request.ts'
import type { Selection } from '../../engine/plan/select.ts'
import { savedPlanText } from '../../engine/saved/write.ts'
import { registry } from '../../kinds/registry.ts'
import type { Project } from '../../project/project.ts'
import type { MapNode } from '../../manifest/text/node.ts'
import { version } from '../../service/package.ts'
import { commitOfFiles } from '../files/checkout.ts'
import { sealKeys } from '../prepare/keys.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { withCauses } from '../../engine/sides/causes.ts'
import { differenceOf, type Difference } from '../sides/difference.ts'
import type { Detail } from '../../core/plan/compare-fields.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf } from '../../core/plan/notes.ts'

export interface PlanningRequest
  extends
    ChangeRequest,
    Pick<PlanFlags, 'diffBase' | 'guardsFrom' | 'detailedExitcode'>,
    Pick<Wishes, 'texts' | 'targetVariables'> {
  /** Writes the text of the saved plan in pieces, and returns problems of the file. */
  readonly save?: (pieces: Iterable<string>) => readonly Problem[]
}

export async function plan(request: PlanningRequest, run: Run): Promise<OperationEnd<PlanAccount>> {
  const { guardsFrom, diffBase, save, secrets, texts, targetVariables } = request
  const guards = guardsFrom === undefined ? undefined : await guardsOf(guardsFrom, request, run.machine)
  if (guards !== undefined && 'rule' in guards) return refused('plan', { problems: [guards] })
  const wishes = { canDefer: true, ...given({ guards, secrets, texts, targetVariables }) } as const
  const prepared = await openProject(request, needs.plan, run, wishes)
  if (!isReady(prepared)) {
    const problems = prepared.problems.map((each) => withRevision(each, guards))
    return refused('plan', { ...prepared, problems })
  }
  const difference = diffBase === undefined ? undefined : await differenceSince(diffBase, request, run)
  if (difference !== undefined && 'rule' in difference) return refused('plan', { problems: [difference] })
  const { project, loaded, ledger } = prepared
  const compare = async (engine: Engine, { waits }: Connection): Promise<OperationEnd<PlanAccount>> => {
    const base = difference?.compared?.plan
    const whole = planRequest(prepared, request, request.failback)
    const selection = {
      ...whole.selection,
      ...(base && whole.secrets === 'named' && { declaredSince: sinceOf(base) }),
    }
    const made = await makePlan({ ...whole, selection }, engine)
    const { plan: shown, problems: since } = difference
      ? withDeclaredSince(made.plan, difference, diffBase)
      : { plan: made.plan, problems: [] }
    const unset = loaded.unset.size > 0 ? neededSecrets(made.plan, loaded, loaded.unset) : []
    const found = [...prepared.problems, ...made.plan.problems, ...since, ...unset]
    const dated = difference ? await datedProblems(found, difference) : found
    const problems = dated.map((each) => withRevision(each, guards))
    run.clear()
    if (save !== undefined && !hasErrors(problems))
      append(
        problems,
        save(await savedPieces({ ...made, plan: shown }, request.failback, project, run.machine)),
      )
    const ofPlan = request.detailedExitcode === true ? exitOfPlan(made.plan) : 0
    const exit = run.code() ?? (hasErrors(problems) ? exitOfProblems(problems) : ofPlan)
    const account = { command: 'plan', exit, problems, plan: shown, waits } as const
    const closing = save === undefined ? 'Nothing was written.' : 'Nothing was written to the service.'
    return { account, loaded, closing }
  }
  return withEngine(request, run, compare, { ledger })
}

/** Says that the project file of the revision counts, if a guard in it is the reason. */
function withRevision(problem: Problem, guards: MapNode | undefined): Problem {
  const file = guards?.source.file
  const isOfManifest = problem.rule === 'outside-owns' || problem.rule === 'missing'
  if (file === undefined || (problem.position?.file !== file && !isOfManifest)) return problem
  const { hint = '' } = problem
  const count = `The guards in ${file} count${isOfManifest ? ': merge a change of the guards first' : ''}.`
  return { ...problem, hint: `${hint} ${count}`.trimStart() }
}

async function savedPieces(
  planned: Planned,
  failback: true | undefined,
  { root, targets }: Project,
  machine: Machine,
): Promise<Iterable<string>> {
  const { uncompared } = countsOf(planned.plan.sections)
  const isNamed = planned.plan.secrets === 'named' || uncompared !== undefined
  const origin = given({
    belfry: version,
    madeAt: machine.now().toISOString(),
    commit: await commitOfFiles(root, machine),
    secrets: isNamed ? ('named' as const) : ('compared' as const),
    failback,
  })
  const { filter } = machine
  const check = (json: string): void => {
    if (filter.findSecret(json) !== undefined) refuseSecrets(JSON.parse(json), filter)
  }
  return savedPlanText(planned, origin, sealKeys(targets, machine), registry, check)
}

// Adds to a plan what --diff-base shows: the cause of each change, and changed declarations that the plan can't compare.

/** The difference to the merge base with --diff-base. */
async function differenceSince(
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
function withDeclaredSince(
  made: Plan,
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
    return { plan: made, problems: [...guards, warningOf('invalid-base', message, hint)] }
  }
  const declaredSince = { base, changes: uncomparedChanges(made, compared.plan) }
  return { plan: { ...withCauses(made, compared), declaredSince }, problems: guards }
}

/** Marks problems in files that the branch left unchanged. */
async function datedProblems(
  problems: readonly Problem[],
  { since }: Pick<Difference, 'since'>,
): Promise<Problem[]> {
  const files = [...new Set(problems.flatMap(({ position }) => position?.file ?? []))]
  const old = new Set(await since?.repository.unchangedSince(since.commit, files))
  return problems.map((each) => (old.has(each.position?.file ?? '') ? { ...each, isOld: true } : each))
}

/** `difference` is that of the manifests of the plan to those of its base. */
function uncomparedChanges(made: Plan, difference: Plan): UncomparedChange[] {
  const since = sinceOf(difference)
  return made.sections.flatMap((planned) =>
    notesOf(planned, 'unreadable').flatMap(({ kind, name, position, paths }): UncomparedChange[] => {
      const about = given({ target: planned.target, kind, name, position })
      const details = since(about, paths)
      return details.length === 0 ? [] : [{ ...about, details }]
    }),
  )
}

/** What the base declares differently in fields of a resource. */
function sinceOf({ sections }: Plan): NonNullable<Selection['declaredSince']> {
  const changes = grouped(
    sections.flatMap((section) => section.changes),
    resourceKey,
  )
  return (resource, paths) =>
    (changes.get(resourceKey(resource)) ?? [])
      .flatMap(({ differences }) => differences.flatMap(detailsOf))
      .filter(({ path }) => paths.some((field) => touches(path, field)))
}

/** One of two dotted paths may contain the other. */
function touches(path: Detail['path'], field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`)
}
