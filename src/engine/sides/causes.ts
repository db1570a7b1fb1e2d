// Which changes of a plan come from the branch, and which revert drift: a reviewer approves both, and should see the difference.
import { given } from '../../core/given.ts'
import { grouped } from '../../core/lists.ts'
import type { Cause } from '../../core/plan/shapes.ts'
import { resourceKey, selectorOf, type Change } from '../../core/plan/change.ts'
import { answerFor, isEqual, type Detail, type Difference } from '../../core/plan/compare-fields.ts'
import { detailsOf, detailsOfPair, isNothing, isSentAgain, pairsOf } from '../../core/plan/detail.ts'
import type { Pair } from '../../core/plan/detail.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { type FieldPath, isList, mapLeaves, type Value, valueAt } from '../../core/value.ts'
import { contractVendor, respelled } from '../../core/vendor.ts'
import { type Desired, formerNameOf } from '../../kinds/resource.ts'
import { isForProject } from '../plan/unmanaged.ts'
import type { Compared, Side } from './compare-sides.ts'
import { byName } from './side-by-side.ts'

/**
 * The plan of the branch with the cause of each change and of each detail in it. What the base declares is compared as
 * `compareSides` compares it, so secrets by their references. A section that the comparison doesn't have stays as it is.
 */
export function withCauses(plan: Plan, { from, to, plan: difference }: Compared): Plan {
  const sections = plan.sections.map((section) => {
    const { target } = section
    const compared = difference.sections.find((each) => each.target === target)
    if (compared === undefined) return section
    const [earlier, declared] = [bySelector(from, target), bySelector(to, target)]
    const changed = grouped(compared.changes, resourceKey)
    const was = from.targets.find(({ alias }) => alias === target)
    const scope = { owns: from.owns, unmanaged: given({ ignore: was?.unmanagedIgnore }) }
    const changes = section.changes.map((change) => {
      const own = declared.get(selectorOf(change))
      const former = { ...change, name: (own && formerNameOf(own)) ?? change.name }
      const base = earlier.get(selectorOf(change)) ?? earlier.get(selectorOf(former))
      const wasRetired = was?.unmanaged === 'deactivate' && isForProject(change, scope)
      const ofBase = (changed.get(resourceKey(change)) ?? []).flatMap((each) => each.differences)
      // Of a resource that the base doesn't declare, only `unmanaged` and `owns` of the base count.
      const ofWhole = own === undefined && wasRetired ? 'drift' : 'branch'
      const whole = base === undefined ? ofWhole : undefined
      return withCause(change, whole, (each) => detailsWithCauses(each, ofBase, base))
    })
    return { ...section, changes }
  })
  return { ...plan, sections }
}

function bySelector({ declared }: Side, target: string | undefined): ReadonlyMap<string, Desired> {
  const all = target === undefined ? declared.organisation : declared.forTarget(target)
  return new Map(Array.from(all, (desired) => [selectorOf(desired), desired]))
}

/** `whole` is the cause of everything in it; undefined if each detail has its own. */
function withCause(
  change: Change,
  whole: Cause | undefined,
  detailsIn: (difference: Difference) => readonly Detail[],
): Change {
  const differences = change.differences.map((difference) => ({
    ...difference,
    display: detailsIn(difference).map(({ cause: own, ...detail }): Detail => {
      const cause = whole ?? own
      // Sent only because the request repeats it: it isn't compared, so it is not known whether it drifted.
      const isOnlySent = change.action === 'resend' || isSentAgain(detail)
      if (!isOnlySent) return { ...detail, ...given({ cause }) }
      return cause === 'drift' ? detail : { ...detail, cause: 'branch' }
    }),
  }))
  const found = differences.flatMap(({ display }) => display.map(({ cause }) => cause))
  return { ...change, differences, ...given({ cause: causeOfChange(change, whole, found) }) }
}

/** `found` are the causes of its details. */
function causeOfChange({ action }: Change, whole: Cause | undefined, found: readonly (Cause | undefined)[]) {
  if (action === 'resend') return combinedCause(found)
  // A resource that the base declares and the plan creates was lost in the service.
  return whole ?? combinedCause(action === 'create' ? [...found, 'drift'] : found) ?? 'drift'
}

