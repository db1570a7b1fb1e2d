// A plan is the ordered list of changes and everything that a reviewer needs; it is plain data.
import type { z } from 'zod'
import { isDeactivation, type Change } from './change.ts'
import { isOnlyNamed, type Detail } from './compare-fields.ts'
import { detailsOf, isSentAgain } from './detail.ts'
import { notesIn, notesOf, type Note, type NoteSort, type Placed } from './notes.ts'
import { whyDrift } from './journal-runs.ts'
import { given, type Inferred } from '../given.ts'
import { hasErrors, type Problem } from '../problem.ts'
import type { integrationState, leftResource, origin, requests, states } from './shapes.ts'
import { someLeaf, type ValueMap } from '../value.ts'

export interface Plan {
  /** What belongs to the organisation comes first, then the targets in project order. */
  readonly sections: readonly Section[]
  readonly problems: readonly Problem[]
  readonly requests: Requests
  /** Set if secrets were not known: they were compared by the names of their references only. */
  readonly secrets?: 'named'
  /** Set if a ledger shows what was sent of fields that can't be compared. */
  readonly isRemembered?: true
  /** Set if a target is protected: it accepts only a saved or an approved plan. */
  readonly isProtected?: true
  /** If no service was asked: another tree's declarations are compared instead of the service. */
  readonly live?: 'declared'
  /** If two targets were compared: what `from` would change in `to`, as the service has them or as manifests declare them. */
  readonly compared?: { readonly from: string; readonly to: string; readonly by: 'live' | 'declared' }
  /** For an apply that follows an approved plan: differences that aren't sent, because that plan doesn't list them. */
  readonly left?: Left
  /** Fields that can't be compared and that a base declares differently; absent if no base was given. */
  readonly declaredSince?: { readonly base: string; readonly changes: readonly UncomparedChange[] }
}

/** What an approved plan doesn't list, an entry for each resource: changes of fields, and secrets. */
export interface Left {
  readonly differences: readonly LeftResource[]
  readonly secrets: readonly LeftResource[]
}

export type LeftResource = Inferred<typeof leftResource>

/** Where a saved plan comes from. */
export type Origin = Inferred<z.ZodObject<typeof origin>>

export type Requests = Inferred<typeof requests>

/** One integration before and after the plan, as far as the contract defines the effects of the changes. */
export type IntegrationStates = Inferred<typeof states>

export type IntegrationState = Inferred<typeof integrationState>

/** One target, or the organisation (no `target`). */
export interface Section {
  readonly target?: string
  /** Empty if no service was asked. */
  readonly url: string
  /** Of a target that only one of two trees has: the later or the earlier one. */
  readonly targetChange?: 'added' | 'removed'
  /** The kinds that were not read, because nothing of them is declared: what the service has of them is in no manifest. */
  readonly unread?: readonly string[]
  /** The live environment that the target's key belongs to. */
  readonly environment?: { readonly id: string; readonly name: string }
  /** In the order in which they are sent; those of one kind and stage may be sent in parallel. */
  readonly changes: readonly Change[]
  /** Declared resources that need no call. */
  readonly unchanged: number
  /** Declared resources, waiting ones left out. */
  readonly resources: number
  /** What was found and isn't a change, in the order in which it was found. */
  readonly notes: readonly Note[]
  /** Declared resources that an error kept from being compared; absent if there are none. */
  readonly inError?: number
  /**
   * Resources that differ and are left unchanged: an approved plan doesn't list the difference, or its basis changed. Absent if
   * there are none.
   */
  readonly left?: number
  /** Why the target waits, as one sentence. */
  readonly waitsFor?: string
  /**
   * `saved`: only the resources of a saved plan were compared, and others are not counted. `none`: the selection leaves all
   * out.
   */
  readonly part?: 'saved' | 'none'
  /** The state of its integrations before and after; absent if none were read. */
  readonly delivery?: readonly IntegrationStates[]
  /** Declared resources with those of their fields that need no call; only if they were requested. */
  readonly same?: readonly SameNote[]
  /** The service's ids of live resources that changes refer to, by `kind/name`. */
  readonly ids: Readonly<Record<string, string>>
}

export interface SameNote extends Placed {
  readonly fields: ValueMap
}

/** What an earlier tree declared in fields that the service doesn't show, and what is declared now. */
export interface UncomparedChange extends Placed {
  readonly target?: string
  readonly details: readonly Detail[]
}

/** The number of changes, notes and resources of each sort. A deactivation is not counted as an update. */
export type Counts = ReturnType<typeof countsOf>

