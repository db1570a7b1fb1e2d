// Made from the schemas of `--format json` by `npm run generate`; do not edit.

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** What every result has. */
export interface CommonResult<Command extends string> {
  /** The version of the format. */
  readonly formatVersion: 1
  /** The command of the method. */
  readonly command: Command
  /** The exit code of the command. */
  readonly exit: number
  readonly problems: Problem[]
}

/** An error or a warning. */
export interface Problem {
  /** The stable ID of the rule, such as unknown-field. */
  readonly rule: string
  readonly severity: 'error' | 'warning'
  /** A description of the problem. */
  readonly message: string
  /** The place in a manifest where the resource or value is declared. */
  readonly position?: Position
  readonly resource?: string
  readonly target?: string
  /** How to fix the problem. */
  readonly hint?: string
}

/** A place in a file. */
export interface Position {
  /** The path of the file. */
  readonly file: string
  /** The line number, counted from 1. */
  readonly line: number
  /** The column number, counted from 1. */
  readonly column: number
  /** The number of characters. */
  readonly length: number
}

/** What would change in the service. */
export interface Plan {
  readonly counts: {
    readonly create: number
    readonly update: number
    readonly setPrimary: number
    readonly deactivate: number
    readonly resend: number
    readonly unchanged: number
    readonly unmanaged: number
    /** The number of resources that the other target does not have. Present only in the output of belfry compare. */
    readonly absent?: number
    readonly missing: number
    readonly waiting: number
    /** The number of resources with fields that belfry can't send without the environment's own API key. */
    readonly ownKey?: number
    /** The number of declared resources that are in the service more than once. */
    readonly duplicates: number
    /** The number of declared resources that were not compared because of an error. */
    readonly inError: number
    /** Only with apply --approved: the number of resources with differences that belfry left unchanged. Absent if there are none. */
    readonly left?: number
    /** The number of failovers whose start the journal does not show, or that are older than failover.maxAge in the project file. Absent if there are none. */
    readonly failoverDrift?: number
    /** With --secrets=defer: the number of resources of each kind with secrets that belfry did not compare. Absent if there are none. */
    readonly uncompared?: {
      readonly [k: string]: number
    }
  }
  readonly requests: {
    readonly reads: number
    readonly writes: number
    readonly milliseconds: number
  }
  /** The number of changes with each cause. Present only with --diff-base. */
  readonly causes?: {
    readonly branch: number
    readonly drift: number
    readonly both: number
  }
  /** Fields whose declared values changed since the base revision, and that can't be compared with the service. Present only with --diff-base. */
  readonly declaredSince?: {
    readonly base: string
    readonly changes: {
      readonly kind: string
      readonly name: string
      /** The place in a manifest where the resource or value is declared. */
      readonly position: Position
      readonly target?: string
      readonly differences: {
        /** +: the value is added. -: the value is removed. ~: the value changes. */
        readonly sign: '+' | '-' | '~'
        /** The path of the field, such as credentials.apiKey. */
        readonly path: string
        /** The value before the change. Absent if the field has no value. */
        readonly before?: Json
        /** The value after the change. Absent if the field is removed. */
        readonly after?: Json
      }[]
    }[]
  }
  readonly sections: Section[]
}

