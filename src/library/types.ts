// The public types of the library, besides those of results.
import type { GuardOptions, ManifestOptions, MethodOptions, Returned, SendingOptions } from './method.ts'
import type { ServiceMethods } from './listing/types.ts'
import type {
  ApplyResult,
  AuditResult,
  CompareResult,
  DiffResult,
  DoctorResult,
  LogResult,
  PlanResult,
  PromoteResult,
  SmokeResult,
  TriggerResult,
  ValidateResult,
} from './results.ts'

/** Where a project is, and how its service is reached. */
export interface OpenOptions {
  /** The folder from which `belfry.yaml` is searched upwards, and to which relative paths refer. */
  readonly cwd: string
  /**
   * The environment variables for `${env:NAME}`, API keys, proxies and pipelines, such as `process.env`.
   * By default there are none: the library never reads `process.env` itself.
   */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The project file. By default `belfry.yaml`, searched upwards from `cwd`. */
  readonly config?: string
  /** A file of `NAME=value` lines that set variables for `${env:NAME}`. */
  readonly dotenv?: string
  /** The URL of the service, in place of `BELFRY_URL`. */
  readonly url?: string
  /** The API key, if the project has one target. */
  readonly apiKey?: string
  /** Allow API keys over http to other machines. By default only https is allowed. */
  readonly insecureHttp?: boolean
  /** Folders outside the project from which `${file:…}` may read. */
  readonly fileRoots?: readonly string[]
  /** Input limits that differ from the defaults, such as `{ 'max-file-size': '16MiB' }`. */
  readonly inputLimits?: Readonly<Record<string, string | number>>
  /** The share of the service's rate limits to use, or requests per second, such as `5/s`. By default `80%`. */
  readonly rate?: string
  /** Milliseconds that one request may take, including waits and retries. By default 300,000, and 30,000 for doctor. */
  readonly timeout?: number
  /** Milliseconds that one call of a method may take. By default the time is not limited. */
  readonly runTimeout?: number
  /**
   * How many requests, or smoke cases, may be under way at the same time, from 1 to 64. By default 4, or up to 32 requests if
   * the service reports its rate limits and they need more than 4.
   */
  readonly concurrency?: number
}

/** The options of `Project.validate`. */
export interface ValidateOptions extends MethodOptions, ManifestOptions {}

/** The options of `Project.plan`. */
export interface PlanOptions extends MethodOptions, ManifestOptions, GuardOptions {
  /** Only resources that match one of these, as `KIND/NAME`; `*` matches any characters. */
  readonly only?: readonly string[]
  /** Leave out resources that match one of these, as `KIND/NAME`. */
  readonly exclude?: readonly string[]
  /** Resend the fields of these resources that the service doesn't return, as `KIND/NAME`. */
  readonly resend?: readonly string[]
  /** Let the service test the credentials of these integrations when belfry sends them, as `integration/NAME`. */
  readonly checkCredentials?: readonly string[]
  /** Compare with this git revision, or with the base of the branch, and say which changes come from the branch. */
  readonly diffBase?: string | true
}

/** A plan that can be applied. */
export interface SavedPlan {
  /** The plan as `belfry plan --out` saves it: signed with the API keys of its targets, without secrets. */
  readonly saved: string
}

/** The options of `Project.apply`. */
export interface ApplyOptions extends MethodOptions, GuardOptions, SendingOptions {
  /** The same files as of the plan, if it was made with `files`. */
  readonly files?: readonly string[]
  /** The protected targets that may be written to, by name. By default none: a plan that writes to one is refused. */
  readonly allowProtected?: readonly string[]
  /** Continue with the next target after a failure. */
  readonly keepGoing?: boolean
  /** The maximum age of the last read before a write, in milliseconds, from 1,000 to 3,600,000. By default 5,000. */
  readonly freshness?: number
  /** A file to which each write is logged, for `belfry show`. */
  readonly journal?: string
  /** Smoke suites to run after all changes are applied. */
  readonly smoke?: readonly string[]
}