export function countsOf(sections: readonly Section[]) {
  const byAction = { create: 0, update: 0, 'set-primary': 0, deactivate: 0, resend: 0 }
  let [unchanged, inError, left] = [0, 0, 0]
  for (const section of sections) {
    for (const change of section.changes) byAction[isDeactivation(change) ? 'deactivate' : change.action] += 1
    unchanged += section.unchanged
    inError += section.inError ?? 0
    left += section.left ?? 0
  }
  const noted = (sort: NoteSort): number => notesIn(sections, sort).length
  const released = noted('released')
  const absent = noted('absent')
  const failoverDrift = driftingFailovers(sections).length
  const ownKeys = notesIn(sections, 'ownKey')
  const withoutTarget = ownKeys.filter(({ target }) => target === undefined).length
  return {
    create: byAction.create,
    update: byAction.update,
    setPrimary: byAction['set-primary'],
    deactivate: byAction.deactivate,
    resend: byAction.resend,
    unchanged,
    unmanaged: noted('unmanaged'),
    missing: noted('missing'),
    waiting: noted('waiting') + ownKeys.length - withoutTarget,
    // Resources with fields that need a target with the environment's own API key.
    ...(withoutTarget > 0 && { ownKey: withoutTarget }),
    // Declared resources that are in the service more than once, and those that an error kept from being compared.
    duplicates: noted('duplicates'),
    inError,
    ...(left > 0 && { left }),
    ...(failoverDrift > 0 && { failoverDrift }),
    ...given({ uncompared: uncomparedIn(sections) }),
    // Of two trees: resources that only the earlier one declares. Of two targets: resources that only the second one has.
    ...(released > 0 && { released }),
    ...(absent > 0 && { absent }),
  }
}

/** The channels of which the failover is drift. A failover has up to two notes: of the primary integration and the standby. */
export function driftingFailovers(sections: readonly Section[]): readonly string[] {
  return sections.flatMap((section) => {
    const drifting = notesOf(section, 'failedOver').filter((note) => whyDrift(note) !== undefined)
    return [...new Set(drifting.map(({ channel }) => channel))]
  })
}

/** Resources by kind of which secrets weren't compared: only their names were known. Undefined if there are none. */
function uncomparedIn(sections: readonly Section[]): Readonly<Record<string, number>> | undefined {
  const found = sections.flatMap((section) => {
    const own = [
      ...notesOf(section, 'unreadable').filter(hasNamedSecret),
      ...section.changes.filter(resendsNamedSecret),
    ]
    return [...new Map(own.map((each) => [`${each.kind}/${each.name}`, each])).values()]
  })
  const counts: Record<string, number> = {}
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1
  return found.length === 0 ? undefined : counts
}

/** Whether it sends secrets again that weren't compared, beside a field that differs. */
function resendsNamedSecret({ action, differences }: Change): boolean {
  return (
    action === 'update' &&
    differences.some((each) => someLeaf(each.after, isOnlyNamed) && detailsOf(each).some(isSentAgain))
  )
}

/** Whether it has secrets that were known by name only. */
export function hasNamedSecret({ wanted }: Note<'unreadable'>): boolean {
  return wanted.some(({ after }) => someLeaf(after, isOnlyNamed))
}

/** Whether each declared resource was compared with exactly one in the service, and needs no call. */
export function isUpToDate({ sections, problems }: Pick<Plan, 'sections' | 'problems'>): boolean {
  const { unchanged: _unchanged, unmanaged: _unmanaged, ...rest } = countsOf(sections)
  const isWaiting = sections.some(({ waitsFor }) => waitsFor !== undefined)
  return !hasErrors(problems) && !isWaiting && Object.values(rest).every((count) => count === 0)
}

/** Whether of two trees one manages a resource or has a target that the other hasn't, whatever the changes are. */
export function managesOthers({ notes, targetChange }: Section): boolean {
  return targetChange !== undefined || notes.some(({ sort }) => sort === 'released')
}

/** Whether only the resources of a saved plan were compared. */
export function isOfSaved({ sections }: Pick<Plan, 'sections'>): boolean {
  return sections.some(({ part }) => part === 'saved')
}

/** Changes that reduce the differences to the service: all but resends, which can't be compared. */
export function pendingChanges(plan: Pick<Plan, 'sections'>): readonly Change[] {
  return plan.sections.flatMap((section) => section.changes).filter((change) => change.action !== 'resend')
}
