// Compares one declared resource with the one in the service: which requests are needed, and which notes a reviewer sees.
import { answerFor, compare, isOnlyNamed, type Difference } from '../../core/plan/compare-fields.ts'
import { pairsOf } from '../../core/plan/detail.ts'
import { given } from '../../core/given.ts'
import type { Note } from '../../core/plan/notes.ts'
import type { SameNote } from '../../core/plan/plan.ts'
import { type Problem, warningOf } from '../../core/problem.ts'
import { type FieldPath, isMap, someLeaf, Unreadable } from '../../core/value.ts'
import { patternsOf, withKeptValues, hiddenRefusal } from '../../kinds/ignored.ts'
import type { Draft, Kind } from '../../kinds/kind.ts'
import type { Desired, Live, Observed } from '../../kinds/resource.ts'
import { option } from '../../core/shell.ts'
import { remembered, withoutPruned } from '../journal-and-ledger/ledger.ts'
import type { Unordered } from './order.ts'
import { failbackRefusal, failedOverNote, failoverOf, isKept } from '../guards/failed-over.ts'
import { ownKeyNote } from '../keyless.ts'
import { bothLive, refusalProblem } from '../../kinds/renames.ts'
import type { Policy, Reading } from './plan-request.ts'
import { asTrial, hasCredentials } from '../../kinds/integration/credentials.ts'
import { matchesAny } from './select.ts'
import { rulesFor } from '../../kinds/from-field-rows.ts'

export interface Comparison {
  /** `left`: it differs, but the approved plan doesn't list this. `named`: it may differ in secrets that are known by name only. */
  readonly result: 'changed' | 'unchanged' | 'left' | 'named' | 'refused'
  readonly drafted: readonly Unordered[]
  readonly notes: readonly Note[]
  readonly problems: readonly Problem[]
  /** Only if requested: unchanged resources take no other memory. */
  readonly same?: SameNote
}

/**
 * `all` contains everything that was observed of a related kind. What differs is narrowed down to what the request selects, and
 * to what no failover changed; then the kind makes requests of it, or refuses.
 */