/** The changes of one target, or of the organisation. */
export interface Section {
  /** The target. Absent for resources that belong to the organisation. */
  readonly target?: string
  /** The service URL. */
  readonly url: string
  readonly environment?: {
    readonly id: string
    readonly name: string
  }
  readonly unchanged: number
  readonly resources: number
  readonly missing: {
    readonly kind: string
    readonly name: string
    /** The place in a manifest where the resource or value is declared. */
    readonly position: Position
  }[]
  /** Paths of fields that belfry doesn't compare, because a manifest or the project file ignores them. The name * means all resources of the kind. Absent if no fields are ignored. */
  readonly ignored?: {
    readonly kind: string
    readonly name: string
    /** The place in a manifest where the resource or value is declared. */
    readonly position?: Position
    readonly paths: string[]
    /** Declared objects, such as channels, that are not in the service. belfry does not create them, because all their declared fields are ignored. */
    readonly uncreated?: string[]
  }[]
  readonly unmanaged: {
    readonly kind: string
    readonly name: string
  }[]
  /** Declared resources that are in the service more than once, with the same identity. belfry does not compare or change these resources. */
  readonly duplicates: {
    readonly kind: string
    readonly name: string
    readonly ids: string[]
    /** The place in a manifest where the resource or value is declared. */
    readonly position?: Position
  }[]
  readonly waiting: {
    readonly kind: string
    readonly name: string
    /** The place in a manifest where the resource or value is declared. */
    readonly position: Position
  }[]
  readonly waitsFor?: string
  /** Fields that belfry doesn't send, because the service accepts these fields only with the environment's own API key, and belfry doesn't have this API key. */
  readonly ownKey?: {
    readonly kind: string
    readonly name: string
    /** The place in a manifest where the resource or value is declared. */
    readonly position: Position
    readonly fields: string[]
    /** The target of the environment. This target has no API key yet. Absent if the project file has no target for this environment. */
    readonly target?: string
    /** The source of the API key of this target, such as env:BELFRY_API_KEY. */
    readonly apiKeyFrom?: string
  }[]
  /** Integrations of a channel that failed over to a standby. belfry neither promotes the declared primary integration nor deactivates the standby, unless --failback is given. */
  readonly failedOver?: {
    readonly kind: string
    readonly name: string
    /** The place in a manifest where the resource or value is declared. */
    readonly position: Position
    readonly target: string
    /** The field that belfry leaves as it is in the service. */
    readonly field: string
    readonly channel: string
    /** The standby that is the primary integration of the channel. */
    readonly to: string
    /** true if the target is protected: the return needs --allow-protected and --reason. */
    readonly isProtected?: true
    /** true if the standby is inactive, so it delivers nothing. */
    readonly inactive?: true
    /** The time of the failover, in ISO 8601. Absent if it is not known: the journal of failovers is not there, its last entry for the channel makes another integration primary, or a later line is damaged. */
    readonly since?: string
    /** The damaged lines of .belfry/failover.ndjson, if the time is not known because of them. */
    readonly damaged?: number[]
    /** Present if the failover is older than failover.maxAge in the project file: the value of maxAge. A failover with "overdue" or without "since" is drift. */
    readonly overdue?: string
  }[]
  /** The state of the integrations before and after the plan is applied, as far as the API contract defines the effects of the changes. */
  readonly delivery?: {
    readonly name: string
    readonly channel: string
    readonly providerId: string
    /** Present if a manifest declares active: false for the integration. */
    readonly declaredInactive?: true
    /** The state before the plan is applied. Absent if the integration is not in the service. */
    readonly before?: {
      /** Whether the integration is active. */
      readonly active: boolean
      /** Whether the integration is the primary integration of its channel. */
      readonly primary: boolean
      /** Whether the integration has conditions or routing rules. */
      readonly conditional: boolean
      /** What the conditions or rules match, if they match all notifications or none. */
      readonly routes?: 'everything' | 'nothing'
      /** Present if the service shows that the integration has no credentials, and its provider needs some. */
      readonly withoutCredentials?: true
    }
    /** The state after the plan is applied. Absent if the integration is not in the service and the plan does not create it. */
    readonly after?: {
      /** Whether the integration is active. */
      readonly active: boolean
      /** Whether the integration is the primary integration of its channel. */
      readonly primary: boolean
      /** Whether the integration has conditions or routing rules. */
      readonly conditional: boolean
      /** What the conditions or rules match, if they match all notifications or none. */
      readonly routes?: 'everything' | 'nothing'
      /** Present if the service shows that the integration has no credentials, and its provider needs some. */
      readonly withoutCredentials?: true
    }
  }[]
  readonly changes: Change[]
  readonly unreadable: {
    readonly kind: string
    readonly name: string
    /** The place in a manifest where the resource or value is declared. */
    readonly position: Position
    readonly paths: string[]
    /** Ignored fields that the service doesn't return. A request with `paths` would replace these fields, so belfry refuses --resend for this resource. */
    readonly heldBy?: string[]
  }[]
  /** Entries of a list, such as device tokens, that belfry applied in an earlier run and that the service removed later. belfry does not send these entries again. */
  readonly pruned?: {
    readonly kind: string
    readonly name: string
    /** The place in a manifest where the resource or value is declared. */
    readonly position: Position
    readonly path: string
    readonly count: number
  }[]
  /** Resources that the target `from` does not have. Present only in the output of belfry compare. */
  readonly absent?: {
    readonly kind: string
    readonly name: string
    readonly from: string
  }[]
  /** The number of declared resources that were not compared because of an error. */
  readonly inError?: number
  /** Only with apply --approved: the number of resources with differences that belfry left unchanged. Absent if there are none. */
  readonly left?: number
  /** "saved": a saved plan is applied. belfry compares only the resources of the saved plan, so `unchanged` and `resources` count only these. "none": --only and --exclude leave out all resources of the target. */
  readonly part?: 'saved' | 'none'
  /** The channels that do not deliver as intended, before or after the plan is applied. Absent if all channels are up. */
  readonly channels?: {
    readonly channel: string
    readonly before: {
      /** down: nothing is delivered. degraded: not everything is delivered, or not through the intended integration. failed over: a standby is the primary integration. */
      readonly state: 'up' | 'degraded' | 'down' | 'failed over'
      /** The reason as a part of a sentence. Absent if the channel is up. */
      readonly why?: string
    }
    /** Absent if the API contract does not define this state. */
    readonly after?: {
      /** down: nothing is delivered. degraded: not everything is delivered, or not through the intended integration. failed over: a standby is the primary integration. */
      readonly state: 'up' | 'degraded' | 'down' | 'failed over'
      /** The reason as a part of a sentence. Absent if the channel is up. */
      readonly why?: string
    }
  }[]
}

