// The files of --report, --out and --journal: their problems are found before the first request.
import { inputEnding } from '../../core/json.ts'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Problem, badFlag, unwritableFile } from '../../core/problem.ts'
import { mostSimilar } from '../../core/did-you-mean.ts'
import type { AccountCommand } from '../../report/account.ts'
import { formats, formatsFor, isFormatOf, type Format, type FormatName } from '../../report/formats.ts'
import { whyNotWritable } from '../../library/files/write-file.ts'
import { flagOf, valuesIn, type FlagsOf } from '../../library/options/flag.ts'
import { applyFlags, planFlags } from '../../library/options/plan.ts'
import { manifestFlags, serviceFlags, type OutputOptions } from '../../library/options/common.ts'
import type { Io } from '../terminal/io.ts'

export interface ReportFile {
  readonly format: FormatName
  /** As it was written; `stderr` for stderr. */
  readonly file: string
  /** Absent for stderr. */
  readonly path?: string
}

export interface Reports {
  readonly reports: readonly ReportFile[]
  readonly problems: readonly Problem[]
}

/** Options that name other files. */
const fileFlags = {
  out: planFlags.out,
  journal: applyFlags.journal,
  approved: applyFlags.approved,
  config: manifestFlags.config,
  files: manifestFlags.files,
  apiKeyFile: serviceFlags.apiKeyFile,
  dotenv: serviceFlags.dotenv,
}

export type NamedFiles = Partial<FlagsOf<typeof fileFlags>> & {
  readonly planFile?: string | undefined
  readonly suites?: readonly string[]
  readonly only?: readonly string[]
  readonly exclude?: readonly string[]
  /** Invalid options. */
  readonly mistakes?: readonly Problem[]
}

/** A file that the command reads or writes, and the option that names it. */
type NamedFile = readonly [by: string, file: string]

/** Where reports go, and the problems of --format, --report and the files that options name. */
export function reportsOf(
  command: AccountCommand,
  { format, report = [], ...flags }: OutputOptions & NamedFiles,
  { cwd }: Pick<Io, 'cwd'>,
): Reports {
  const taken = valuesIn(fileFlags, flags).flatMap(([name, row, files]) =>
    files.map((each) => [`--${flagOf(name, row)}`, String(each)] as const),
  )
  const ofCommand = [flags.planFile ?? [], ...(flags.suites ?? [])].flat()
  const others = ofCommand.map((file) => ['the command', file] as const)
  const { reports, problems } = reportFilesOf(report, command, cwd, [...taken, ...others])
  const wrong = [
    ...(isFormatOf(formats[format], command) ? [] : [unfit('format', format, command)]),
    ...problems,
    // Figures of only some resources would end the alerts for the others.
    ...(reports.some(({ format: each }) => each === 'prometheus') &&
    (flags.only ?? []).concat(flags.exclude ?? []).length > 0
      ? [badFlag('--report prometheus works only without --only and --exclude')]
      : []),
    ...(flags.planFile === ''
      ? [badFlag('the file name of the saved plan is empty', 'Give the name of a file.')]
      : []),
    ...(flags.out === '-' ? [notStdout('--out')] : []),
    ...(flags.journal === '-' ? [notStdout('--journal')] : []),
    // The --out of export is a folder, which has checks of its own.
    ...(command === 'export' ? [] : outProblems(flags.out, cwd, taken)),
  ]
  return { reports, problems: wrong }
}

/** In other tools and options, `-` is stdout or stdin: a file or a folder with this name is hardly ever meant. */
function notStdout(flag: string): Problem {
  return badFlag(`${flag} -: belfry prints only the result to stdout`, 'Give the name of a file or a folder.')
}

/** The file of --out is written after the service was read; its problems are found before. */
function outProblems(out: string | undefined, cwd: string, taken: readonly NamedFile[]): readonly Problem[] {
  if (out === undefined) return []
  const path = resolve(cwd, out)
  const other = taken.find(([by, named]) => by !== '--out' && resolve(cwd, named) === path)
  if (other !== undefined)
    return [badFlag(`--out ${out} uses the same file as ${other[0]}`, 'Use a different file.')]
  if (isInput(path)) return [replacing(`--out ${out}`)]
  if (inputEnding.test(path))
    return [badFlag(`--out ${out} has the ending of a manifest`, 'Use a name such as plan.json.')]
  const why = whyNotWritable(path)
  return why === undefined ? [] : [unwritableFile(`--out ${out} can't be written`, why)]
}

