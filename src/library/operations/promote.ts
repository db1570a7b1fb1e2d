// Declares resources of one target for another one, in the manifests. Sends only the reads of a plan.
import { option } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { exits, hasErrors, type Problem, badFlag } from '../../core/problem.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { idleProblem, matchesAny } from '../../engine/plan/select.ts'
import { kindNames } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import type { Loaded } from '../../manifest/load-manifests.ts'
import { nodeOf, plainValue, sourceOf } from '../../manifest/text/node.ts'
import { fieldsIn, promote as promotionOf, type Promotion } from '../../manifest/write/promote.ts'
import type { Project } from '../../project/project.ts'
import type { ResultAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfProblems } from '../exit.ts'
import { diffOf, writeManifests } from '../files/changed-manifests.ts'
import { manifestsOf, needs, openProject } from '../prepare/open-project.ts'
import { isReady } from '../prepare/ready.ts'
import type { PromoteRequest } from '../options/export.ts'
import { plan as planned, type PlanningRequest } from './plan.ts'

const nothingWritten = 'Nothing was written.'

export async function promote(
  request: PromoteRequest,
  run: Run,
): Promise<OperationEnd<ResultAccount<'promote'>>> {
  const { from, to, write } = request
  if (from === to) return refuse([badFlag(`the two targets are the same: ${from}`)])
  const found = await openProject({ ...request, targets: [from, to] }, needs.file, run)
  if (!isReady(found)) return refuse(found.problems)
  const { project } = found
  const old = await manifestsOf(project, 'all')
  const problems = [...found.problems, ...old.problems]
  if (hasErrors(problems)) return refuse(problems)
  const idle = idleIn(request, old)
  if (idle.length > 0) return refuse(idle)
  const { unused, ...promotion } = promotionIn(project, old, request)
  if (unused.length > 0) return refuse(unused)
  const { texts, changes, variables, left } = promotion
  const targetVariables = defining(project, from, to, variables)
  const next = await manifestsOf(project, 'all', { targetVariables, texts })
  const wrong = next.problems
    .filter(({ severity }) => severity === 'error')
    .map((each) => placedIn(texts, each))
  if (wrong.length > 0) return refuse([...wrong, unfit('the manifests would not be valid after this change')])
  if (isStraying(old, next, request)) return refuse([unfit('other resources or targets would change too')])
  const before = new Map(old.written().sources.map(({ file, text }) => [file, text]))
  const plan = texts.size === 0 ? undefined : await planOf(request, { texts, targetVariables }, run)
  const unwritten =
    write === true ? await writeManifests(texts, before, () => manifestsOf(project, 'all'), run.machine) : []
  if (unwritten.length > 0) return refused('promote', { problems: unwritten }, '')
  const { redact } = run.machine.filter
  const result = {
    from,
    to,
    files: [...texts.keys()],
    changes: changes.map(({ value, ...each }) => ({ ...each, value: redact(JSON.stringify(value)) })),
    variables,
    left,
    diff: redact(diffOf(texts, before, old, next)),
    isWritten: write === true && texts.size > 0,
    ...given({ plan }),
  }
  return {
    account: { command: 'promote', exit: exitOfProblems(problems), problems, result },
    closing: result.isWritten ? 'The manifests were written.' : nothingWritten,
  }
}

/** Reports a mistake for each option that shares a secret which no promoted field uses. */
function promotionIn(project: Project, old: Loaded, request: PromoteRequest) {
  const { from, to, only, fields, shareSecrets } = request
  const unused = new Set(shareSecrets)
  const promotion = promotionOf(old, {
    from,
    to,
    kinds: registry,
    chosen: [...(old.written().collected.get(from) ?? [])].filter(({ desired }) => matchesAny(desired, only)),
    fields,
    isShared: ({ kind, name }) => {
      const own = [name, `${kind}:${name}`].filter((each) => shareSecrets.includes(each))
      own.forEach((each) => unused.delete(each))
      return own.length > 0
    },
    project,
  })
  const idle = [...unused].filter((name) => !isSharedAlready(name, old, request))
  const why = 'no promoted field uses it'
  return { ...promotion, unused: idle.map((name) => badFlag(`${option('shareSecrets')} ${name}: ${why}`)) }
}

