// The smoke suites of a project file, checked with its manifests and without the service.
import type { Problem } from '../../core/problem.ts'
import { mistakesIn, unaddressed, undeclaredIntegrations } from '../../delivery/suites/mistakes.ts'
import type { Loaded } from '../../manifest/load.ts'
import { loadSuites, type LoadedSuites } from '../../manifest/suite/load.ts'
import type { Project } from '../../project/project.ts'

/** The project's own suites are checked with its manifests, whatever they take from the environment. */
export async function declaredSuites(
  project: Project,
  { forTarget }: Loaded,
): Promise<Pick<LoadedSuites, 'problems' | 'files' | 'ignored'> | undefined> {
  const { smoke, settings, rules } = project
  if (smoke.suites.length === 0 || settings.files !== undefined) return undefined
  const { cases, problems, files, ignored } = await loadSuites(
    { ...project, settings: { ...settings, need: 'offline' } },
    [],
  )
  const found = [
    ...problems,
    ...mistakesIn(cases),
    ...unaddressed(cases, forTarget, rules),
    ...undeclaredIntegrations(cases, forTarget, rules, project.owns),
  ]
  const isAlone = project.allTargets.length === 1
  return { problems: isAlone ? found.map(withoutTarget) : found, files, ignored }
}

function withoutTarget(problem: Problem): Problem {
  const { target: _, ...rest } = problem
  return rest
}
