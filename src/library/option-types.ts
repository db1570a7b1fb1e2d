// Made from the rows in `src/library/options` by `npm run generate`; do not edit.

import type { MethodOptions } from './method-options.ts'

/** How the service of a project is reached. */
export interface ServiceOptions {
  /** The project file. By default `belfry.yaml`, searched upwards from `cwd`. */
  readonly config?: string
  /** The URL of the service, instead of `BELFRY_URL`. */
  readonly url?: string
  /** Allow API keys over http to other machines. By default only https is allowed. */
  readonly insecureHttp?: boolean
  /** The API key, if the project has one target. */
  readonly apiKey?: string
  /** A file of `NAME=value` lines that set variables for `${env:NAME}`. */
  readonly dotenv?: string
  /** The share of the service's rate limits to use, or requests per second, such as `5/s`. By default `80%`. */
  readonly rate?: string
  /** Milliseconds that one request may take, including waits and retries. By default 300,000, and 30,000 for doctor. */
  readonly timeout?: number
  /** Milliseconds that one call of a method may take. By default the time is not limited. */
  readonly runTimeout?: number
  /** Folders outside the project from which `${file:…}` may read. */
  readonly fileRoots?: readonly string[]
  /** Input limits that differ from the defaults, such as `{ 'max-file-size': '16MiB' }`. */
  readonly inputLimits?: Readonly<Record<string, string | number>>
  /** The maximum number of requests, or smoke cases, at the same time, from 1 to 64. By default 4 until the first reply, then up to 32 requests, as the rate limits allow. If the rate limits are unknown, belfry begins with at most 16, and by default adds one for each 80 requests that the service accepted. */
  readonly concurrency?: number
}

/** The options of `Project.export`. */
export interface ExportOptions extends MethodOptions {
  /** A new or empty folder for the manifests. By default the manifests of the project are updated. */
  readonly out?: string
  /** Without `out`: write the changes to the manifests. By default they are only returned. */
  readonly write?: boolean
  /** With `out`: one file, or one for each kind, channel or resource. By default `kind`. */
  readonly layout?: 'file' | 'kind' | 'channel' | 'resource'
  /** With `out`: write these subscribers as NDJSON: `all`, or a search such as `email=@acme.example`. By default none. */
  readonly subscribers?: string
  /** Write subscribers even if the project file has `privacy: mask`. */
  readonly showPersonalData?: boolean
  /** With `subscribers`: also write chat and push channels. */
  readonly channels?: boolean
  /** Only resources that match one of these, as `KIND/NAME`; `*` matches any characters. */
  readonly only?: readonly string[]
  /** Leave out resources that match one of these, as `KIND/NAME`. */
  readonly exclude?: readonly string[]
  /** Names of targets; `*` matches any characters. By default all targets. */
  readonly targets?: readonly string[]
}

/** The options of `Project.validate`. */
export interface ValidateOptions extends MethodOptions {
  /** Files, folders and globs, instead of the `manifests` of the project file. */
  readonly files?: readonly string[]
  /** Names of targets; `*` matches any characters. By default all targets. */
  readonly targets?: readonly string[]
}

/** The options of `Project.plan`. */
export interface PlanOptions extends MethodOptions {
  /** Files, folders and globs, instead of the `manifests` of the project file. */
  readonly files?: readonly string[]
  /** Names of targets; `*` matches any characters. By default all targets. */
  readonly targets?: readonly string[]
  /** Only resources that match one of these, as `KIND/NAME`; `*` matches any characters. */
  readonly only?: readonly string[]
  /** Leave out resources that match one of these, as `KIND/NAME`. */
  readonly exclude?: readonly string[]
  /** Resend the fields of these resources that the service doesn't return, as `KIND/NAME`. */
  readonly resend?: readonly string[]
  /** Let the service test the credentials of these integrations when belfry sends them, as `integration/NAME`. */
  readonly checkCredentials?: readonly string[]
  /** By kind, the number or the share of resources that may change, such as `{ subscriber: '10%' }`. It replaces the limits of the project file. */
  readonly maxChanges?: Readonly<Record<string, string | number>>
  /** Undo a failover: make the declared primary integration primary again. By default the standby stays primary. */
  readonly failback?: boolean
  /** Compare with this git revision, or with the base of the branch, and say which changes come from the branch. */
  readonly diffBase?: string | true
}