/** One change of a resource: the request that makes it, and the fields that change. */
export interface Change {
  readonly id: string
  readonly target?: string
  /** The target whose API key sends the change. */
  readonly via: string
  readonly kind: string
  readonly name: string
  /** The part of the resource that the change concerns, such as a channel of a subscriber. Absent if the change concerns the whole resource. */
  readonly part?: string
  readonly action: 'create' | 'update' | 'set-primary' | 'resend'
  readonly stage: string
  /** Where the change comes from. "branch": the value in the current manifests differs from the value in the base revision, or the base revision declares no value. "drift": the base revision and the current manifests declare the same value, but the service has a different value, for example because of a manual edit. "both": the declared value changed since the base revision, and the service has neither the old nor the new value. A change is also "both" if some of its fields are "branch" and other fields are "drift". Present only with --diff-base. In the output of belfry compare: "meant": the manifests declare the field differently for the two targets, with perTarget or a variable. "unmeant": all other differences. "partly": some fields of the change are "meant". */
  readonly cause?: 'branch' | 'drift' | 'both' | 'meant' | 'unmeant' | 'partly'
  readonly needs: string[]
  readonly sideEffects: string[]
  readonly summary?: string
  /** The place in a manifest where the resource is declared. In a comparison, `file` is empty if no manifest declares the resource. */
  readonly position: Position
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** The path of the request. An ID that is not known yet is replaced by a label such as {id of integration ses-eu}. */
  readonly path: string
  /** The body of the request. Each secret is replaced by a label. */
  readonly body?: Json
  /** All requests of the change, in order. Absent if the change needs only a single request. */
  readonly requests?: {
    readonly operation: string
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
    readonly path: string
    readonly body?: Json
    /** Fields with values. belfry reads the resource just before the request, and sends the request only if the service returns the values in `onlyIf`. */
    readonly onlyIf?: Json
  }[]
  readonly differences: FieldChange[]
}

/** The change of one field. */
export interface FieldChange {
  /** +: the value is added. -: the value is removed. ~: the value changes. */
  readonly sign: '+' | '-' | '~'
  /** The path of the field, such as credentials.apiKey. */
  readonly path: string
  /** The value before the change. Absent if the field has no value. */
  readonly before?: Json
  /** The value after the change. Absent if the field is removed. */
  readonly after?: Json
  /** Where the change comes from. "branch": the value in the current manifests differs from the value in the base revision, or the base revision declares no value. "drift": the base revision and the current manifests declare the same value, but the service has a different value, for example because of a manual edit. "both": the declared value changed since the base revision, and the service has neither the old nor the new value. A change is also "both" if some of its fields are "branch" and other fields are "drift". Present only with --diff-base. In the output of belfry compare: "meant": the manifests declare the field differently for the two targets, with perTarget or a variable. "unmeant": all other differences. "partly": some fields of the change are "meant". */
  readonly cause?: 'branch' | 'drift' | 'both' | 'meant' | 'unmeant' | 'partly'
}

/** The result of a change. */
export interface ChangeOutcome {
  /** The ID of the change. */
  readonly id: string
  readonly status: 'done' | 'failed' | 'skipped' | 'unknown' | 'stale' | 'waiting'
  /** Present if the change was already in effect before belfry sent the request, or if the reply was lost and a later read showed the change. */
  readonly already?: true
  readonly reason?: string
  readonly hint?: string
  /** The declared fields that the service rejected, with the messages of the service. */
  readonly fields?: {
    readonly path: string
    readonly message: string
    /** The place in a manifest where the resource or value is declared. */
    readonly position: Position
  }[]
  /** The time from the start of the run to the first request of the change, in milliseconds. Absent if no request was sent. */
  readonly startedAt?: number
  readonly milliseconds: number
}