/** A notification to trigger. */
export interface Trigger {
  /** The trigger identifier of the workflow. */
  readonly workflow: string
  /** The recipients: subscriber IDs, or subscribers and topics as the service's API takes them. */
  readonly to: string | readonly (string | object)[]
  /** The data for the workflow. It is sent as `JSON.stringify` writes it, as all objects of a trigger. */
  readonly payload?: object
  /** Provider settings for this trigger. */
  readonly overrides?: object
  /** The user who causes the notification: a subscriber ID, or a subscriber. */
  readonly actor?: string | object
  /** The tenant: its identifier, or a tenant. */
  readonly tenant?: string | object
  /** The context of the notification. */
  readonly context?: object
  /** The transaction ID. By default belfry makes one. An ID that was used before is refused. */
  readonly transactionId?: string
}

/** The options of `Project.trigger`. */
export interface TriggerOptions extends MethodOptions, SendingOptions {
  /** The target, if the project has several. */
  readonly target?: string
  /** Let the service create unknown recipients, permanently. By default they are refused. */
  readonly createRecipients?: boolean
  /** Wait for the result, and explain failures. */
  readonly wait?: boolean
  /** Treat steps that wait for a digest or a delay as done. */
  readonly skipDelayed?: boolean
  /** Expected results, such as `email=sent` or `within=30s`. They imply `wait`. */
  readonly expect?: readonly string[]
  /** Milliseconds that `wait` takes at most, in place of 60,000 or the longest expected `within`. Also the `timeout` of each request. */
  readonly timeout?: number
  /** Return the request without sending it. */
  readonly dryRun?: boolean
}

/** The options of `Project.smoke`. */
export interface SmokeOptions extends MethodOptions, SendingOptions, Pick<ManifestOptions, 'targets'> {
  /** The files of the suites. By default the suites of the project file. */
  readonly suites?: readonly string[]
  /** Only cases with these names, as `NAME`, `SUITE/NAME` or `tag:TAG`. */
  readonly filter?: readonly string[]
}

/** The options of `Project.diff`. */
export interface DiffOptions extends MethodOptions, ManifestOptions, Pick<PlanOptions, 'only' | 'exclude'> {}

/** The options of `Project.compare`. */
export interface CompareOptions
  extends MethodOptions, Pick<ManifestOptions, 'files'>, Pick<PlanOptions, 'only' | 'exclude'> {
  /** The target whose resources are the desired state. */
  readonly from: string
  /** The target that is compared with them. */
  readonly to: string
  /** `declared`: compare what the manifests declare, without the service. By default what is in the service. */
  readonly by?: 'live' | 'declared'
}

/** The options of `Project.promote`. */
export interface PromoteOptions extends MethodOptions {
  /** The resources to promote, as `KIND/NAME`; `*` matches any characters. */
  readonly only: readonly string[]
  /** Promote only these fields, such as `credentials.from`. By default all fields. */
  readonly fields?: readonly string[]
  /** Let both targets use the secrets of these references, such as `env:SENDGRID_KEY`. By default no secret is shared. */
  readonly shareSecrets?: readonly string[]
  /** Write the changes to the manifests. By default they are only returned. */
  readonly write?: boolean
}

/** The options of `Project.log`. */
export interface LogOptions extends MethodOptions {
  /** Only changes of resources that match one of these, as `KIND/NAME`; `*` matches any characters. */
  readonly only?: readonly string[]
}

/** The options of `Project.doctor`. */
export interface DoctorOptions extends MethodOptions, ManifestOptions {}

/** The options of `Project.audit`. */
export interface AuditOptions extends MethodOptions, Pick<ManifestOptions, 'targets'> {
  /** Fail with exit code 2 if a finding has one of these rules; `*` matches any characters. */
  readonly failOn?: readonly string[]
}

/** A target of a project. */
export interface TargetName {
  /** The name of the target in the project file. */
  readonly name: string
  /** The name of the environment in the service, if it differs. */
  readonly environment?: string
}