/** If the promotion changes the file, the position is in a text that is not on disk. */
function placedIn(texts: ReadonlyMap<string, string>, problem: Problem): Problem {
  if (!texts.has(problem.position?.file ?? '')) return problem
  return { ...problem, message: `in the changed manifest (not written): ${problem.message}` }
}

function refuse(problems: readonly Problem[]): OperationEnd<ResultAccount<'promote'>> {
  return refused('promote', { problems }, nothingWritten)
}

/**
 * The targets with the variables that `to` must define. Until they are defined, a plan uses the value of the other target, or
 * a named secret if the value is a secret.
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
    return [name, isPlain ? known : nodeOf(`\${var:${name}}`, sourceOf('', ''), [0, 0])] as const
  })
  return new Map([...targetVariables, [to, new Map([...(targetVariables.get(to) ?? []), ...own])]])
}

function idleIn({ only, fields, from }: PromoteRequest, old: Loaded): Problem[] {
  const collected = old.written().collected.get(from)
  const all = collected?.objects ?? []
  const named = all.map(({ desired }) => desired)
  const idle = only.filter((selector) => !named.some((each) => matchesAny(each, [selector])))
  if (idle.length > 0)
    return idle.map((each) =>
      [...(collected ?? [])].some(({ desired }) => matchesAny(desired, [each]))
        ? badFlag(`${option('only')} ${each}: promote changes no included file`, 'Edit the included file.')
        : idleProblem('only', each, `no resource of target ${from}`, named, kindNames),
    )
  const known = all
    .filter(({ desired }) => matchesAny(desired, only))
    .flatMap((built) =>
      registry.flatMap((kind) => (kind.name === built.desired.kind ? fieldsIn(built, kind) : [])),
    )
  return fields
    .filter((path) => !known.some((each) => `${each}.`.startsWith(`${path}.`)))
    .map((path) =>
      badFlag(
        `${option('fields')} ${path}: target ${from} doesn't declare this field${didYouMean(path, known)}`,
      ),
    )
}

/** A run that was killed between two files has promoted some already. */
function isSharedAlready(name: string, old: Loaded, { only, to }: PromoteRequest): boolean {
  const all = old.written().collected.get(to)?.objects ?? []
  const declared = all.flatMap(({ desired }) => (matchesAny(desired, only) ? [desired.declared] : []))
  return JSON.stringify(declared).includes(`(secret ${name.includes(':') ? name : `env:${name}`})`)
}

/** Whether anything else would change: an anchor may also be used in other places. */
function isStraying(old: Loaded, next: Loaded, { only, to }: PromoteRequest): boolean {
  const textOf = (loaded: Loaded, target: string | undefined): string =>
    JSON.stringify(
      [...(loaded.written().collected.get(target)?.objects ?? [])]
        .filter(({ desired }) => target !== to || !matchesAny(desired, only))
        .map(({ desired: { kind, name, declared } }) => [kind, name, declared]),
    )
  return [...old.written().collected.keys()].some((target) => textOf(old, target) !== textOf(next, target))
}

function unfit(message: string): Problem {
  return badFlag(
    message,
    `Edit the manifests, or choose other resources with ${option('only')} and ${option('fields')}.`,
  )
}

/** The plan of the target with the new texts; undefined, with a warning, if it fails. */
async function planOf(
  request: PromoteRequest,
  changed: Pick<PlanningRequest, 'texts' | 'targetVariables'>,
  run: Run,
): Promise<Plan | undefined> {
  const { to, only } = request
  const none = { files: [], exclude: [], resend: [], checkCredentials: [], maxChanges: {} }
  const asked = { ...request, ...changed, ...none, targets: [to], only } as const
  const compared = await planned(asked, run)
  // Secrets may be unset here, as those of new variables always are: then they are only named.
  const { account } =
    compared.account.exit === exits.mistake ? await planned({ ...asked, secrets: 'defer' }, run) : compared
  run.warn(account.problems.map((each) => ({ ...each, severity: 'warning' as const })))
  return hasErrors(account.problems) ? undefined : account.plan
}