/** What changes between two versions of the manifests. */
export interface Difference {
  readonly counts: {
    readonly create: number
    readonly update: number
    readonly setPrimary: number
    readonly deactivate: number
    readonly unchanged: number
    readonly noLongerManaged: number
  }
  readonly sections: {
    /** The name of the target. Absent for resources of the organisation. */
    readonly target?: string
    /** Whether the target was added or removed. Absent if both versions have the target. */
    readonly targetChange?: 'added' | 'removed'
    readonly changes: {
      readonly id: string
      readonly target?: string
      readonly kind: string
      readonly name: string
      /** The part of the resource that the change concerns, such as a channel of a subscriber. Absent if the change concerns the whole resource. */
      readonly part?: string
      readonly action: 'create' | 'update' | 'set-primary' | 'resend'
      readonly needs: string[]
      readonly sideEffects: string[]
      readonly summary?: string
      /** The place in a manifest where the resource is declared. In a comparison, `file` is empty if no manifest declares the resource. */
      readonly position: Position
      readonly differences: {
        /** +: the value is added. -: the value is removed. ~: the value changes. */
        readonly sign: '+' | '-' | '~'
        /** The path of the field, such as credentials.apiKey. */
        readonly path: string
        /** The value before the change. Absent if the field has no value. */
        readonly before?: Json
        /** The value after the change. Absent if the field is removed. */
        readonly after?: Json
      }[]
    }[]
    readonly unchanged: number
    readonly resources: number
    readonly noLongerManaged: {
      readonly kind: string
      readonly name: string
      /** The place in a manifest where the resource or value is declared. */
      readonly position: Position
      /** The fields that are no longer declared. Absent if the whole resource is no longer declared. */
      readonly paths?: string[]
    }[]
  }[]
}

/** The result of a case of a smoke suite. */
export interface SmokeCase {
  readonly suite: string
  readonly name: string
  readonly target: string
  readonly tags: string[]
  readonly position: Position
  readonly outcome: 'met' | 'unmet' | 'skipped' | 'unknown'
  /** The reason why the case was skipped. */
  readonly reason?: string
  /** All attempts. The last attempt decides the outcome. */
  readonly attempts: {
    /** The transaction ID. Absent if no trigger was sent. */
    readonly transactionId?: string
    readonly milliseconds: number
    readonly judgements: {
      /** The recipient. Absent if the expectation concerns the trigger as a whole. */
      readonly recipient?: string
      /** The expectation, as written in the suite, such as email=sent. */
      readonly expected: string
      readonly seen: string
      readonly isMet: boolean
    }[]
    /** The reasons for unmet expectations. */
    readonly explanations: {
      readonly recipient?: string
      readonly channel?: string
      readonly why: string
      readonly advice: string
      readonly resource?: string
      /** The resource or field that explains the result is declared at this place in a manifest or suite. */
      readonly position?: Position
    }[]
    readonly end: 'settled' | 'timeout' | 'unknown'
    /** How long the service returned no event after the trigger, in milliseconds. Absent if no event was found. */
    readonly appearedAfter?: number
  }[]
  readonly milliseconds: number
}

/** The delivery to one recipient: event, steps and messages. Each secret is replaced by a label, such as (secret live) for a secret that the service returned. */
export interface Delivery {
  readonly recipient: string
  /** The ID of the event. Empty if the service returned no event for the recipient. */
  readonly event: string
  /** The ID of the earlier event, if the trigger was sent twice to this recipient. */
  readonly repeats?: string
  readonly workflow: string
  readonly created: string
  readonly state: 'over' | 'delayed' | 'open' | 'absent'
  /** The duration of the delivery in milliseconds, computed from the times that the service returns. */
  readonly milliseconds?: number
  readonly steps: {
    /** The type of the step: a channel, or another type such as digest or delay. */
    readonly channel: string
    readonly name: string
    /** The status of the step. completed, failed, canceled, merged and skipped are final. Services may return other statuses. */
    readonly status: string
    /** The providers and integrations that sent or should send the message. belfry reads the senders from the messages of the step or, if the step has no messages, from the log of the step. */
    readonly senders: {
      readonly provider: string
      /** The identifier of the integration. Empty if the service doesn't return the identifier. */
      readonly integration: string
    }[]
    /** The provider in the record of the step. The service sets this provider when the step is created, so a different provider may send the message. */
    readonly guess: string
    readonly milliseconds?: number
    /** How long the workflow waits in this digest or delay step. Empty for other steps. */
    readonly waits: string
    readonly details: {
      readonly status: string
      /** The text of the log entry in the service. */
      readonly text: string
      /** The reply of the provider. Empty if the log entry contains no reply. */
      readonly raw: string
      readonly source: string
      /** The provider and integration that the service selected, according to an earlier log entry of the step. */
      readonly sender?: {
        readonly provider: string
        /** The identifier of the integration. Empty if the service doesn't return the identifier. */
        readonly integration: string
      }
      /** The time of the log entry, in milliseconds since 1970-01-01T00:00:00Z. */
      readonly at?: number
    }[]
    readonly filters: string[]
  }[]
  readonly messages: {
    readonly id: string
    readonly channel: string
    readonly provider: string
    readonly status: string
    readonly subject: string
    readonly title: string
    readonly content: string
    readonly errorText: string
  }[]
  readonly payload: {
    readonly [k: string]: Json
  }
}

