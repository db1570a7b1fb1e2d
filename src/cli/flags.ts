// What the command line hands to a command.
import type { FormatName } from '../report/formats.ts'
import type { ConnectionFlags } from './connection.ts'

export interface FormatFlags {
  readonly format: 'text' | 'json'
  /** False with --no-color, else true: then the stream decides. */
  readonly color: boolean
}

/** Of commands that tell an account: see `telling`. */
export interface ToldFlags extends Omit<FormatFlags, 'format'> {
  readonly format: FormatName
  /** `KIND=FILE` */
  readonly report: readonly string[]
  /** Nothing is masked for being about a person. */
  readonly showPersonalData?: true
  readonly summary?: true
  readonly full?: true
}

/** What tells which manifests are meant. */
export interface ManifestFlags {
  /** Set by validate: see `Settings`. */
  readonly judgesAddresses?: true
  readonly config?: string
  readonly file: readonly string[]
  readonly target: readonly string[]
  readonly fileRoot: readonly string[]
  readonly inputLimit: readonly string[]
}

export interface ValidateFlags extends ManifestFlags, ToldFlags {
  readonly insecureHttp?: true
}

export interface DiffFlags extends ManifestFlags, ToldFlags {
  readonly only: readonly string[]
  readonly exclude: readonly string[]
  readonly detailedExitcode?: true
  /** Names are revisions, also where there are files of these names. */
  readonly git?: true
  /** The branch from which the merge base is taken. */
  readonly base?: string
}

/** What tells where the service is, and with which keys. */
export interface ProjectFlags {
  readonly judgesAddresses?: true
  readonly config?: string
  readonly file?: readonly string[]
  readonly target: readonly string[]
  readonly fileRoot: readonly string[]
  readonly inputLimit?: readonly string[]
  readonly url?: string
  readonly insecureHttp?: true
  readonly apiKeyFile?: string
}

export interface PlanFlags extends ValidateFlags, ConnectionFlags {
  readonly url?: string
  readonly insecureHttp?: true
  readonly apiKeyFile?: string
  readonly concurrency: string
  readonly only: readonly string[]
  readonly exclude: readonly string[]
  readonly resend: readonly string[]
  readonly checkCredentials: readonly string[]
  readonly maxChanges: readonly string[]
  readonly detailedExitcode?: true
  /** A file to save the plan in. */
  readonly out?: string
  readonly secrets?: 'defer'
  /** Set by plan: see `Settings`. */
  readonly canDefer?: true
  /** The branch to whose merge base fields that can't be compared are held; true for the default one. */
  readonly diffBase?: string | true
}

export interface ApplyFlags extends PlanFlags {
  readonly yes?: true
  readonly keepGoing?: true
  /** Seconds. */
  readonly freshness?: string
  readonly allowProtected: readonly string[]
  /** Suites to run once all is applied. */
  readonly smoke: readonly string[]
  readonly allowPullRequest?: true
  readonly journal?: string
  /** A saved plan that this run may do no more than. */
  readonly approved?: string
}

export interface DoctorFlags extends ManifestFlags, FormatFlags, ConnectionFlags {
  readonly url?: string
  readonly insecureHttp?: true
  readonly apiKeyFile?: string
}

export interface SandboxFlags extends FormatFlags {
  readonly port: string
  readonly seed?: string
  readonly data?: string
  readonly speed: string
  readonly fault: readonly string[]
  readonly faultSeed: string
  readonly provider: readonly string[]
  readonly profile: string
  readonly rateLimit?: string
}

export interface SmokeFlags extends ToldFlags, ConnectionFlags, Omit<ProjectFlags, 'file'> {
  readonly filter: readonly string[]
  readonly concurrency: string
}

/** Of commands that work on one target and read no manifests. */
export interface TargetFlags extends FormatFlags, ConnectionFlags, Omit<ProjectFlags, 'file'> {
  /** As in `ToldFlags`. */
  readonly showPersonalData?: true
}

export interface TriggerFlags extends TargetFlags {
  readonly to: readonly string[]
  readonly payload?: string
  readonly overrides?: string
  readonly actor?: string
  readonly tenant?: string
  readonly context: readonly string[]
  readonly transactionId?: string
  readonly dryRun?: true
  readonly createRecipients?: true
  readonly wait?: true
  readonly skipDelayed?: true
  readonly expect: readonly string[]
}

export interface ListFlags extends Omit<TargetFlags, 'format'> {
  readonly format: 'text' | 'json' | 'ndjson'
  readonly page?: string
  readonly limit?: string
  readonly all?: true
  readonly follow?: true
  readonly max?: string
}

export interface ListEventsFlags extends ListFlags {
  readonly channel: readonly string[]
  readonly template: readonly string[]
  readonly email: readonly string[]
  readonly subscriber: readonly string[]
  readonly search?: string
  readonly transactionId?: string
  readonly topic?: string
  readonly after?: string
  readonly before?: string
}

/** Filters of messages; those that repeat are each any of. */
export interface MessageFilterFlags {
  readonly channel?: string
  readonly subscriber?: string
  readonly transactionId: readonly string[]
  readonly contextKey: readonly string[]
}

export interface ListMessagesFlags extends ListFlags, MessageFilterFlags {}

export interface GetEventFlags extends TargetFlags {
  readonly explain?: true
}

export interface GetMessageFlags extends TargetFlags, MessageFilterFlags {
  readonly max?: string
}
