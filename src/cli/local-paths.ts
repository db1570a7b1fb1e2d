// Removes folders of this machine from reports that others read.
import { basename, isAbsolute, relative } from 'node:path'
import type { Problem } from '../core/problem.ts'
import type { AnyAccount } from '../report/account.ts'

/** A relative path as written; otherwise relative to the working directory, or only the name of a file outside of it. */
export function shownPath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path
  const way = relative(cwd, path).replaceAll('\\', '/')
  return way.startsWith('..') || isAbsolute(way) ? basename(path) : way || '.'
}

/** The account as formats that others read show it. `options` name the paths. */
export function withoutLocalPaths(account: AnyAccount, options: object, cwd: string): AnyAccount {
  let rules: readonly (readonly [path: string, name: string])[] | undefined
  const shown = (text: string): string => {
    rules ??= [
      ...absolutePaths(options).map((path) => [path, shownPath(path, cwd)] as const),
      // The root is a part of every URL.
      ...(cwd === '/' ? [] : [[`${cwd}/`, ''] as const]),
    ]
    return rules.reduce((left, [path, name]) => left.replaceAll(path, () => name), text)
  }
  const ofProblem = (problem: Problem): Problem => ({
    ...problem,
    message: shown(problem.message),
    ...(problem.hint !== undefined && { hint: shown(problem.hint) }),
  })
  const problems = account.problems.map(ofProblem)
  if (account.command !== 'diff' || account.sides === undefined) return { ...account, problems }
  const [from, to] = account.sides
  return { ...account, problems, sides: [shown(from), shown(to)] }
}

/** All paths in options, alone or as in `--report KIND=FILE`; the longest first, because it may contain others. */
function absolutePaths(options: object): readonly string[] {
  const values = Object.values(options).flat() as readonly unknown[]
  return values
    .flatMap((value) => (typeof value === 'string' ? value.replace(/^\w+=/, '') : []))
    .filter((path) => isAbsolute(path) && basename(path) !== '')
    .sort((left, right) => right.length - left.length)
}
