// A project with everything that its command needs, or the problems that prevent it.
import type { Problem } from '../../core/problem.ts'
import type { PlanRequest } from '../../engine/plan/request.ts'
import type { Loaded } from '../../manifest/load.ts'
import type { Project } from '../../project/project.ts'

export interface Ready {
  readonly project: Project
  readonly loaded: Loaded
  /** Of the whole project, if `-f` names some of its manifests. */
  readonly rolesElsewhere?: PlanRequest['rolesElsewhere']
  /** Warnings; with an error nothing is ready. */
  readonly problems: readonly Problem[]
}

export interface NotReady {
  /** What the project file says of personal data, as far as it was read. */
  readonly privacy?: 'mask' | 'show' | undefined
  readonly problems: readonly Problem[]
  readonly loaded?: Loaded
}

/** The project file's part of it: for commands that read no manifests. */
export type ProjectReady = Omit<Ready, 'loaded'>

export function isReady(prepared: Ready | NotReady): prepared is Ready {
  return 'project' in prepared
}
