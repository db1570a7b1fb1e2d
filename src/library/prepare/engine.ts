// The engine for a request: its plan request, the number of parallel requests, and its connections.
import { given } from '../../core/given.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Ledger } from '../../engine/journal-and-ledger/ledger.ts'
import type { PlanRequest } from '../../engine/plan/plan-request.ts'
import { registry } from '../../kinds/registry.ts'
import type { Run, Wiretap } from '../run.ts'
import type { ChangeRequest } from '../options/plan.ts'
import type { ConnectionRequest } from '../options/common.ts'
import { onConnection, type Connection } from './connection.ts'
import { failedOverSince } from '../apply/journal-file.ts'
import { fingerprintSecretIn } from './keys.ts'
import type { PlanReady } from './ready.ts'

/** What the engine plans: all targets of the project, with the selection and the limits of the request. */
export function planRequest(
  { project, loaded, rolesElsewhere }: PlanReady,
  request: Pick<
    ChangeRequest,
    'files' | 'only' | 'exclude' | 'resend' | 'checkCredentials' | 'maxChanges' | 'full'
  >,
  failback: true | undefined,
): PlanRequest {
  return {
    targets: project.targets,
    environments: Object.fromEntries(
      project.allTargets.map(({ alias, environment }) => [alias, environment]),
    ),
    declared: loaded,
    selection: {
      only: request.only,
      exclude: request.exclude,
      resend: request.resend,
      checkCredentials: request.checkCredentials,
    },
    unreadable: project.unreadable,
    missing: project.missing,
    manifests: request.files.length > 0 && project.file !== undefined ? 'some' : 'all',
    rules: project.rules,
    ...(request.full === true && { same: 'listed' }),
    maxChanges: request.maxChanges,
    ...given({
      secrets: project.settings.secrets === 'named' ? ('named' as const) : undefined,
      owns: project.owns,
      failback,
      rolesElsewhere,
    }),
    failedOverSince: failedOverSince(project),
  }
}

interface Keeping {
  /** Milliseconds. */
  readonly freshness?: number | undefined
  readonly ledger?: Ledger | undefined
}

type Heard = Wiretap & Pick<Run, 'on'>

/** Runs `use` with an engine on a connection, which is closed when `use` ends. */
export function withEngine<Result>(
  request: ConnectionRequest,
  run: Heard,
  use: (engine: Engine, connection: Connection) => Promise<Result>,
  { timeout, ...keeping }: Keeping & { readonly timeout?: ConnectionRequest['timeout'] } = {},
): Promise<Result> {
  return onConnection(
    request,
    run,
    (connection) => use(engineOn(connection, run, keeping), connection),
    timeout,
  )
}

function engineOn(
  { transport, atOnce, patience }: Connection,
  { machine: { clock, env, filter }, on, stop }: Heard,
  { freshness, ledger }: Keeping,
): Engine {
  return {
    registry,
    transport,
    patience,
    clock,
    parallel: atOnce,
    on,
    filter,
    ...given({ stop, freshness, ledger, fingerprintSecret: fingerprintSecretIn({ env }) }),
  }
}
