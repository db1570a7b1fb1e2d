// The public types of the library, besides those of options and results.
import type { Returned } from './method-options.ts'
import type {
  ApplyOptions,
  AuditOptions,
  CompareOptions,
  DiffOptions,
  DoctorOptions,
  EventsOptions,
  ExportOptions,
  FailoverOptions,
  GetOptions,
  LogOptions,
  MessagesOptions,
  PlanOptions,
  PromoteOptions,
  ServiceOptions,
  SmokeOptions,
  TriggerOptions,
  ValidateOptions,
} from './option-types.ts'
import type {
  ApplyResult,
  AuditResult,
  CompareResult,
  DiffResult,
  DoctorResult,
  EventsResult,
  ExportResult,
  FailoverResult,
  GetResults,
  LogResult,
  MessagesResult,
  PlanResult,
  PromoteResult,
  SmokeResult,
  TriggerResult,
  ValidateResult,
} from './results.ts'

/** Where a project is, and how its service is reached. */
export interface OpenOptions extends ServiceOptions {
  /** The folder from which `belfry.yaml` is searched upwards, and to which relative paths refer. */
  readonly cwd: string
  /**
   * The environment variables for `${env:NAME}`, API keys, proxies and pipelines, such as `process.env`.
   * By default there are none: the library never reads `process.env` itself.
   */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** A plan that can be applied. */
export interface SavedPlan {
  /** The plan as `belfry plan --out` saves it: signed with the API keys of its targets, without secrets. */
  readonly saved: string
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

/** A target of a project. */
export interface TargetName {
  /** The name of the target in the project file. */
  readonly name: string
  /** The name of the environment in the service, if it differs. */
  readonly environment?: string
}

/** A project that was opened. Each method reads the files again, so what was changed meanwhile counts. */
export interface Project {
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

  /** Reads what is in the service. Environments and integrations name the manifest that declares them in `managed`. It sends only reads. */
  get<Kind extends keyof GetResults, Options extends GetOptions = GetOptions>(
    kind: Kind,
    options?: Options,
  ): Promise<Returned<GetResults[Kind], keyof GetResults[Kind] & ('target' | 'data'), Options>>

  /** Lists events, the results of triggers, newest first. It sends only reads. */
  events<Options extends EventsOptions = EventsOptions>(
    options?: Options,
  ): Promise<Returned<EventsResult, 'target' | 'data', Options>>

  /** Lists the messages of each channel, newest first. It sends only reads. */
  messages<Options extends MessagesOptions = MessagesOptions>(
    options?: Options,
  ): Promise<Returned<MessagesResult, 'target' | 'data', Options>>

  /**
   * Declares what is in the service: in a new folder with `out`, or as changes of the manifests, which are written only with
   * `write`. It never writes to the service.
   */
  export<Options extends ExportOptions = ExportOptions>(
    options?: Options,
  ): Promise<Returned<ExportResult, 'files' | 'variables' | 'left', Options>>

  /**
   * Makes a standby primary for a channel, after a smoke trigger to it. The call is the approval; protected targets need
   * `allowProtected` and `reason`.
   */
  failover<Options extends FailoverOptions = FailoverOptions>(
    channel: string,
    options?: Options,
  ): Promise<Returned<FailoverResult, 'target' | 'channel', Options>>
}
