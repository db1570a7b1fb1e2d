// Finds the manifest files that files, folders and globs name.
import { relative, resolve } from 'node:path'
import { confine, readReferenced, realPath, realPathsOf } from './allowed-folders.ts'
import { type Node, type NodePath, placeOfLine, type Place } from './node.ts'
import { placeFor, type Found, type Report } from '../frames/reporter.ts'
import type { FoundFile } from './read-text.ts'
import { show } from '../frames/frame.ts'
import {
  everyYaml,
  type IgnoredFor,
  isGlob,
  isThere,
  entryAt,
  ownYaml,
  type Reached,
  splitGlob,
  walk,
} from '../walk.ts'

/** An entry that a pattern reaches and that is not read. */
export interface IgnoredEntry {
  /** As printed. */
  readonly name: string
  readonly reason: IgnoredFor
}

export interface FoundFiles {
  /** In the order of the patterns, each file once; a folder's by name. */
  readonly files: readonly FoundFile[]
  readonly ignored: readonly IgnoredEntry[]
}

/** A file, a folder, a glob, or `-`. */
export interface Pattern {
  readonly text: string
  /** Where the project file names it. */
  readonly place?: Place | undefined
}

/** With its place if `tree` is the project file's, which lists the patterns at `path`. */
export function patternsIn(texts: readonly string[], tree: Node | undefined, path: NodePath): Pattern[] {
  return texts.map((text, index) => ({
    text,
    ...(tree && { place: placeFor('no-manifests', tree, [...path, index]) }),
  }))
}

export interface Search {
  readonly patterns: readonly Pattern[]
  /** The folder that patterns are relative to. */
  readonly from: string
  /** The folder that printed names are relative to. */
  readonly cwd: string
  /** The project file, which is no manifest. */
  readonly except?: string | undefined
  /** Folders in which a file must lie, links resolved; what the command line names may lie anywhere. */
  readonly readable: readonly string[]
  readonly namedBy: 'project' | 'command line'
  readonly rule: 'no-manifests' | 'no-suites'
  readonly report: Report
}

/** Each entry that a pattern reaches is a file to read, is ignored because of its name, or is reported. */
export function findFiles(search: Search): FoundFiles {
  const { patterns, cwd, except, report } = search
  const files = new Map<string, FoundFile>()
  const ignored = new Map<string, IgnoredEntry>()
  for (const pattern of patterns) {
    if (pattern.text === '-') {
      files.set('-', { path: undefined, name: '(stdin)' })
      continue
    }
    const folders = foldersFor(pattern, search)
    const known = realPathsOf(folders)
    let isEmpty = true
    let reachesProject = false
    for (const reached of reachedBy(pattern, known, search)) {
      const { path, type } = reached
      const name = printed(path, cwd)
      const real = realPath(path)
      const reason =
        type === 'ignored' ? reached.reason : (real ?? path) === except ? 'project file' : undefined
      if (reason !== undefined) {
        ignored.set(name, { name, reason })
        reachesProject ||= reason === 'project file'
        continue
      }
      isEmpty = false
      const problem = problemOf(reached, folders, known, real)
      if (problem !== undefined) {
        // A problem of a path that a pattern names is reported at the pattern, any other problem at the entry.
        const named = namedIn(pattern, path, search)
        const message = `${show(named ?? name)} ${problem.message}`
        const place = named === undefined ? undefined : pattern.place
        report({ ...problem, message, place: place ?? placeOfLine(name) })
      } else if (!files.has(real ?? path)) files.set(real ?? path, { path, name })
    }
    if (isEmpty) reportEmpty(pattern, search, reachesProject ? ' except the project file' : '')
  }
  return { files: [...files.values()], ignored: [...ignored.values()] }
}

/** Manifests beside the project file that it doesn't name. */
export function strayManifests(
  { from, cwd, except }: Pick<Search, 'from' | 'cwd' | 'except'>,
  { files, ignored }: FoundFiles,
  lists: readonly string[],
): readonly IgnoredEntry[] {
  const known = new Set([...files, ...ignored].map(({ name }) => name))
  return [...walk({ root: from, glob: ownYaml })].flatMap(({ path, type }) => {
    const name = printed(path, cwd)
    if (type !== 'file' || path === except || known.has(name)) return []
    const text = readReferenced(path, mostOfStray) ?? ''
    return [...text.matchAll(beginOfList)].some(([, list = '']) => lists.includes(list))
      ? { name, reason: 'not named' }
      : []
  })
}

