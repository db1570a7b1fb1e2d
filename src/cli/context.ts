// What every command that reads a project starts with: flags and environment in, project and manifests out.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { refuseSecrets } from '../core/leak.ts'
import { hasErrors, inReadingOrder, type Problem } from '../core/problem.ts'
import { Secret } from '../core/secret.ts'
import type { Engine } from '../engine/engine.ts'
import type { Journal } from '../engine/journal.ts'
import type { Ledger } from '../engine/ledger.ts'
import type { PlanRequest } from '../engine/plan.ts'
import { registry } from '../kinds/registry.ts'
import { inputLimitsOf } from './input-limits.ts'
import { loadManifests, type Loaded } from '../manifest/load.ts'
import { loadProject } from '../project/load.ts'
import type { Project } from '../project/project.ts'
import type { Settings } from '../project/settings.ts'
import { laidOut } from '../report/lay.ts'
import { problemsText } from '../report/problems.ts'
import { paint, type Extent } from '../report/style.ts'
import { connectionProblem, openConnection, type ConnectionFlags } from './connection.ts'
import { printEnvelope } from './envelope.ts'
import { declaredSuites } from './declared-suites.ts'
import { worstExit, exitOfProblems } from './exit.ts'
import type { FormatFlags, ManifestFlags, PlanFlags, ProjectFlags, ToldFlags } from './flags.ts'
import { maxChangesOf } from './guard-flags.ts'
import { whyUnusable } from './file-failure.ts'
import type { Io } from './io.ts'
import { ledgerOf } from './ledger.ts'
import type { Progress } from './progress.ts'
import { sandboxKeys } from './sandbox-keys.ts'
import { fingerprintSecretIn } from './seal-keys.ts'
import type { Teller } from './tell.ts'

export interface Ready {
  readonly project: Project
  readonly loaded: Loaded
  /** Warnings; with an error nothing is ready. */
  readonly problems: readonly Problem[]
}

export interface NotReady {
  /** What the project file says of personal data, as far as it was read. */
  readonly privacy?: 'mask' | 'show' | undefined
  readonly problems: readonly Problem[]
  readonly loaded?: Loaded
}

/** The project file's part of it: for commands that read no manifests. */
export interface ProjectReady {
  readonly project: Project
  /** Warnings; with an error nothing is ready. */
  readonly problems: readonly Problem[]
}

export async function prepare(
  flags: ManifestFlags & Omit<Partial<PlanFlags>, keyof ManifestFlags>,
  io: Io,
  need: Settings['need'],
): Promise<Ready | NotReady> {
  const found = await prepareProject(flags, io, need)
  if (!('project' in found)) return found
  const { project } = found
  const problems = [...found.problems]
  const manifests = await loadManifests(project, registry)
  const suites = await declaredSuites(project, manifests)
  const loaded = { ...manifests, files: manifests.files + (suites?.files ?? 0) }
  problems.push(...manifests.problems, ...(suites?.problems ?? []))
  const keyed = need === 'live' ? sandboxKeys(project, problems) : project
  const sorted = inReadingOrder(problems)
  return hasErrors(sorted)
    ? { privacy: project.privacy, problems: sorted, loaded }
    : { project: keyed, loaded, problems: sorted }
}

/** Targets that are the sandbox's have no key yet where none is written: see `sandboxKeys`. */
export async function prepareProject(
  flags: ProjectFlags & Pick<PlanFlags, 'secrets'>,
  io: Io,
  need: Settings['need'],
): Promise<ProjectReady | NotReady> {
  const problems: Problem[] = []
  const { file = [] } = flags
  const inputLimits = inputLimitsOf(flags.inputLimit ?? [], problems)
  const stdin = onceFor(io)
  const apiKey = await keyFrom(flags.apiKeyFile, io, stdin, problems)
  const { project, problems: found } = await loadProject({
    cwd: io.cwd,
    env: io.env,
    ...(flags.config !== undefined && { configPath: flags.config }),
    ...(flags.url !== undefined && { url: flags.url }),
    ...(flags.insecureHttp === true && { insecureHttp: true }),
    ...(flags.judgesAddresses === true && { judgesAddresses: true }),
    targets: flags.target,
    ...(apiKey !== undefined && { apiKey }),
    ...(file.length > 0 && { files: file }),
    stdin,
    inputLimits,
    fileRoots: [...flags.fileRoot, ...rootsIn(io.env['BELFRY_FILE_ROOTS'])],
    need,
    filter: io.filter,
    ...(flags.secrets !== undefined && { secrets: 'named' }),
  })
  problems.push(...found)
  for (const target of project?.targets ?? []) io.filter.know(target.apiKey)
  io.filter.know(fingerprintSecretIn(io))
  const sorted = inReadingOrder(problems)
  return project === undefined || hasErrors(sorted)
    ? { privacy: project?.privacy, problems: sorted }
    : { project, problems: sorted }
}

/** What `plan` and `apply` start with; a number is the exit code where they can't, with the reason told. */
export async function prepareLive(
  flags: PlanFlags,
  io: Io,
  teller: Teller,
): Promise<(Ready & { readonly parallel: number; readonly ledger: Ledger | undefined }) | number> {
  const parallel = parallelOf(flags)
  if (typeof parallel !== 'number') return teller.refuse({ problems: [parallel] })
  const problem = connectionProblem(flags)
  if (problem !== undefined) return teller.refuse({ problems: [problem] })
  const { problems } = maxChangesOf(flags)
  if (problems.length > 0) return teller.refuse({ problems })
  const prepared = await prepare(flags, io, 'live')
  teller.follow(isReady(prepared) ? prepared.project : prepared)
  if (!isReady(prepared)) return teller.refuse(prepared)
  const found = [...prepared.problems]
  const ledger = await ledgerOf(prepared.project, io, found)
  if (hasErrors(found)) return teller.refuse({ problems: found })
  return { ...prepared, problems: found, parallel, ledger }
}