/** The reports that can be written, and the problems of the others. `taken` are the files that the command reads or writes. */
function reportFilesOf(
  wishes: readonly string[],
  command: AccountCommand,
  cwd: string,
  taken: readonly NamedFile[],
): Reports {
  const reports: ReportFile[] = []
  const problems: Problem[] = []
  for (const wish of wishes) {
    const found = reportFileOf(wish, command, cwd)
    if ('rule' in found) {
      problems.push(found)
      continue
    }
    const { path } = found
    // Twice on stderr, GitHub would show each annotation twice.
    if (path === undefined && reports.some((each) => each.path === undefined)) continue
    const other = reports.some((each) => each.path === path)
      ? '--report'
      : taken.find(([, named]) => resolve(cwd, named) === path)?.[0]
    if (other !== undefined)
      problems.push(
        badFlag(`--report ${wish} uses the same file as ${other}`, 'Use a different file for each report.'),
      )
    else if (path !== undefined && isInput(path)) problems.push(replacing(`--report ${wish}`))
    else reports.push(found)
  }
  return { reports, problems }
}

/** An existing YAML, NDJSON or CSV file was probably written by hand: a project file, a manifest, a list of subscribers. */
function isInput(path: string): boolean {
  return inputEnding.test(path) && existsSync(path)
}

function replacing(wish: string): Problem {
  return badFlag(
    `${wish} would replace an existing YAML, NDJSON or CSV file, which may be a manifest`,
    'Use a different file name.',
  )
}

function reportFileOf(wish: string, command: AccountCommand, cwd: string): ReportFile | Problem {
  const [kind = '', ...rest] = wish.split('=')
  const file = rest.join('=')
  const known = formatsFor('file')
  const format = known.find((name) => name === kind)
  if (format === undefined) {
    const best = mostSimilar(kind, known)
    return badFlag(
      `--report ${wish}: unknown report kind${best === undefined ? '' : `; did you mean ${best}?`}`,
      `Write KIND=FILE. The kinds are ${formatsFor('file', command).join(', ')}.`,
    )
  }
  const { use, ending }: Format = formats[format]
  if (!isFormatOf(formats[format], command)) return unfit('report', format, command)
  // The stream from which GitHub's runner reads commands: stderr, if stdout has the result.
  if (format === 'github' && (rest.length === 0 || file === '-')) return { format, file: 'stderr' }
  if (file === '' || file === '-')
    return badFlag(
      file === ''
        ? `--report ${wish} has no file name`
        : `--report ${wish}: a report can't be written to stdout, because belfry prints the result to stdout`,
      `Write --report ${format}=FILE, such as --report ${format}=belfry.${ending}.${use === 'both' ? ` For stdout, use --format ${format}.` : ''}`,
    )
  const several = reportsIn(wish, known)
  if (several.length > 1)
    return badFlag(
      `--report ${wish} names several reports`,
      `Repeat the option: ${several.map((each) => `--report ${each}`).join(' ')}`,
    )
  const path = resolve(cwd, file)
  const why = whyNotWritable(path)
  if (why === undefined) return { format, file, path }
  const problem = unwritableFile(`the report ${file} can't be written`, why)
  return dirname(path) === path
    ? problem
    : { ...problem, hint: `${problem.hint} belfry doesn't create folders.` }
}

/** `json=a,b.json,markdown=c.md` names two reports. A comma that no kind of report follows is part of a file name. */
function reportsIn(wish: string, kinds: readonly string[]): readonly string[] {
  const found: string[] = []
  for (const part of wish.split(',')) {
    const isNext = kinds.some((kind) => part.startsWith(`${kind}=`))
    found.push(isNext ? part : [...found.splice(-1), part].join(','))
  }
  return found
}

/** A format that the command doesn't have. */
function unfit(flag: 'format' | 'report', format: FormatName, command: AccountCommand): Problem {
  const { of: own = [] }: Format = formats[format]
  const use = flag === 'format' ? 'stdout' : 'file'
  return badFlag(
    `--${flag} ${format} doesn't work with ${command === 'journal' ? 'a journal' : command}, only with ${own.join(', ')}`,
    `For ${command === 'journal' ? 'a journal' : command}, use ${formatsFor(use, command).join(', ')}.`,
  )
}
