// What the operations are asked for: the values of the rows that they read.
import type { Secret } from '../core/secrets/secret.ts'
import type { connectionFlags, manifestFlags, parallelFlags, secretFlags } from './options/common.ts'
import type { FlagsOf } from './options/flag.ts'
import type { DiffFlags, PlanFlags } from './options/plan.ts'

type Shared = FlagsOf<
  typeof manifestFlags & typeof connectionFlags & typeof parallelFlags & typeof secretFlags
>

export type ConnectionRequest = Pick<Shared, 'rate' | 'timeout' | 'runTimeout' | 'concurrency'>

export type ProjectRequest = Partial<Omit<Shared, keyof ConnectionRequest | 'debug' | 'mistakes'>> &
  Pick<Shared, 'targets' | 'fileRoots'> & {
    readonly apiKey?: Secret
    /** Writes and triggers are allowed in the pipeline of a pull request. */
    readonly allowPullRequest?: true
  }

/** Which resources; of the two sides of a diff, too. */
export type SelectionRequest = Pick<PlanFlags, 'files' | 'only' | 'exclude' | 'full'>

/** What plan and apply have in common. */
export type ChangeRequest = ProjectRequest &
  ConnectionRequest &
  SelectionRequest &
  Pick<PlanFlags, 'resend' | 'checkCredentials' | 'maxChanges' | 'failback' | 'secrets'>

export type PlanOptions = Pick<PlanFlags, 'diffBase' | 'guardsFrom'>

export type DiffRequest = ProjectRequest & SelectionRequest & Pick<DiffFlags, 'git' | 'base'>
