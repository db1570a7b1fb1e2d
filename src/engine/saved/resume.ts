// Makes a plan from a saved plan: everything that it touches is read once, and only its changes are kept.
import { resourceKey, type Change, type Subject, selectorOf } from '../../core/plan/change.ts'
import type { Difference } from '../../core/plan/compare.ts'
import type { Digest, Seal } from '../../core/secrets/digest.ts'
import { grouped } from '../../core/grouped.ts'
import { notesOf, type Note, type NoteSort } from '../../core/plan/notes.ts'
import type { Problem } from '../../core/problem.ts'
import type { FieldPath } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import type { Engine } from '../engine.ts'
import { makePartialPlan } from '../plan/plan.ts'
import type { Planned, PlanRequest } from '../plan/request.ts'
import { trialEffect } from '../../kinds/integration/credentials.ts'
import type { Part } from '../plan/select.ts'
import { elsewhere } from './foreign.ts'
import { declarationMoved, judge, type Judgement, isUnread, matched, type Verdict } from './judge.ts'
import { leftOut, outsidePlan } from './left-out.ts'
import { withoutChanges, type SavedPlan } from './read.ts'
import { sealOf, type SealKey } from './save.ts'
import { rulesFor } from '../../kinds/fields.ts'

export interface Resumed {
  /** Fresh, with the saved changes that are still to be made and no other; its problems say what moved. */
  readonly planned: Planned
  /** The saved changes that live shows already. */
  readonly done: readonly Change[]
  /** What a plan is asked for that verifies it. */
  readonly request: PlanRequest
}

/** `request` selects the targets of the plan, whose seals were found sound. */
export function resume(
  saved: SavedPlan,
  keys: ReadonlyMap<string, SealKey>,
  request: PlanRequest,
  engine: Engine,
): Promise<Resumed> {
  const changes = saved.plan.sections.flatMap((section) => section.changes)
  const digests = new Map(saved.digests)
  return resumed({ changes, digests, keys, saved: withoutChanges(saved) }, request, engine)
}

async function resumed(ground: Ground, request: PlanRequest, engine: Engine): Promise<Resumed> {
  const { changes, digests, saved } = ground
  const places = grouped(changes.keys(), (place) => resourceKey(changes[place] as Change))
  // What couldn't be compared is read again, so that it doesn't count as verified.
  const verifying = verifyingPart(
    touchedBy(changes),
    notedIn(saved, uncompared),
    notedIn(saved, ['failedOver']),
  )
  const verdicts = new Map<string, Verdict>()
  const judging: Part = {
    ...verifying,
    of: (desired, live, differences) => {
      const own = places.get(resourceKey(desired)) ?? []
      const all = own.map((place) => changes[place] as Change)
      const found = judgements(all, desired, live, ground, engine.registry)
      const open = differences.filter(({ answer }) => answer === 'different')
      for (const { change, ...each } of found)
        verdicts.set(change.id, { isOpen: open.some(({ path }) => touches(change, path)), ...each })
      for (const [index, { change, outcome }] of found.entries()) {
        const place = own[index]
        const isSent = outcome === 'send' && verdicts.get(change.id)?.isOpen === true
        if (place !== undefined && isSent) changes[place] = compact(change)
        digests.delete(change.id)
      }
      return sending(found, differences, request)
    },
  }
  const own: PlanRequest = {
    ...request,
    // Its targets are all that there are, so that what belongs to no target comes too.
    environments: Object.fromEntries(request.targets.map(({ alias, environment }) => [alias, environment])),
    missing: request.missing === 'create' ? 'create' : 'report',
    outsidePlan: outsidePlan(saved, request),
    targets: request.targets.map((target) => ({
      ...target,
      unmanaged: target.unmanaged === 'fail' ? 'report' : target.unmanaged,
    })),
    selection: {
      only: [],
      exclude: [],
      resend: namesOf(changes.filter(({ action }) => action === 'resend')),
      checkCredentials: namesOf(changes.filter((change) => change.sideEffects.includes(trialEffect))),
      part: judging,
    },
  }
  const planned = await makePartialPlan(own, engine)
  const { problems, done } = matched(changes, verdicts, planned)
  const foreign = elsewhere(saved, planned.sessions)
  // In another environment everything is otherwise.
  const found = foreign.length > 0 ? foreign : problems
  const all = [
    ...planned.plan.problems.filter((each) => !isOfStale(each, found)),
    ...found,
    ...leftOut(saved, request.rules),
  ]
  const sections = planned.plan.sections.map((section) => ({ ...section, part: 'saved' as const }))
  return {
    planned: { ...planned, plan: { ...planned.plan, sections, problems: all } },
    done,
    request: { ...own, selection: { ...own.selection, part: verifying } },
  }
}

