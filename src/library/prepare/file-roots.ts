// The folders outside the project that may be read: only the caller and the environment can name them, not a project file.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { whyUnusable } from '../../core/file-failure.ts'
import type { Problem } from '../../core/problem.ts'
import { badFlag } from '../problems.ts'
import type { Ambient } from '../ambient.ts'

const variable = 'BELFRY_FILE_ROOTS'

interface RootFlags {
  readonly fileRoot: readonly string[]
}

export function fileRootsOf({ fileRoot }: RootFlags, { env }: Pick<Ambient, 'env'>): readonly string[] {
  return [...fileRoot, ...rootsIn(env)]
}

/** A folder that doesn't exist is usually a typo: its files would be refused as outside the project. */
export function fileRootProblems(
  { fileRoot }: RootFlags,
  { env, cwd }: Pick<Ambient, 'env' | 'cwd'>,
): Problem[] {
  const named = [
    ...fileRoot.map((root) => ({ root, by: `--file-root ${root}` })),
    ...rootsIn(env).map((root) => ({ root, by: `${variable} names ${root}` })),
  ]
  return named.flatMap(({ root, by }) => {
    const why = root === '' ? undefined : whyNoFolder(resolve(cwd, root))
    return why === undefined ? [] : [badFlag(`${by}: ${why}`, 'Give a folder that exists.')]
  })
}

function rootsIn(env: Ambient['env']): readonly string[] {
  return (env[variable] ?? '').split(':').filter((root) => root !== '')
}

function whyNoFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'the path is not a folder'
  } catch (error) {
    return whyUnusable(error)
  }
}
