// The preparation of operations that only read targets: each target needs an API key, and the manifests show what is declared.
import { append } from '../../core/append.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { Ambient } from '../ambient.ts'
import type { ConnectionRequest, ProjectRequest } from '../requests.ts'
import { connectionProblems } from './connection.ts'
import { sealKeyProblem } from './fingerprint-keys.ts'
import { knownManifests } from './known-manifests.ts'
import { missingKey } from './one-target.ts'
import { prepareProject } from './prepare.ts'
import type { NotReady, Ready } from './ready.ts'
import { sandboxKeys } from './sandbox-keys.ts'

/** Errors in manifests don't matter. */
export async function readableTargets(
  request: ProjectRequest & ConnectionRequest,
  ambient: Ambient,
): Promise<Ready | NotReady> {
  const found = await prepareProject(request, ambient, 'live')
  const problems: Problem[] = [
    ...found.problems,
    ...connectionProblems(request, ambient.env),
    ...[sealKeyProblem(ambient) ?? []].flat(),
  ]
  if (!('project' in found)) return { privacy: found.privacy, problems }
  const { privacy } = found.project
  if (hasErrors(problems)) return { privacy, problems }
  const project = sandboxKeys(found.project, problems)
  append(problems, project.targets.filter(({ apiKey }) => apiKey === undefined).map(missingKey))
  if (hasErrors(problems)) return { privacy, problems }
  return { project, loaded: await knownManifests(project), problems }
}
