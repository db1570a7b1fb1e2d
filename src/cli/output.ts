// The one place that prints an account: the result on stdout, problems on stderr, and each report in its file.
import { statSync } from 'node:fs'
import { given } from '../core/given.ts'
import { refuseSecrets } from '../core/secrets/leak.ts'
import { errorOf, hasErrors, type Problem } from '../core/problem.ts'
import type { AnyAccount, AccountCommand } from '../report/account.ts'
import type { Checkout, Context } from '../report/context.ts'
import { isGuard } from '../report/words/plan-notes.ts'
import { formats, type Format, type FormatName } from '../report/formats.ts'
import { accountAside } from '../report/text/list-text.ts'
import type { Style } from '../report/text/style.ts'
import { version } from '../service/package.ts'
import { checkoutOf } from '../library/files/checkout.ts'
import { manualOf, pipelineOf } from './ci/pipeline.ts'
import { nothing, refused, type OperationEnd } from '../library/operation-end.ts'
import { reportsOf, type NamedFiles, type ReportFile } from './options/reports.ts'
import type { OutputOptions } from '../library/options/common.ts'
import { shownPath, withoutLocalPaths, masksFor, type Masks } from './masks.ts'
import type { NotReady } from '../library/prepare/ready.ts'
import { crashOf } from './program/crash.ts'
import { renderingsOf, type Renderings } from './renderings.ts'
import { colorOf, extentOf, ignoredText, printProblems } from './terminal/diagnostics.ts'
import { sizeLimits, textOfFile } from '../library/files/read-file.ts'
import type { Io } from './terminal/io.ts'
import { exitOfLost } from './terminal/streams.ts'

/** Text on stderr around the problems. */
export interface Around extends Partial<Omit<OperationEnd, 'account'>> {
  /** A line before the result. */
  readonly opening?: string
}

export interface Output extends Pick<Masks, 'follow' | 'shown'> {
  readonly format: FormatName
  /** Of stderr. */
  readonly style: Style
  /** Prints problems before the end. The end doesn't repeat them on stderr. */
  readonly warn: (problems: readonly Problem[], around?: Around) => void
  /** The end: writes the result, problems and reports, and returns the exit code. */
  readonly print: (account: AnyAccount, around?: Around) => number
  /** The end of an operation of the library; `opening` is a line before its result. */
  readonly end: (ended: OperationEnd, opening?: string) => number
  /** The end of a command that could not start. */
  readonly refuse: (prepared: NotReady, closing?: string) => number
  /** The end of a command that a signal ended before anything was written. */
  readonly interrupted: (exit: number, problem: Problem) => void
}

/** A run of a command, with its options for output. */
interface Run {
  readonly command: AccountCommand
  readonly flags: OutputOptions
  readonly io: Io
  readonly reports: readonly ReportFile[]
  readonly masks: Masks
  readonly renderings: Renderings
  readonly checkout: Checkout | undefined
  /** If set, the reports are written and stay unchanged, even after a later crash. */
  isPrinted: boolean
}

/** Runs a command with its output. Its reports are always written, also after a crash. */
export async function withOutput(
  command: AccountCommand,
  flags: OutputOptions & NamedFiles & { readonly config?: string },
  io: Io,
  start: (output: Output) => number | Promise<number>,
): Promise<number> {
  const { reports, problems } = reportsOf(command, flags, io)
  const renderings = await renderingsOf(flags.format, reports, io)
  const isShown = [flags, ...reports].some(({ format }) => (formats[format] as Format).showsCheckout)
  const checkout = isShown ? await checkoutOf(io, flags.config) : undefined
  const masks = masksFor(flags)
  const run: Run = { command, flags, io, reports, masks, renderings, checkout, isPrinted: false }
  const output = outputOf(run)
  io.onCrash((error) => reportCrash(error, run))
  const found = [...problems, ...(flags.mistakes ?? [])]
  if (hasErrors(found)) {
    const { readPrivacy } = await import('../library/prepare/settings.ts')
    masks.follow(await readPrivacy(io.cwd, flags.config))
    return output.refuse({ problems: found })
  }
  try {
    return await start(output)
  } catch (error) {
    reportCrash(error, run)
    throw error
  }
}

