// The one place from which an account leaves: the result on stdout, problems on stderr, and each report in its file.
import { append } from '../core/append.ts'
import { given } from '../core/given.ts'
import { refuseSecrets } from '../core/secrecy/leak.ts'
import { hasErrors, type Problem } from '../core/problem.ts'
import type { Change } from '../core/plan/change.ts'
import type { Result } from '../core/plan/outcome.ts'
import type { Plan } from '../core/plan/plan.ts'
import type { Account } from '../report/account.ts'
import { formats, type Format, type FormatName } from '../report/formats.ts'
import type { Context, Render } from '../report/context.ts'
import { masking, withoutPersonalData } from '../report/persons/account.ts'
import { visible } from '../core/visible.ts'
import { version } from '../service/version.ts'
import { writeAtomically } from './terminal/write-file.ts'
import { crashOf } from './program/crash.ts'
import type { NotReady } from './prepare/ready.ts'
import { colorOf, extentOf, printProblems } from './terminal/diagnostics.ts'
import { exitOfLost, exitOfProblems } from './exit.ts'
import { whyUnusable } from '../core/file-failure.ts'
import { githubFilesOf } from './ci/github-files.ts'
import type { ToldFlags } from './flags/shared.ts'
import type { Io } from './terminal/io.ts'
import { pipelineOf } from './ci/pipeline.ts'
import { masksIn, privacy } from './privacy.ts'
import { reportsOf, type NamedFiles } from './flags/reports.ts'

/** What stderr says around the problems. */
export interface Around {
  /** How many files were read. */
  readonly loaded?: NotReady['loaded']
  /** A line before the result. */
  readonly opening?: string
  /** The last sentence after problems. */
  readonly closing?: string
}

export interface Teller {
  readonly format: FormatName
  /** From now on what the project says of personal data counts. */
  readonly follow: (project: { readonly privacy?: 'mask' | 'show' | undefined } | undefined) => void
  /** A part of the account as it may be shown before the end, on a stream. */
  readonly shown: {
    readonly plan: (plan: Plan) => Plan
    readonly change: (change: Change) => Change
    readonly result: (result: Result) => Result
  }
  /** Problems that matter before the end is known; the end doesn't repeat them on stderr. */
  readonly warn: (problems: readonly Problem[], around?: Around) => void
  /** The end: writes all there is to write, and says with which code the process ends. */
  readonly tell: (account: Account, around?: Around) => number
  /** The end of what could not start. */
  readonly refuse: (prepared: NotReady, closing?: string) => number
  /** The end of what a signal ended before anything was written. */
  readonly interrupted: (exit: number, problem: Problem) => void
}

type Subject = Account['command']

