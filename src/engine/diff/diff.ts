// The difference of two trees of manifests: the plan if the service were as the earlier tree declares. Reads no service.
import { given } from '../../core/given.ts'
import type { Change } from '../../core/plan/change.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { mapLeaves, type Value } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Owns, Desired } from '../../kinds/resource.ts'
import { type Declared, Resources } from '../../kinds/resources.ts'
import type { Target } from '../engine.ts'
import { planSection } from '../plan/section.ts'
import type { Policy } from '../plan/request.ts'
import { idleSelectors, type Selection } from '../plan/select.ts'
import { unmanagedPolicy } from '../plan/unmanaged.ts'
import { readingOf, type Seen, type Trees, asWritten, vendorOf } from './side-by-side.ts'

export interface Tree {
  /** In project order. */
  readonly targets: readonly Pick<
    Target,
    'alias' | 'vendor' | 'unmanaged' | 'unmanagedAt' | 'unmanagedIgnore'
  >[]
  readonly declared: Declared
  /** What the project manages; undefined for everything. */
  readonly owns?: Owns | undefined
}

export interface DiffRequest {
  readonly before: Tree
  readonly after: Tree
  readonly selection: Selection
  readonly registry: readonly Kind[]
  /** Whether what is alike in both is to be named; `counted` where nothing is said. */
  readonly same?: 'listed' | 'counted'
  /** If two targets are compared: the name of the earlier one, and where the values come from. Then selectors are not checked. */
  readonly stands?: { readonly to: string; readonly by: 'live' | 'declared' }
}

/** References are compared by name, and what is no longer declared is said apart. No problem of it is an error. */
export async function diffTrees(request: DiffRequest): Promise<Plan> {
  const { before, after } = request
  const idle = request.stands === undefined ? idleIn(request) : []
  if (idle.length > 0) return planOf([], idle)
  const ofOrganisation = { earlier: before.declared.organisation, desired: after.declared.organisation }
  const places: Place[] = [
    ...(ofOrganisation.earlier.length + ofOrganisation.desired.length === 0
      ? []
      : [{ trees: ofOrganisation }]),
    ...after.targets.map((target): Place => {
      const earlier = before.targets.find(({ alias }) => alias === target.alias)
      return {
        target,
        trees: {
          earlier: earlier === undefined ? [] : [...before.declared.forTarget(target.alias)],
          desired: [...after.declared.forTarget(target.alias)],
        },
        ...(earlier === undefined && { standing: 'added' }),
      }
    }),
    ...before.targets
      .filter(({ alias }) => after.targets.every((target) => target.alias !== alias))
      .map((target): Place => ({
        target: { ...target, unmanaged: 'ignore' },
        trees: { earlier: [...before.declared.forTarget(target.alias)], desired: [] },
        standing: 'removed',
      })),
  ]
  const found = []
  for (const place of places) found.push(await compareAt(place, request))
  return planOf(
    found.map(({ section }) => section),
    found.flatMap(({ problems }) => problems),
  )
}

interface Place {
  /** Absent for the organisation. */
  readonly target?: Tree['targets'][number]
  readonly trees: Trees
  readonly standing?: Section['standing']
}

async function compareAt(
  { target, trees, standing }: Place,
  { after: { owns }, selection, registry, same = 'counted', stands }: DiffRequest,
): Promise<{ readonly section: Section; readonly problems: readonly Problem[] }> {
  const vendor = target?.vendor ?? vendorOf([trees.desired, trees.earlier], registry)
  const earlier = asWritten(trees.earlier, registry, vendor)
  const desired = asWritten(trees.desired, registry, vendor)
  const seen: Seen = { released: [], fresh: new Set() }
  const readings = registry
    .map((kind) => {
      const own = ({ kind: name }: Desired): boolean => name === kind.name
      return { kind, trees: { earlier: earlier.filter(own), desired: desired.filter(own) } }
    })
    .filter(({ trees: own }) => own.earlier.length + own.desired.length > 0)
    .map(({ kind, trees: own }) => readingOf(kind, own, selection, seen))
  const planned = await planSection(readings, { ...policyFor(target, selection, same), owns }, registry)
  const changes = planned.changes.map((change) => told(change, seen, stands))
  const changed = new Set(changes.map(({ kind, name }) => `${kind}/${name}`))
  // What `unmanaged` switches off is a change.
  const released = seen.released.filter(
    ({ kind, name, paths }) => paths !== undefined || !changed.has(`${kind}/${name}`),
  )
  return {
    section: {
      ...given({ target: target?.alias, standing }),
      url: '',
      changes,
      unchanged: planned.unchanged,
      resources: planned.resources,
      notes: [...released, ...notesOf(planned, 'unreadable')],
      ids: {},
      ...given({ same: planned.same }),
    },
    problems: planned.problems
      // What isn't declared may be live.
      .filter(({ rule }) => rule !== 'unknown-reference')
      .map(({ exit: _exit, ...problem }): Problem => ({ ...problem, severity: 'warning' })),
  }
}

function policyFor(target: Place['target'], selection: Selection, same: Policy['same']): Policy {
  return {
    unreadable: 'never',
    ledgerOf: () => undefined,
    missing: 'report',
    unmanaged:
      target === undefined ? { does: 'ignore' } : unmanagedPolicy(target, { manifests: 'all', selection }),
    selection,
    rules: {},
    same,
    live: 'declared',
    ...(target !== undefined && { target: target.alias }),
  }
}

function told(change: Change, { fresh }: Seen, stands: DiffRequest['stands']): Change {
  const isFresh = fresh.has(`${change.kind}/${change.name}`)
  return {
    ...change,
    differences: change.differences.map((difference) => ({
      ...difference,
      before:
        difference.before === undefined || stands?.by === 'live'
          ? difference.before
          : writtenOut(difference.before),
    })),
    ...(isFresh && { summary: stands === undefined ? 'newly declared' : `is not in ${stands.to}` }),
  }
}

/** What takes a secret's place is closed as live would be; here it stands in a manifest. */
function writtenOut(value: Value): Value {
  return mapLeaves(value, (leaf) =>
    leaf instanceof Secret && leaf.origin === 'live' ? Secret.named('literal') : leaf,
  )
}

/** A selector may pick what only one of the trees has. */
function idleIn({ before, after, selection, registry }: DiffRequest): Problem[] {
  const aliases = [...new Set([...after.targets, ...before.targets].map(({ alias }) => alias))]
  const either: Declared = {
    organisation: [...after.declared.organisation, ...before.declared.organisation],
    forTarget: (alias) =>
      Resources.of([...after.declared.forTarget(alias), ...before.declared.forTarget(alias)]),
  }
  return idleSelectors(
    selection,
    either,
    aliases,
    registry.map(({ name }) => name),
  )
}

function planOf(sections: readonly Section[], problems: readonly Problem[]): Plan {
  return { sections, problems, requests: { reads: 0, writes: 0, milliseconds: 0 }, live: 'declared' }
}
