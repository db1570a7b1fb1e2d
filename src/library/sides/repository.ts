// The repository of the working directory, with its revisions and their files.
import { relative, resolve, sep, dirname, join } from 'node:path'
import { errorOf, type Problem } from '../../core/problem.ts'
import { pathInside } from '../../core/path-inside.ts'
import { realPath } from '../../manifest/text/allowed-folders.ts'
import type { GitReply } from './git.ts'
import type { Machine } from '../run.ts'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'

export interface Repository {
  /** Its working tree's folder, links resolved. */
  readonly top: string
  /** The working directory in it, with slashes; empty or with one at the end. */
  readonly prefix: string
  readonly isShallow: boolean
  /** The commit that a revision names; undefined if git doesn't know it. */
  readonly commitOf: (revision: string) => Promise<string | undefined>
  /** The best common ancestor of two commits. */
  readonly mergeBase: (one: string, other: string) => Promise<string | undefined>
  /** Undefined if git can't list them: the clone is partial or damaged. */
  readonly entriesOf: (commit: string) => Promise<readonly Entry[] | undefined>
  /** The files of the working tree, among these, that are equal to those of a commit. */
  readonly unchangedSince: (commit: string, files: readonly string[]) => Promise<readonly string[]>
  /** The contents of objects, in the order of the ids; undefined for a missing one. */
  readonly contentsOf: (ids: readonly string[]) => Promise<readonly (Buffer | undefined)[]>
}

/** A file or a link of a commit. */
export interface Entry {
  /** From the top, with slashes. */
  readonly path: string
  readonly id: string
  readonly type: 'file' | 'link'
}

export async function openRepository({
  git,
  cwd,
}: Pick<Machine, 'git' | 'cwd'>): Promise<Repository | Problem> {
  const found = await git(['rev-parse', '--show-toplevel', '--is-shallow-repository'], cwd)
  if (found === undefined || found.exit !== 0) return noRepository(found)
  const [top = '', shallow = ''] = found.out.toString('utf8').trimEnd().split('\n')
  const folder = realPath(top) ?? top
  const here = relative(folder, realPath(cwd) ?? cwd)
    .split(sep)
    .join('/')
  const read = async (args: readonly string[], input?: string): Promise<Buffer | undefined> => {
    const reply = await git(args, cwd, input)
    return reply?.exit === 0 ? reply.out : undefined
  }
  const entriesOf = async (commit: string): Promise<readonly Entry[] | undefined> => {
    const listing = await read(['ls-tree', '-r', '-z', '--full-tree', commit])
    return listing && entriesIn(listing)
  }
  return {
    top: folder,
    prefix: here === '' ? '' : `${here}/`,
    isShallow: shallow === 'true',
    commitOf: async (revision) =>
      isPlausible(revision)
        ? idIn(await read(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]))
        : undefined,
    mergeBase: async (one, other) => idIn(await read(['merge-base', one, other])),
    entriesOf,
    unchangedSince: async (commit, files) => {
      const known = new Map((await entriesOf(commit))?.map(({ path, id }) => [path, id]))
      const idOf = (file: string): string | undefined => known.get(pathIn({ top: folder }, file, cwd) ?? '')
      // If one file is missing, such as main:belfry.yaml of --guards-from, git hashes none.
      const there = files.filter((file) => idOf(file) !== undefined)
      const names = there.map((file) => `${file}\n`).join('')
      const ids = String(await read(['hash-object', '--no-filters', '--stdin-paths'], names)).split('\n')
      return there.filter((file, index) => ids[index] === idOf(file))
    },
    contentsOf: async (ids) =>
      objectsIn(await read(['cat-file', '--batch'], ids.map((id) => `${id}\n`).join('')), ids.length),
  }
}

function idIn(out: Buffer | undefined): string | undefined {
  return /^[0-9a-f]{40,64}/.exec(String(out))?.[0]
}

/** A name that begins with a dash would be an option, and one with control characters is invalid. */
function isPlausible(revision: string): boolean {
  // eslint-disable-next-line no-control-regex
  return revision !== '' && !revision.startsWith('-') && !/[\u0000-\u001F\u007F]/.test(revision)
}

function noRepository(reply: GitReply | undefined): Problem {
  const said = reply?.err.split('\n')[0]?.replace(/^fatal: /, '') ?? ''
  return errorOf(
    'no-revision',
    reply === undefined
      ? "the program git can't be started, and belfry needs git to read revisions"
      : `this folder is not in a git working tree, so belfry can't read revisions: ${said}`,
    'Run the command in a clone, or compare two folders: belfry diff BEFORE AFTER.',
  )
}

/** `MODE TYPE ID TAB PATH NUL`; submodules are left out, and paths that would lead out of a folder. */
function entriesIn(listing: Buffer): Entry[] {
  return String(listing)
    .split('\0')
    .flatMap((line): Entry[] => {
      const [, mode = '', id = '', path = ''] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
      const isInside = path.split('/').every((part) => !['', '.', '..'].includes(part))
      if (id === '' || !isInside || (sep === '\\' && path.includes('\\'))) return []
      return [{ path, id, type: mode === '120000' ? 'link' : 'file' }]
    })
}

/** `ID TYPE SIZE LF CONTENT LF`, or `ID missing LF`. */
function objectsIn(whole: Buffer | undefined, count: number): (Buffer | undefined)[] {
  const output = whole ?? Buffer.alloc(0)
  const found: (Buffer | undefined)[] = []
  let from = 0
  while (found.length < count) {
    const end = output.indexOf(0x0a, from)
    if (end < 0) break
    const [, type, size] = output.toString('latin1', from, end).split(' ')
    from = end + 1
    if (type !== 'blob') found.push(undefined)
    else {
      found.push(output.subarray(from, from + Number(size)))
      from += Number(size) + 1
    }
  }
  return Array.from({ length: count }, (_, index) => found[index])
}

/** A path of the machine as one of the repository; undefined outside of it. */
export function pathIn({ top }: Pick<Repository, 'top'>, path: string, from: string): string | undefined {
  const absolute = resolve(realPath(from) ?? from, path)
  return pathInside(realPath(absolute) ?? absolute, top)
}

/** How many objects are asked of git at once. */
const atOnce = 200

/** `folder` is new and empty. Returns the objects that are not in this clone. */
export async function extract(
  entries: readonly Entry[],
  repository: Repository,
  folder: string,
): Promise<readonly Entry[]> {
  const missing: Entry[] = []
  // Links come last: nothing is ever written through one.
  const links: (() => void)[] = []
  for (let from = 0; from < entries.length; from += atOnce) {
    const some = entries.slice(from, from + atOnce)
    const contents = await repository.contentsOf(some.map(({ id }) => id))
    for (const [index, entry] of some.entries()) {
      const content = contents[index]
      const path = join(folder, entry.path)
      mkdirSync(dirname(path), { recursive: true })
      if (content === undefined) missing.push(entry)
      else if (entry.type === 'link') links.push(() => symlinkSync(content.toString('utf8'), path))
      else writeFileSync(path, content)
    }
  }
  for (const link of links) link()
  return missing
}
