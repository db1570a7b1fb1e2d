// What an approved plan lists: fields with their values, and secrets by their references. What a change replaces is compared with
// what the service shows now, if the plan contains the replaced value.
import { append, grouped } from '../../core/lists.ts'
import { resourceKey, type Change, type Subject } from '../../core/plan/change.ts'
import { answerFor } from '../../core/plan/compare-fields.ts'
import type { Answer, Detail, Difference, FieldRule, RuleOf } from '../../core/plan/compare-fields.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf, type Note } from '../../core/plan/notes.ts'
import { sealed, type Seal } from '../../core/secrets/fingerprint.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { at, isList, isMap, mapEach, mapOf, Unreadable } from '../../core/value.ts'
import type { FieldPath, Value } from '../../core/value.ts'
import { unreadablePaths } from '../plan/compare-resource.ts'
import { matchesAny } from '../plan/select.ts'
import type { SecretsOf } from './not-in-plan.ts'
import type { SavedPlan } from './read.ts'

/**
 * Why a field may be sent. `plan`: the plan lists it with this value. `base`: the plan says that its secret has a new reference
 * since the base of the plan. `asked`: an option of the apply names the resource.
 */
type Permit = 'plan' | 'base' | 'asked'

export class ApprovedChanges {
  /** Patterns of resources whose secrets are sent although the plan doesn't list them. */
  readonly #secrets: readonly string[]
  readonly #changes: ReadonlyMap<string, readonly Change[]>
  readonly #byId: ReadonlyMap<string, Change>
  /** Fields that the plan couldn't compare. */
  readonly #uncompared: ReadonlyMap<string, Note<'unreadable'>['wanted']>
  /** Uncompared fields that the plan's base declares differently, with what is declared now. */
  readonly #since: ReadonlyMap<string, ReadonlyMap<string, string>>