/** Why a result is not as it should be, and what to do. */
export interface Explanation {
  readonly recipient: string
  readonly channel?: string
  readonly why: string
  readonly advice: string
  readonly resource?: string
  /** The place in a manifest where the resource or value is declared. */
  readonly position?: Position
}

/** One run of a journal: an apply or a failover. */
export interface JournalRun {
  /** The number of the first line of the run that is not damaged. */
  readonly line: number
  /** true if the start line of the run is missing, for example because it is damaged. It is then not known who started the run, and whether it is an apply or a failover. */
  readonly startMissing?: true
  readonly run: string
  readonly started: string
  /** Who started the run: the user of the pipeline, or else the user of the machine. Absent if unknown. */
  readonly by?: string
  /** The git commit of the manifests. Absent outside of a git repository. */
  readonly commit?: string
  /** The SHA-256 digest of the saved plan that was applied or approved. Absent without a saved plan. */
  readonly plan?: string
  /** The failover that the run makes. Absent if the run is an apply. */
  readonly failover?: {
    readonly target: string
    /** The URL of the service. */
    readonly url: string
    /** The name of the environment. Absent if the project file does not name the environment. */
    readonly environment?: string
    readonly channel: string
    /** The integration that becomes primary. */
    readonly to: string
    /** The reason that was given with --reason. */
    readonly reason?: string
    /** "skipped" if --no-smoke was given, so belfry switched without a smoke trigger. */
    readonly smoke: 'sent' | 'skipped'
  }
  /** The integrations that an apply makes primary. Absent if there are none. */
  readonly promotions?: {
    readonly target: string
    /** The URL of the service. */
    readonly url: string
    /** The name of the environment. Absent if the project file does not name the environment. */
    readonly environment?: string
    readonly channel: string
    /** The integration that becomes primary. */
    readonly to: string
  }[]
  /** The journal that contains the run. Present only in the output of belfry log. */
  readonly file?: string
  /** The exit code of the run. Absent if the run is still going on, if it ended unexpectedly, or if its last line is damaged. */
  readonly exit?: number
  readonly ended?: string
  readonly outcomes: {
    readonly type: 'outcome'
    /** The ID of the apply run. All lines of the same run have the same ID. */
    readonly run: string
    /** The time when the line was written: ISO 8601, UTC. */
    readonly time: string
    /** The ID of the change, as in the plan. */
    readonly id: string
    /** The target. Absent if the resource belongs to the organisation. */
    readonly target?: string
    /** The kind of the resource, such as integration. */
    readonly kind: string
    /** The identity of the resource, such as the identifier of an integration. */
    readonly name: string
    /** The part of the resource that this request changes, such as a channel of a subscriber. */
    readonly part?: string
    /** create, update, set-primary or resend. */
    readonly action: string
    /** The operation of the API, such as updateIntegration. */
    readonly operation: string
    /** The HTTP method of the request. */
    readonly method: string
    /** The path of the request. IDs that are not known yet are placeholders such as {id of integration ses-eu}. */
    readonly path: string
    /** The result of the change. "unknown": belfry sent the request and doesn't know whether the service made the change. */
    readonly status: 'done' | 'failed' | 'skipped' | 'unknown' | 'stale' | 'waiting'
    /** true if the reply was an error or was lost, and a later read showed that the service has made the change. */
    readonly already?: true
    /** The HTTP status of the reply. Absent if there was no reply. */
    readonly httpStatus?: number
    /** The request ID in the reply of the service. Absent if the reply contains no request ID. */
    readonly requestId?: string
    /** The time from sending the request to its result, in milliseconds. */
    readonly milliseconds: number
  }[]
  /**
   * The requests that were sent and that have no result in the journal.
   *
   * Items: A request that belfry is about to send. belfry writes the line to disk before belfry sends the request.
   */
  readonly inFlight: {
    readonly type: 'sending'
    /** The ID of the apply run. All lines of the same run have the same ID. */
    readonly run: string
    /** The time when the line was written: ISO 8601, UTC. */
    readonly time: string
    /** The ID of the change, as in the plan. */
    readonly id: string
    /** The target. Absent if the resource belongs to the organisation. */
    readonly target?: string
    /** The kind of the resource, such as integration. */
    readonly kind: string
    /** The identity of the resource, such as the identifier of an integration. */
    readonly name: string
    /** The part of the resource that this request changes, such as a channel of a subscriber. */
    readonly part?: string
    /** create, update, set-primary or resend. */
    readonly action: string
    /** The operation of the API, such as updateIntegration. */
    readonly operation: string
    /** The HTTP method of the request. */
    readonly method: string
    /** The path of the request. IDs that are not known yet are placeholders such as {id of integration ses-eu}. */
    readonly path: string
    /** A keyed digest of the request body. If two requests for the same change have the same body, the digests are equal. Absent if the request has no body. */
    readonly digest?: string
    /** The ID of the key with which belfry made the digest. */
    readonly keyId?: string
  }[]
}

