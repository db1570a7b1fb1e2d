// The files that --report names: what is wrong with them is found before anything is asked of the service.
import { dirname, resolve } from 'node:path'
import type { Problem } from '../core/problem.ts'
import { mostSimilar } from '../core/similar.ts'
import type { Account } from '../report/account.ts'
import { formats, formatsFor, type FormatName } from '../report/formats.ts'
import { whyNotWritable } from './atomic.ts'
import { whyUnusable } from './file-failure.ts'
import { badFlag } from './flag-problems.ts'

export interface ReportFile {
  readonly format: FormatName
  /** As it was written. */
  readonly file: string
  /** Absent for stderr. */
  readonly path?: string
}

/** Those that can be written, and what is wrong with the others. `taken` are the files that other flags name. */
export function reportFilesOf(
  wishes: readonly string[],
  command: Account['command'],
  cwd: string,
  taken: Readonly<Record<string, string | undefined>> = {},
): { readonly reports: readonly ReportFile[]; readonly problems: readonly Problem[] } {
  const reports: ReportFile[] = []
  const problems: Problem[] = []
  for (const wish of wishes) {
    const found = reportFileOf(wish, command, cwd)
    if (!('format' in found)) {
      problems.push(found)
      continue
    }
    if (found.path === undefined) {
      reports.push(found)
      continue
    }
    const other = reports.some(({ path }) => path === found.path)
      ? '--report'
      : Object.keys(taken).find((flag) => taken[flag] && resolve(cwd, taken[flag]) === found.path)
    if (other === undefined) reports.push(found)
    else
      problems.push(
        badFlag(`--report ${wish} names a file that ${other} names too`, 'Give each its own file.'),
      )
  }
  return { reports, problems }
}

function reportFileOf(wish: string, command: Account['command'], cwd: string): ReportFile | Problem {
  const [kind = '', ...rest] = wish.split('=')
  const file = rest.join('=')
  const known = formatsFor('file')
  const format = known.find((name) => name === kind)
  if (format === undefined) {
    const best = mostSimilar(kind, known)
    return badFlag(
      `--report ${wish} has no kind of report that belfry knows${best === undefined ? '' : `; did you mean ${best}?`}`,
      `Write KIND=FILE; the kinds are ${known.join(', ')}.`,
    )
  }
  const own: readonly Account['command'][] = formats[format].of
  if (!own.includes(command)) return unfit(format, command)
  // Where GitHub's runner reads them: it takes commands from stderr as from stdout, which carries the result.
  if (format === 'github' && (rest.length === 0 || file === '-')) return { format, file: 'stderr' }
  if (file === '')
    return badFlag(
      `--report ${wish} names no file`,
      `Write --report ${format}=FILE, such as ${format}=belfry.${format}.`,
    )
  const path = resolve(cwd, file)
  const why = whyNotWritable(path)
  return why === undefined
    ? { format, file, path }
    : {
        rule: 'file-unwritable',
        severity: 'error',
        message: `the report ${file} can't be written: ${whyUnusable(why)}`,
        hint: `Name a file in a folder that exists and that you may write to; ${dirname(path) === path ? 'this is none' : 'belfry makes no folders'}.`,
      }
}

/** A format that can't tell of what the command does. */
export function unfit(format: FormatName, command: Account['command']): Problem {
  const own: readonly Account['command'][] = formats[format].of
  return badFlag(
    `a report of the kind ${format} tells of ${own.join(', ')}, and not of ${command}`,
    `For ${command} there are ${formatsFor('file', command).join(', ')}.`,
  )
}
