// Compares what a manifest declares with what the service shows, field by field, with three answers.
import type { Cause } from './shapes.ts'
import { closedLike } from '../secrets/hide-secrets.ts'
import { reveal, Secret } from '../secrets/secret.ts'
import { at, isList, isMap, Unreadable, type FieldPath, type Value, type ValueMap } from '../value.ts'

/** How the service treats a field, and so how it is compared. */
export type FieldRule =
  /** Compared by value; null and absent are the same. */
  | { readonly compare: 'value' }
  /** Replaced whole by the service, so compared whole: a key in the service that isn't declared differs. */
  | { readonly compare: 'whole'; readonly unordered?: true }
  /** Each declared key on its own, others are kept; `replaced` if the call must repeat the others to keep them. */
  | { readonly compare: 'keys'; readonly replaced?: true }
  /** A list without order or repeats; `additive` if undeclared entries in the service are kept. */
  | { readonly compare: 'set'; readonly additive: boolean }

export type RuleOf = (path: FieldPath) => FieldRule

export type Answer = 'same' | 'different' | 'unreadable'

/** A declared field that differs, or that can't be compared. `before` is undefined if the service has no value. */
export interface Difference {
  readonly path: FieldPath
  readonly answer: 'different' | 'unreadable'
  readonly before: Value | undefined
  readonly after: Value
  /** The lines that a reader sees, if the values alone aren't clear. */
  readonly display?: readonly Detail[]
}

/** One line of a difference: an entry that appears, goes or changes. */
export interface Detail {
  readonly sign: '+' | '-' | '~'
  /** Dotted, e.g. `credentials.apiKey`. */
  readonly path: string
  readonly before?: Value
  readonly after?: Value
  /** Why it differs; only in a plan with a base and in a comparison of two targets. */
  readonly cause?: Cause
}

/** All declared fields of one resource that are not the same as the live ones, in declared order. */
export function compare(desired: ValueMap, live: ValueMap | undefined, ruleOf: RuleOf): Difference[] {
  const found: Difference[] = []
  addDifferencesIn([], desired, live, ruleOf, found)
  return found
}

/** Of each key of `desired`. */
function addDifferencesIn(
  path: FieldPath,
  desired: ValueMap,
  live: ValueMap | undefined,
  ruleOf: RuleOf,
  found: Difference[],
): void {
  for (const key of Object.keys(desired)) {
    const after = desired[key] ?? null
    const before = at(live, key)
    // The most frequent case: equal texts are the same under every rule.
    if (typeof after === 'object' || after !== before)
      addDifferences(path.concat(key), after, before, ruleOf, found)
  }
}

function addDifferences(
  path: FieldPath,
  after: Value,
  before: Value | undefined,
  ruleOf: RuleOf,
  found: Difference[],
): void {
  const rule = ruleOf(path)
  if (rule.compare === 'keys' && isMap(after) && !(before instanceof Unreadable))
    return addDifferencesIn(path, after, isMap(before) ? before : undefined, ruleOf, found)
  const answer = answerFor(rule, after, before)
  if (answer === 'same') return
  const shown = rule.compare === 'set' && isList(after) ? setBefore(rule.additive, before, after) : before
  found.push({ path, answer, before: closedLike(after, shown), after })
}

/** The entries that the difference is about: in an additive set, those that aren't declared are kept and so no part of it. */
function setBefore(additive: boolean, before: Value | undefined, after: readonly Value[]): Value | undefined {
  if (before instanceof Unreadable) return before
  const entries = isList(before) ? before : []
  return additive ? entriesMissing(entriesMissing(entries, after), after) : entries
}

/** Whether one field shows what is wanted, under its rule. */
export function answerFor(rule: FieldRule, wanted: Value, shown: Value | undefined): Answer {
  if (shown instanceof Unreadable) return 'unreadable'
  switch (rule.compare) {
    case 'set':
      return isList(wanted) ? setAnswer(wanted, isList(shown) ? shown : [], rule.additive) : 'different'
    case 'keys':
      if (!isMap(wanted))
        return isMap(shown) && Object.keys(shown).length === 0 ? 'same' : answerDeep(wanted, shown)
      return worst(
        Object.keys(wanted).map((key) => answerDeep(wanted[key], isMap(shown) ? at(shown, key) : undefined)),
      )
    case 'whole':
      return answerDeep(wanted, shown, rule.unordered === true)
    case 'value':
      return answerDeep(wanted, shown)
  }
}

/** Deep equality that sees through secrets; null and absent are the same. */
export function isEqual(left: Value | undefined, right: Value | undefined): boolean {
  return answerDeep(left, right) === 'same'
}

