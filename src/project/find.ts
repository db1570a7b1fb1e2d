// Finds the project file: named, or upwards from the working directory.
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const projectFileNames = ['belfry.yaml', 'belfry.yml'] as const

/** Undefined where there is none. A named file is not looked for elsewhere. */
export function findProjectFile(cwd: string, named?: string): string | undefined {
  if (named !== undefined) {
    const path = resolve(cwd, named)
    return isFile(path) ? path : undefined
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = projectFileNames.map((name) => join(folder, name)).find(isFile)
    if (found !== undefined || dirname(folder) === folder) return found
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
