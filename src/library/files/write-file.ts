// Replaces a file atomically: a reader always finds the old text or the new one, never a part.
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  lstatSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { kill, pid } from 'node:process'
import { gathered } from '../../core/lists.ts'
import { isInside } from '../../core/path-inside.ts'
import { realPath } from '../../manifest/text/allowed-folders.ts'
import { sizeLimits, textOfFile, within } from './read-file.ts'

/**
 * Replaces or creates a file. By default only its owner can read it; `keepsMode`: the umask doesn't change `mode`. A text comes
 * in one piece or more. Throws the system's errors, after which the file is unchanged.
 */
export function writeAtomically(
  path: string,
  text: string | Iterable<string>,
  mode = 0o600,
  keepsMode = false,
): void {
  if (isDevice(path)) return withFile(openSync(path, 'w'), (file) => writeAll(file, text))
  withPart(path, text, mode, (part) => renameSync(part, throughLinks(path)), keepsMode)
}

/**
 * Like `writeAtomically`, but a file that exists keeps exactly its mode, whatever the umask, and others may read a new one: it
 * contains names of secrets, but no secret.
 */
export function replaceAtomically(path: string, text: string | Iterable<string>): void {
  const found = statSync(path, { throwIfNoEntry: false })
  writeAtomically(path, text, found ? found.mode & 0o7777 : 0o666, found !== undefined)
}

/** Creates a file, and its folder if necessary. Throws the system's errors: EEXIST if the name exists. */
export function createAtomically(path: string, text: string | Iterable<string>, mode = 0o666): void {
  mkdirSync(dirname(path), { recursive: true })
  withPart(path, text, mode, (part) => {
    try {
      // A rename would replace a file that was created meanwhile.
      linkSync(part, path)
    } catch {
      // Some file systems have no links.
      copyFileSync(part, path, constants.COPYFILE_EXCL)
    }
    rmSync(part)
  })
}

/** Writes a new file beside the path, which `place` moves to the path. After an error the new file is removed. */
function withPart(
  path: string,
  text: string | Iterable<string>,
  mode: number,
  place: (part: string) => void,
  keepsMode = false,
): void {
  const part = partBeside(throughLinks(path))
  const opened = openSync(part, 'wx', mode)
  try {
    withFile(opened, (file) => {
      writeAll(file, text)
      // Before the file is replaced, because a run may be killed after that.
      if (keepsMode) fchmodSync(file, mode)
      fsyncSync(file)
    })
    place(part)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

function withFile(file: number, use: (file: number) => void): void {
  try {
    use(file)
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, text: string | Iterable<string>): void {
  for (const piece of typeof text === 'string' ? [text] : gathered(text)) writeFileSync(file, piece)
}

/** The error of a test write, which leaves no file; undefined if the file can be written. */
export function whyNotWritable(path: string): unknown {
  try {
    if (isDevice(path)) return undefined
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      return Object.assign(new Error('the path is a folder'), { code: 'EISDIR' })
    return whyNoPart(path)
  } catch (error) {
    return error
  }
}

function whyNoPart(path: string): unknown {
  try {
    withPart(path, '', 0o600, (part) => rmSync(part))
    return undefined
  } catch (error) {
    return error
  }
}

/** A new name beside a file or a folder, for replacing it. Parts of a killed run are removed. */
export function partBeside(path: string): string {
  removeLeftOvers(path)
  return join(dirname(path), `.${basename(path)}.${pid}.${randomUUID()}.part`)
}

/** Removes the parts of killed processes beside a path. */
export function removeLeftOvers(path: string): void {
  const [folder, begin] = [dirname(path), `.${basename(path)}.`]
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith(begin) && isLeftOver(name.slice(begin.length)))
      rmSync(join(folder, name), { recursive: true, force: true })
}

/** Whether the process that made such a part has ended. */
function isLeftOver(rest: string): boolean {
  const [, maker] = /^(\d+)\.[\da-f-]{36}\.part$/.exec(rest) ?? []
  if (maker === undefined) return false
  try {
    kill(Number(maker), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** The file that a link leads to, so that the link stays. */
function throughLinks(path: string): string {
  return realPath(path) ?? path
}

/** `/dev/null` and pipes are written to, because they can't be replaced. */
function isDevice(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

// Files that belfry keeps in a project, such as .belfry/ledger.json: `root` is the folder of the project.

/**
 * The path of a file of belfry, and whether it exists. Throws if it is not a regular file, if its folder leads out of the
 * project, and if it is larger than the limit in bytes; the messages are for use after a colon.
 */
export function ownFile(
  root: string,
  name: string,
  limit: number = sizeLimits.record,
): { readonly path: string; readonly isThere: boolean } {
  const path = join(root, name)
  const folder = realPath(nearest(dirname(path)))
  if (folder === undefined || !isInside(folder, realPath(nearest(root)) ?? root))
    throw new Error('the folder of the file is a link that leads out of the project')
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() === true) throw new Error('the file is a symbolic link')
  if (found !== undefined && !found.isFile()) throw new Error('the path is not a regular file')
  if (found !== undefined && found.size > limit) within(limit, undefined)
  return { path, isThere: found !== undefined }
}

/** The text of a file of belfry; undefined if it doesn't exist. Throws as `ownFile` does. */
export function textOfOwn(root: string, name: string, limit: number = sizeLimits.record): string | undefined {
  const { path, isThere } = ownFile(root, name, limit)
  return isThere ? textOfFile(path, { cwd: root }, limit) : undefined
}

/** The error of a test write in the nearest existing folder, which leaves no file; undefined if the file or folder can be created. */
export function whyNotCreatable(path: string): unknown {
  // That folder may have something else of this name. The next run removes what a killed one left, by the name.
  return whyNoPart(join(nearest(dirname(path)), basename(path)))
}

/** The folder, or the nearest existing one above. */
function nearest(folder: string): string {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? nearest(dirname(folder)) : folder
}