/** `integrations:` with its first entry, after a comment or on a later line. */
const beginOfList = /^(\w+):[^\S\n]*(?:\[|(?:#[^\n]*)?\n\s*(?:- |\[))/gm

/** Bytes that are read to recognise a file as a manifest. */
const mostOfStray = 1 << 20

/** The folders in which a file must lie, so that a link in a repository can't include files outside of it. */
function foldersFor({ text }: Pattern, { from, readable, namedBy }: Search): readonly string[] {
  const named = namedBy === 'command line' ? [isGlob(text) ? splitGlob(text).base : text] : []
  return [...readable, ...named.map((each) => resolve(from, each))]
}

function* reachedBy({ text }: Pattern, within: readonly string[], { from }: Search): Iterable<Reached> {
  const path = resolve(from, text)
  if (isThere(path)) {
    const what = entryAt(path)
    if (what === 'folder') yield* walk({ root: path, glob: everyYaml, within })
    else yield what === 'file' ? { type: 'file', path } : { type: 'unreadable', path, why: what.why }
  } else if (isGlob(text)) {
    const { base, rest } = splitGlob(text)
    const root = resolve(from, base)
    const what = isThere(root) ? entryAt(root) : 'file'
    if (what === 'folder') yield* walk({ root, glob: rest, within })
    else if (what !== 'file') yield { type: 'unreadable', path: root, why: what.why }
  }
}

/** The problem of an entry, with a message to put after its name; undefined for a file that may be read. */
function problemOf(
  reached: Reached,
  folders: readonly string[],
  known: readonly string[],
  real: string | undefined,
): Found | undefined {
  if (reached.type === 'unreadable') return unreadable(reached.why)
  if (reached.type === 'broken')
    return {
      rule: 'broken-link',
      message: `${reached.why}; belfry ignores the link, because its name does not end with .yaml or .yml`,
      hint: 'If the link should lead to manifests, correct the link. Otherwise remove the link.',
    }
  const confined = confine(reached.path, folders, known, real)
  if (!('rule' in confined)) return undefined
  if (confined.rule === 'file-outside' || reached.type === 'outside')
    return { rule: 'file-outside', message: confined.message, hint: confined.hint }
  const what = entryAt(reached.path)
  return unreadable(typeof what === 'string' ? 'was replaced while belfry searched for manifests' : what.why)
}

function unreadable(why: string): Found {
  return {
    rule: 'file-unreadable',
    message: why,
    hint: 'Fix or remove this file. belfry ignores files whose names begin with a dot.',
  }
}

/** A path as the pattern writes it, or the folder in which its glob begins. */
function namedIn({ text }: Pattern, path: string, { from }: Search): string | undefined {
  return [text, splitGlob(text).base].find((named) => resolve(from, named) === path)
}

/** `others` ends the sentence about files that a pattern doesn't match. */
function reportEmpty({ text, place }: Pattern, { from, report, except, rule }: Search, others: string) {
  const path = resolve(from, text)
  const isSuite = rule === 'no-suites'
  if (isThere(path) && realPath(path) === except) {
    const message = `${show(text)} is the project file, not a ${isSuite ? 'smoke suite' : 'manifest'}`
    const hint = 'belfry always reads the project file: remove this path.'
    return report({ rule, place, message, hint })
  }
  const message = whyEmpty(text, path, isSuite) + others
  const hint = text.includes(',') ? 'A comma is part of a name: write each path by itself.' : undefined
  return report({ rule, place, message, hint })
}

function whyEmpty(text: string, path: string, isSuite: boolean): string {
  if (isThere(path)) return `the folder ${show(text)} has no file whose name ends with .yaml or .yml`
  if (isGlob(text)) return `${show(text)} matches no file`
  return `${isSuite ? 'the smoke suite ' : ''}${show(text)} is not found`
}

export function printed(path: string, cwd: string): string {
  return (relative(cwd, path) || '.').replaceAll('\\', '/')
}
