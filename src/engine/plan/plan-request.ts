// The request for a plan, and its result: the plan of each section, and of the whole.
import type { Change } from '../../core/plan/change.ts'
import type { FailoverTime } from '../../core/plan/journal-runs.ts'
import type { Target } from '../../core/target.ts'
import type { Limit } from '../../core/plan/limits.ts'
import type { Note } from '../../core/plan/notes.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import type { Position, Problem } from '../../core/problem.ts'
import type { RuleSettings } from '../../core/rules.ts'
import type { Doubt, Kind, PlanContext } from '../../kinds/kind.ts'
import type { Desired, Live, Observed, SeenAt, Owns } from '../../kinds/resource.ts'
import type { Declared, Resources } from '../../kinds/declared-resources.ts'
import type { LedgerOf } from '../journal-and-ledger/ledger.ts'
import type { Selection } from './select.ts'
import type { Session } from './session.ts'

export interface PlanRequest {
  /** Those that were selected, in project order. */
  readonly targets: readonly Target[]
  /** The environment's name of each target of the project, by alias; undefined if the target has none in the project file. */
  readonly environments: Readonly<Record<string, string | undefined>>
  readonly declared: Declared
  readonly selection: Selection
  /** `ledger`: sent if the engine's ledger doesn't show that they were. */
  readonly unreadable: 'never' | 'always' | 'ledger'
  /** What to do with a declared resource that isn't in the service, of a kind with `createIfAsked`. */
  readonly missing: 'report' | 'fail' | 'create'
  /** Whether `declared` is all that the project declares. */
  readonly manifests: 'all' | 'some'
  /** How many resources of a kind may change, if this run sets it. */
  readonly maxChanges: Readonly<Record<string, Limit>>
  readonly rules: RuleSettings
  /** What the project manages of its environments; undefined for everything. */
  readonly owns?: Owns | undefined
  /** Environments of which the service refused an update with the key of another one. */
  readonly refusedOthersKeys?: ReadonlySet<string>
  /** Targets of the project that a saved plan has no part for, most because they had no API key when it was made. */
  readonly outsidePlan?: readonly OutsidePlan[]
  /** Whether declared resources that need no call are listed; else only counted. */
  readonly same?: 'listed' | 'counted'
  /** Set if the values of secrets are not known: they are compared by the names of their references only. */
  readonly secrets?: 'named'
  /** Whether a failover is undone; else what it changed stays. */
  readonly failback?: true
  /**
   * Primary integrations and standbys that all manifests of the project declare; undefined if `declared` has all of them, or if
   * the others can't be read.
   */
  readonly rolesElsewhere?: ((target: string) => readonly Desired[]) | undefined
  /** Since when a standby delivers a channel, as journals show it. */
  readonly failedOverSince?: FailedOverSince
}

export type FailedOverSince = (target: string, channel: string, to: string) => FailoverTime

export interface OutsidePlan {
  readonly alias: string
  readonly environment?: string
  /** Undefined if the plan doesn't name the target. */
  readonly url?: string
}

export interface Planned {
  readonly plan: Plan
  readonly sessions: ReadonlyMap<string, Session>
  readonly basisOf: ReadonlyMap<string, BasedOn>
  /** What guards need to know of a section besides its changes. */
  readonly forecasts: ReadonlyMap<Section, Forecast | undefined>
}

/** What an apply sends, and how it is verified. */
export interface ToApply {
  /** A new plan; its problems say what doesn't agree with a saved plan. */
  readonly planned: Planned
  /** The plan request that verifies the apply. */
  readonly request: PlanRequest
  /** Changes of a saved plan that the service shows already, or that the ledger remembers as applied. */
  readonly done: readonly Change[]
  /** Approved changes that aren't sent, because what they are based on changed or a change that they need isn't sent. */
  readonly stale: readonly Result[]
  /** Why changes of another new plan aren't approved; empty without an approved plan. */
  readonly refusals: (made: Pick<Planned, 'plan' | 'basisOf'>) => readonly Problem[]
}

export interface UnmanagedPolicy {
  readonly does: Target['unmanaged']
  /** The project's setting, if only a part of the project is read: then undeclared resources are only reported. */
  readonly insteadOf?: 'deactivate' | 'fail'
  readonly ignore?: readonly string[]
  /** The line of the project file that says so. */
  readonly position?: Position
}

/** The target that an environment's own API key would be of; without one no target of the project has this environment. */
export type OwnKeyHolder = Pick<Note<'ownKey'>, 'target' | 'apiKeyFrom'>

export interface Policy extends Pick<
  PlanRequest,
  | 'unreadable'
  | 'missing'
  | 'selection'
  | 'rules'
  | 'refusedOthersKeys'
  | 'owns'
  | 'failback'
  | 'rolesElsewhere'
  | 'failedOverSince'
> {
  /** As the target sees it whose key changes a resource; undefined if there is none. */
  readonly ledgerOf: (via: string) => LedgerOf | undefined
  readonly unmanaged: UnmanagedPolicy
  readonly target?: string
  /** Whether the target is protected. */
  readonly isProtected?: true
  readonly same: 'listed' | 'counted'
  readonly live?: PlanContext['live']
}

/** Where a kind's declared resources are read, and with whose key each is changed. */
export interface Reading {
  readonly kind: Kind
  readonly desired: Resources
  /** Pairs them with what the service has, or with what replaces the service. */
  readonly observe: (desired: Resources) => AsyncIterable<Observed>
  readonly via: (desired: Desired) => string
  /** The target with the API key that everything but a create needs; undefined if the key of `via` is enough. */
  readonly ownKeyOf?: (desired: Desired) => OwnKeyHolder | undefined
}

export interface Forecast {
  /** How many resources of each kind are counted for limits in percent: see `LiveResources.counts`. */
  readonly live: ReadonlyMap<string, number>
  readonly doubts: readonly Doubt[]
  /** What is known if only these changes are sent; the names in `delivery` may contain secrets. */
  readonly of: (sent: readonly Change[]) => {
    readonly doubts: readonly Doubt[]
    readonly delivery: NonNullable<Section['delivery']>
  }
}

/** What a change is based on: the declared resource, and when and where the plan saw it. */
export interface BasedOn {
  readonly desired: Desired
  /** The service's ID of the resource; undefined if it isn't in the service. */
  readonly serviceId: string | undefined
  /** Undefined if nothing was read from a service. */
  readonly seen: SeenAt | undefined
  /** Why the change must not be sent if the service shows `all`; asked in the plan, and again just before it is sent. */
  readonly harms?: (all: readonly Live[]) => readonly Problem[]
}

/** A section before its target is added, and what else is known of it. */
export interface PlannedSection extends Omit<Section, 'target' | 'environment' | 'url'> {
  readonly forecast: Forecast
  readonly problems: readonly Problem[]
  readonly basisOf: ReadonlyMap<string, BasedOn>
}