export function isReady(prepared: Ready | NotReady): prepared is Ready {
  return 'project' in prepared
}

/** Prints why nothing could start, and says with which code to end; of commands that tell no account. */
export function refuse(
  command: string,
  prepared: NotReady,
  flags: FormatFlags,
  io: Io,
  closing?: string,
): number {
  const exit = worstExit([exitOfProblems(prepared.problems)])
  if (flags.format === 'json') printEnvelope(command, { exit, problems: prepared.problems }, {}, io)
  else printProblems(prepared.problems, prepared.loaded, flags, io, closing)
  return exit
}

/** On stderr: stdout carries the result only. */
export function printProblems(
  problems: readonly Problem[],
  loaded: Loaded | undefined,
  flags: Pick<FormatFlags, 'color'>,
  io: Io,
  closing?: string,
): void {
  if (problems.length === 0) return
  refuseSecrets(problems, io.filter)
  const style = io.errStyle(colorOf(flags))
  const colors = { error: 'red', warning: 'yellow', place: 'bold', faint: 'dim' } as const
  const text = problemsText(problems, {
    files: loaded?.files ?? 0,
    ...(closing !== undefined && { closing }),
    paint: (how, each) => paint(style, colors[how], each),
  })
  io.err(laidOut(text, style))
}

export function colorOf({ color }: Pick<FormatFlags, 'color'>): false | undefined {
  return color ? undefined : false
}

/** What `--summary` and `--full` ask for. */
export function extentOf({ summary, full }: Pick<ToldFlags, 'summary' | 'full'>): Extent {
  if (summary === true) return 'summary'
  return full === true ? 'full' : 'usual'
}

export function planRequest(
  { project, loaded }: Ready,
  flags: Pick<PlanFlags, 'file' | 'only' | 'exclude' | 'resend' | 'maxChanges'> &
    Partial<Pick<PlanFlags, 'checkCredentials' | 'full'>>,
): PlanRequest {
  return {
    targets: project.targets,
    environments: Object.fromEntries(
      project.allTargets.map(({ alias, environment }) => [alias, environment]),
    ),
    declared: loaded,
    selection: {
      only: flags.only,
      exclude: flags.exclude,
      resend: flags.resend,
      checkCredentials: flags.checkCredentials ?? [],
    },
    unreadable: project.unreadable,
    missing: project.missing,
    manifests: flags.file.length > 0 && project.file !== undefined ? 'some' : 'all',
    rules: project.rules,
    ...(flags.full === true && { same: 'listed' }),
    maxChanges: maxChangesOf(flags).limits,
    ...(project.settings.secrets !== undefined && { secrets: project.settings.secrets }),
  }
}

export interface Keeping {
  readonly stop?: AbortSignal
  readonly journal?: Journal | undefined
  readonly ledger?: Ledger | undefined
}

/** An engine on real HTTP; `close` lets go of its connections. */
export function openEngine(
  io: Io,
  flags: ConnectionFlags,
  parallel: number,
  progress: Progress,
  { stop, journal, ledger }: Keeping = {},
): { readonly engine: Engine; readonly close: () => Promise<void> } {
  const { transport, patience, close } = openConnection(flags, io, progress.wait, stop)
  const fingerprintSecret = fingerprintSecretIn(io)
  const engine: Engine = {
    registry,
    transport,
    patience,
    clock: io.clock,
    parallel,
    on: progress.on,
    filter: io.filter,
    ...(stop !== undefined && { stop }),
    ...(journal !== undefined && { journal }),
    ...(ledger !== undefined && { ledger }),
    ...(fingerprintSecret !== undefined && { fingerprintSecret }),
  }
  return { engine, close }
}

export function parallelOf({ concurrency }: Pick<PlanFlags, 'concurrency'>): number | Problem {
  const parallel = Number(concurrency)
  return Number.isInteger(parallel) && parallel >= 1 && parallel <= 64
    ? parallel
    : {
        rule: 'bad-flag',
        severity: 'error',
        message: `--concurrency ${concurrency} is not a whole number from 1 to 64`,
      }
}

/** Stdin has one reader: whoever asks second is told. */
function onceFor(io: Io): () => Promise<string> {
  let isRead = false
  return () => {
    if (isRead) return Promise.reject(new Error('stdin is already used for something else'))
    isRead = true
    return io.readStdin()
  }
}

async function keyFrom(
  file: string | undefined,
  io: Io,
  stdin: () => Promise<string>,
  problems: Problem[],
): Promise<Secret | undefined> {
  if (file === undefined) return undefined
  try {
    const text = (file === '-' ? await stdin() : readFileSync(resolve(io.cwd, file), 'utf8')).trim()
    if (text === '') throw new Error('it is empty')
    if (file !== '-' && process.platform !== 'win32' && (statSync(resolve(io.cwd, file)).mode & 0o044) !== 0)
      problems.push({
        rule: 'open-key-file',
        severity: 'warning',
        message: `--api-key-file ${file} can be read by other users of this machine`,
        hint: `chmod 600 ${file}`,
      })
    const key = Secret.of(text, file === '-' ? 'stdin' : `file:${file}`)
    io.filter.know(key)
    return key
  } catch (error) {
    problems.push({
      rule: 'bad-key-file',
      severity: 'error',
      message: `--api-key-file ${file} can't be used: ${whyUnusable(error)}`,
    })
    return undefined
  }
}

function rootsIn(text: string | undefined): string[] {
  return (text ?? '').split(':').filter((root) => root !== '')
}
