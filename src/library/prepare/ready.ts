// A project with what its operation needs, or the problems that prevent it; and one target on a connection.
import type { Problem } from '../../core/problem.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import type { Ledger } from '../../engine/journal-and-ledger/ledger.ts'
import type { PlanRequest } from '../../engine/plan/plan-request.ts'
import type { Loaded } from '../../manifest/load-manifests.ts'
import type { Project, Target } from '../../project/project.ts'
import { given } from '../../core/given.ts'
import { withoutSecrets } from '../../core/secrets/hide-secrets.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import type { Addressed } from '../../delivery/delivery-target.ts'
import { respelledItem } from '../../delivery/trigger.ts'
import { createClient } from '../../service/client.ts'
import type { Wiretap } from '../run.ts'
import type { Connection } from './connection.ts'

export type { Loaded } from '../../manifest/load-manifests.ts'

export interface ProjectReady {
  readonly project: Project
  /** Only warnings: an error ends the command before. */
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

/** A target on a connection that others may share. */
export function addressedBy(
  { project, target, apiKey, loaded }: Omit<TargetReady, 'problems'>,
  { transport, patience: { random } }: Connection,
  { machine: { filter }, stop }: Pick<Wiretap, 'machine' | 'stop'>,
): Addressed {
  const origin = target.url
  return {
    target,
    apiKey,
    client: createClient({ transport, origin, apiKey, random, filter, ...given({ signal: stop }) }),
    filter,
    shown: (item) => respelledItem(withoutSecrets(item as Value, filter.redact) as ValueMap, target.vendor),
    allowed: project.smoke.recipients,
    declared: loaded.forTarget(target.alias),
  }
}
