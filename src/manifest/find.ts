// Finds the manifest files that files, folders and globs name.
import { readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { confine, realPath } from './confine.ts'
import { isGlob, matchesPath, splitGlob } from './glob.ts'
import type { Report } from './reporter.ts'
import { show } from './show.ts'

/** A file to read; `path` is undefined for standard input. */
export interface FoundFile {
  readonly path: string | undefined
  /** As printed: relative to the working directory. */
  readonly name: string
}

export interface Search {
  readonly patterns: readonly string[]
  /** The folder that patterns are relative to. */
  readonly from: string
  /** The folder that printed names are relative to. */
  readonly cwd: string
  /** The project file, which is no manifest. */
  readonly except?: string | undefined
  /** Folders in which a file must lie, links resolved; what the command line names may lie anywhere. */
  readonly readable: readonly string[]
  readonly namedBy: 'project' | 'command line'
  readonly report: Report
}

/** In the order of the patterns, each file once; a folder's by name. */
export function findFiles(search: Search): FoundFile[] {
  const { patterns, from, cwd, report } = search
  const found = new Map<string, FoundFile>()
  if (search.except !== undefined) found.set(search.except, { path: undefined, name: '' })
  for (const pattern of patterns) {
    if (pattern === '-') {
      found.set('-', { path: undefined, name: '(stdin)' })
      continue
    }
    const paths = pathsOf(pattern, from)
    if (paths.length === 0) report({ rule: 'no-manifests', message: `${show(pattern)} names no YAML file` })
    for (const path of paths) {
      const real = realPath(path) ?? path
      if (found.has(real)) continue
      const name = printed(path, cwd)
      if (mayBeRead(path, pattern, search)) found.set(real, { path, name })
      else
        report({
          rule: 'file-outside',
          message: `the manifest ${show(name)} lies outside the folders that may be read`,
          hint: 'Allow its folder with --file-root FOLDER.',
        })
    }
  }
  return [...found.values()].filter(({ name }) => name !== '')
}

/** A link in a repository must not bring in what lies beside it. */
function mayBeRead(path: string, pattern: string, { from, readable, namedBy }: Search): boolean {
  const named = namedBy === 'command line' ? [isGlob(pattern) ? splitGlob(pattern).base : pattern] : []
  const folders = [...readable, ...named.map((each) => resolve(from, each))]
  return 'path' in confine(path, folders)
}

export function printed(path: string, cwd: string): string {
  return (relative(cwd, path) || '.').replaceAll('\\', '/')
}

function pathsOf(pattern: string, from: string): string[] {
  const path = resolve(from, pattern)
  const type = typeOf(path)
  if (type === 'file') return [path]
  if (type === 'folder') return walk(path, (name) => isYaml(name))
  if (!isGlob(pattern)) return []
  const { base, rest } = splitGlob(pattern)
  const folder = resolve(from, base)
  return walk(folder, (name) => matchesPath(name.split('/'), rest))
}

function isYaml(name: string): boolean {
  return name.endsWith('.yaml') || name.endsWith('.yml')
}

/** The files below a folder, by name; hidden folders and node_modules are left out, and no folder is walked twice. */
function walk(root: string, accepts: (name: string) => boolean): string[] {
  const found: string[] = []
  const walked = new Set<string>()
  const visit = (folder: string, prefix: string): void => {
    const real = realPath(folder)
    if (real === undefined || walked.has(real)) return
    walked.add(real)
    for (const name of namesIn(folder)) {
      if (name.startsWith('.') || name === 'node_modules') continue
      const type = typeOf(join(folder, name))
      if (type === 'folder') visit(join(folder, name), `${prefix}${name}/`)
      else if (type === 'file' && accepts(`${prefix}${name}`)) found.push(join(folder, name))
    }
  }
  visit(root, '')
  return found
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function typeOf(path: string): 'file' | 'folder' | undefined {
  try {
    const stats = statSync(path)
    if (stats.isDirectory()) return 'folder'
    return stats.isFile() ? 'file' : undefined
  } catch {
    return undefined
  }
}