function outputOf(run: Run): Output {
  const { command, flags, io, masks } = run
  // What stderr or the result shows already.
  const known = new Set<Problem>()
  const said = new Set<string>()
  const warn: Output['warn'] = (found, { loaded, closing = '' } = {}) => {
    const news = found.filter((problem) => !known.has(problem))
    news.forEach((problem) => known.add(problem))
    if (isForPeople(flags)) printProblems(news.map(masks.shown.problem), loaded, flags, io, closing)
    // The result of validate lists ignored files itself.
    const ignored = loaded === undefined || command === 'validate' ? '' : ignoredText(loaded)
    if (ignored === '' || said.has(ignored) || !isForPeople(flags)) return
    said.add(ignored)
    io.err(ignored)
  }
  const print: Output['print'] = (account, around = {}) => {
    around.known?.forEach((problem) => known.add(problem))
    return write(account, around, warn, run)
  }
  return {
    format: flags.format,
    style: io.errStyle(colorOf(flags)),
    follow: masks.follow,
    shown: masks.shown,
    warn,
    print,
    refuse: (prepared, closing) => {
      masks.follow(prepared)
      const { account, ...around } = refused(command, prepared, closing)
      return print(account, around)
    },
    end: ({ account, ...around }, opening) => print(account, { ...around, ...given({ opening }) }),
    interrupted: (exit, problem) => void print(nothing(command, exit, [problem]), { known: [problem] }),
  }
}

/** Returns the exit code, which is worse than the account's if a report could not be written. */
function write(account: AnyAccount, around: Around, warn: Output['warn'], run: Run): number {
  const { flags, io, masks, renderings } = run
  const { opening, after, closing, loaded } = around
  const masked = masks.versionsOf(account)
  const versions = (format: FormatName): AnyAccount =>
    isShared(format) ? withoutLocalPaths(masked(format), flags, io.cwd) : masked(format)
  refuseSecrets(account, io.filter)
  const context = contextOf(run)
  const texts = renderings.renderAll(versions, context)
  if (opening !== undefined && isForPeople(flags)) io.err(`${opening}\n`)
  io.outPieces(texts.get(flags.format) ?? [])
  if (after !== undefined && isForPeople(flags)) io.err(`${after}\n`)
  // The text of a plan begins with these.
  const isOpening = flags.format === 'text' && 'plan' in account && account.plan !== undefined
  warn(
    isOpening ? account.problems.filter((each) => !isGuard(each)) : account.problems,
    given({ loaded, closing }),
  )
  const aside = isForPeople(flags) ? accountAside(versions('text'), io.errStyle(colorOf(flags))) : ''
  if (aside !== '') io.err(aside)
  const failures = renderings.writeReports(texts, versions, context)
  run.isPrinted = true
  return failures > 0 ? exitOfLost(account.exit, io.written) : account.exit
}

/** Whether users other than the one of this machine read it. */
function isShared(format: FormatName): boolean {
  const { isForOwnEyes }: Format = formats[format]
  return isForOwnEyes !== true
}

/** Formats for programs contain the problems, so stderr has none. */
function isForPeople({ format }: OutputOptions): boolean {
  const { isForPrograms }: Format = formats[format]
  return isForPrograms !== true
}

function contextOf({ flags, io, reports, checkout }: Run): Context {
  const isForOthers = [flags, ...reports].some(({ format }) => isShared(format))
  return {
    style: io.outStyle(colorOf(flags)),
    extent: extentOf(flags),
    version,
    madeAt: io.now().toISOString(),
    reports: Object.fromEntries(reports.map(({ format, file }) => [format, shownPath(file, io.cwd)])),
    stdout: flags.format,
    ...given({ checkout, former: formerOf(reports) }),
    ...(isForOthers && { ...pipelineOf(io), ...manualOf(io) }),
  }
}

/** The former text of a regular file. Reading a pipe, such as /dev/stdout, would wait forever. */
function formerOf(reports: readonly ReportFile[]): string | undefined {
  const path = reports.find(({ format }) => format === 'prometheus')?.path
  try {
    return path !== undefined && statSync(path).isFile()
      ? textOfFile(path, { cwd: '' }, sizeLimits.json)
      : undefined
  } catch {
    return undefined
  }
}

/** Writes only the reports. The caller prints the message. */
function reportCrash(error: unknown, run: Run): void {
  if (run.isPrinted) return
  const { command, io, renderings } = run
  const { rule, exit, message } = crashOf(error, io)
  const account = nothing(command, exit, [errorOf(rule, message)])
  const blank = { style: io.outStyle(false), version, madeAt: io.now().toISOString(), reports: {} }
  const context = { ...blank, ...given({ former: formerOf(run.reports) }) }
  renderings.writeReports(new Map(), () => account, context)
  run.isPrinted = true
}
