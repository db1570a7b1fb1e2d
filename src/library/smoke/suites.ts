// Smoke suites from their files to their results: what a smoke run does, and an apply that is to be proven.
import { option } from '../../core/shell.ts'
import { append } from '../../core/append.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { labelled } from '../../core/secrets/leak.ts'
import type { SmokeRun } from '../../core/delivery/smoke.ts'
import type { Suites } from '../../core/delivery/suite.ts'
import type { Resources } from '../../kinds/resources.ts'
import { loadSuites } from '../../manifest/suite/load.ts'
import type { Project } from '../../project/project.ts'
import { deliveryTarget, type DeliveryTarget } from '../../delivery/target.ts'
import { forbidden, strangers } from '../../delivery/guard.ts'
import { emptyFilters, selected } from '../../delivery/suites/select.ts'
import { runSuites } from '../../delivery/suites/suites.ts'
import type { Connection } from '../../library/prepare/connection.ts'
import type { Ambient, OperationEvent } from '../ambient.ts'
import { badFlag } from '../problems.ts'
import { problemsOf } from '../../library/prepare/declared-suites.ts'
import { connectedTo, missingKey } from '../../library/prepare/one-target.ts'
import { manifestsOf } from '../prepare/open-project.ts'
import { sandboxKeys } from '../../library/prepare/sandbox-keys.ts'

export interface Chosen extends Suites {
  readonly problems: readonly Problem[]
  readonly files: number
}

/** The cases of the files, or else of the project's suites, that the filters name. */
export async function chosenSuites(
  project: Project,
  files: readonly string[],
  filters: readonly string[],
): Promise<Chosen> {
  const loaded = await loadSuites(project, files)
  const chosen = selected(loaded, filters)
  const cases = chosen.cases.filter(({ skip }) => skip === undefined)
  const problems = problemsOf(project, { ...loaded, cases }, await manifestsOf(project, 'named'))
  if (files.length === 0 && project.smoke.suites.length === 0)
    problems.push({
      rule: 'no-suites',
      severity: 'error',
      message: 'no smoke suite given',
      hint: 'Give a file, or add `smoke: { suites: [smoke] }` to the project file.',
    })
  else if (!hasErrors(problems))
    for (const filter of emptyFilters(loaded, filters))
      problems.push(
        badFlag(
          `${option('filter')} ${filter} matches no case`,
          'Write NAME, SUITE/NAME or tag:TAG. * matches any characters.',
        ),
      )
  return { ...chosen, problems, files: loaded.files }
}

export interface ReadySuites extends Suites {
  readonly targets: ReadonlyMap<string, DeliveryTarget>
  readonly problems: readonly Problem[]
}

/** Problems that stop all cases: keys of other environments, and recipients that are not allowed. */
export async function readySuites(
  project: Project,
  suites: Suites,
  connection: Connection,
  ambient: Ambient,
  signal: AbortSignal,
): Promise<ReadySuites> {
  const { cases, primaries } = suites
  const live = cases.filter(({ skip }) => skip === undefined)
  const aliases = new Set([...live, ...primaries].map(({ target }) => target))
  const guarded = new Set(project.targets.filter((each) => each.protection).map(({ alias }) => alias))
  const problems = forbidden(
    live.filter(({ target }) => guarded.has(target)),
    project.smoke.recipients,
  )
  if (hasErrors(problems)) return { ...suites, targets: new Map(), problems }
  const { forTarget: declared } = await manifestsOf(project, 'known')
  const { targets, problems: found } = await targetsFor(
    project,
    aliases,
    declared,
    connection,
    ambient,
    signal,
  )
  append(problems, found)
  if (!hasErrors(problems))
    for (const [alias, { proof }] of targets) {
      const look = await proof()
      const own = live.filter(({ target }) => target === alias)
      append(problems, 'rule' in look ? [look] : await strangers(own, look))
    }
  return { ...suites, targets, problems }
}

/** `declared` returns the declarations of a target. With an error, nothing is sent. */
async function targetsFor(
  project: Project,
  aliases: ReadonlySet<string>,
  declared: (alias: string) => Resources,
  connection: Connection,
  ambient: Ambient,
  signal: AbortSignal,
): Promise<Omit<ReadySuites, keyof Suites>> {
  const problems: Problem[] = []
  const targets = new Map<string, DeliveryTarget>()
  const wanted = project.targets.filter(({ alias }) => aliases.has(alias))
  for (const target of sandboxKeys({ ...project, targets: wanted }, problems).targets) {
    const { apiKey, alias } = target
    if (apiKey === undefined) problems.push(missingKey(target))
    if (apiKey === undefined || hasErrors(problems)) continue
    const { open: shown, ...connected } = connectedTo({ target, apiKey }, connection, ambient, signal)
    const at = deliveryTarget({
      ...connected,
      shown,
      allowed: project.smoke.recipients,
      declared: declared(alias),
    })
    const proof = await at.proof()
    if ('rule' in proof) problems.push(proof)
    else targets.set(alias, at)
  }
  return { targets, problems }
}

/** Cases at the same time. */
export const usualCases = 4

export interface RunContext {
  readonly connection: Connection
  readonly parallel: number
  readonly signal: AbortSignal
  readonly on: (event: OperationEvent) => void
}

/** Its events and its result have labels in place of secrets. */
export async function runReady(
  { cases, primaries, targets }: ReadySuites,
  { connection: { patience }, parallel, signal, on }: RunContext,
  { now, filter }: Pick<Ambient, 'now' | 'filter'>,
): Promise<SmokeRun> {
  const { sleep, random } = patience
  const waiting = { clock: () => now().getTime(), sleep, random, signal }
  const total = cases.length + primaries.length
  let done = 0
  on({ type: 'cases', done, total })
  const run = await runSuites({
    cases,
    primaries,
    targets,
    waiting,
    parallel,
    on: (result) => on({ type: 'cases', done: ++done, total, result: labelled(result, filter) }),
  })
  return labelled(run, filter)
}
