// The files that manifests may read: those inside the allowed folders, with links resolved.
import { isInside } from '../../core/path-inside.ts'
import { option } from '../../core/shell.ts'
import { whyUnusable } from '../../core/system-failure.ts'
import { realpathSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { show } from '../frames/frame.ts'
import { decode, readAtMost } from './read-text.ts'
import type { Place } from './node.ts'

export type Confined = { readonly path: string } | Unconfined

interface Unconfined {
  readonly rule: 'file-outside' | 'file-unreadable'
  /** The part of the message after the name of the file. */
  readonly message: string
  readonly hint: string
  readonly isMissing?: true
}

/**
 * The real path of a file inside one of the folders, or why it may not be read. All paths are absolute. For many files,
 * pass the real paths of the folders, because resolving a path is slow.
 */
export function confine(
  wanted: string,
  folders: readonly string[],
  known: readonly string[] = realPathsOf(folders),
  real: string | undefined = realPath(wanted),
): Confined {
  // A file that doesn't exist has no real path; then the path as given decides.
  const isAllowed =
    real === undefined
      ? [...folders, ...known].some((folder) => isInside(wanted, folder))
      : known.some((folder) => isInside(real, folder))
  if (!isAllowed)
    return {
      rule: 'file-outside',
      message: 'is outside the folders that belfry may read',
      hint: `Move the file into the project, or allow its folder with ${option('fileRoots', ['FOLDER'])}.`,
    }
  const isPrivate = [...folders, ...known].some((folder) =>
    [wanted, real ?? wanted].some((path) => isInside(path, folder) && isPrivatePath(relative(folder, path))),
  )
  if (isPrivate)
    return {
      rule: 'file-outside',
      message: 'may contain tokens, so belfry does not read it',
      hint: 'Copy the value to a different file, or use an environment variable.',
    }
  if (real === undefined) return withoutRealPath(wanted)
  return statSync(real).isFile()
    ? { path: real }
    : {
        rule: 'file-unreadable',
        message: 'is not a file',
        hint: 'Write the path of a file, not of a folder.',
      }
}

/** A path that the system refuses to follow, such as a loop of links, doesn't count as missing. */
function withoutRealPath(path: string): Unconfined {
  try {
    realpathSync(path)
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException
    // Without a system call, the path itself is impossible, for example because of a NUL.
    if (syscall !== undefined && code !== 'ENOENT' && code !== 'ENOTDIR')
      return {
        rule: 'file-unreadable',
        message: `can't be read: ${whyUnusable(error)}`,
        hint: 'Fix the links or the permissions on the path.',
      }
  }
  return {
    rule: 'file-unreadable',
    message: 'does not exist',
    hint: 'Correct the path, or create the file.',
    isMissing: true,
  }
}

/** The problem of a file that a text at `place` names. */
export function unconfined(name: string, place: Place, { rule, message, hint }: Unconfined) {
  return { rule, place, message: `the file ${show(name)} ${message}`, hint }
}

/** A UTF-8 text without one trailing line break; undefined if the file has more bytes, other bytes, or can't be read. */
export function readReferenced(path: string, limit: number): string | undefined {
  try {
    const bytes = readAtMost(path, limit)
    return bytes && decode(bytes).replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}

export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** A folder that doesn't exist keeps its path. */
export function realPathsOf(folders: readonly string[]): readonly string[] {
  return folders.map((folder) => realPath(folder) ?? folder)
}

/** A checkout keeps the token that it was made with among git's own files. */
export function isPrivatePath(path: string): boolean {
  return /(?:^|[\\/])\.(?:git|netrc)(?:[\\/]|$)/i.test(path)
}
