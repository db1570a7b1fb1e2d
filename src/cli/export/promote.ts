// belfry promote: declares resources of one target for another one, in the manifests. Nothing is sent but reads of a plan.
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { didYouMean } from '../../core/similar.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { idleProblem, matchesAny } from '../../engine/plan/select.ts'
import { registry } from '../../kinds/registry.ts'
import { exitOfProblems } from '../../library/exit.ts'
import { plan as planned, type PlanningRequest } from '../../library/operations/plan.ts'
import { prepareProject } from '../../library/prepare/prepare.ts'
import type { Built } from '../../manifest/desired.ts'
import { loadManifests, type Loaded } from '../../manifest/load.ts'
import { nodeOf, plainValue } from '../../manifest/text/node.ts'
import { sourceOf } from '../../manifest/text/source.ts'
import { fieldsIn, promote as promotionOf, type Promotion } from '../../manifest/write/promote.ts'
import type { Project } from '../../project/project.ts'
import { diffOf, readableBy, written } from './update.ts'
import { requested } from '../options/common.ts'
import { promoteFlags, type PromoteFlags } from '../options/export.ts'
import { flagProblems } from '../options/flag.ts'
import { badFlag } from '../options/problems.ts'
import { telling, type Teller } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { observed } from '../terminal/observer.ts'
import { createProgress } from '../terminal/progress.ts'

export async function promote(flags: PromoteFlags, io: Io, names: readonly string[]): Promise<number> {
  return telling('promote', flags, io, (teller) => run(flags, io, teller, names))
}

async function run(flags: PromoteFlags, io: Io, teller: Teller, [from = '', to = '']: readonly string[]) {
  const { only, write, dryRun } = flags
  const mistakes = [
    ...flagProblems(promoteFlags, flags),
    ...(only.length > 0 ? [] : [badFlag('promote needs --only', 'Choose the resources: --only KIND/NAME.')]),
    ...(from === to ? [badFlag(`the two targets are the same: ${from}`)] : []),
    ...(write === true && dryRun === true ? [badFlag("--write and --dry-run can't be used together")] : []),
  ]
  const found = await prepareProject({ ...requested(flags), mistakes, target: [from, to] }, io, 'offline')
  if (!('project' in found)) return teller.refuse(found, 'Nothing was written.')
  teller.follow(found.project)
  const { project } = found
  const load = (input: Partial<Project> = {}, texts?: ReadonlyMap<string, string>) =>
    loadManifests({ ...readableBy(project, texts), ...input }, registry)
  const old = await load()
  const problems = [...found.problems, ...old.problems]
  const refuse = (all: readonly Problem[]): number => teller.refuse({ problems: all }, 'Nothing was written.')
  if (hasErrors(problems)) return refuse(problems)
  const idle = idleProblems(flags, old, from)
  if (idle.length > 0) return refuse(idle)
  const used = new Set<string>()
  const promotion = promotionOf(old, {
    from,
    to,
    kinds: registry,
    selects: (built) => matchesAny(built.desired, only),
    fields: flags.field,
    isShared: ({ kind, name }) => {
      const own = [name, `${kind}:${name}`].filter((each) => flags.shareSecret.includes(each))
      own.forEach((each) => used.add(each))
      return own.length > 0
    },
    project,
  })
  const unused = flags.shareSecret.filter((name) => !used.has(name))
  if (unused.length > 0)
    return refuse(unused.map((name) => badFlag(`--share-secret ${name}: no promoted field uses this secret`)))
  const { texts, variables } = promotion
  const targetVariables = defining(project, from, to, variables)
  const next = await load({ targetVariables }, texts)
  const wrong = next.problems.filter(({ severity }) => severity === 'error')
  if (wrong.length > 0) return refuse([...wrong, unfit('the manifests would not be valid after this change')])
  const strayed = strayedIn(old, next, only, to)
  if (strayed !== undefined) return refuse([strayed])
  const before = new Map(old.written().sources.map(({ file, text }) => [file, text]))
  const plan =
    texts.size === 0 ? undefined : await planOf(flags, { target: [to], texts, targetVariables }, io, teller)
  const unwritten = write === true ? written(texts, before, io) : []
  if (unwritten.length > 0) return teller.refuse({ problems: unwritten }, '')
  const { changes, left } = promotion
  const files = [...texts.keys()]
  const diff = io.filter.take(diffOf(texts, before, old, next))
  const shown = changes.map(({ value, ...each }) => ({
    ...each,
    value: io.filter.take(JSON.stringify(value)),
  }))
  const result = {
    from,
    to,
    files,
    changes: shown,
    variables,
    left,
    diff,
    isWritten: write === true,
    ...given({ plan }),
  }
  return teller.tell(
    { command: 'promote', exit: exitOfProblems(problems), problems, result },
    { closing: write === true ? 'The manifests were written.' : 'Nothing was written.' },
  )
}

