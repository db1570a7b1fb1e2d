// The files that belfry keeps in a project. Whoever writes the project must not make one of them lead elsewhere, or never end.
import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isInside, realPath } from '../../manifest/text/allowed-folders.ts'
import { sizeLimits, textOfFile, within } from '../prepare/bounded-file.ts'
import { whyNotWritable } from './write-file.ts'

/**
 * The path of such a file, and whether it is there. Throws if it is a link, if its folder leads out of the project, if it is a
 * device or a pipe, and if it is larger than the limit; the messages are for use after a colon.
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

/** The text of such a file; undefined if it is not there. */
export function textOfOwn(root: string, name: string, limit: number = sizeLimits.record): string | undefined {
  const { path, isThere } = ownFile(root, name, limit)
  return isThere ? textOfFile(path, { cwd: root }, limit) : undefined
}

/** The error of a test write, which leaves no file and makes no folder; undefined if the file can be written. */
export function whyOwnNotWritable(root: string, name: string): unknown {
  const path = join(root, name)
  return whyNotWritable(join(nearest(dirname(path)), basename(path)))
}

/** The folder, or the nearest one above that is there. */
function nearest(folder: string): string {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? nearest(dirname(folder)) : folder
}