/** Whether an apply of the plan compares a declared resource with the service, in any target. */
export function looksAt({ plan }: SavedPlan): (desired: Desired) => boolean {
  const subjects = plan.sections.flatMap((section) => [
    ...section.changes,
    ...uncompared.flatMap((sort) => notesOf(section, sort)),
  ])
  const names = new Set(namesOf(subjects))
  return ({ kind, name }) => names.has(`${kind}/${name}`)
}

/** Notes of resources that couldn't be compared. */
const uncompared = ['duplicates', 'missing'] as const

/** The keys of the resources that have a note of these sorts. */
function notedIn({ plan }: SavedPlan, sorts: readonly NoteSort[]): ReadonlySet<string> {
  const keys = plan.sections.flatMap((section) =>
    sorts
      .flatMap((sort): readonly Note[] => notesOf(section, sort))
      .map(({ kind, name }) => resourceKey({ ...section, kind, name })),
  )
  return new Set(keys)
}

/** The parts of a checked change that are still used until it is sent: its values are in the new plan. */
function compact(change: Change): Change {
  const before = isUnread(change) ? change.before : null
  const differences = change.differences.map(({ path, answer }) => ({
    path,
    answer,
    before: null,
    after: null,
  }))
  return Object.assign({}, change, { before, after: {}, differences })
}

/** The paths of the changed fields, by resource. Resources with the same paths share one set. */
function touchedBy(changes: readonly Change[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shared = new Map<string, ReadonlySet<string>>()
  const byResource = [...grouped(changes, resourceKey)].map(([resource, own]) => {
    const paths = new Set(own.flatMap(({ differences }) => differences.map(({ path }) => path.join('\0'))))
    const key = JSON.stringify([...paths])
    const known = shared.get(key) ?? paths
    shared.set(key, known)
    return [resource, known] as const
  })
  return new Map(byResource)
}

/** Selects the fields that must be as declared after the apply. A separate function, so that its closure doesn't keep the changes. */
function verifyingPart(
  touched: ReadonlyMap<string, ReadonlySet<string>>,
  noted: ReadonlySet<string>,
  failedOver: ReadonlySet<string>,
): Part {
  return {
    includes: (desired) => {
      const key = resourceKey(desired)
      return touched.has(key) || noted.has(key)
    },
    failedOver: (desired) => failedOver.has(resourceKey(desired)),
    of: (desired, _live, differences) => {
      const paths = touched.get(resourceKey(desired))
      return differences.filter(({ path }) => paths?.has(path.join('\0')))
    },
  }
}

/** What the checks of a saved plan need. It is dropped after them: a copy of 100,000 changes takes 200 MB. */
interface Ground {
  readonly changes: Change[]
  readonly digests: Map<string, string>
  readonly keys: ReadonlyMap<string, SealKey>
  /** Without its changes. */
  readonly saved: SavedPlan
}

function judgements(
  changes: readonly Change[],
  desired: Desired,
  live: Live | undefined,
  { digests, keys }: Ground,
  registry: readonly Kind[],
): Judgement[] {
  const [first] = changes
  if (first === undefined) return []
  const seal = (change: Change): Seal => sealOf(change, (keys.get(change.via) as SealKey).key)
  const digest = digests.get(first.id)
  const reason = digest && declarationMoved(JSON.parse(digest) as Digest, desired, seal(first))
  if (reason !== undefined) return [{ change: first, outcome: 'stale', reason }]
  const kind = registry.find(({ name }) => name === desired.kind) as Kind
  return judge(changes, rulesFor(kind, desired), live, seal)
}

/**
 * The differences that are still to be made good. What can't be read speaks against nothing, and so is sent; but for
 * what is sent again in any case, and where a ledger remembers what was.
 */
function sending(
  found: readonly Judgement[],
  differences: readonly Difference[],
  { unreadable }: PlanRequest,
): readonly Difference[] {
  const sent = found.filter(({ outcome }) => outcome === 'send').map(({ change }) => change)
  return differences.flatMap((difference) => {
    const changes = sent.filter((change) => touches(change, difference.path))
    if (changes.length === 0) return []
    const isDue = unreadable !== 'ledger' && changes.some(({ action }) => action !== 'resend')
    return isDue ? [{ ...difference, answer: 'different' as const }] : [difference]
  })
}

/** The plan has the promotion, but what it would change is stale: the problem of the stale change is enough. */
function isOfStale({ rule, target }: Problem, found: readonly Problem[]): boolean {
  return (
    rule === 'replacement-left-out' &&
    found.some((other) => other.rule === 'stale-plan' && other.target === target)
  )
}

function touches(change: Change, path: FieldPath): boolean {
  return change.differences.some((difference) => difference.path.join('\0') === path.join('\0'))
}

function namesOf(subjects: readonly Pick<Subject, 'kind' | 'name'>[]): string[] {
  return [...new Set(subjects.map(selectorOf))]
}
