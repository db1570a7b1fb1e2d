// The public types of the methods that read the service one target at a time, export it, or switch a channel.
import type { ManifestOptions, MethodOptions, Returned, SendingOptions } from '../method.ts'
import type {
  EnvironmentsResult,
  EventsResult,
  ExportResult,
  FailoverResult,
  IntegrationsResult,
  MessagesResult,
  SubscribersResult,
} from '../results.ts'

/** The target that is read. */
export interface OneTargetOptions extends MethodOptions {
  /** The target, if the project has several. */
  readonly target?: string
}

/** The options of `Project.get`. `limit`, `all` and `max` are for subscribers. */
export interface GetOptions extends OneTargetOptions, Pick<ListOptions, 'limit' | 'all' | 'max'> {
  /** Only resources with this name, where `*` matches any characters; or the subscriber with this ID. */
  readonly name?: string
}

/** Which entries of a list are read. By default the first page. */
export interface ListOptions extends OneTargetOptions {
  /** The number of the page, from 0. */
  readonly page?: number
  /** Entries on a page. By default 10. */
  readonly limit?: number
  /** Read all pages. */
  readonly all?: boolean
  /** With `all`: read at most this many entries. By default 10,000. */
  readonly max?: number
}

/** The options of `Project.events`. Of several filters, all must match. */
export interface EventsOptions extends ListOptions {
  /** Only events with a step of one of these types, such as `email`. */
  readonly channel?: readonly string[]
  /** Only events of the workflows with these IDs (`_id`). */
  readonly template?: readonly string[]
  /** Only events to these email addresses. */
  readonly email?: readonly string[]
  /** Only events to these subscribers; together with `email`, events that match one of the two. */
  readonly subscriber?: readonly string[]
  /** Only events with this transaction ID. */
  readonly transactionId?: string
  /** Only events to this topic. */
  readonly topic?: string
  /** Only events after this time, in ISO 8601. */
  readonly after?: string
  /** Only events before this time, in ISO 8601. */
  readonly before?: string
}

/** The options of `Project.messages`. Of several filters, all must match. */
export interface MessagesOptions extends ListOptions {
  /** Only messages of this channel, such as `email`. */
  readonly channel?: string
  /** Only messages to this subscriber. */
  readonly subscriber?: string
  /** Only messages with one of these transaction IDs. */
  readonly transactionId?: readonly string[]
  /** Only messages with exactly these context keys, as `TYPE:ID`. */
  readonly contextKey?: readonly string[]
}

/** The options of `Project.export`. */
export interface ExportOptions extends MethodOptions, Pick<ManifestOptions, 'targets'> {
  /** Only resources that match one of these, as `KIND/NAME`; `*` matches any characters. */
  readonly only?: readonly string[]
  /** No resources that match one of these. */
  readonly exclude?: readonly string[]
  /** A new or empty folder for the manifests. By default the manifests of the project are updated. */
  readonly out?: string
  /** Without `out`: write the changes to the manifests. By default they are only returned. */
  readonly write?: boolean
  /** With `out`: one file, or one for each kind, channel or resource. By default `kind`. */
  readonly layout?: 'file' | 'kind' | 'channel' | 'resource'
  /** With `out`: write these subscribers as NDJSON: `all`, or a search such as `email=@acme.example`. By default none. */
  readonly subscribers?: string
  /** With `subscribers`: also write chat and push channels. */
  readonly channels?: boolean
  /** Write subscribers even if the project file has `privacy: mask`. */
  readonly showPersonalData?: boolean
}

/** The options of `Project.failover`. */
export interface FailoverOptions extends OneTargetOptions, SendingOptions {
  /** The standby to switch to. By default the one with the lowest number. */
  readonly to?: string
  /** Return to the declared primary integration. */
  readonly back?: boolean
  /** Switch only if the provider refuses this share of the messages, twice in a row, such as `20%/10m`. */
  readonly ifFailing?: string
  /** The reason, for the journal. Required for a protected target. */
  readonly reason?: string
  /** The file of the journal. By default `.belfry/failover.ndjson`. */
  readonly journal?: string
  /** `false`: switch without a smoke trigger. */
  readonly smoke?: boolean
  /** Switch even if the service doesn't return the credentials of the integration. */
  readonly unverified?: boolean
  /** The protected targets that may be written to, by name. By default none. */
  readonly allowProtected?: readonly string[]
}

/** The results of `Project.get`, by what is read. */
export interface GetResults {
  readonly environments: EnvironmentsResult
  readonly integrations: IntegrationsResult
  readonly subscribers: SubscribersResult
}

/** The methods of a project that read the service as it is, and those that export it or switch a channel. */
export interface ServiceMethods {
  /**
   * Reads environments, integrations or subscribers of one target. Environments and integrations name the manifest that
   * declares them in `managed`. It sends only reads.
   */
  get<Kind extends keyof GetResults, Options extends GetOptions = GetOptions>(
    kind: Kind,
    options?: Options,
  ): Promise<Returned<GetResults[Kind], 'target' | 'data', Options>>

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