/** An expectation, and whether it is met. */
export interface Judgement {
  readonly recipient?: string
  readonly expected: string
  readonly seen: string
  readonly isMet: boolean
}

/** The result of `Project.export`. */
export interface ExportResult extends CommonResult<'export'> {
  readonly out?: string
  readonly files?: {
    readonly file: string
    readonly holds: string
  }[]
  readonly variables?: {
    readonly name: string
    readonly resource: string
    readonly field: string
    readonly target?: string
  }[]
  readonly left?: {
    readonly kind: string
    readonly name: string
    readonly target?: string
    readonly why: string
  }[]
  readonly notes?: {
    readonly resource: string
    readonly note: string
  }[]
  readonly channels?: number
  /** By kind: resources with uncompared secrets. */
  readonly uncompared?: {
    readonly [k: string]: number
  }
  readonly isWritten?: boolean
  readonly changes?: {
    readonly file: string
    readonly line: number
    readonly resource: string
    readonly target?: string
    readonly field: string
    readonly before?: string
    readonly after?: string
  }[]
  readonly appended?: {
    readonly file: string
    readonly resource: string
  }[]
  readonly leftAlone?: {
    readonly file: string
    readonly line: number
    readonly resource: string
    readonly target?: string
    readonly field: string
    readonly before?: string
    readonly after?: string
    readonly why: string
  }[]
  readonly diff?: string
}

/** The result of `Project.validate`. */
export interface ValidateResult extends CommonResult<'validate'> {
  readonly files?: number
  readonly resources?: number
  /** Files and folders that match a pattern, but that belfry did not read because of their names. */
  readonly ignored?: {
    readonly name: string
    readonly reason: 'hidden' | 'node_modules' | 'ending' | 'folder' | 'project file' | 'not named'
  }[]
}

/** The result of `Project.plan`. */
export interface PlanResult extends CommonResult<'plan'> {
  readonly plan?: Plan
}

/** The result of `Project.diff`. */
export interface DiffResult extends CommonResult<'diff'> {
  /** The first version that was compared, such as a revision or a folder. */
  readonly from?: string
  /** The second version that was compared. */
  readonly to?: string
  readonly diff?: Difference
}

/** The result of `Project.compare`. */
export interface CompareResult extends CommonResult<'compare'> {
  /** The target whose resources are the desired state. */
  readonly from?: string
  /** The target that was compared with the resources of `from`. */
  readonly to?: string
  /** "live": belfry compared what is in the service. "declared": belfry compared the manifests. */
  readonly by?: 'live' | 'declared'
  /** What the resources of `from` would change in `to`. belfry never sends these requests. */
  readonly plan?: Plan
}

/** The result of `Project.promote`. */
export interface PromoteResult extends CommonResult<'promote'> {
  readonly from?: string
  readonly to?: string
  readonly files?: string[]
  /** The fields that the manifests declare for `to`, with their values as JSON. */
  readonly changes?: {
    readonly resource: string
    readonly field: string
    readonly value?: string
  }[]
  /** The variables that the target `to` must define in the project file. */
  readonly variables?: {
    readonly resource: string
    readonly field: string
    readonly name: string
  }[]
  /** The fields that belfry does not promote. `field` is empty for a whole resource. */
  readonly left?: {
    readonly resource: string
    readonly field: string
    readonly why: string
  }[]
  readonly diff?: string
  readonly isWritten?: boolean
  /** What a plan of `to` shows with the changed manifests. Absent if belfry could not make a plan. */
  readonly plan?: Plan
}

/** The result of `Project.apply`. */
export interface ApplyResult extends CommonResult<'apply'> {
  /** The first plan, followed by a plan for each target whose API key belfry received from the service during the run. */
  readonly plans?: Plan[]
  readonly results?: ChangeOutcome[]
  /** The new plan that belfry makes after the last change. Present only if all changes are done. */
  readonly after?: Plan
  readonly waiting?: {
    readonly target: string
    readonly steps: string[]
  }[]
  readonly keyed?: {
    readonly target: string
    readonly apiKeyFrom?: string
  }[]
  readonly requests?: {
    readonly reads: number
    readonly writes: number
    readonly milliseconds: number
  }
  /** Only with --approved: the differences that the approved plan does not contain. belfry left them unchanged. */
  readonly differencesLeft?: {
    /** Absent for resources that belong to the organisation. */
    readonly target?: string
    readonly kind: string
    readonly name: string
    /** The paths of the fields, such as credentials.apiKey. Empty for a whole resource. */
    readonly fields: string[]
  }[]
  /** Only with --approved: the secrets that the apply would send, but that the approved plan does not contain. belfry did not send them. */
  readonly secretsLeft?: {
    /** Absent for resources that belong to the organisation. */
    readonly target?: string
    readonly kind: string
    readonly name: string
    /** The paths of the fields, such as credentials.apiKey. Empty for a whole resource. */
    readonly fields: string[]
  }[]
  /** The result of --smoke. Present only if all changes were applied. */
  readonly smoke?: {
    /** The cases, in the order of the suites. Absent if no case was run. */
    readonly cases?: SmokeCase[]
    readonly milliseconds?: number
  }
}

