// Compares two sides: the plan if the service were as the earlier side. Reads no service.
import { append } from '../../core/lists.ts'
import { given } from '../../core/given.ts'
import { selectorOf, type Change } from '../../core/plan/change.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { type Leaf, mapLeaves } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Owns, Desired } from '../../kinds/resource.ts'
import { type Declared, Resources } from '../../kinds/declared-resources.ts'
import type { Target } from '../../core/target.ts'
import { planSection } from '../plan/section.ts'
import type { Policy } from '../plan/plan-request.ts'
import { idleSelectors, selectsAll, type Selection } from '../plan/select.ts'
import { unmanagedPolicy } from '../plan/unmanaged.ts'
import { readingOf, type Seen, asWritten, vendorOf } from './side-by-side.ts'

/** What manifests declare, or what a service has as a manifest would declare it. */
export interface Side {
  /** In project order. */
  readonly targets: readonly Pick<
    Target,
    'alias' | 'vendor' | 'unmanaged' | 'unmanagedAt' | 'unmanagedIgnore'
  >[]
  readonly declared: Declared
  /** What the project manages; undefined for everything. */
  readonly owns?: Owns | undefined
  /** `create`: an apply creates each resource that is missing. */
  readonly missing?: Policy['missing']
}

export interface ComparisonOptions {
  readonly selection: Selection
  readonly registry: readonly Kind[]
  /** Whether equal resources are named; default `counted`. */
  readonly same?: 'listed' | 'counted'
}

/** Two sides, and the plan that `compareSides` returns for them. */
export interface Compared {
  readonly from: Side
  readonly to: Side
  readonly plan: Plan
}

/** References are compared by name, and what is no longer declared is listed separately. The only errors are selectors that match nothing. */
export async function compareSides(from: Side, to: Side, options: ComparisonOptions): Promise<Plan> {
  const problems = idleIn(from, to, options)
  const sections: Section[] = []
  for (const place of problems.length > 0 ? [] : placesOf(from, to)) {
    const found = await compareAt({ ...place, ...given({ owns: to.owns, missing: to.missing }) }, options)
    sections.push(found.section)
    append(problems, found.problems)
  }
  return { sections, problems, requests: { reads: 0, writes: 0, milliseconds: 0 }, live: 'declared' }
}

/** A target, or the organisation, with its resources on both sides. */
interface Place {
  /** Absent for the organisation. */
  readonly target?: Side['targets'][number]
  readonly earlier: readonly Desired[]
  readonly desired: readonly Desired[]
  readonly targetChange?: Section['targetChange']
  readonly owns?: Side['owns']
  readonly missing?: Policy['missing']
  /** If two targets are compared: the name of the earlier one, and whether its values are those of the service. */
  readonly other?: { readonly alias: string; readonly by: 'live' | 'declared' }
}

function placesOf(from: Side, to: Side): Place[] {
  const has = ({ targets }: Side, alias: string): boolean => targets.some((each) => each.alias === alias)
  const ofTarget = (side: Side, alias: string): Desired[] =>
    has(side, alias) ? [...side.declared.forTarget(alias)] : []
  const place = (target: Side['targets'][number], targetChange?: Section['targetChange']): Place => ({
    target,
    earlier: ofTarget(from, target.alias),
    desired: ofTarget(to, target.alias),
    ...given({ targetChange }),
  })
  const removed = from.targets.filter(({ alias }) => !has(to, alias))
  const organisation = { earlier: from.declared.organisation, desired: to.declared.organisation }
  return [
    ...(organisation.earlier.length + organisation.desired.length === 0 ? [] : [organisation]),
    ...to.targets.map((each) => place(each, has(from, each.alias) ? undefined : 'added')),
    ...removed.map((each) => place({ ...each, unmanaged: 'ignore' }, 'removed')),
  ]
}

export async function compareAt(
  { target, targetChange, owns, missing, other, ...place }: Place,
  { selection, registry, same = 'counted' }: ComparisonOptions,
): Promise<{ readonly section: Section; readonly problems: readonly Problem[] }> {
  const vendor = target?.vendor ?? vendorOf([place.desired, place.earlier], registry)
  const earlier = asWritten(place.earlier, registry, vendor)
  const desired = asWritten(place.desired, registry, vendor)
  const seen: Seen = { released: [], fresh: new Set() }
  const readings = registry.flatMap((kind) => {
    const isOwn = (each: Desired): boolean => each.kind === kind.name
    const [was, is] = [earlier.filter(isOwn), desired.filter(isOwn)] as const
    return was.length + is.length === 0
      ? []
      : readingOf(kind, [was, is], selection, missing === 'create', seen)
  })
  const policy: Policy = {
    unreadable: 'never',
    ledgerOf: () => undefined,
    missing: 'create',
    unmanaged: target ? unmanagedPolicy(target, { manifests: 'all', selection }) : { does: 'ignore' },
    selection,
    rules: {},
    same,
    live: 'declared',
    owns,
    ...given({ target: target?.alias }),
  }
  const planned = await planSection(readings, policy, registry)
  const summary = other === undefined ? 'newly declared' : `is not in ${other.alias}`
  const changes = planned.changes.map((change) => ({
    ...(other?.by === 'live' ? change : writtenOut(change)),
    // An apply doesn't create it.
    ...(seen.fresh.has(selectorOf(change)) && { summary, action: 'update' as const }),
  }))
  const changed = new Set(changes.map(selectorOf))
  // What `unmanaged` switches off is a change.
  const released = seen.released.filter((each) => each.paths !== undefined || !changed.has(selectorOf(each)))
  return {
    section: {
      ...given({ target: target?.alias, targetChange, same: planned.same }),
      url: '',
      changes,
      unchanged: planned.unchanged,
      resources: planned.resources,
      ...(planned.resources + released.length === 0 &&
        earlier.length + desired.length > 0 &&
        !selectsAll(selection) && { part: 'none' as const }),
      notes: [...released, ...notesOf(planned, 'unreadable')],
      ids: {},
    },
    problems: planned.problems
      // What isn't declared may be in the service.
      .filter(({ rule }) => rule !== 'unknown-reference')
      .map(({ exit: _exit, ...problem }): Problem => ({ ...problem, severity: 'warning' })),
  }
}

/** Values that are closed as `live` come from a manifest here, so they are labelled as literals. */
function writtenOut(change: Change): Change {
  const differences = change.differences.map(({ before, ...difference }) => ({
    ...difference,
    before: before && mapLeaves(before, opened),
  }))
  return { ...change, differences }
}

function opened(leaf: Leaf): Leaf {
  return leaf instanceof Secret && leaf.origin === 'live' ? Secret.named('literal') : leaf
}

/** A selector may pick what only one of the sides has. */
function idleIn(from: Side, to: Side, { selection, registry }: ComparisonOptions): Problem[] {
  const aliases = new Set([...to.targets, ...from.targets].map(({ alias }) => alias))
  const targets = [...aliases].map((alias) => ({ alias }))
  const either: Declared = {
    organisation: [...to.declared.organisation, ...from.declared.organisation],
    forTarget: (alias) => Resources.of([...to.declared.forTarget(alias), ...from.declared.forTarget(alias)]),
  }
  return idleSelectors(selection, either, targets, registry)
}
