// The path of a file in its repository: the systems that show reports need it.
import type { Position } from '../../core/problem.ts'

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
