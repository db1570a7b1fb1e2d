// Whether a path is inside of a folder.
import { isAbsolute, relative, sep } from 'node:path'

/** The path relative to the folder, with slashes; undefined outside of the folder. */
export function pathInside(path: string, folder: string): string | undefined {
  const way = relative(folder, path).split(sep).join('/')
  return way === '..' || way.startsWith('../') || isAbsolute(way) ? undefined : way
}

export function isInside(path: string, folder: string): boolean {
  return pathInside(path, folder) !== undefined
}
