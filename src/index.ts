// The library: opens a project, and validates, plans, applies and tests it from a program. It loads everything else only when it
// is needed.
import type { OpenOptions, Project } from './library/types.ts'

/**
 * Opens a project. Throws a `BelfryError` if the project file has errors.
 * Limits, retries, protected targets, the proof that an API key belongs to its target, and masking are as in the commands.
 */
export async function open(options: OpenOptions): Promise<Project> {
  const { projectAt } = await import('./library/project.ts')
  return projectAt(options)
}

export { BelfryError } from './library/method-options.ts'
export type * from './library/method-options.ts'
export type * from './library/option-types.ts'
export type * from './library/results.ts'
export type * from './library/types.ts'
export { version } from './service/package.ts'
