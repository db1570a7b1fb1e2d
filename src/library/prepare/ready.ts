// A project with what its operation needs, or the problems that prevent it.
import type { Problem } from '../../core/problem.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import type { Ledger } from '../../engine/journal-and-ledger/ledger.ts'
import type { PlanRequest } from '../../engine/plan/request.ts'
import type { Loaded } from '../../manifest/load.ts'
import type { Project, Target } from '../../project/project.ts'

export type { Loaded } from '../../manifest/load.ts'

export interface ProjectReady {
  readonly project: Project
  /** Warnings; with an error nothing is ready. */
  readonly problems: readonly Problem[]
}

export interface Ready extends ProjectReady {
  readonly loaded: Loaded
}

/** `ApiKey` is undefined if the operation needs no key. */
export interface TargetReady<ApiKey = Secret> extends Ready {
  readonly target: Target
  readonly apiKey: ApiKey
}

export interface PlanReady extends Ready {
  readonly ledger: Ledger | undefined
  /** Of the whole project, if `-f` names some of its manifests. */
  readonly rolesElsewhere?: PlanRequest['rolesElsewhere']
}

export interface NotReady {
  /** The project file's setting for personal data, as far as it was read. */
  readonly privacy?: 'mask' | 'show' | undefined
  readonly problems: readonly Problem[]
  readonly loaded?: Loaded
}

export function isReady<Opened extends ProjectReady>(found: Opened | NotReady): found is Opened {
  return 'project' in found
}