/** If only the name of an entry is known, it is unknown whether the service has it. */
function setAnswer(wanted: readonly Value[], shown: readonly Value[], additive: boolean): Answer {
  const known = wanted.filter((entry) => !isOnlyNamed(entry))
  if (known.length === wanted.length) return setHolds(wanted, shown, additive) ? 'same' : 'different'
  const others = entriesMissing(known, shown).length
  const isPossible = others > 0 && (additive || others <= wanted.length - known.length)
  return isPossible && setHolds(known, shown, true) ? 'unreadable' : 'different'
}

/** A secret that was never resolved, because the values of secrets were not wanted. */
export function isOnlyNamed(value: Value | undefined): boolean {
  return value instanceof Secret && !value.isResolved
}

function setHolds(wanted: readonly Value[], shown: readonly Value[], additive: boolean): boolean {
  const live = new Set(shown.map(opened))
  const declared = new Set(wanted.map(opened))
  return [...declared].every((entry) => live.has(entry)) && (additive || live.size === declared.size)
}

/** The entries of a set that another doesn't contain. */
export function entriesMissing(from: readonly Value[], wanted: readonly Value[]): Value[] {
  const present = new Set(from.map(opened))
  return wanted.filter((entry) => !present.has(opened(entry)))
}

/** The entries of a list that remain after removing an equal one for each entry of another. Linear in both. */
export function entriesLeft(list: readonly Value[], other: readonly Value[]): Value[] {
  const rest = new Map<string, number>()
  for (const key of other.map(keyOf)) rest.set(key, (rest.get(key) ?? 0) + 1)
  return list.filter((entry) => {
    const key = keyOf(entry)
    const count = rest.get(key) ?? 0
    rest.set(key, count - 1)
    return count <= 0
  })
}

/** Equal values, and only they, have one key: maps in any order, null as absent. Secrets are opened: never to be shown. */
function keyOf(value: Value): string {
  const plain = opened(value)
  if (isList(plain)) return `[${plain.map(keyOf).join()}]`
  if (!isMap(plain)) return JSON.stringify(plain)
  const entries = Object.entries(plain).filter(([, entry]) => entry !== null)
  return `{${entries
    .map(([key, entry]) => `${JSON.stringify(key)}:${keyOf(entry)}`)
    .sort()
    .join()}}`
}

function answerDeep(wanted: Value | undefined, shown: Value | undefined, unordered = false): Answer {
  if (wanted === shown && typeof wanted !== 'object') return 'same'
  if (shown instanceof Unreadable || wanted instanceof Unreadable) return 'unreadable'
  if (isOnlyNamed(wanted) || isOnlyNamed(shown)) return (shown ?? null) === null ? 'different' : 'unreadable'
  const left = opened(wanted ?? null)
  const right = opened(shown ?? null)
  if (isList(left)) return isList(right) ? answerForLists(left, right, unordered) : 'different'
  if (isMap(left)) return isMap(right) ? answerForMaps(left, right, unordered) : 'different'
  return left === right ? 'same' : 'different'
}

function answerForLists(wanted: readonly Value[], shown: readonly Value[], unordered: boolean): Answer {
  if (wanted.length !== shown.length) return 'different'
  if (!unordered) return worst(wanted.map((entry, index) => answerDeep(entry, shown[index], unordered)))
  const rest = [...shown]
  /** Removes an entry of `rest` with this answer for each of the entries, and returns those for which there is none. */
  const without = (entries: readonly Value[], answer: Answer): Value[] =>
    entries.filter((entry) => {
      const found = rest.findIndex((candidate) => answerDeep(entry, candidate, unordered) === answer)
      if (found >= 0) rest.splice(found, 1)
      return found < 0
    })
  const unlike = without(wanted, 'same')
  if (unlike.length === 0) return 'same'
  return without(unlike, 'unreadable').length === 0 ? 'unreadable' : 'different'
}

function answerForMaps(wanted: ValueMap, shown: ValueMap, unordered: boolean): Answer {
  const undeclared = Object.keys(shown).filter((key) => !Object.hasOwn(wanted, key))
  return worst([
    ...Object.keys(wanted).map((key) => answerDeep(wanted[key], at(shown, key), unordered)),
    // An undeclared key that can't be seen is ignored; one that is seen would be removed.
    ...undeclared.map((key) =>
      shown[key] instanceof Unreadable ? 'same' : answerDeep(null, shown[key], unordered),
    ),
  ])
}

function worst(answers: readonly Answer[]): Answer {
  if (answers.includes('different')) return 'different'
  return answers.includes('unreadable') ? 'unreadable' : 'same'
}

/** A secret that is only named stays closed: it equals nothing. */
function opened(value: Value): Value {
  return value instanceof Secret && value.isResolved ? reveal(value) : value
}