/** The result of `Project.failover`. */
export interface FailoverResult extends CommonResult<'failover'> {
  /** The target that was read. Absent if no target was read. */
  readonly target?: string
  readonly channel?: string
  /** The integration that was primary before the command. Absent if there was none, or if it is not known. */
  readonly from?: string
  /** The integration that the command makes primary. */
  readonly to?: string
  /** "switched": the integration in `to` is primary now. "already": it was primary before. "not switched": a request or the smoke trigger failed before the switch. "unknown": belfry sent the request that makes it primary, but could not verify the result. "left": --if-failing found no reason to switch, or was used without --yes. Absent if the command was refused. */
  readonly state?: 'switched' | 'already' | 'not switched' | 'unknown' | 'left'
  /** The result of --if-failing. The windows are in the order of their times. */
  readonly health?: {
    readonly verdict: 'failing' | 'healthy' | 'not enough traffic'
    readonly windows: {
      readonly from: string
      readonly to: string
      /** The number of messages that the provider accepted. */
      readonly delivered: number
      /** The number of messages that the provider refused. */
      readonly refused: number
      /** true if the window has more events than belfry reads: the numbers are those of the newest 1,000 events. Absent if belfry read all events of the window. */
      readonly isSample?: true
    }[]
  }
  readonly plan?: Plan
  readonly results?: ChangeOutcome[]
  /** The result of the smoke trigger. */
  readonly smoke?: {
    /** The cases, in the order of the suites. Absent if no case was run. */
    readonly cases?: SmokeCase[]
    readonly milliseconds?: number
  }
}

/** The result of `Project.log`. */
export interface LogResult extends CommonResult<'log'> {
  /** The runs, newest first. */
  readonly runs?: JournalRun[]
  /** The lines that are not valid entries, such as a truncated line. */
  readonly damaged?: {
    readonly file: string
    readonly line: number
  }[]
}

/** The result of `Project.get('environments')`. */
export interface EnvironmentsResult extends CommonResult<'get environments'> {
  /** The target that was read. Absent if no target was read. */
  readonly target?: string
  /** The resources, with the field names of manifests. `managed` is the place in the manifest that declares the resource. `managed` is null if no manifest declares the resource, and absent if the manifests have errors or were not read. */
  readonly data?: {
    readonly _id: string
    readonly when?: string
    readonly managed?: Position | null
    readonly [k: string]: unknown
  }[]
}

/** The result of `Project.get('integrations')`. */
export interface IntegrationsResult extends CommonResult<'get integrations'> {
  /** The target that was read. Absent if no target was read. */
  readonly target?: string
  /** The resources, with the field names of manifests. `managed` is the place in the manifest that declares the resource. `managed` is null if no manifest declares the resource, and absent if the manifests have errors or were not read. */
  readonly data?: {
    readonly _id: string
    readonly when?: string
    readonly managed?: Position | null
    readonly [k: string]: unknown
  }[]
}

/** The result of `Project.get('subscribers')`. */
export interface SubscribersResult extends CommonResult<'get subscribers'> {
  /** The target that was read. Absent if no target was read. */
  readonly target?: string
  /** The page number, counted from 0. With --all, the number of the first page. */
  readonly page?: number
  /** The maximum number of records on a page. Absent with --all. */
  readonly pageSize?: number
  /** Whether the service has more pages. With --all: whether --max truncated the list. */
  readonly hasMore?: boolean
  /** Items: A record of the service, with the field names of the service. Each secret is replaced by a label, such as (secret live) for a secret that the service returned. */
  readonly data?: {
    readonly [k: string]: Json
  }[]
  /** The value of --after for the next page. Null on the last page. */
  readonly next?: string | null
  /** The value of --before for the previous page. Null on the first page. */
  readonly previous?: string | null
  /** The number of subscribers on all pages, as returned by the service. */
  readonly totalCount?: number
  /** Whether the service has more subscribers than the number in `totalCount`. */
  readonly totalCountCapped?: boolean
}

/** The result of `Project.events`. */
export interface EventsResult extends CommonResult<'events list'> {
  /** The target that was read. Absent if no target was read. */
  readonly target?: string
  /** The page number, counted from 0. With --all, the number of the first page. */
  readonly page?: number
  /** The maximum number of records on a page. Absent with --all. */
  readonly pageSize?: number
  /** Whether the service has more pages. With --all: whether --max truncated the list. */
  readonly hasMore?: boolean
  /**
   * The records, newest first.
   *
   * Items: A record of the service, with the field names of the service. Each secret is replaced by a label, such as (secret live) for a secret that the service returned.
   */
  readonly data?: {
    readonly [k: string]: Json
  }[]
}

