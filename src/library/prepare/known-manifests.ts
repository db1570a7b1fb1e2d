// The manifests for operations that don't need the values of secrets.
import { registry } from '../../kinds/registry.ts'
import { loadManifests, type Loaded } from '../../manifest/load.ts'
import type { Project } from '../../project/project.ts'

/**
 * Before the first request: from now on the filter knows the secrets that are set. What they are in error doesn't matter,
 * and no secret command is run.
 */
export function knownManifests(project: Project): Promise<Loaded> {
  const { secrets: _, ...settings } = project.settings
  return loadManifests({ ...project, settings: { ...settings, need: 'live' } }, registry)
}

/** Reads secrets by name only, so their environment variables and files need not exist. */
export function manifestsByName(project: Project): Promise<Loaded> {
  return loadManifests({ ...project, settings: { ...project.settings, secrets: 'named' } }, registry)
}
