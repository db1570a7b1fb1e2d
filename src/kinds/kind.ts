// What a kind of resource is: one plain object that says how it is written, read, compared and changed.
import type { Action, Change } from '../core/plan/change.ts'
import type { Difference } from '../core/plan/compare-fields.ts'
import type { Note, Placed } from '../core/plan/notes.ts'
import type { IntegrationStates } from '../core/plan/plan.ts'
import type { exits, Problem, Severity } from '../core/problem.ts'
import type { Secret } from '../core/secrets/secret.ts'
import type { ValueMap } from '../core/value.ts'
import type { Client, Sent } from '../service/client.ts'
import type { PageProgress } from '../service/pages.ts'
import type { FieldRows } from './field-row.ts'
import type { JsonSchema } from './form.ts'
import type { Parallel } from '../core/lists.ts'
import type { Desired, Live, Observed, Page } from './resource.ts'
import type { Resources } from './declared-resources.ts'

/** The names of the kinds of the registry, for code that must not load the kinds themselves. */
export const kindNames: readonly string[] = ['environment', 'integration', 'subscriber']

/** What editors check besides the type of each field, for the published JSON Schema. */
export interface EditorChecks {
  readonly checks: readonly JsonSchema[]
  /** What `checks` refer to as `#/$defs/NAME`. */
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/** What a kind reads with. Replies are shared, so that no list is fetched twice. */
export interface Access {
  readonly client: Client
  readonly environmentId: string
  /** The service's own name in enumerated values, from the project file; without it, the service's replies show it. */
  readonly vendor?: string
  readonly parallel: Parallel
  once<T>(key: string, read: (client: Client) => Promise<T>): Promise<T>
  /** Sends early what `read` or `once` will ask for by the same key. */
  begin(key: string, read: (client: Client) => Promise<unknown>): void
  /** What was begun under this key and not read yet; else it is sent now. */
  read<T>(key: string, read: (client: Client) => Promise<T>): Sent<T>
  /** The reply to what was begun under this key and not read yet; undefined if nothing was begun. */
  begun<T>(key: string): Promise<T> | undefined
  /** When the request for what `once` gave went out. */
  readonly readAt: (key: string) => number
  /** In milliseconds, from any origin. */
  readonly clock: () => number
  readonly onRead?: (progress: ReadProgress) => void
}

export interface ReadProgress extends PageProgress {
  readonly what: string
}

/** A change before it has its place in the plan: the kind says what, the plan says where and in which order. */
export interface Draft extends Pick<
  Change,
  | 'part'
  | 'action'
  | 'stage'
  | 'preparation'
  | 'call'
  | 'restoration'
  | 'turn'
  | 'before'
  | 'after'
  | 'differences'
  | 'summary'
  | 'reread'
> {
  /** Changes of earlier stages or, with an `action`, of any stage, without which this one makes no sense. */
  readonly needs?: readonly Need[]
  readonly sideEffects?: readonly string[]
}

export interface Need {
  readonly kind: string
  readonly name: string
  readonly action?: Action
}

export interface PlanContext {
  /** All that was observed of this kind in the target, for kinds with `effects`; else empty. */
  readonly all: readonly Observed[]
  /** Set if another tree is compared instead of the service: only what it declares is known. */
  readonly live?: 'declared'
}

/** What a kind knows when it judges the state after a plan. */
export interface Foresight {
  /** All of a kind with `effects` in the target, declared or live. */
  readonly observedOf: (kind: string) => readonly Observed[]
  /** All that is declared of a kind of targets for the target, selected or not. */
  readonly declaredOf: (kind: string) => Resources
  /** The target's, in the order in which they are sent. */
  readonly changes: readonly Change[]
  readonly isProtected?: boolean
}

export interface Effect {
  /** The resource of the same kind that is affected. */
  readonly name: string
  readonly field: string
  /** `mailgun-old stops being primary for email` */
  readonly message: string
  /** Present if the primary integration of a channel is another one after it, or none; with all others of the channel. */
  readonly primaryOf?: { readonly channel: string; readonly others: readonly string[] }
}

/** Something that will be wrong after a plan is applied. */
export interface Doubt
  extends Required<Pick<Problem, 'rule' | 'message' | 'hint'>>, Pick<Problem, 'position' | 'resource'> {
  /** The channel whose primary integration it is about. */
  readonly channel?: string
  /** It is the business of another project, so it is never more than a warning. */
  readonly isOutside?: true
  /** False if the service is in no better state already. */
  readonly isWorse: boolean
  /** If the plan after an apply shows it, the apply ends with exit 6. */
  readonly isUnverified?: true
  /** Replaces the rule's own severity, if the project sets none. */
  readonly severity?: Severity
  /** Set if an error in a manifest is the reason, and not what is in the service. */
  readonly exit?: typeof exits.mistake
}

/** What offline checks know besides the resource itself. */
export interface CheckContext {
  /** Whether another project manages it. */
  readonly isOutside: (kind: string, name: string) => boolean
  /** Everything of a kind that manifests declare for the same target. */
  readonly declaredOf: (kind: string) => Resources
  /** `live` if a plan follows, which knows what is in the service. */
  readonly need: 'offline' | 'live'
  readonly report: (rule: string, path: readonly (string | number)[], message: string, hint?: string) => void
  /** The first resource of this kind and target that gave an equal secret: itself, if it is the first. */
  readonly firstWith: (secret: Secret | string, desired: Desired) => Desired
}

export interface Kind {
  readonly name: string
  readonly scope: 'organisation' | 'target'
  /** In the order in which its changes are applied; the registry's order comes first. */
  readonly stages: readonly string[]
  readonly editorChecks?: () => EditorChecks
  readonly fields: FieldRows
  /** The fields of a declared resource that are compared, in the form in which `observe` shows them. */
  readonly fieldsOf: (declared: ValueMap) => ValueMap
  readonly check?: (desired: Desired, context: CheckContext) => void
  /**
   * What the schema makes of a value if this is a plain resource: a valid one without secrets, without the names of other
   * resources or of the service itself, and of which `check` reports nothing. Undefined if the schema has to decide.
   * Lines of NDJSON are kept as text only for kinds that have it.
   */
  readonly plain?: (value: ValueMap) => ValueMap | undefined
  /** Replaces the names that manifests refer by with the identities that a target uses. */
  readonly link?: (desired: Desired, declaredOf: (kind: string) => Resources) => Desired
  /** Pairs what is declared with what the service has. Includes undeclared resources if the kind can list them. */
  readonly observe: (access: Access, desired: Resources) => AsyncIterable<Observed>
  /** Sends early the requests that `observe` starts with, if they don't depend on other replies. */
  readonly begin?: (access: Access, desired: Resources) => void
  /**
   * Everything of a kind whose `observe` shows only what is declared, page by page. `query` narrows the service's own
   * search.
   */
  readonly all?: (access: Access, query: Readonly<Record<string, string>>) => AsyncIterable<readonly Live[]>
  /**
   * Reads one page of a directory again, and yields what is on it. A page with `since`: yields what was created since,
   * with its page and, if that is certainly everything, a result without a resource last. Without `observePage`, one
   * list shows all of the kind.
   */
  readonly observePage?: (access: Access, page: Page, desired: Resources) => AsyncIterable<Observed>
  /** What an earlier tree declares, in the form in which the service would show it: it is compared instead of the service. */
  readonly standIns?: (earlier: readonly Desired[], desired: readonly Desired[]) => readonly Live[]
  /**
   * The requests that change the service to what is declared. `differences` are all `different`, or all `unreadable` to
   * be sent again.
   */
  readonly changes: (
    observed: Observed,
    differences: readonly Difference[],
    context: PlanContext,
  ) => readonly Draft[]
  /** What a plan doesn't change of a declared resource, unless it is asked to undo the failover. */
  readonly failedOver?: (observed: Observed, all: readonly Observed[]) => FailedOver | undefined
  /** The request body with the service's current entries; for changes marked `reread`. */
  readonly refresh?: (change: Change, desired: Desired, live: Live) => ValueMap | undefined
  /**
   * Plans create a resource that is missing only if the project asks for it, because some services have no operation for it;
   * `hint` says what to do on such a service. Without it, plans create what is missing.
   */
  readonly createIfAsked?: { readonly hint: string }
  /** What a change does to fields that it doesn't set, if the service shows `all`. Pure. A kind that has it is read whole. */
  readonly effects?: (change: Change, desired: Desired, all: readonly Live[]) => readonly Effect[]
  /** What will be wrong after a plan is applied. Pure. */
  readonly doubts?: (foresight: Foresight) => readonly Doubt[]
  /** How the integrations are before and after the plan. Pure. */
  readonly delivery?: (foresight: Foresight) => readonly IntegrationStates[]
  /** A declared resource that no request can make out of the one in the service. */
  readonly refuse?: (observed: Observed, differences: readonly Difference[]) => Refusal | undefined
}

/** A field that a plan leaves as the service has it, because a failover changed it: see `belfry failover`. */
export type FailedOver = Omit<Note<'failedOver'>, 'sort' | 'since' | 'target' | 'isProtected' | keyof Placed>

export interface Refusal extends Required<Pick<Problem, 'rule' | 'message' | 'hint'>> {
  readonly path: readonly (string | number)[]
}