/** The result of `Project.messages`. */
export interface MessagesResult extends CommonResult<'messages list'> {
  /** The target that was read. Absent if no target was read. */
  readonly target?: string
  /** The page number, counted from 0. With --all, the number of the first page. */
  readonly page?: number
  /** The maximum number of records on a page. Absent with --all. */
  readonly pageSize?: number
  /** Whether the service has more pages. With --all: whether --max truncated the list. */
  readonly hasMore?: boolean
  /**
   * The records, newest first.
   *
   * Items: A record of the service, with the field names of the service. Each secret is replaced by a label, such as (secret live) for a secret that the service returned.
   */
  readonly data?: {
    readonly [k: string]: Json
  }[]
}

/** The result of `Project.doctor`. */
export interface DoctorResult extends CommonResult<'doctor'> {
  /** The findings that apply to the project and not to a single target. */
  readonly project?: {
    /** The name of the check, such as key. */
    readonly check: string
    /** The result of the check. If the status is "problem", belfry apply would stop. */
    readonly status: 'ok' | 'note' | 'problem'
    readonly message: string
    readonly hint?: string
  }[]
  readonly targets?: {
    readonly target: string
    /** The service URL. */
    readonly url: string
    /** The environment that the API key belongs to. Absent if belfry can't determine the environment. */
    readonly environment?: {
      readonly id: string
      readonly name: string
      readonly evidence: 'hash' | 'key' | 'subscriber' | 'event' | 'environmentId' | 'name'
    }
    readonly organisation?: string
    readonly findings: {
      /** The name of the check, such as key. */
      readonly check: string
      /** The result of the check. If the status is "problem", belfry apply would stop. */
      readonly status: 'ok' | 'note' | 'problem'
      readonly message: string
      readonly hint?: string
    }[]
  }[]
}

/** The result of `Project.audit`. */
export interface AuditResult extends CommonResult<'audit'> {
  /** The targets that belfry read completely. */
  readonly targets?: {
    readonly target: string
    readonly integrations: number
    readonly subscribers: number
    /** What belfry did not check, because the service does not return it. */
    readonly unchecked?: 'credentials'
  }[]
  /** The targets that belfry did not read completely, and the kinds of resources it did not read completely. Absent if the audit is complete. */
  readonly unread?: {
    readonly target: string
    readonly kinds: ('integration' | 'subscriber')[]
  }[]
  /** The number of findings. `problems` contains at most 1,000 findings of each rule and target. */
  readonly findings?: number
}

/** The result of `Project.trigger`. */
export interface TriggerResult extends CommonResult<'trigger'> {
  /** The target that was read. Absent if no target was read. */
  readonly target?: string
  readonly workflow?: string
  readonly acknowledged?: boolean
  /** The status that the service returned. The status "processed" only means that the trigger was queued. */
  readonly status?: string
  /** The transaction ID. Present if the trigger was sent or may have been sent. */
  readonly transactionId?: string
  /** The error messages of the service. */
  readonly error?: string[]
  /** The request that belfry would send. Present only with --dry-run. */
  readonly request?: {
    readonly method: string
    readonly url: string
    readonly body: Json
  }
  /** How the wait ended. Present with --wait or --expect, if the status is "processed". */
  readonly waited?: {
    readonly end: 'settled' | 'timeout' | 'interrupted' | 'unreadable'
    /** The time that belfry waited for the result, in milliseconds. */
    readonly milliseconds: number
  }
  readonly deliveries?: Delivery[]
  readonly explanations?: Explanation[]
  /** The results of --expect: a result for each expectation and recipient. */
  readonly judgements?: Judgement[]
}

/** The result of `Project.smoke`. */
export interface SmokeResult extends CommonResult<'smoke'> {
  /** The cases, in the order of the suites. Absent if no case was run. */
  readonly cases?: SmokeCase[]
  readonly milliseconds?: number
}

/** The results of `Project.get`, by what is read. */
export interface GetResults {
  readonly environments: EnvironmentsResult
  readonly integrations: IntegrationsResult
  readonly subscribers: SubscribersResult
}

/** What a method of a project returns: the same data as the command of that name prints with `--format json`. */
export type Result =
  | ExportResult
  | ValidateResult
  | PlanResult
  | DiffResult
  | CompareResult
  | PromoteResult
  | ApplyResult
  | FailoverResult
  | LogResult
  | EnvironmentsResult
  | IntegrationsResult
  | SubscribersResult
  | EventsResult
  | MessagesResult
  | DoctorResult
  | AuditResult
  | TriggerResult
  | SmokeResult