/** A project that was opened. Each method reads the files again, so what was changed meanwhile counts. */
export interface Project extends ServiceMethods {
  /** The path of the project file. Absent if there is none. */
  readonly file?: string
  /** The targets, in the order of the project file. */
  readonly targets: readonly TargetName[]

  /** Checks the project file, the manifests and the smoke suites, without the service. */
  validate<Options extends ValidateOptions = ValidateOptions>(
    options?: Options,
  ): Promise<Returned<ValidateResult, 'files' | 'resources' | 'ignored', Options>>

  /** Compares the manifests with the service. It sends only reads. */
  plan<Options extends PlanOptions = PlanOptions>(
    options?: Options,
  ): Promise<Returned<PlanResult & Partial<SavedPlan>, 'plan' | 'saved', Options>>

  /**
   * Sends exactly the changes of a plan, and checks that a new plan shows none. It reads the service again and refuses the
   * plan if anything in it moved since it was made. The plan is that of `plan()`, or the text of a file that
   * `belfry plan --out` wrote, as `{ saved }`. The call is the approval of the plan; protected targets need `allowProtected`.
   */
  apply<Options extends ApplyOptions = ApplyOptions>(
    plan: Partial<SavedPlan>,
    options?: Options,
  ): Promise<Returned<ApplyResult, 'plans' | 'results', Options>>

  /** Sends one notification, at most once. On a protected target, only recipients of `smoke.recipients` are allowed. */
  trigger<Options extends TriggerOptions = TriggerOptions>(
    trigger: Trigger,
    options?: Options,
  ): Promise<Returned<TriggerResult, 'target' | 'workflow', Options>>

  /** Runs smoke suites: triggers their cases, and compares the results with what they expect. */
  smoke<Options extends SmokeOptions = SmokeOptions>(
    options?: Options,
  ): Promise<Returned<SmokeResult, 'cases' | 'milliseconds', Options>>

  /**
   * Compares two versions of the manifests, without the service. A version is a folder, a file or a git revision.
   * Without `after` it is the working tree; without `before` it is the base of the branch.
   */
  diff<Options extends DiffOptions = DiffOptions>(
    before?: string,
    after?: string,
    options?: Options,
  ): Promise<Returned<DiffResult, 'from' | 'to' | 'diff', Options>>

  /**
   * Compares targets: what the resources of `from` would change in `to`, as a plan that can't be applied. Fields that the
   * manifests declare differently are `meant`. It sends only reads.
   */
  compare<Options extends CompareOptions>(
    options: Options,
  ): Promise<Returned<CompareResult, 'from' | 'to' | 'by' | 'plan', Options>>

  /**
   * Declares resources of the target `from` for the target `to`, in the manifests. Returns the changes, and writes them only
   * with `write`. It never writes to the service: it reads the service for the plan of `to` with the changed manifests.
   */
  promote<Options extends PromoteOptions = PromoteOptions>(
    from: string,
    to: string,
    options: Options,
  ): Promise<Returned<PromoteResult, 'files' | 'changes' | 'variables' | 'left' | 'diff', Options>>

  /**
   * Reads journals, which `apply` and `belfry failover` write: who changed what, when, by which plan and commit. `files` are
   * journals, and folders that contain journals.
   */
  log<Options extends LogOptions = LogOptions>(
    files: readonly string[],
    options?: Options,
  ): Promise<Returned<LogResult, 'runs' | 'damaged', Options>>

  /** Says for each target what would stop an apply, and what its service is like. It sends only reads. */
  doctor<Options extends DoctorOptions = DoctorOptions>(
    options?: Options,
  ): Promise<Returned<DoctorResult, 'targets', Options>>

  /** Lists what is wrong with what is in the service, declared or not. It sends only reads. Findings are warnings in `problems`; `rules` of the project file can make them errors. */
  audit<Options extends AuditOptions = AuditOptions>(
    options?: Options,
  ): Promise<Returned<AuditResult, 'targets' | 'findings', Options>>
}
