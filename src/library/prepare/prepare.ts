// What every operation that reads a project starts with: a request and the environment in, project and manifests out.
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { hasErrors, inReadingOrder, type Problem } from '../../core/problem.ts'
import type { Ledger } from '../../engine/journal-and-ledger/ledger.ts'
import { isSelected, selectsAll, type Selection } from '../../engine/plan/select.ts'
import { catalogueWords } from '../../kinds/providers.ts'
import { pathWords } from '../../service/paths.ts'
import { registry } from '../../kinds/registry.ts'
import type { Desired } from '../../kinds/resource.ts'
import { loadManifests } from '../../manifest/load.ts'
import { loadProject } from '../../project/load.ts'
import type { Settings } from '../../project/settings.ts'
import type { Ambient, Observer } from '../ambient.ts'
import { ledgerOf } from '../apply/ledger.ts'
import { maxChangesOf } from '../limits.ts'
import type { ChangeRequest, ConnectionRequest, ProjectRequest } from '../requests.ts'
import { withCommandSecrets } from '../secret-command/secrets.ts'
import { withAcceptedKeys } from './accepted-keys.ts'
import { connectionProblems } from './connection.ts'
import { declaredSuites } from './declared-suites.ts'
import { manifestsByName } from './known-manifests.ts'
import { isReady, type NotReady, type ProjectReady, type Ready } from './ready.ts'
import { sandboxKeys } from './sandbox-keys.ts'
import { fileRootProblems, settingsOf, type Purpose } from './settings.ts'
import { fingerprintSecretIn, sealKeyProblem } from './fingerprint-keys.ts'

export async function prepare(
  request: ProjectRequest & ConnectionRequest & Purpose,
  ambient: Ambient,
  need: Settings['need'],
): Promise<Ready | NotReady> {
  const found = await prepareProject(request, ambient, need)
  if (!('project' in found)) return found
  const project = need === 'live' ? withCommandSecrets(found.project, request, ambient) : found.project
  const problems = [...found.problems]
  const manifests = await loadManifests(project, registry)
  const suites = await declaredSuites(project, manifests)
  const loaded = {
    ...manifests,
    files: manifests.files + (suites?.files ?? 0),
    ignored: [...manifests.ignored, ...(suites?.ignored ?? [])],
  }
  append(problems, manifests.problems)
  const mistakes = suites?.problems ?? []
  append(problems, request.suiteMistakes === 'errors' ? mistakes : mistakes.map(asWarning))
  const keyed = need === 'live' ? sandboxKeys(project, problems) : project
  const sorted = inReadingOrder(problems)
  return hasErrors(sorted)
    ? { privacy: project.privacy, problems: sorted, loaded }
    : { project: keyed, loaded, problems: sorted }
}

/** A mistake in a suite must not hide drift. */
function asWarning(problem: Problem): Problem {
  return { ...problem, severity: 'warning' }
}

/** Targets that are the sandbox's have no key yet where none is written: see `sandboxKeys`. */
export async function prepareProject(
  request: ProjectRequest & ConnectionRequest & Purpose,
  ambient: Ambient,
  need: Settings['need'],
): Promise<ProjectReady | NotReady> {
  const problems: Problem[] = mistakesOf(request, ambient)
  if (problems.length > 0) return { problems }
  const read = await loadProject(await settingsOf(request, ambient, need, problems))
  const project = read.project && { ...read.project, ...given({ targetVariables: request.targetVariables }) }
  append(problems, read.problems)
  ambient.filter.see((visit) => [...catalogueWords, ...pathWords].forEach(visit))
  for (const { apiKey, otherKeys = [] } of project?.targets ?? [])
    [apiKey, ...otherKeys].forEach(ambient.filter.know)
  ambient.filter.know(fingerprintSecretIn(ambient))
  const sorted = inReadingOrder(problems)
  if (project === undefined || hasErrors(sorted)) return { privacy: project?.privacy, problems: sorted }
  const isAsking = need === 'live' && request.sends !== 'nothing'
  return { project: isAsking ? await withAcceptedKeys(project, request, ambient) : project, problems: sorted }
}

/** What is wrong with a request before any file is read. */
export function mistakesOf(
  { mistakes = [], fileRoots }: Pick<ProjectRequest, 'mistakes' | 'fileRoots'>,
  ambient: Ambient,
): Problem[] {
  return [...mistakes, ...fileRootProblems({ fileRoots }, ambient)]
}

export interface LiveReady extends Ready {
  readonly ledger: Ledger | undefined
}

/** What `plan` and `apply` start with. */
export async function prepareLive(
  request: ChangeRequest & Purpose,
  ambient: Ambient,
  { follow }: Pick<Observer, 'follow'>,
): Promise<LiveReady | NotReady> {
  const checks = [
    connectionProblems(request, ambient.env),
    maxChangesOf(request.maxChanges).problems,
    sealKeyProblem(ambient),
  ]
  const problems = checks.map((each) => [each ?? []].flat()).find((each) => each.length > 0)
  if (problems !== undefined) return { problems }
  const { only, exclude } = request
  const selection: Selection = { only, exclude, resend: [] }
  const selects = selectsAll(selection) ? undefined : (each: Desired) => isSelected(each, selection)
  const prepared = await prepare({ ...request, ...given({ selects }) }, ambient, 'live')
  follow(isReady(prepared) ? prepared.project : prepared)
  if (!isReady(prepared)) return prepared
  const found = [...prepared.problems]
  const ledger = ledgerOf(prepared.project, found)
  if (hasErrors(found)) return { problems: found }
  return {
    ...prepared,
    ...given({ rolesElsewhere: await rolesElsewhere(prepared, request, ambient) }),
    problems: found,
    ledger,
  }
}

/** With `-f`, the standby that is primary, or the declared primary integration, may be in another manifest of the project. */
async function rolesElsewhere(
  { project, loaded }: Ready,
  // Only one reader can read standard input, and no values are needed.
  { apiKeyFile: _key, dotenv: _variables, ...request }: ChangeRequest,
  ambient: Ambient,
): Promise<Ready['rolesElsewhere']> {
  const hasRoles = project.targets.some(({ alias }) => rolesIn(loaded, alias).length > 0)
  if (request.files.length === 0 || project.file === undefined || !hasRoles) return undefined
  const whole = await prepareProject({ ...request, files: [] }, ambient, 'offline')
  if (!('project' in whole)) return undefined
  const all = await manifestsByName(whole.project)
  return (target) => rolesIn(all, target)
}

/** Standbys and declared primary integrations. */
function rolesIn({ forTarget }: Ready['loaded'], target: string): readonly Desired[] {
  return [...forTarget(target).ofKind('integration')].filter(
    ({ declared, fields }) => declared['standby'] !== undefined || fields['primary'] === true,
  )
}
