// The smoke suites of a project file, checked with its manifests and without the service.
import type { Problem } from '../../core/problem.ts'
import { suiteMistakes } from '../../delivery/suites/mistakes.ts'
import type { Loaded } from '../../manifest/load-manifests.ts'
import { loadSuites, type LoadedSuites } from '../../manifest/suite/load-suites.ts'
import type { Project } from '../../project/project.ts'

/** Variables of the suites need not be set. */
export async function declaredSuites(
  project: Project,
  loaded: Loaded,
): Promise<Pick<LoadedSuites, 'problems' | 'files' | 'ignored'>> {
  const offline = { ...project, settings: { ...project.settings, need: 'offline' as const } }
  const { files, ignored, ...suites } = await loadSuites(offline, [])
  return { files, ignored, problems: suiteProblems(project, suites, loaded) }
}

/**
 * The problems of the suites themselves, and those that only the manifests show, such as an integration that none declares.
 * If the project has only one target, they don't name it.
 */
export function suiteProblems(
  project: Project,
  { problems, ...suites }: Pick<LoadedSuites, 'cases' | 'primaries' | 'problems'>,
  loaded: Pick<Loaded, 'forTarget' | 'problems'>,
): Problem[] {
  const found = [...problems, ...suiteMistakes(suites, loaded, project)]
  return project.allTargets.length === 1 ? found.map(withoutTarget) : found
}

function withoutTarget(problem: Problem): Problem {
  const { target: _, ...rest } = problem
  return rest
}
