// Makes a plan from a saved plan: everything that it changes is read once, and only its changes are kept.
import { resourceKey, type Change, type Subject, selectorOf, setsFields } from '../../core/plan/change.ts'
import type { Difference } from '../../core/plan/compare-fields.ts'
import type { Digest, Seal } from '../../core/secrets/fingerprint.ts'
import { grouped } from '../../core/lists.ts'
import type { NoteSort } from '../../core/plan/notes.ts'
import type { Problem } from '../../core/problem.ts'
import type { FieldPath } from '../../core/value.ts'
import { rulesFor } from '../../kinds/from-field-rows.ts'
import { trialEffect } from '../../kinds/integration/credentials.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import type { Engine } from '../engine.ts'
import { makePartialPlan } from '../plan/plan.ts'
import type { PlanRequest, ToApply } from '../plan/plan-request.ts'
import type { Part } from '../plan/select.ts'
import { movedReason, judge, type Judgement, isUnread, matched, type Verdict } from './changed-since.ts'
import { leftOut, outsidePlan, withHintOfOldPlan } from './not-in-plan.ts'
import type { SavedPlan } from './read.ts'
import { otherEnvironments, sealOf, type SealKey } from './seals.ts'

/** The new plan has those of the saved changes that are still to be made and no other. `request` selects the targets of the saved plan, whose seals were checked. */
export function resume(
  saved: SavedPlan,
  keys: ReadonlyMap<string, SealKey>,
  request: PlanRequest,
  engine: Engine,
): Promise<ToApply> {
  const changes = saved.plan.sections.flatMap((section) => section.changes)
  const digests = new Map(saved.digests)
  return resumed({ changes, digests, keys, saved: withoutChanges(saved) }, request, engine)
}

/** The saved plan without its changes. */
export function withoutChanges(saved: SavedPlan): SavedPlan {
  const sections = saved.plan.sections.map((section) => ({ ...section, changes: [] }))
  return { ...saved, plan: { ...saved.plan, sections }, digests: new Map() }
}

async function resumed(inputs: CheckInputs, request: PlanRequest, engine: Engine): Promise<ToApply> {
  const { changes, saved } = inputs
  // What couldn't be compared is read again, so that it doesn't count as verified.
  const touched = touchedBy(changes, notedIn(saved, uncompared))
  const verifying = verifyingPart(touched, new Set(notedIn(saved, ['failedOver'])))
  const verdicts = new Map<string, Verdict>()
  const own: PlanRequest = {
    ...request,
    // Only its targets are passed, so that resources of no target are included too.
    environments: Object.fromEntries(request.targets.map(({ alias, environment }) => [alias, environment])),
    missing: request.missing === 'create' ? 'create' : 'report',
    outsidePlan: outsidePlan(saved, request),
    // What isn't declared refuses no plan of a part. Deactivations are among the saved changes.
    targets: request.targets.map((target) => ({
      ...target,
      unmanaged: target.unmanaged === 'fail' ? 'report' : target.unmanaged,
    })),
    selection: {
      only: [],
      exclude: [],
      resend: namesOf(changes.filter(({ action }) => action === 'resend')),
      checkCredentials: namesOf(changes.filter((change) => change.sideEffects.includes(trialEffect))),
      part: { ...verifying, of: judging(inputs, verdicts, request, engine.registry) },
    },
  }
  const planned = await makePartialPlan(own, engine)
  const { problems, done } = matched(changes, verdicts, planned)
  const foreign = otherEnvironments(saved, planned.sessions)
  // In another environment everything differs.
  const found = foreign.length > 0 ? foreign : problems
  const all = [
    ...planned.plan.problems.filter((each) => !isOfStale(each, found)).map(withHintOfOldPlan),
    ...found,
    ...leftOut(saved, request.rules),
  ]
  const sections = planned.plan.sections.map((section) => ({ ...section, part: 'saved' as const }))
  return {
    planned: { ...planned, plan: { ...planned.plan, sections, problems: all } },
    done,
    stale: [],
    refusals: () => [],
    request: { ...own, selection: { ...own.selection, part: verifying } },
  }
}

/** Whether an apply of the plan compares a declared resource with the service, in any target. */
export function isCompared({ plan }: SavedPlan): (desired: Desired) => boolean {
  const names = plan.sections.flatMap(({ changes, notes }) => [
    ...namesOf(changes),
    ...namesOf(notes.filter(({ sort }) => uncompared.includes(sort))),
  ])
  const all = new Set(names)
  return (desired) => all.has(selectorOf(desired))
}