/** Runs a command with what tells its account; whatever happens, its reports are written. */
export async function telling(
  command: Subject,
  flags: ToldFlags & NamedFiles,
  io: Io,
  run: (teller: Teller) => number | Promise<number>,
): Promise<number> {
  const { reports, problems } = reportsOf(command, flags, io)
  const names = [...new Set([flags.format, ...reports.map(({ format }) => format)])]
  const loading = names.map(async (name) => [name, await formats[name].load()] as const)
  const renderers = new Map<FormatName, Render>(await Promise.all(loading))
  const writeGithubFiles = names.includes('github') ? await githubFilesOf(io) : undefined
  const { isForPrograms }: Format = formats[flags.format]
  const said = new Set<Problem>()
  /** Then the reports stay as they are, whatever goes wrong on the way out. */
  let isTold = false
  let ofProject: 'mask' | 'show' = 'show'
  const masks = (format: FormatName): boolean => masksIn(formats[format], flags, ofProject)
  const mask = masking(privacy)

  const warn: Teller['warn'] = (found, { loaded, closing = '' } = {}) => {
    const news = found.filter((problem) => !said.has(problem))
    news.forEach((problem) => said.add(problem))
    const shown = masks('text') ? news.map(mask.problem) : news
    if (isForPrograms !== true) printProblems(shown, loaded, flags, io, closing)
  }
  const rendered = (format: FormatName, account: Account, context: Context): string =>
    renderers.get(format)?.(account, context) ?? ''
  /** What each format is given; what is masked is masked once. */
  const versionsOf = (whole: Account): ((format: FormatName) => Account) => {
    let masked: Account | undefined
    return (format) => (masks(format) ? (masked ??= withoutPersonalData(whole, privacy)) : whole)
  }
  const writeReports = (
    textOf: (format: FormatName) => string,
    forGithub: () => Account,
    context: Context,
  ): number => {
    const failures = reports.flatMap(({ format, file, path }) => {
      try {
        const text = textOf(format)
        if (path === undefined) io.err(text)
        else writeAtomically(path, text)
        return []
      } catch (error) {
        const why = visible(io.filter.take(whyUnusable(error)))
        return [`belfry: the report ${visible(file)} could not be written: ${why}.\n`]
      }
    })
    append(failures, writeGithubFiles?.(forGithub(), context) ?? [])
    failures.forEach(io.err)
    isTold = true
    return failures.length
  }
  const tell: Teller['tell'] = (account, { opening, closing, loaded } = {}) => {
    const versionFor = versionsOf(account)
    refuseSecrets(account, io.filter)
    const context: Context = {
      style: io.outStyle(colorOf(flags)),
      extent: extentOf(flags),
      version,
      madeAt: io.now().toISOString(),
      reports: Object.fromEntries(reports.map(({ format, file }) => [format, file])),
      ...pipelineOf(io),
    }
    // All of it first: where one of them fails, nothing is told but that.
    const texts = new Map(names.map((name) => [name, rendered(name, versionFor(name), context)]))
    const textOf = (format: FormatName): string => texts.get(format) ?? ''
    if (opening !== undefined && isForPrograms !== true) io.err(`${opening}\n`)
    if (textOf(flags.format) !== '') io.out(textOf(flags.format))
    warn(account.problems, { ...(loaded && { loaded }), ...given({ closing }) })
    const failures = writeReports(textOf, () => versionFor('github'), context)
    return failures > 0 ? exitOfLost(account.exit, io.written) : account.exit
  }
  const refuse: Teller['refuse'] = ({ problems: found, loaded }, closing = 'Nothing was sent.') =>
    tell(nothing(command, exitOfProblems(found), found, loaded?.files), {
      ...(loaded && { loaded }),
      closing,
    })
  const interrupted: Teller['interrupted'] = (exit, problem) => {
    said.add(problem)
    tell(nothing(command, exit, [problem]))
  }

  const follow: Teller['follow'] = (project) => {
    ofProject = project?.privacy ?? ofProject
  }
  const shown: Teller['shown'] = {
    plan: (plan) => (masks('text') ? mask.plan(plan) : plan),
    change: (change) => (masks('text') ? mask.change(change) : change),
    result: (result) => (masks('text') ? mask.result(result) : result),
  }
  /** Whoever called prints what goes to people and to stdout. */
  const crashed = (error: unknown): void => {
    if (isTold) return
    const { rule, exit, message } = crashOf(error, io)
    const account = nothing(command, exit, [{ rule, severity: 'error', message }])
    const context = { style: io.outStyle(false), version, madeAt: io.now().toISOString(), reports: {} }
    writeReports(
      (format) => rendered(format, account, context),
      () => account,
      context,
    )
  }
  io.onCrash(crashed)
  if (hasErrors(problems)) return refuse({ problems })
  try {
    return await run({ format: flags.format, follow, shown, warn, tell, refuse, interrupted })
  } catch (error) {
    crashed(error)
    throw error
  }
}

/** The account of what came to nothing. */
function nothing(command: Subject, exit: number, problems: readonly Problem[], files = 0): Account {
  if (command === 'validate') return { command, exit, problems, files }
  if (command === 'journal') return { command: 'show', exit, problems }
  return { command, exit, problems }
}
