// The entry point of the library. It loads everything else only when it is needed.
import type { OpenOptions, Project } from './types.ts'

/**
 * Opens a project. Throws a `BelfryError` if the project file has errors.
 * Limits, retries, protected targets, the proof that an API key belongs to its target, and masking are as in the commands.
 */
export async function open(options: OpenOptions): Promise<Project> {
  const { projectAt } = await import('./project.ts')
  return projectAt(options)
}
