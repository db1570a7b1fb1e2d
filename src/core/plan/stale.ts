// The rule for every write: if the service shows `after`, it is done; if it shows `before`, send; otherwise it is stale.
import type { Change } from './change.ts'
import { answerFor, entriesMissing, type Answer, type FieldRule, type RuleOf } from './compare-fields.ts'
import {
  at,
  type FieldPath,
  isList,
  isMap,
  Unreadable,
  type Value,
  valueAt,
  type ValueMap,
} from '../value.ts'

type Decision =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'send' }
  /** `path` is the first field that shows neither; undefined if the resource itself appeared or vanished. */
  | { readonly outcome: 'stale'; readonly path?: FieldPath }

/** Decides over one change from the live state of its resource (undefined: not live). */
export function decide(
  change: Pick<Change, 'before' | 'after'>,
  live: ValueMap | undefined,
  ruleOf: RuleOf,
): Decision {
  if (live === undefined) return { outcome: change.before === null ? 'send' : 'stale' }
  const after = answersFor(change.after, live, ruleOf, answerFor)
  const unlike = after.find((field) => field.answer === 'different')
  // A create without readable fields is done if the resource exists.
  if (change.before === null) return { outcome: unlike === undefined ? 'done' : 'stale' }
  const { before } = change
  const moved = answersFor(before, live, ruleOf, (rule, wanted, shown, path) =>
    wanted instanceof Unreadable
      ? 'unreadable'
      : beforeHolds(rule, wanted, shown, valueAt(change.after, path)),
  ).find((field) => field.answer === 'different')
  // A value that was as wanted before doesn't show whether the rest was sent.
  const isShown = after.some(
    ({ path, answer }) =>
      answer === 'same' &&
      answerFor(ruleOf(path), valueAt(change.after, path) ?? null, valueAt(before, path)) !== 'same',
  )
  // Done if the visible values changed to the wanted ones, even if they are only a part of the change.
  if (unlike === undefined && (isShown || moved !== undefined)) return { outcome: 'done' }
  return moved === undefined ? { outcome: 'send' } : { outcome: 'stale', path: moved.path }
}

/** Why a change is stale: `what` is `conditions changed`, for example. */
export function sincePlan(what: string, where: 'service' | 'manifest' = 'service'): string {
  return `${what} in the ${where} since the plan was made`
}

/** Of a decision about `live`. */
export function staleReason(path: FieldPath | undefined, live: unknown): string {
  if (path !== undefined) return sincePlan(`${path.join('.')} changed`)
  return sincePlan(`the resource was ${live === undefined ? 'deleted' : 'created'}`)
}

function beforeHolds(
  rule: FieldRule,
  before: Value,
  shown: Value | undefined,
  after: Value | undefined,
): Answer {
  // Of an additive set only the declared entries count: others may come and go.
  if (rule.compare === 'set' && rule.additive && isList(after) && !(shown instanceof Unreadable)) {
    const live = isList(shown) ? shown : []
    const then = isList(before) ? before : []
    const missingNow = entriesMissing(live, after)
    return missingNow.length === entriesMissing(then, after).length &&
      entriesMissing(missingNow, entriesMissing(then, after)).length === 0
      ? 'same'
      : 'different'
  }
  // The call repeats undeclared keys to keep them, so none of them may have moved.
  if (rule.compare === 'keys' && rule.replaced) return answerFor({ compare: 'whole' }, before, shown)
  // A missing list counts as an empty one.
  return answerFor(rule, rule.compare === 'set' ? (isList(before) ? before : []) : before, shown)
}

type Judge = (rule: FieldRule, wanted: Value, shown: Value | undefined, path: FieldPath) => Answer

function answersFor(wanted: ValueMap, live: ValueMap, ruleOf: RuleOf, judge: Judge) {
  const found: { path: FieldPath; answer: Answer }[] = []
  const walk = (path: FieldPath, value: Value, shown: Value | undefined): void => {
    const rule = ruleOf(path)
    if (rule.compare === 'keys' && !rule.replaced && isMap(value) && !(shown instanceof Unreadable)) {
      for (const key of Object.keys(value))
        walk([...path, key], value[key] ?? null, isMap(shown) ? at(shown, key) : undefined)
    } else {
      found.push({ path, answer: judge(rule, value, shown, path) })
    }
  }
  for (const key of Object.keys(wanted)) walk([key], wanted[key] ?? null, at(live, key))
  return found
}
