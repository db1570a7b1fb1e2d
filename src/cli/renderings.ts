// An account in every format of a run: renders it for stdout, and into the files that --report names. With --report github, also
// writes a step's outputs and summary into the files that GitHub's runner names.
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, statSync } from 'node:fs'
import { append, gathered } from '../core/lists.ts'
import { whyUnusable } from '../core/system-failure.ts'
import { visible } from '../core/visible.ts'
import type { Account, AnyAccount } from '../report/account.ts'
import type { Context, Render } from '../report/context.ts'
import { formats, type Format, type FormatName } from '../report/formats.ts'
import type { ReportFile } from './options/reports.ts'
import type { Io } from './terminal/io.ts'
import { writeAtomically } from '../library/files/write-file.ts'

type Versions = (format: FormatName) => AnyAccount
type Texts = ReadonlyMap<FormatName, Iterable<string>>

export interface Renderings {
  /** Renders all formats first: if one fails, only the failure is printed. */
  readonly renderAll: (versions: Versions, context: Context) => Texts
  /** How many of the report files could not be written; stderr says why. A format that isn't in `texts` is rendered. */
  readonly writeReports: (texts: Texts, versions: Versions, context: Context) => number
}

/** Loads the formats. */
export async function renderingsOf(
  format: FormatName,
  reports: readonly ReportFile[],
  io: Io,
): Promise<Renderings> {
  const names = [...new Set([format, ...reports.map((report) => report.format)])]
  const loading = names.map(async (name) => [name, await formats[name].load()] as const)
  const renderers = new Map<FormatName, Render>(await Promise.all(loading))
  const writeGithubFiles = names.includes('github') ? await githubFilesOf(io) : undefined
  // Options with a format that can't show this command were refused before: see `reportsOf`.
  const render = (name: FormatName, versions: Versions, context: Context): Iterable<string> => {
    const text = renderers.get(name)?.(versions(name) as Account, context) ?? []
    return typeof text === 'string' ? [text] : text
  }
  return {
    renderAll: (versions, context) => new Map(names.map((name) => [name, render(name, versions, context)])),
    writeReports: (texts, versions, context) => {
      let known = context
      // Markdown names the files of other reports, but only those that were written.
      const ordered = [...reports].sort(
        (one, other) => Number(one.format === 'markdown') - Number(other.format === 'markdown'),
      )
      const failures = ordered.flatMap(({ format: name, file, path }) => {
        try {
          const own = known === context ? texts.get(name) : undefined
          const pieces = own ?? render(name, versions, known)
          if (path !== undefined) writeAtomically(path, pieces, (formats[name] as Format).mode)
          else for (const piece of gathered(pieces)) io.err(piece)
          return []
        } catch (error) {
          const { [name]: _lost, ...written } = known.reports
          known = { ...known, reports: written }
          const why = visible(io.filter.redact(whyUnusable(error)))
          return [`belfry: the report ${visible(file)} could not be written: ${why}.\n`]
        }
      })
      append(failures, writeGithubFiles?.(versions('github') as Account, known) ?? [])
      failures.forEach(io.err)
      return failures.length
    },
  }
}

/** GitHub drops a step's summary that is longer, in bytes. */
const longestSummary = 1024 * 1024

/** Appends to both files, and returns a line for each that could not be written. */
type WriteGithubFiles = (account: Account, context: Context) => readonly string[]

async function githubFilesOf(io: Pick<Io, 'env' | 'filter'>): Promise<WriteGithubFiles> {
  const render = await formats.markdown.load()
  const { githubOutputs } = await import('../report/ci/github.ts')
  return (account, context) => [
    ...appended('GITHUB_OUTPUT', io, () => githubOutputs(account, `belfry-${randomUUID()}`)),
    ...appended('GITHUB_STEP_SUMMARY', io, (before) => {
      const text = `${render(account, context)}\n`
      return before + Buffer.byteLength(text) > longestSummary ? '' : text
    }),
  ]
}

function appended(
  variable: string,
  { env, filter }: Pick<Io, 'env' | 'filter'>,
  textAfter: (bytes: number) => string,
): readonly string[] {
  const path = env[variable] ?? ''
  if (path === '') return []
  // Outside of the try: a bug in a format isn't a failure of the file.
  const text = textAfter(existsSync(path) ? statSync(path).size : 0)
  try {
    appendFileSync(path, text)
    return []
  } catch (error) {
    const why = whyUnusable(error)
    const failure = `belfry: the file ${path}, which ${variable} names, could not be written: ${why}.`
    return [`${visible(filter.redact(failure))}\n`]
  }
}
