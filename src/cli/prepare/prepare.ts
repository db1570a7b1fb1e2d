// What every command that reads a project starts with: flags and environment in, project and manifests out.
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { hasErrors, inReadingOrder, type Problem } from '../../core/problem.ts'
import type { Ledger } from '../../engine/memory/ledger.ts'
import { catalogueWords } from '../../kinds/providers.ts'
import { pathWords } from '../../service/paths.ts'
import { registry } from '../../kinds/registry.ts'
import { loadManifests } from '../../manifest/load.ts'
import { loadProject } from '../../project/load.ts'
import type { Settings } from '../../project/settings.ts'
import { connectionProblems } from './connection.ts'
import { declaredSuites } from './declared-suites.ts'
import { envFileVariables } from '../flags/env-file.ts'
import { fileRootProblems, fileRootsOf } from '../flags/file-roots.ts'
import { flagProblems, isProblem } from '../flags/flag.ts'
import type { ChangeFlags, PlanFlags } from '../flags/plan.ts'
import {
  manifestFlags,
  serviceFlags,
  type ConnectionFlags,
  type ManifestFlags,
  type ProjectFlags,
} from '../flags/shared.ts'
import { inputLimitsOf, maxChangesOf } from '../flags/limits.ts'
import type { Io } from '../terminal/io.ts'
import { keyFrom, onceFor } from '../flags/api-key.ts'
import { ledgerOf } from '../apply/ledger.ts'
import { isReady, type NotReady, type ProjectReady, type Ready } from './ready.ts'
import { sandboxKeys } from './sandbox-keys.ts'
import { fingerprintSecretIn, sealKeyProblem } from './fingerprint-keys.ts'
import type { Teller } from '../tell.ts'

/** What a command asks for besides its flags. */
type Purpose = Pick<Settings, 'judgesAddresses' | 'canDefer'> & Pick<PlanFlags, 'secrets'>

export async function prepare(
  flags: ManifestFlags & Partial<ConnectionFlags> & Purpose,
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
  flags: ProjectFlags & Purpose,
  io: Io,
  need: Settings['need'],
): Promise<ProjectReady | NotReady> {
  const problems: Problem[] = pathProblems(flags, io)
  if (problems.length > 0) return { problems }
  const { file = [] } = flags
  const inputLimits = inputLimitsOf(flags.inputLimit ?? [], problems)
  const stdin = onceFor(io)
  const apiKey = await keyFrom(flags.apiKeyFile, io, stdin, problems)
  const envFile = envFileVariables(flags.envFile, io, problems)
  const { project, problems: found } = await loadProject({
    cwd: io.cwd,
    env: io.env,
    ...given({
      configPath: flags.config,
      url: flags.url,
      insecureHttp: flags.insecureHttp,
      apiKey,
      envFile,
      judgesAddresses: flags.judgesAddresses,
      canDefer: flags.canDefer,
    }),
    targets: flags.target,
    ...(file.length > 0 && { files: file }),
    stdin,
    inputLimits,
    fileRoots: fileRootsOf(flags, io),
    need,
    filter: io.filter,
    ...(flags.secrets !== undefined && { secrets: 'named' }),
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
  return [...flagProblems({ ...manifestFlags, ...serviceFlags }, flags), ...fileRootProblems(flags, io)]
}

/** What `plan` and `apply` start with; a number is the exit code where they can't, with the reason told. */
export async function prepareLive(
  flags: ChangeFlags & Purpose,
  io: Io,
  teller: Teller,
): Promise<(Ready & { readonly parallel: number; readonly ledger: Ledger | undefined }) | number> {
  const { concurrency: parallel } = flags
  if (isProblem(parallel)) return teller.refuse({ problems: [parallel] })
  const checks = [connectionProblems(flags, io.env), maxChangesOf(flags).problems, sealKeyProblem(io)]
  const problems = checks.map((each) => [each ?? []].flat()).find((each) => each.length > 0)
  if (problems !== undefined) return teller.refuse({ problems })
  const prepared = await prepare(flags, io, 'live')
  if (!isReady(prepared)) return teller.refuse(prepared)
  teller.follow(prepared.project)
  const found = [...prepared.problems]
  const ledger = await ledgerOf(prepared.project, found)
  if (hasErrors(found)) return teller.refuse({ problems: found })
  return { ...prepared, problems: found, parallel, ledger }
}
