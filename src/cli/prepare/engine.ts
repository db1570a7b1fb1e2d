// What flags make of an engine: what it is asked for, how many requests at once, and its connections.
import { given } from '../../core/given.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Journal } from '../../core/plan/journal.ts'
import type { Ledger } from '../../engine/memory/ledger.ts'
import type { PlanRequest } from '../../engine/plan/request.ts'
import { registry } from '../../kinds/registry.ts'
import { openConnection } from './connection.ts'
import type { Ready } from './ready.ts'
import type { ChangeFlags } from '../flags/plan.ts'
import type { ConnectionFlags } from '../flags/shared.ts'
import { maxChangesOf } from '../flags/limits.ts'
import type { Io } from '../terminal/io.ts'
import type { Progress } from '../terminal/progress.ts'
import { fingerprintSecretIn } from './fingerprint-keys.ts'

export function planRequest(
  { project, loaded }: Ready,
  flags: Pick<
    ChangeFlags,
    'file' | 'only' | 'exclude' | 'resend' | 'checkCredentials' | 'maxChanges' | 'full'
  >,
): PlanRequest {
  return {
    targets: project.targets,
    environments: Object.fromEntries(
      project.allTargets.map(({ alias, environment }) => [alias, environment]),
    ),
    declared: loaded,
    selection: {
      only: flags.only,
      exclude: flags.exclude,
      resend: flags.resend,
      checkCredentials: flags.checkCredentials,
    },
    unreadable: project.unreadable,
    missing: project.missing,
    manifests: flags.file.length > 0 && project.file !== undefined ? 'some' : 'all',
    rules: project.rules,
    ...(flags.full === true && { same: 'listed' }),
    maxChanges: maxChangesOf(flags).limits,
    ...given({ secrets: project.settings.secrets }),
  }
}

export interface Keeping {
  readonly stop?: AbortSignal
  /** Milliseconds. */
  readonly freshness?: number | undefined
  readonly journal?: Journal | undefined
  readonly ledger?: Ledger | undefined
}

/** An engine on real HTTP; `close` lets go of its connections. */
export function openEngine(
  io: Io,
  flags: ConnectionFlags,
  parallel: number,
  progress: Progress,
  { stop, freshness, journal, ledger }: Keeping = {},
): { readonly engine: Engine; readonly close: () => Promise<void> } {
  const { transport, patience, close } = openConnection(flags, io, progress, stop)
  const engine: Engine = {
    registry,
    transport,
    patience,
    clock: io.clock,
    parallel,
    on: progress.on,
    filter: io.filter,
    ...given({ stop, freshness, journal, ledger, fingerprintSecret: fingerprintSecretIn(io) }),
  }
  return { engine, close }
}