/**
 * As if the target had the variables that it must define: what the other target has of one that is no secret, and
 * else the name of a secret.
 */
function defining(
  { targetVariables }: Project,
  from: string,
  to: string,
  variables: Promotion['variables'],
): Project['targetVariables'] {
  const own = variables.map(({ name }) => {
    const known = targetVariables.get(from)?.get(name)
    const isPlain = known !== undefined && !JSON.stringify(plainValue(known)).includes('${')
    return [name, isPlain ? known : nodeOf(`\${env:${name}}`, sourceOf('', ''), [0, 0])] as const
  })
  return new Map([...targetVariables, [to, new Map([...(targetVariables.get(to) ?? []), ...own])]])
}

function idleProblems({ only, field }: PromoteFlags, old: Loaded, from: string): Problem[] {
  const all = old.written().collected.get(from)?.objects ?? []
  const named = all.map(({ desired }) => desired)
  const idle = only.filter((selector) => !named.some((each) => matchesAny(each, [selector])))
  if (idle.length > 0)
    return idle.map((each) =>
      idleProblem(
        '--only',
        each,
        `no resource of target ${from}`,
        named,
        registry.map(({ name }) => name),
      ),
    )
  const chosen = all.filter(({ desired }) => matchesAny(desired, only))
  const known = chosen.flatMap((built) =>
    registry.flatMap((kind) => (kind.name === built.desired.kind ? fieldsIn(built, kind) : [])),
  )
  return field
    .filter((path) => !known.some((each) => each === path || each.startsWith(`${path}.`)))
    .map((path) =>
      badFlag(`--field ${path}: target ${from} doesn't declare this field${didYouMean(path, known)}`),
    )
}

/** Anything else that would change is refused: an anchor may also be used in other places. */
function strayedIn(old: Loaded, next: Loaded, only: readonly string[], to: string): Problem | undefined {
  const textsOf = (loaded: Loaded, target: string | undefined): string =>
    JSON.stringify(
      [...(loaded.written().collected.get(target)?.objects ?? [])]
        .filter(({ desired }: Built) => target !== to || !matchesAny(desired, only))
        .map(({ desired: { kind, name, declared } }) => [kind, name, declared]),
    )
  const all = [...old.written().collected.keys()]
  const isStray = all.some((target) => textsOf(old, target) !== textsOf(next, target))
  return isStray ? unfit('the change would also change other resources or targets') : undefined
}

function unfit(message: string): Problem {
  return badFlag(message, 'Edit the manifests by hand, or choose other resources with --only and --field.')
}

/** What a plan of the target shows with the new texts; undefined if no plan can be made, which is a warning. */
async function planOf(
  flags: PromoteFlags,
  changed: Pick<PlanningRequest, 'texts' | 'targetVariables'> & { readonly target: readonly string[] },
  io: Io,
  teller: Teller,
): Promise<Plan | undefined> {
  const request = {
    ...requested(flags),
    ...changed,
    file: [],
    exclude: [],
    resend: [],
    checkCredentials: [],
    maxChanges: [],
    inputLimit: [],
    secrets: 'defer' as const,
  }
  let plan: Plan | undefined
  await observed({ progress: createProgress(io, flags) }, teller, io, async (observer) => {
    const { account } = await planned(request, io, observer)
    plan = hasErrors(account.problems) ? undefined : account.plan
    teller.warn(account.problems.map((each) => ({ ...each, severity: 'warning' as const })))
    return 0
  })
  return plan
}