export function compareResource(
  reading: Reading,
  found: Observed,
  declared: Desired,
  all: readonly Observed[],
  policy: Policy,
): Comparison {
  const { kind } = reading
  const { live, seen } = found
  const via = reading.via(declared)
  const ledger = policy.ledgerOf(via)
  const isResent = matchesAny(declared, policy.selection.resend)
  const isTested = hasCredentials(declared) && matchesAny(declared, policy.selection.checkCredentials ?? [])
  const { desired, notes: pruned } =
    live === undefined || ledger === undefined || isResent
      ? { desired: declared, notes: [] }
      : withoutPruned(declared, live, kind, ledger)
  const observed: Observed = desired === found.desired ? found : { ...found, desired }
  const compared = compare(desired.fields, live?.fields, rulesFor(kind, desired))
  const { part, approved } = policy.selection
  const failover = compared.length === 0 ? undefined : failoverOf(kind, observed, all, policy)
  const stays = (each: Difference): boolean => failover !== undefined && isKept(each, failover)
  // What stays because of a failover needs no approval.
  const listed = approved?.(
    desired,
    live,
    compared.filter((each) => !stays(each)),
  )
  if (approved !== undefined && listed === undefined)
    return { result: 'left', drafted: [], notes: [], problems: [] }
  const allowed = listed === undefined ? compared : [...listed, ...compared.filter(stays)]
  const same = allowed.length < compared.length ? 'left' : 'unchanged'
  const selected = part?.of(desired, live, allowed) ?? allowed
  const differences = failover === undefined ? selected : selected.filter((each) => !stays(each))
  const keptFailover = differences.length < selected.length ? failover : undefined
  const refusal =
    bothLive(observed) ??
    kind.refuse?.(observed, differences) ??
    (part && keptFailover && failbackRefusal('the saved plan', keptFailover, desired))
  /** Two trees are compared: a resource that the earlier one doesn't declare may still be in the service. */
  const isOffline = policy.live === 'declared'
  const isReported = refusal !== undefined && !(isOffline && live === undefined)
  const problems = isReported ? [refusalProblem(refusal, desired)] : []
  if (refusal !== undefined && !isOffline) return { result: 'refused', drafted: [], notes: pruned, problems }
  // The most frequent case: nothing else of it has to be made.
  if (selected.length === 0 && live !== undefined && policy.same === 'counted' && !isTested)
    return { result: same, drafted: [], notes: [...pruned, ...ignoredNotes(desired, live)], problems }
  const judged =
    live === undefined || ledger === undefined || policy.unreadable !== 'ledger'
      ? differences
      : remembered(differences, desired, live, ledger)
  const isSince = policy.selection.declaredSince !== undefined
  const known = isSince ? judged.map((each) => withNewReference(each, desired, policy)) : judged
  // A value that differs from the ledger's was not known before.
  const permitted = approved?.(desired, live, known) ?? known
  const different = permitted.filter(({ answer }) => answer === 'different')
  const unreadable = known.filter(({ answer }) => answer === 'unreadable')
  const isSentAgain = unreadable.length > 0 && (isResent || policy.unreadable === 'always')
  const resends = isSentAgain ? resendsOf(unreadable, observed, all, kind) : []
  const kept = live?.kept ?? []
  // A resource that isn't in the service is created, even if only its identity is declared.
  const isDue = different.length > 0 || live === undefined
  const changes = isDue ? kind.changes(observed, different, { all, ...given({ live: policy.live }) }) : []
  const { drafts, hidden } = withKeptValues([...changes, ...resends], kept, kind)
  if (hidden.length > 0 && !isOffline)
    return {
      result: 'refused',
      drafted: [],
      notes: pruned,
      problems: [refusalProblem(hiddenRefusal(desired, hidden), desired)],
    }
  const waiting = drafts.filter(({ action }) => action !== 'create')
  const holder = waiting.length === 0 ? undefined : reading.ownKeyOf?.(desired)
  const sent = holder === undefined ? drafts : drafts.filter((draft) => !waiting.includes(draft))
  const tried = isTested ? sent.map(asTrial) : sent
  const isUntried = isTested && tried.every((draft, index) => draft === sent[index])
  // A request with the unreadable fields would replace ignored fields that the service doesn't return: it would be refused.
  const heldBy = kept.some(({ value }) => value instanceof Unreadable)
    ? withKeptValues(resendsOf(unreadable, observed, all, kind), kept, kind).hidden
    : []
  const isNamed = unreadable.some(({ after }) => someLeaf(after, isOnlyNamed))
  const unsent = isNamed ? 'named' : permitted.length < known.length ? 'left' : same
  const about = { desired, via, seen, serviceId: live?.id, reading, index: found.index }
  const notes: Note[] = [
    ...pruned,
    ...(keptFailover === undefined ? [] : [failedOverNote(desired, keptFailover, policy)]),
    ...ignoredNotes(desired, live),
    ...(unreadable.length > 0 && resends.length === 0 ? [unreadableNote(desired, unreadable, heldBy)] : []),
    ...(holder === undefined || isNoted(desired, policy) ? [] : [ownKeyNote(desired, waiting, holder)]),
  ]
  const comparison: Comparison = {
    result: drafts.length > 0 ? 'changed' : unsent,
    drafted: tried.map((draft) => ({ ...about, draft })),
    notes: notes.length === 0 ? none : notes,
    problems: isUntried ? [...problems, notChecked(desired, differences)] : problems,
  }
  return policy.same === 'listed' && live !== undefined
    ? { ...comparison, same: sameOf(desired, known) }
    : comparison
}

/**
 * Different if the base names another secret there, and an apply that knows the value can compare it with the service or the
 * ledger: then the apply sends it.
 */
