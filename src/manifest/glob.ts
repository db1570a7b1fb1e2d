// Matches paths and names against globs: `*` and `?` inside a folder, `**` over folders, `{a,b}` for either.

import { matchesName } from '../core/glob.ts'

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

/** Whether a path, by folders, matches a glob, by folders. */
export function matchesPath(path: readonly string[], glob: readonly string[]): boolean {
  // Which prefixes of the glob match the path read so far.
  let open = reach(new Set([0]), glob)
  for (const step of path) {
    const next = new Set<number>()
    for (const at of open) {
      const pattern = glob[at]
      if (pattern === '**') next.add(at)
      else if (pattern !== undefined && matchesName(step, pattern)) next.add(at + 1)
    }
    open = reach(next, glob)
  }
  return open.has(glob.length)
}

/** `**` also stands for no folder at all. */
function reach(at: Set<number>, glob: readonly string[]): Set<number> {
  for (const index of at) if (glob[index] === '**') at.add(index + 1)
  return at
}
