// Loads manifests that a test writes, and gives what a person would read.
import type { Problem } from '../../src/core/problem.ts'
import type { Kind } from '../../src/kinds/kind.ts'
import { registry as kinds } from '../../src/kinds/registry.ts'
import { loadManifests, type Loaded } from '../../src/manifest/load-manifests.ts'
import { loadProject } from '../../src/project/load-project.ts'
import type { Project, Settings } from '../../src/project/project.ts'
import { problemsText } from '../../src/report/text/problems.ts'
import { folderWith } from '../support/cli-process.ts'

export const project = `service: { url: sandbox }
targets:
  Development: { apiKey: "\${env:DEVELOPMENT_KEY}" }
  Production: { apiKey: "\${env:PRODUCTION_KEY}" }
manifests: [manifests]
`

export function settingsIn(cwd: string, settings: Partial<Settings> = {}): Settings {
  return { cwd, env: {}, targets: [], fileRoots: [], need: 'offline', ...settings }
}

export interface Result {
  readonly project: Project
  readonly loaded: Loaded
  readonly problems: readonly Problem[]
  readonly text: string
}

/** One manifest, with the project above unless another is given. */
export async function load(
  manifest: string | Readonly<Record<string, string>>,
  settings: Partial<Settings> = {},
  registry: readonly Kind[] = kinds,
): Promise<Result> {
  const files = typeof manifest === 'string' ? { 'manifests/a.yaml': manifest } : manifest
  const folder = folderWith({ 'belfry.yaml': project, ...files })
  const read = await loadProject(settingsIn(folder, settings))
  if (read.project === undefined) throw new Error(problemsText(read.problems, { files: 1 }))
  const loaded = await loadManifests(read.project, registry)
  const problems = [...read.problems, ...loaded.problems]
  return { project: read.project, loaded, problems, text: problemsText(problems, { files: loaded.files }) }
}