  constructor({ plan: { sections, declaredSince } }: SavedPlan, secrets: readonly string[]) {
    this.#secrets = secrets
    const changes = sections.flatMap((section) => section.changes)
    this.#changes = grouped(changes, resourceKey)
    this.#byId = new Map(changes.map((change) => [change.id, change]))
    const notes = sections.flatMap((section) =>
      notesOf(section, 'unreadable').map((note) => ({ ...note, target: section.target })),
    )
    this.#uncompared = new Map(notes.map((note) => [resourceKey(note), note.wanted]))
    this.#since = new Map(
      (declaredSince?.changes ?? []).map((each) => [
        resourceKey(each),
        new Map(each.details.map(({ path, after = null }) => [path, shown(after)])),
      ]),
    )
  }

  /** The changes of the plan to the resource. */
  of(subject: Subject): readonly Change[] {
    return this.#changes.get(resourceKey(subject)) ?? []
  }

  /** The change of the plan that has the same place in it. */
  counterpart({ id }: Change): Change | undefined {
    return this.#byId.get(id)
  }

  creates(subject: Subject): boolean {
    return this.of(subject).some(({ action }) => action === 'create')
  }

  /** Undefined if the difference must not be sent. */
  permit(subject: Subject, difference: Difference): Permit | undefined {
    const wanted = shown(difference.after)
    const planned = this.of(subject).flatMap(({ differences }) => differences)
    if (fieldIn(planned, difference.path).some(({ after }) => shown(after) === wanted)) return 'plan'
    if (this.secretsOf(subject, difference) === undefined) return undefined
    const since = this.#since.get(resourceKey(subject))
    if (partsOf(difference).some(({ path, after = null }) => since?.get(path) === shown(after))) return 'base'
    return matchesAny(subject, this.#secrets) ? 'asked' : undefined
  }

  /** What the service doesn't show is as it was approved if the plan declares the same: then only secrets can differ. */
  readonly secretsOf: SecretsOf = (subject, difference) => {
    const { path, after: wanted } = difference
    const noted = fieldIn(this.#uncompared.get(resourceKey(subject)) ?? [], path)
    const isDeclared = noted.some(({ after }) => shown(after) === shown(wanted))
    const parts = partsOf(difference).filter(
      ({ before, after = before }) =>
        !isDeclared || after instanceof Secret || !(before instanceof Unreadable),
    )
    const isSecret = parts.every(({ before, after = before }) => after instanceof Secret)
    return parts.length > 0 && isSecret ? [...new Set(parts.map((each) => each.path))] : undefined
  }

  /** The changes of the plan that set the field, perhaps to another value. */
  changing(subject: Subject, { path }: Difference): readonly Change[] {
    return this.of(subject).filter(({ differences }) => fieldIn(differences, path).length > 0)
  }

  /** What a change needs now, and what it needed when it was approved. */
  needsOf(change: Change): readonly string[] {
    return [...change.needs, ...(this.counterpart(change)?.needs ?? [])]
  }

  /** Why there is no permit. */
  whyNot(change: Subject, difference: Difference): string {
    const { path } = difference
    const field = path.join('.')
    if (this.changing(change, difference).length > 0) return `${field} was approved with a different value`
    return fieldIn(this.#uncompared.get(resourceKey(change)) ?? [], path).length > 0
      ? `the approved plan didn't compare ${field}`
      : `${field} is not in the approved plan`
  }

  /** The replaced values that the service doesn't show any more, and those for which it isn't known. */
  replaced(change: Change, rules: RuleOf, seal: Seal) {
    const [moved, uncompared]: [FieldPath[], FieldPath[]] = [[], []]
    for (const difference of change.differences) {
      if (this.permit(change, difference) === 'asked') continue
      const answer = isStill(this.#held(change, difference.path), difference, rules(difference.path), seal)
      if (answer === 'different') moved.push(difference.path)
      if (answer === 'unreadable') append(uncompared, uncomparable(difference))
    }
    return { moved, uncompared }
  }

  /** The plan file's value that a change replaces; `Unreadable` if the file doesn't have it. */
  #held(change: Change, path: FieldPath): Value {
    const then = this.counterpart(change)
    if (then !== undefined && fieldIn(then.differences, path).length > 0) return heldAt(then, path)
    const [noted] = fieldIn(this.#uncompared.get(resourceKey(change)) ?? [], path)
    return noted?.before ?? new Unreadable(false)
  }
}

/** Key by key, even if the service returns none of the keys. */
function partsOf(difference: Difference): readonly Detail[] {
  const { before, after } = difference
  const isHidden = before instanceof Unreadable && isMap(after)
  return detailsOf(isHidden ? { ...difference, before: mapEach(after, () => before) } : difference)
}

function fieldIn<Field extends { readonly path: FieldPath }>(
  all: readonly Field[],
  path: FieldPath,
): readonly Field[] {
  return all.filter((each) => each.path.join('\0') === path.join('\0'))
}

/** The same text for equal values, whatever the order of their keys. A secret counts by its reference. */
function shown(value: Value): string {
  if (isList(value)) return `[${value.map(shown).join()}]`
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}:${shown(entry)}`)
    return `{${entries.sort().join()}}`
  }
  return value instanceof Secret || typeof value === 'object' ? String(value) : JSON.stringify(value)
}

/** Whether the service still shows the replaced value. Values with only a fingerprint in the file are compared with `seal`. */
function isStill(
  held: Value,
  { path, before = null, after }: Difference,
  rule: FieldRule,
  seal: Seal,
): Answer {
  // The service keeps its entries, whatever they are now.
  if (rule.compare === 'set' && rule.additive) return 'same'
  const whole = rule.compare === 'keys' ? ({ compare: 'whole' } as const) : rule
  const comparable = (value: Value): Value => {
    // A missing list counts as an empty one.
    if (rule.compare === 'set' && value === null) return []
    return sealed(seal, withoutHidden(value, after), path)
  }
  return answerFor(whole, comparable(held), comparable(before))
}

/** The parts of it that can't be compared; all of it if they aren't known. */
function uncomparable(difference: Difference): readonly FieldPath[] {
  const parts = unreadablePaths({ ...difference, before: difference.before ?? null })
  return parts.length === 0 ? [difference.path] : parts
}

/** Keys that can't be read don't count if the change doesn't set them. */
function withoutHidden(value: Value, after: Value): Value {
  if (!isMap(value) || !isMap(after)) return value
  return mapOf(
    Object.entries(value).filter(
      ([key, entry]) => !(entry instanceof Unreadable) || Object.hasOwn(after, key),
    ),
  )
}

/** The plan file's value at a path of `before`. */
function heldAt({ before }: Change, [first = '', ...rest]: FieldPath): Value {
  const field = before === null ? undefined : at(before, first)
  if (field === undefined) return new Unreadable(false)
  return rest.reduce<Value>((value, key) => {
    if (isMap(value)) return at(value, key) ?? null
    return value instanceof Unreadable ? value : null
  }, field)
}
