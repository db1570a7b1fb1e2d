// The smoke suites of a project file, checked with its manifests and without the service.
import type { Problem } from '../../core/problem.ts'
import { suiteMistakes } from '../../delivery/suites/mistakes.ts'
import type { Loaded } from '../../manifest/load-manifests.ts'
import { loadSuites, type LoadedSuites } from '../../manifest/suite/load-suites.ts'
import type { Project } from '../../project/project.ts'

/** The project's own suites are checked with its manifests, even if their variables aren't set. */
export async function declaredSuites(
  project: Project,
  loaded: Loaded,
): Promise<Pick<LoadedSuites, 'problems' | 'files' | 'ignored'>> {
  const suites = await loadSuites({ ...project, settings: { ...project.settings, need: 'offline' } }, [])
  return { ...suites, problems: problemsOf(project, suites, loaded) }
}

/** The target is left out if there is only one. */
export function problemsOf(
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