function withNewReference(difference: Difference, desired: Desired, policy: Policy): Difference {
  const named = pairsOf(difference).filter(
    ({ before, after }) =>
      someLeaf(after, isOnlyNamed) && (policy.unreadable === 'ledger' || !(before instanceof Unreadable)),
  )
  const since = policy.selection.declaredSince?.(
    desired,
    named.map(({ path }) => path.join('.')),
  )
  return since !== undefined && since.length > 0 ? { ...difference, answer: 'different' } : difference
}

/** Calls that send what can't be compared, one for each call that the fields would need. */
function resendsOf(
  unreadable: readonly Difference[],
  observed: Observed,
  all: readonly Observed[],
  kind: Kind,
): Draft[] {
  return kind.changes(observed, unreadable, { all }).map((draft) => ({ ...draft, action: 'resend' }))
}

/** The problem of an integration whose credentials were to be tested. The service tests only credentials that it is sent. */
function notChecked(desired: Desired, differences: readonly Difference[]): Problem {
  const { kind, name, target } = desired
  const isHidden = differences.some(
    ({ path, answer }) => path[0] === 'credentials' && answer === 'unreadable',
  )
  return warningOf(
    'not-checked',
    `${kind} ${name}: credentials not checked, because this plan doesn't send them`,
    isHidden
      ? `To send and check the credentials, add ${option('resend', [`${kind}/${name}`])}.`
      : 'The credentials are unchanged. To test the credentials in the service, send a message with belfry trigger.',
    { target, position: desired.positionOf(['credentials']) },
  )
}

/** Most changes come without notes: then all of them have the same list. */
const none: readonly Note[] = []

/** For a saved plan, it was noted when the plan was made, except for calls that were refused during the apply. */
function isNoted({ name }: Desired, { selection, refusedOthersKeys }: Policy): boolean {
  return selection.part !== undefined && refusedOthersKeys?.has(name) !== true
}

/** A new resource is sent completely. Fields that a whole kind ignores are listed once. */
function ignoredNotes(desired: Desired, live: Live | undefined): Note[] {
  const { kind, name, position, ignore = [] } = desired
  const uncreated = live?.uncreated
  if (live === undefined || (ignore.length === 0 && uncreated === undefined)) return []
  const paths = ignore.length === 0 ? patternsOf(desired) : ignore
  return [{ sort: 'ignored', kind, name, position, paths, ...given({ uncreated }) }]
}

function unreadableNote(
  { kind, name, position }: Desired,
  unreadable: readonly Difference[],
  heldBy: readonly FieldPath[],
): Note<'unreadable'> {
  return {
    sort: 'unreadable',
    kind,
    name,
    position,
    paths: unreadable.flatMap(unreadablePaths).map((path) => path.join('.')),
    ...(heldBy.length > 0 && { heldBy: heldBy.map((path) => path.join('.')) }),
    wanted: unreadable.map(({ path, before = null, after }) => ({ path, before, after })),
  }
}

/** The path of a field that can't be read; of a map that the service returns, those of its keys that can't be read. */
export function unreadablePaths({
  path,
  before,
  after,
}: Pick<Difference, 'path' | 'before' | 'after'>): FieldPath[] {
  if (!isMap(before) || !isMap(after)) return [path]
  return Object.keys(after)
    .filter((key) => answerFor({ compare: 'value' }, after[key] ?? null, before[key]) === 'unreadable')
    .map((key) => [...path, key])
}

/** Its declared fields that neither differ nor are unreadable. */
function sameOf(
  { kind, name, position, declared, fields }: Desired,
  differences: readonly Difference[],
): SameNote {
  const others = new Set(differences.map(({ path: [first] }) => first))
  const same = Object.entries(fields).filter(
    ([field, value]) => !others.has(field) && (value !== null || Object.hasOwn(declared, field)),
  )
  return { kind, name, position, fields: Object.fromEntries(same) }
}