/** Notes of resources that couldn't be compared. */
const uncompared: readonly NoteSort[] = ['duplicates', 'missing']

/** The keys of the resources that have a note of these sorts. */
function notedIn({ plan }: SavedPlan, sorts: readonly NoteSort[]): readonly string[] {
  return plan.sections.flatMap(({ target, notes }) =>
    notes.filter(({ sort }) => sorts.includes(sort)).map((note) => resourceKey({ ...note, target })),
  )
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

/** The paths of the changed fields, by resource; none for `others`. Resources with the same paths share one set. */
function touchedBy(
  changes: readonly Change[],
  others: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const shared = new Map<string, ReadonlySet<string>>()
  const touched = new Map(others.map((resource) => [resource, new Set<string>() as ReadonlySet<string>]))
  for (const [resource, own] of grouped(changes, resourceKey)) {
    const paths = new Set(own.flatMap(({ differences }) => differences.map(({ path }) => path.join('\0'))))
    const key = JSON.stringify([...paths])
    const known = shared.get(key) ?? paths
    shared.set(key, known)
    touched.set(resource, known)
  }
  return touched
}

/** Selects the fields that must be as declared after the apply. A separate function, so that its closure doesn't keep the changes. */
function verifyingPart(
  touched: ReadonlyMap<string, ReadonlySet<string>>,
  failedOver: ReadonlySet<string>,
): Part {
  return {
    includes: (desired) => touched.has(resourceKey(desired)),
    failedOver: (desired) => failedOver.has(resourceKey(desired)),
    of: (desired, _live, differences) => {
      const paths = touched.get(resourceKey(desired))
      return differences.filter(({ path }) => paths?.has(path.join('\0')))
    },
  }
}

/** What the checks of a saved plan need. It is dropped after them: a copy of 100,000 changes takes 200 MB. */
interface CheckInputs {
  readonly changes: Change[]
  readonly digests: Map<string, string>
  readonly keys: ReadonlyMap<string, SealKey>
  /** Without its changes. */
  readonly saved: SavedPlan
}

/** Judges the changes of a resource once it is read, and selects the fields to send. */
function judging(
  inputs: CheckInputs,
  verdicts: Map<string, Verdict>,
  request: PlanRequest,
  registry: readonly Kind[],
): Part['of'] {
  const { changes, digests } = inputs
  const places = grouped(changes.keys(), (place) => resourceKey(changes[place] as Change))
  return (desired, live, differences) => {
    const own = places.get(resourceKey(desired)) ?? []
    const all = own.map((place) => changes[place] as Change)
    const unread = differences.filter(({ answer }) => answer === 'unreadable')
    const unseen = request.unreadable === 'ledger' ? unread : []
    const found = judgements(all, desired, live, inputs, registry).map((each): Judgement =>
      // What is visible doesn't show whether the rest was sent: the ledger does.
      each.outcome === 'done' &&
      setsFields(each.change) &&
      unseen.some(({ path }) => touches(each.change, path))
        ? { ...each, outcome: 'send' }
        : each,
    )
    const open = differences.filter(({ answer }) => answer === 'different')
    for (const [index, { change, ...judgement }] of found.entries()) {
      const isOpen = open.some(({ path }) => touches(change, path))
      const isUnsure = change.action === 'create' && judgement.outcome === 'done'
      const paths = isUnsure ? unread.map(({ path }) => path) : []
      verdicts.set(change.id, { isOpen, ...judgement, ...(paths.length > 0 && { unread: paths }) })
      if (isOpen && judgement.outcome === 'send') changes[own[index] as number] = compact(change)
      digests.delete(change.id)
    }
    return sending(found, differences, request)
  }
}

function judgements(
  changes: readonly Change[],
  desired: Desired,
  live: Live | undefined,
  { digests, keys }: CheckInputs,
  registry: readonly Kind[],
): Judgement[] {
  const [first] = changes
  if (first === undefined) return []
  const seal = (change: Change): Seal => sealOf(change, (keys.get(change.via) as SealKey).key)
  const digest = digests.get(first.id)
  const reason = digest && movedReason(JSON.parse(digest) as Digest, desired, seal(first))
  if (reason !== undefined) return [{ change: first, outcome: 'stale', reason }]
  const kind = registry.find(({ name }) => name === desired.kind) as Kind
  return judge(changes, rulesFor(kind, desired), live, seal)
}

/**
 * The differences that still have to be sent. A value that can't be read doesn't prevent sending, except for resends and for
 * values that a ledger remembers.
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
