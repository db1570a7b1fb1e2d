// What a format gets besides the account, and the path of a file in its repository, which systems that show reports need.
import type { Position } from '../core/problem.ts'
import type { Account } from './account.ts'
import type { Extent } from './words/note-lines.ts'
import type { Style } from './text/style.ts'

export interface Context {
  /** What the stream can show, if people read it. */
  readonly style: Style
  /** How much of it to show; `usual` if no option says so. */
  readonly extent?: Extent
  /** The version of belfry. */
  readonly version: string
  /** When the report was made: ISO 8601. */
  readonly madeAt: string
  /** Where files can be viewed in a browser. */
  readonly source?: SourceLinks
  /** What was checked out when the report was made; absent for formats that don't show it. */
  readonly checkout?: Checkout
  /** Where this run of a pipeline can be viewed in a browser. */
  readonly run?: string
  /** Where the manual can be viewed in a browser: the URL of its folder, with a slash at the end. */
  readonly manual?: string
  /** The text of the file that the report for Prometheus replaces; absent if there is none. */
  readonly former?: string
  /** Files with other reports of the same account, by format. */
  readonly reports: Readonly<Record<string, string>>
  /** The name of the format on stdout, which a pipeline's log shows; absent if nothing is printed. */
  readonly stdout?: string
}

/** Each part is absent if it isn't known. All are texts from outside: make them visible. */
export interface Checkout {
  /** The whole hash, in hex. */
  readonly commit?: string
  /** In a pipeline, the branch of the pull request, if there is one. */
  readonly branch?: string
  /** The project file as a path in the repository, with slashes; outside of a repository its name. */
  readonly project?: string
}

interface SourceLinks extends RepositoryPlace {
  /** Followed by the path of a file in its repository, such as `https://…/blob/SHA/`. */
  readonly base: string
}

/** A text that may be longer than a string can be comes in pieces, which can be read several times. */
export type Render = (account: Account, context: Context) => string | Iterable<string>

export interface RepositoryPlace {
  /** The folder in the repository that positions are relative to; empty or with a slash at its end. */
  readonly folder: string
}

/** With slashes, without `./`, and with `..` resolved if the folder is deep enough. */
export function repositoryPath({ file }: Pick<Position, 'file'>, source?: RepositoryPlace): string {
  const slashed = file.replaceAll('\\', '/')
  if (slashed.startsWith('/')) return slashed
  const parts: string[] = []
  for (const part of `${source?.folder ?? ''}${slashed}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

/** The file at which a problem without a file is shown. */
export const projectFile = 'belfry.yaml'
