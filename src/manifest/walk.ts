// Walks a folder along a glob. Each entry that the glob reaches is a file to read, or is named with the reason why not.
import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { whyUnusable } from '../core/system-failure.ts'
import { matchesName } from '../core/glob.ts'
import { isInside } from '../core/path-inside.ts'
import { realPath } from './text/allowed-folders.ts'

/** Why an entry is ignored. `ending`: its name ends with neither .yaml nor .yml. `folder`: a glob that names files matches it. `not named`: a manifest beside the project file. */
export type IgnoredFor = 'hidden' | 'node_modules' | 'ending' | 'folder' | 'project file' | 'not named'

export type Reached =
  | { readonly type: 'file' | 'outside'; readonly path: string }
  | { readonly type: 'ignored'; readonly path: string; readonly reason: IgnoredFor }
  /** `broken`: a link that could lead to a folder of manifests, with the ending of another file. */
  | { readonly type: 'broken' | 'unreadable'; readonly path: string; readonly why: string }

export interface Walk {
  readonly root: string
  readonly glob: Glob
  /** The real paths of the folders that may be read; absent for all. */
  readonly within?: readonly string[]
}

/** All YAML files of a folder itself. */
export const ownYaml: Glob = [/\.ya?ml$/]

/** All YAML files of a folder and of the folders in it. */
export const everyYaml: Glob = ['**', ...ownYaml]

/** In the order of names, folder by folder. Follows links, but not in circles. */
export function* walk({ root, glob, within }: Walk): Generator<Reached> {
  // What is found in a folder depends on the prefixes of the glob that match its path, so each counts once.
  const walked = new Map<string, Set<number>>()
  yield* visit(root, beginMatch(glob))

  function* visit(folder: string, matched: Matched): Generator<Reached> {
    const real = realPath(folder) ?? folder
    if (within?.some((allowed) => isInside(real, allowed)) === false)
      return yield { type: 'outside', path: folder }
    const before = walked.get(real) ?? new Set()
    const fresh = new Set([...matched].filter((at) => !before.has(at)))
    walked.set(real, new Set([...before, ...fresh]))
    if (fresh.size === 0) return
    let entries: readonly Dirent[]
    try {
      entries = readdirSync(folder, { withFileTypes: true })
    } catch (error) {
      return yield { type: 'unreadable', path: folder, why: `can't be listed: ${whyUnusable(error)}` }
    }
    for (const entry of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1)))
      yield* reach(join(folder, entry.name), entry, matchNext(fresh, entry.name, glob))
  }

  function* reach(path: string, entry: Dirent, matched: Matched): Generator<Reached> {
    const { name } = entry
    const isWanted = isMatch(matched, glob)
    // Something in the folder at the path so far can match.
    const isOnTheWay = matched.size > Number(isWanted)
    if (!isWanted && !isOnTheWay) return
    if (name.startsWith('.')) return yield { type: 'ignored', path, reason: 'hidden' }
    if (name === 'node_modules') return yield { type: 'ignored', path, reason: 'node_modules' }
    const what = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entryAt(path)
    if (what === 'folder' && isOnTheWay) yield* visit(path, matched)
    else if (what === 'folder') yield { type: 'ignored', path, reason: 'folder' }
    else if (what === 'file' && isWanted) yield { type: 'file', path }
    else if (isWanted && what !== 'file') yield { type: 'unreadable', path, why: what.why }
    else if (what !== 'file' && what.mayBeFolder)
      yield { type: name.includes('.') ? 'broken' : 'unreadable', path, why: what.why }
    else if (glob === everyYaml) yield { type: 'ignored', path, reason: 'ending' }
  }
}

export interface Unreadable {
  /** Follows its name in a sentence, such as `is a socket, not a file`. */
  readonly why: string
  /** If it can't be read: it may be a file or a folder. */
  readonly mayBeFolder: boolean
}

/** What there is at a path, links followed. */
export function entryAt(path: string): 'file' | 'folder' | Unreadable {
  try {
    const stats = statSync(path)
    if (stats.isDirectory()) return 'folder'
    return stats.isFile() ? 'file' : { why: `is ${nounOf(stats)}, not a file`, mayBeFolder: false }
  } catch (error) {
    const isBroken = (error as NodeJS.ErrnoException).code === 'ENOENT' && isThere(path)
    const why = isBroken ? 'is a broken symbolic link' : `can't be read: ${whyUnusable(error)}`
    return { why, mayBeFolder: true }
  }
}

/** False only if no file, folder or link has this path. A link to a missing file exists. */
export function isThere(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return !['ENOENT', 'ENOTDIR', 'ERR_INVALID_ARG_VALUE'].includes(code)
  }
}

function nounOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

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
type Matched = ReadonlySet<number>

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

/** `**` also matches no folder at all. */
function skipEmpty(at: Set<number>, glob: Glob): Matched {
  for (const index of at) if (glob[index] === '**') at.add(index + 1)
  return at
}
