// The formats of a report; each is loaded only if it is requested.
import type { AccountCommand } from './account.ts'
import type { Render } from './context.ts'
import { listCommands, listRows } from './list-rows.ts'

export interface Format {
  /** The commands that have this format; absent for all of them. */
  readonly of?: readonly AccountCommand[]
  /** For `--format`, for `--report`, or for both. */
  readonly use: 'stdout' | 'file' | 'both'
  /** How the names of its files end. */
  readonly ending: string
  /** A program reads it, and finds every problem in it: stderr repeats none. */
  readonly isForPrograms?: true
  /** Only the user who runs the command reads it. In all others personal data is masked by default. */
  readonly isForOwnEyes?: true
  /** Its header has the commit, the branch and the project. */
  readonly showsCheckout?: true
  /** The mode of its files, if other users of the machine read them. */
  readonly mode?: number
  readonly load: () => Promise<Render>
}

export const formats = {
  text: {
    use: 'stdout',
    ending: 'txt',
    isForOwnEyes: true,
    load: async () => (await import('./text/text.ts')).accountPieces,
  },
  json: {
    use: 'both',
    ending: 'json',
    isForPrograms: true,
    isForOwnEyes: true,
    load: async () => (await import('./json/account-json.ts')).accountJson,
  },
  ndjson: {
    of: [...listCommands, 'audit'],
    use: 'stdout',
    ending: 'ndjson',
    isForOwnEyes: true,
    load: async () => (await import('./json/account-json.ts')).accountNdjson,
  },
  csv: {
    // The subscribers are written as CSV, and the result is shown as text.
    of: ['export'],
    use: 'stdout',
    ending: 'txt',
    isForOwnEyes: true,
    load: async () => (await import('./text/text.ts')).accountPieces,
  },
  yaml: {
    of: listCommands.filter((command) => listRows[command].records.includes('declared')),
    use: 'stdout',
    ending: 'yaml',
    isForOwnEyes: true,
    load: async () => (await import('./text/list-text.ts')).manifestText,
  },
  markdown: {
    of: ['validate', 'plan', 'show', 'diff', 'compare', 'apply', 'journal', 'smoke'],
    use: 'both',
    ending: 'md',
    showsCheckout: true,
    load: async () => (await import('./markdown/markdown.ts')).markdown,
  },
  github: {
    of: ['validate', 'plan', 'show', 'diff', 'apply', 'smoke'],
    use: 'file',
    ending: 'txt',
    // The format includes the summary of the step, which is Markdown.
    showsCheckout: true,
    load: async () => (await import('./ci/github.ts')).githubAnnotations,
  },
  gitlab: {
    of: ['validate', 'plan', 'show', 'diff'],
    use: 'file',
    ending: 'json',
    load: async () => (await import('./ci/gitlab.ts')).gitlabReport,
  },
  sarif: {
    of: ['validate', 'audit'],
    use: 'file',
    ending: 'sarif',
    showsCheckout: true,
    load: async () => (await import('./ci/sarif.ts')).sarifLog,
  },
  junit: {
    of: ['apply', 'smoke'],
    use: 'file',
    ending: 'xml',
    load: async () => (await import('./ci/junit.ts')).junitReport,
  },
  prometheus: {
    of: ['plan'],
    use: 'file',
    ending: 'prom',
    mode: 0o644,
    // It has only numbers: two resources whose masked names are equal count twice.
    isForOwnEyes: true,
    load: async () => (await import('./ci/prometheus.ts')).prometheusText,
  },
  html: {
    of: ['validate', 'plan', 'show', 'diff', 'compare', 'apply', 'smoke', 'audit'],
    use: 'both',
    ending: 'html',
    showsCheckout: true,
    load: async () => (await import('./html/account-html.ts')).accountHtml,
  },
} as const satisfies Readonly<Record<string, Format>>

export type FormatName = keyof typeof formats

/** The names of the formats for one use, for a command or for all. */
export function formatsFor(use: 'stdout' | 'file', command?: AccountCommand): readonly FormatName[] {
  return (Object.keys(formats) as FormatName[]).filter((name) => {
    const format: Format = formats[name]
    const isUsed = format.use === use || format.use === 'both'
    return isUsed && (command === undefined || isFormatOf(format, command))
  })
}

export function isFormatOf({ of }: Format, command: AccountCommand): boolean {
  return of === undefined || of.includes(command)
}
