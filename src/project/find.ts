// Finds the project file: named, or upwards from the working directory.
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const projectFileNames = ['belfry.yaml', 'belfry.yml'] as const

/** Undefined if there is none. A named file is searched only at its path. */
export function findProjectFile(cwd: string, named?: string): string | undefined {
  if (named !== undefined) {
    const path = resolve(cwd, named)
    return isThere(path) ? path : undefined
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    for (const name of projectFileNames) if (isThere(join(folder, name))) return join(folder, name)
    if (dirname(folder) === folder) return undefined
  }
}

/** A path that can't be checked counts as existing: reading it reports why. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR'
  }
}
