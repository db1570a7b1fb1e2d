// What commands start with that work on one environment: its address, its key and a client, and what is declared for it.
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Connected } from '../../delivery/target.ts'
import type { ReadProgress } from '../../kinds/kind.ts'
import type { Resources } from '../../kinds/resources.ts'
import { openConnection } from '../../library/prepare/connection.ts'
import { connectedTo } from '../../library/prepare/one-target.ts'
import { openProject, type Own } from '../../library/prepare/open-project.ts'
import type { Project, Target } from '../../project/project.ts'
import type { TargetFlags } from '../../library/options/activity.ts'
import type { PlanFlags } from '../../library/options/plan.ts'
import { requested } from '../../library/options/common.ts'
import type { Teller } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { createProgress } from '../terminal/progress.ts'

export interface OpenTarget extends Connected {
  readonly project: Project
  readonly target: Target
  /** What its manifests declare, as far as they are valid. */
  readonly declared: Resources
  /** What the service answered, without its secrets and without the key. What is about persons is masked when it is shown. */
  readonly open: (item: object) => ValueMap
  /** Ends all requests, once it aborts. */
  readonly signal?: AbortSignal
  readonly sleep: Io['sleep']
  /** From 0 to 1. */
  readonly random: () => number
  /** Removes the line of progress before something else is printed; it comes back. */
  readonly erase: () => void
  /** The same at the end of what was shown. */
  readonly clear: () => void
  /** Shows what the command does from now on. */
  readonly doing: (text: string) => void
  /** Shows how far a list is read. */
  readonly onRead: (progress: ReadProgress) => void
}

/** Runs a command on exactly one target, with a key; it is refused with all that is wrong. `problems` are warnings. */
export async function onTarget(
  flags: Omit<TargetFlags, 'format'> & Pick<PlanFlags, 'secrets'>,
  { signal, ...own }: Pick<Own, 'problems' | 'check'> & { readonly signal?: AbortSignal | undefined },
  io: Io,
  teller: Pick<Teller, 'follow' | 'refuse'>,
  run: (opened: OpenTarget, problems: readonly Problem[]) => Promise<number>,
): Promise<number> {
  const { secrets } = flags
  const found = await openProject(
    requested(flags),
    'target',
    { world: io, follow: teller.follow },
    { ...own, secrets },
  )
  if (!('target' in found)) return teller.refuse(found)
  const { project, problems } = found
  const progress = createProgress(io, flags)
  const connection = openConnection(flags, { ...progress, ...given({ stop: signal }) })
  const opened: OpenTarget = {
    ...connectedTo(found, connection, io, signal),
    project,
    declared: found.loaded.forTarget(found.target.alias),
    sleep: io.sleep,
    random: connection.patience.random,
    erase: progress.erase,
    clear: progress.clear,
    doing: progress.doing,
    onRead: ({ what, ...done }) => progress.read(what, done),
    ...given({ signal }),
  }
  try {
    return await run(opened, problems)
  } finally {
    await connection.close()
  }
}