/** `declared` are the fields of the same resource that the base declares differently. */
function detailsWithCauses(
  difference: Difference,
  declared: readonly Difference[],
  earlier: Desired | undefined,
): readonly Detail[] {
  const { path, before, after } = difference
  const base = declared.find((each) => isWithin(path, each.path))
  if (base === undefined) {
    // The service shows nothing of a map in which the base declares some keys differently.
    const isTouched = declared.some((each) => isWithin(each.path, path))
    // In a comparison of two trees, a field that only the later one clears isn't a difference.
    const isNew = isNothing(after) && earlier !== undefined && valueAt(earlier.fields, path) === undefined
    const cause = isTouched || isNew ? 'branch' : 'drift'
    return detailsOf(difference).map((detail) => ({ ...detail, cause }))
  }
  const inside = path.slice(base.path.length)
  const was = valueAt(base.before ?? null, inside)
  if (isNothing(was) || isEqual(was, before))
    return detailsOf(difference).map((detail) => ({ ...detail, cause: 'branch' }))
  if (difference.display !== undefined) return displayWithCauses(difference.display, was, detailsOf(base))
  const is = valueAt(base.after, inside) ?? null
  return pairsOf(difference).flatMap((pair) => {
    const rest = pair.path.slice(path.length)
    return pairWithCauses(pair, valueAt(was, rest), valueAt(is, rest))
  })
}

/** `was` and `is` are what the base and the branch declare, secrets as they are written. */
function pairWithCauses(pair: Pair, was: Value | undefined, is: Value | undefined): readonly Detail[] {
  const { before, after } = pair
  const entries = isList(before) && isList(after) && isList(was) ? was : undefined
  return detailsOfPair(pair).map((detail) => ({
    ...detail,
    cause: entries && detail.sign !== '~' ? causeOfEntry(detail, entries) : causeOf(before, was, is),
  }))
}

/** The cause of a whole; undefined if no part has one. */
export function combinedCause(causes: Iterable<Cause | undefined>): Cause | undefined {
  const found = new Set([...causes].filter((cause) => cause !== undefined))
  if (found.size > 1) return found.has('meant') ? 'partly' : 'both'
  return [...found][0]
}

function causeOf(before: Value | undefined, was: Value | undefined, is: Value | undefined): Cause {
  if (isEqual(was, is)) return 'drift'
  return isNothing(was) || mayEqual(was, before) ? 'branch' : 'both'
}

/** An entry that is added or removed: it comes from the branch only if the base has it as the service has it. */
function causeOfEntry({ sign, before = null, after = null }: Detail, was: readonly Value[]): Cause {
  const isInBase =
    sign === '-'
      ? was.some((entry) => mayEqual(entry, before))
      : was.some((entry) => isEqual(entry, byName(after)))
  return isInBase === (sign === '-') ? 'branch' : 'drift'
}

/** For details that the resource's kind makes itself: those that the base's change also has come from the branch. */
function displayWithCauses(
  shown: readonly Detail[],
  was: Value,
  ofBase: readonly Detail[],
): readonly Detail[] {
  return shown.map((detail) => {
    const isOfBase = ofBase.some(
      ({ before, after }) => isEqual(before, detail.before) && isEqual(after, detail.after),
    )
    const ofOther = isList(was) && detail.sign !== '~' ? 'drift' : 'both'
    return { ...detail, cause: isOfBase ? 'branch' : ofOther }
  })
}

/** Whether the service may have what the base declares: of its secrets only the references are known. */
function mayEqual(declared: Value, before: Value | undefined): boolean {
  const named = mapLeaves(declared, (leaf) =>
    leaf instanceof Secret && leaf.passes((value) => String(value).startsWith('\0'))
      ? Secret.named(leaf.origin)
      : leaf,
  )
  return answerFor({ compare: 'value' }, named, before) !== 'different'
}

/** Whether a path is the other one or below it, in either spelling of the service's own name. */
function isWithin(path: FieldPath, other: FieldPath): boolean {
  return other.every(
    (key, index) => respelled(key, contractVendor) === respelled(path[index] ?? '', contractVendor),
  )
}