/** The options of `Project.diff`. */
export interface DiffOptions extends MethodOptions {
  /** Files, folders and globs, instead of the `manifests` of the project file. */
  readonly files?: readonly string[]
  /** Names of targets; `*` matches any characters. By default all targets. */
  readonly targets?: readonly string[]
  /** Only resources that match one of these, as `KIND/NAME`; `*` matches any characters. */
  readonly only?: readonly string[]
  /** Leave out resources that match one of these, as `KIND/NAME`. */
  readonly exclude?: readonly string[]
}

/** The options of `Project.compare`. */
export interface CompareOptions extends MethodOptions {
  /** The target whose resources are the desired state. */
  readonly from: string
  /** The target that is compared with these resources. */
  readonly to: string
  /** Files, folders and globs, instead of the `manifests` of the project file. */
  readonly files?: readonly string[]
  /** Only resources that match one of these, as `KIND/NAME`; `*` matches any characters. */
  readonly only?: readonly string[]
  /** Leave out resources that match one of these, as `KIND/NAME`. */
  readonly exclude?: readonly string[]
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

/** The options of `Project.apply`. */
export interface ApplyOptions extends MethodOptions {
  /** Files, folders and globs, instead of the `manifests` of the project file. */
  readonly files?: readonly string[]
  /** By kind, the number or the share of resources that may change, such as `{ subscriber: '10%' }`. It replaces the limits of the project file. */
  readonly maxChanges?: Readonly<Record<string, string | number>>
  /** Undo a failover: make the declared primary integration primary again. By default the standby stays primary. */
  readonly failback?: boolean
  /** The protected targets that may be written to, by name. By default none: a plan that writes to one is refused. */
  readonly allowProtected?: readonly string[]
  /** Allow it in the pipeline of a pull request. By default it is refused there. */
  readonly allowPullRequest?: boolean
  /** Continue with the next target after a failure. */
  readonly keepGoing?: boolean
  /** The maximum age of the last read before a write, in milliseconds, from 1,000 to 3,600,000. By default 5,000. */
  readonly freshness?: number
  /** A file to which each write is logged, for `belfry show`. */
  readonly journal?: string
  /** Smoke suites to run after all changes are applied. */
  readonly smoke?: readonly string[]
}

/** The options of `Project.failover`. */
export interface FailoverOptions extends MethodOptions {
  /** The target, if the project has several. */
  readonly target?: string
  /** The standby to switch to. By default the one with the lowest number. */
  readonly to?: string
  /** Return to the declared primary integration. */
  readonly back?: boolean
  /** Switch only if the provider refused this share of the messages in each of the last two periods: `20%/10m`. */
  readonly ifFailing?: string
  /** The reason, for the journal. Required for a protected target. */
  readonly reason?: string
  /** The file of the journal. By default `.belfry/failover.ndjson`. */
  readonly journal?: string
  /** Switch even if the service doesn't return the credentials of the integration. */
  readonly unverified?: boolean
  /** `false`: switch without a smoke trigger. */
  readonly smoke?: boolean
  /** The protected targets that may be written to, by name. By default none: a plan that writes to one is refused. */
  readonly allowProtected?: readonly string[]
  /** Allow it in the pipeline of a pull request. By default it is refused there. */
  readonly allowPullRequest?: boolean
}

/** The options of `Project.log`. */
export interface LogOptions extends MethodOptions {
  /** Only resources that match one of these, as `KIND/NAME`; `*` matches any characters. */
  readonly only?: readonly string[]
}

/** The options of `Project.get`. `limit`, `all` and `max` are for subscribers. */
export interface GetOptions extends MethodOptions {
  /** Only resources with this name, where `*` matches any characters; or the subscriber with this ID. */
  readonly name?: string
  /** Entries on a page. By default 10. */
  readonly limit?: number
  /** Read all pages. */
  readonly all?: boolean
  /** With `all`: read at most this many entries. By default 10,000. */
  readonly max?: number
  /** The target, if the project has several. */
  readonly target?: string
}

/** The options of `Project.events`. Of several filters, all must match. */
export interface EventsOptions extends MethodOptions {
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
  /** The number of the page, from 0. */
  readonly page?: number
  /** Entries on a page. By default 10. */
  readonly limit?: number
  /** Read all pages. */
  readonly all?: boolean
  /** With `all`: read at most this many entries. By default 10,000. */
  readonly max?: number
  /** The target, if the project has several. */
  readonly target?: string
}

/** The options of `Project.messages`. Of several filters, all must match. */
export interface MessagesOptions extends MethodOptions {
  /** Only messages of this channel, such as `email`. */
  readonly channel?: string
  /** Only messages to this subscriber. */
  readonly subscriber?: string
  /** Only messages with one of these transaction IDs. */
  readonly transactionId?: readonly string[]
  /** Only messages with exactly these context keys, as `TYPE:ID`. */
  readonly contextKey?: readonly string[]
  /** The number of the page, from 0. */
  readonly page?: number
  /** Entries on a page. By default 10. */
  readonly limit?: number
  /** Read all pages. */
  readonly all?: boolean
  /** With `all`: read at most this many entries. By default 10,000. */
  readonly max?: number
  /** The target, if the project has several. */
  readonly target?: string
}

/** The options of `Project.doctor`. */
export interface DoctorOptions extends MethodOptions {
  /** Files, folders and globs, instead of the `manifests` of the project file. */
  readonly files?: readonly string[]
  /** Names of targets; `*` matches any characters. By default all targets. */
  readonly targets?: readonly string[]
}

/** The options of `Project.audit`. */
export interface AuditOptions extends MethodOptions {
  /** Names of targets; `*` matches any characters. By default all targets. */
  readonly targets?: readonly string[]
  /** Fail with exit code 2 if a finding has one of these rules; `*` matches any characters. */
  readonly failOn?: readonly string[]
}

/** The options of `Project.trigger`. */
export interface TriggerOptions extends MethodOptions {
  /** Allow it in the pipeline of a pull request. By default it is refused there. */
  readonly allowPullRequest?: boolean
  /** Let the service create unknown recipients, permanently. By default they are refused. */
  readonly createRecipients?: boolean
  /** Return the request without sending it. */
  readonly dryRun?: boolean
  /** Wait for the result, and explain failures. */
  readonly wait?: boolean
  /** Treat steps that wait for a digest or a delay as done. */
  readonly skipDelayed?: boolean
  /** Expected results, such as `email=sent` or `within=30s`. They imply `wait`. */
  readonly expect?: readonly string[]
  /** Milliseconds that `wait` takes at most, instead of 60,000 or the longest expected `within`. Also the `timeout` of each request. */
  readonly timeout?: number
  /** The target, if the project has several. */
  readonly target?: string
}

/** The options of `Project.smoke`. */
export interface SmokeOptions extends MethodOptions {
  /** The files of the suites. By default the suites of the project file. */
  readonly suites?: readonly string[]
  /** Names of targets; `*` matches any characters. By default all targets. */
  readonly targets?: readonly string[]
  /** Allow it in the pipeline of a pull request. By default it is refused there. */
  readonly allowPullRequest?: boolean
  /** Only cases with these names, as `NAME`, `SUITE/NAME` or `tag:TAG`. */
  readonly filter?: readonly string[]
}
