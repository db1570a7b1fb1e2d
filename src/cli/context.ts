// What every command that reads a project starts with: flags and environment in, project and manifests out.
import { append } from '../core/append.ts'
import { hasErrors, inReadingOrder, type Problem } from '../core/problem.ts'
import type { Ledger } from '../engine/ledger.ts'
import { catalogueWords } from '../kinds/providers.ts'
import { pathWords } from '../service/paths.ts'
import { registry } from '../kinds/registry.ts'
import { inputLimitsOf } from './input-limits.ts'
import { loadManifests } from '../manifest/load.ts'
import { loadProject } from '../project/load.ts'
import type { Settings } from '../project/settings.ts'
import { connectionProblem } from './connection.ts'
import { declaredSuites } from './declared-suites.ts'
import { parallelOf } from './engine.ts'
import { fileRootProblems, fileRootsOf } from './file-roots.ts'
import { emptyFlags } from './flag-problems.ts'
import type { ManifestFlags, PlanFlags, ProjectFlags } from './flags.ts'
import { maxChangesOf } from './guard-flags.ts'
import type { Io } from './io.ts'
import { keyFrom, onceFor } from './key-file.ts'
import { ledgerOf } from './ledger.ts'
import { isReady, type NotReady, type ProjectReady, type Ready } from './ready.ts'
import { sandboxKeys } from './sandbox-keys.ts'
import { fingerprintSecretIn, sealKeyProblem } from './seal-keys.ts'
import type { Teller } from './tell.ts'

export async function prepare(
  flags: ManifestFlags & Omit<Partial<PlanFlags>, keyof ManifestFlags>,
  io: Io,
  need: Settings['need'],
): Promise<Ready | NotReady> {
  const found = await prepareProject(flags, io, need)
  if (!('project' in found)) return found
  const { project } = found
  const problems = [...found.problems]
  const manifests = await loadManifests(project, registry)
  const suites = await declaredSuites(project, manifests)
  const loaded = {
    ...manifests,
    files: manifests.files + (suites?.files ?? 0),
    ignored: [...manifests.ignored, ...(suites?.ignored ?? [])],
  }
  append(problems, manifests.problems)
  append(problems, suites?.problems ?? [])
  const keyed = need === 'live' ? sandboxKeys(project, problems) : project
  const sorted = inReadingOrder(problems)
  return hasErrors(sorted)
    ? { privacy: project.privacy, problems: sorted, loaded }
    : { project: keyed, loaded, problems: sorted }
}

/** Targets that are the sandbox's have no key yet where none is written: see `sandboxKeys`. */
export async function prepareProject(
  flags: ProjectFlags & Pick<PlanFlags, 'secrets' | 'canDefer'>,
  io: Io,
  need: Settings['need'],
): Promise<ProjectReady | NotReady> {
  const problems: Problem[] = pathProblems(flags, io)
  if (problems.length > 0) return { problems }
  const { file = [] } = flags
  const inputLimits = inputLimitsOf(flags.inputLimit ?? [], problems)
  const stdin = onceFor(io)
  const apiKey = await keyFrom(flags.apiKeyFile, io, stdin, problems)
  const { project, problems: found } = await loadProject({
    cwd: io.cwd,
    env: io.env,
    ...(flags.config !== undefined && { configPath: flags.config }),
    ...(flags.url !== undefined && { url: flags.url }),
    ...(flags.insecureHttp === true && { insecureHttp: true }),
    ...(flags.judgesAddresses === true && { judgesAddresses: true }),
    targets: flags.target,
    ...(apiKey !== undefined && { apiKey }),
    ...(file.length > 0 && { files: file }),
    stdin,
    inputLimits,
    fileRoots: fileRootsOf(flags, io),
    need,
    filter: io.filter,
    ...(flags.secrets !== undefined && { secrets: 'named' }),
    ...(flags.canDefer === true && { canDefer: true }),
  })
  append(problems, found)
  io.filter.see((visit) => [...catalogueWords, ...pathWords].forEach(visit))
  for (const target of project?.targets ?? []) io.filter.know(target.apiKey)
  io.filter.know(fingerprintSecretIn(io))
  const sorted = inReadingOrder(problems)
  return project === undefined || hasErrors(sorted)
    ? { privacy: project?.privacy, problems: sorted }
    : { project, problems: sorted }
}

/** An empty path would be that of the working directory. */
export function pathProblems(
  flags: Pick<ProjectFlags, 'config' | 'file' | 'fileRoot' | 'url' | 'apiKeyFile'>,
  io: Io,
): Problem[] {
  const { config, file, fileRoot, url, apiKeyFile } = flags
  return [
    ...emptyFlags({ config, file, 'file-root': fileRoot, url, 'api-key-file': apiKeyFile }),
    ...fileRootProblems(flags, io),
  ]
}

/** What `plan` and `apply` start with; a number is the exit code where they can't, with the reason told. */
export async function prepareLive(
  flags: PlanFlags,
  io: Io,
  teller: Teller,
): Promise<(Ready & { readonly parallel: number; readonly ledger: Ledger | undefined }) | number> {
  const parallel = parallelOf(flags)
  if (typeof parallel !== 'number') return teller.refuse({ problems: [parallel] })
  const problem = connectionProblem(flags, io.env)
  if (problem !== undefined) return teller.refuse({ problems: [problem] })
  const { problems } = maxChangesOf(flags)
  if (problems.length > 0) return teller.refuse({ problems })
  const short = sealKeyProblem(io)
  if (short !== undefined) return teller.refuse({ problems: [short] })
  const prepared = await prepare(flags, io, 'live')
  teller.follow(isReady(prepared) ? prepared.project : prepared)
  if (!isReady(prepared)) return teller.refuse(prepared)
  const found = [...prepared.problems]
  const ledger = await ledgerOf(prepared.project, found)
  if (hasErrors(found)) return teller.refuse({ problems: found })
  return { ...prepared, problems: found, parallel, ledger }
}
