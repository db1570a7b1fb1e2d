// Matches paths and names against globs: `*` and `?` inside a folder, `**` over folders, `{a,b}` for either.

import { matchesName } from '../../core/glob.ts'

const magic = /[*?{]/

export function isGlob(text: string): boolean {
  return magic.test(text)
}

/** The folders before the first glob, and the rest by folders. */
export function splitGlob(glob: string): { readonly base: string; readonly rest: readonly string[] } {
  const steps = glob.split('/')
  const first = steps.findIndex(isGlob)
  const at = first < 0 ? steps.length - 1 : first
  return { base: steps.slice(0, at).join('/') || (glob.startsWith('/') ? '/' : '.'), rest: steps.slice(at) }
}

/** By folders: a glob or a regular expression for names, or `**` for any number of folders. */
export type Glob = readonly (string | RegExp)[]

/** Which prefixes of a glob, by folders, match the path so far; each by its length. */
export type Matched = ReadonlySet<number>

export function beginMatch(glob: Glob): Matched {
  return skipEmpty(new Set([0]), glob)
}

/** After one more folder or file name. */
export function matchNext(matched: Matched, name: string, glob: Glob): Matched {
  const next = new Set<number>()
  for (const at of matched) {
    const pattern = glob[at]
    if (pattern === '**') next.add(at)
    else if (typeof pattern === 'string' ? matchesName(name, pattern) : pattern?.test(name)) next.add(at + 1)
  }
  return skipEmpty(next, glob)
}

/** Whether the path so far matches the whole glob. */
export function isMatch(matched: Matched, glob: Glob): boolean {
  return matched.has(glob.length)
}

/** `**` also stands for no folder at all. */
function skipEmpty(at: Set<number>, glob: Glob): Matched {
  for (const index of at) if (glob[index] === '**') at.add(index + 1)
  return at
}
