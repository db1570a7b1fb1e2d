// What the operations are asked for, as the options of the command line are written; a value that isn't valid is its problem.
import type { Problem } from '../core/problem.ts'
import type { Secret } from '../core/secrets/secret.ts'
import type { Rate } from '../service/rate/rate-limit.ts'

/** A value, or what is wrong with it. */
export type Checked<Value> = Value | Problem

export interface ProjectRequest {
  /** What was found wrong with the request before: told alone. */
  readonly mistakes?: readonly Problem[]
  /** The project file; else it is looked for upwards from the working directory. */
  readonly config?: string
  /** Files, folders and globs in place of the project's manifests. */
  readonly files?: readonly string[]
  /** Names of targets, globs allowed; none means all. */
  readonly targets: readonly string[]
  /** Folders outside the project that may be read. */
  readonly fileRoots: readonly string[]
  /** `NAME=VALUE` */
  readonly inputLimits?: readonly string[]
  readonly url?: string
  readonly insecureHttp?: true
  readonly apiKey?: Secret
  /** `-` for stdin. */
  readonly apiKeyFile?: string
  readonly dotenv?: string
  /** A program and its arguments, one of which is or ends with `{}`; else the one of BELFRY_SECRET_COMMAND. */
  readonly secretCommand?: string
  /** Writes and triggers are allowed in the pipeline of a pull request. */
  readonly allowPullRequest?: true
}

export interface ConnectionRequest {
  readonly rate?: Checked<Rate>
  /** Milliseconds that one request may take, waits and retries included. */
  readonly timeout?: Checked<number>
  /** Milliseconds that the whole run may take. */
  readonly runTimeout?: Checked<number>
  /** How many requests, or smoke cases, may be under way at once; else as many as are worth it. */
  readonly concurrency?: Checked<number>
}

/** Which resources; of the two sides of a diff, too. */
export interface SelectionRequest {
  readonly files: readonly string[]
  /** `KIND/NAME`, globs allowed. */
  readonly only: readonly string[]
  readonly exclude: readonly string[]
  /** What needs no change is listed too. */
  readonly full?: true
}

/** What plan and apply have in common. */
export interface ChangeRequest extends ProjectRequest, ConnectionRequest, SelectionRequest {
  readonly files: readonly string[]
  readonly resend: readonly string[]
  readonly checkCredentials: readonly string[]
  /** `KIND=LIMIT` */
  readonly maxChanges: readonly string[]
  /** Undoes a failover. */
  readonly failback?: true
  /** `defer`: secrets are only named. `needed`: those that aren't sent may have no value. */
  readonly secrets?: 'defer' | 'needed'
}

export interface PlanOptions {
  /** A revision; true for the usual base of a branch. */
  readonly diffBase?: string | true
  /** The revision whose guards judge the plan. */
  readonly guardsFrom?: string
}

export interface DiffRequest extends ProjectRequest, SelectionRequest {
  readonly files: readonly string[]
  readonly inputLimits: readonly string[]
  /** Both sides are revisions, also where a file has the same name. */
  readonly git?: true
  /** The branch whose merge base is compared, where no side is named. */
  readonly base?: string
}
