// Compares a new plan with an approved one: it may do less, but nothing else.
import { refusal } from '../../core/refusals.ts'
import { resourceKey, subjectOf, type Change } from '../../core/plan/change.ts'
import { sincePlan } from '../../core/plan/stale.ts'
import type { Answer } from '../../core/plan/compare.ts'
import { grouped } from '../../core/grouped.ts'
import { pathsText } from '../../core/words.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { type FieldPath, isList, isMap, Unreadable, type Value } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Planned } from '../plan/request.ts'
import type { SavedPlan } from './read.ts'
import { heldAt, replaces, uncomparable, type Replacement } from './replaced.ts'
import { sealOf, type SealKey } from './save.ts'

/** A field as it was approved. */
interface Approved {
  readonly path: FieldPath
  readonly after: Value
  /** What it was to replace, as far as the file holds it. */
  readonly held: Value
}

/**
 * An error for each change that isn't approved as it is, or that would replace another value than the approved plan shows;
 * a warning for each of which that can't be compared.
 */
export function unapproved(
  { plan: fresh, groundOf }: Pick<Planned, 'plan' | 'groundOf'>,
  { file, plan: approved, seals }: SavedPlan,
  keys: ReadonlyMap<string, SealKey>,
  registry: readonly Kind[],
): Problem[] {
  const byId = new Map(
    approved.sections.flatMap(({ changes }) => changes).map((change) => [change.id, change]),
  )
  const notes = approved.sections.flatMap((section) =>
    notesOf(section, 'unreadable').map((note) => ({ ...note, target: section.target })),
  )
  const unverified = grouped(notes, resourceKey)
  const changes = fresh.sections.flatMap((section) => section.changes)
  const born = new Set(changes.filter(({ action }) => action === 'create').map(resourceKey))
  return changes.flatMap((change) => {
    // Without the seal of its own API key, anyone may have written it.
    const own = Object.hasOwn(seals, change.via) ? keys.get(change.via) : undefined
    if (own === undefined)
      return [notApproved(change, `the plan is not signed for target ${change.via}`, file)]
    const then = byId.get(change.id)
    // What was known by name only, or not at all, was to be as it is declared.
    const promised = (unverified.get(resourceKey(change)) ?? []).flatMap(({ wanted }) => wanted)
    const fields = [
      ...(then?.differences ?? []).map(({ path, after }) => ({
        path,
        after,
        held: then === undefined ? unknown : heldAt(then, path),
      })),
      ...promised.map(({ path, before = unknown, after }) => ({ path, after, held: before })),
    ]
    const reason = objection(change, then, fields)
    if (reason !== undefined) return [notApproved(change, reason, file)]
    // A resource that this plan creates has nothing to replace; what a promotion replaces is among its side effects.
    if (born.has(resourceKey(change)) || change.action === 'set-primary') return []
    const rules = registry
      .find(({ name }) => name === change.kind)
      ?.rulesFor(groundOf.get(change.id)?.desired)
    const seal = sealOf(change, own.key)
    const replacements = replacementsOf(change, fields)
    const answering = (answer: Answer): readonly Replacement[] =>
      replacements.filter(
        (each) => replaces(each, rules?.(each.path) ?? { compare: 'value' }, seal) === answer,
      )
    const moved = answering('different').map(({ path }) => path)
    if (moved.length > 0) return [notApproved(change, sincePlan(`${pathsText(moved)} changed`), file)]
    const unseen = answering('unreadable').flatMap(uncomparable)
    return unseen.length === 0 ? [] : [uncompared(change, pathsText(unseen), file)]
  })
}

const unknown = new Unreadable(false)

function replacementsOf({ differences }: Change, fields: readonly Approved[]): Replacement[] {
  return differences.map(({ path, before = null, after }) => {
    const field = fields.find((each) => isSame(each.path, path))
    return { path, held: field === undefined ? unknown : field.held, now: before, after }
  })
}

function objection(
  change: Change,
  then: Change | undefined,
  fields: readonly Approved[],
): string | undefined {
  const isPromised = change.action === 'update' && fields.length > 0
  if (then === undefined && !isPromised) return `the approved plan doesn't ${verbs[change.action]}`
  if (then !== undefined && then.call.operation.id !== change.call.operation.id)
    return `the change now needs request ${change.call.operation.id}, but the approved plan contains request ${then.call.operation.id}`
  if (change.preparation !== undefined && then?.preparation === undefined)
    return 'the change now needs two requests, but the approved plan contains one request'
  for (const { path, after } of change.differences) {
    const same = fields.filter((each) => isSame(each.path, path))
    if (same.length === 0) return `${path.join('.')} is not in the approved plan`
    if (!same.some((each) => shown(each.after) === shown(after)))
      return `${path.join('.')} was approved with a different value`
  }
  const effect = change.sideEffects.find((each) => then?.sideEffects.includes(each) !== true)
  return effect === undefined ? undefined : `the approved plan doesn't contain this side effect: ${effect}`
}

const verbs: Readonly<Record<Change['action'], string>> = {
  create: 'create this resource',
  update: 'change this resource',
  'set-primary': 'make this resource primary',
  resend: 'send this resource again',
}

function isSame(left: FieldPath, right: FieldPath): boolean {
  return left.join('\0') === right.join('\0')
}

/** As reports show it: a secret by its reference. */
function shown(value: Value): string {
  if (isList(value)) return `[${value.map(shown).join()}]`
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}:${shown(entry)}`)
    return `{${entries.sort().join()}}`
  }
  return value instanceof Secret || typeof value === 'object' ? String(value) : JSON.stringify(value)
}

function notApproved(change: Change, reason: string, file: string): Problem {
  return refusal({
    ...about(change),
    rule: 'not-approved',
    severity: 'error',
    message: `${subjectOf(change)} is not approved in ${file}: ${reason}`,
    hint: 'Run belfry plan --out FILE and get the new plan approved, or revert the change. If the apply of an earlier merge was cancelled or failed, run it again first, then this apply.',
  })
}

function uncompared(change: Change, fields: string, file: string): Problem {
  return {
    ...about(change),
    rule: 'not-compared',
    severity: 'warning',
    position: change.position,
    message: `${subjectOf(change)} sets ${fields}, but belfry can't check whether another client edited the old value since the plan was made: the service doesn't return the old value, or ${file} doesn't contain it`,
    hint: 'If another client may have changed this value since the plan was made, run belfry plan --out FILE and get the new plan approved.',
  }
}

function about({ target, kind, name }: Change): Pick<Problem, 'target' | 'resource'> {
  return { ...(target !== undefined && { target }), resource: `${kind} ${name}` }
}
