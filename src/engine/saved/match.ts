// Compares a new plan with the saved one: each change of one is in the other, and does no more.
import { commandLine } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { resourceKey, type Change } from '../../core/plan/change.ts'
import { sincePlan } from '../../core/plan/stale.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { type FieldPath, Unreadable } from '../../core/value.ts'
import type { Planned } from '../plan/request.ts'
import type { Judgement } from './judge.ts'
import { refusedPlan } from './read.ts'

export interface Verdict extends Omit<Judgement, 'change'> {
  /** Whether live, or what was remembered of it, is not what it wants. */
  readonly isOpen: boolean
}

export interface Matched {
  readonly problems: readonly Problem[]
  readonly done: readonly Change[]
}

/** `verdicts` has none for a resource that wasn't found; the first change of one speaks for what concerns all of it. */
export function matched(
  saved: readonly Change[],
  verdicts: ReadonlyMap<string, Verdict>,
  { plan }: Planned,
): Matched {
  const fresh = new Map(plan.sections.flatMap(({ changes }) => changes).map((change) => [change.id, change]))
  const problems = new Map<string, Problem>()
  const done: Change[] = []
  const refuse = (change: Change, reason: string): void => {
    const key = resourceKey(change)
    if (!problems.has(key)) problems.set(key, stale(change, reason))
  }
  for (const change of saved) {
    const verdict = verdicts.get(change.id)
    const now = fresh.get(change.id)
    if (verdict === undefined) {
      // What couldn't be read is a problem already.
      if (!hasErrors(plan.problems)) refuse(change, absence(change, plan))
    } else if (verdict.outcome === 'stale') refuse(change, verdict.reason ?? '')
    else if (verdict.outcome === 'done') done.push(change)
    else if (now !== undefined) {
      const more = excess(now, change)
      if (more !== undefined) refuse(change, more)
    } else if (verdict.isOpen)
      refuse(change, 'the change now needs a different request than when the plan was made')
    // What can't be compared is remembered to be so.
    else done.push(change)
  }
  const known = new Set(saved.map(({ id }) => id))
  for (const [id, change] of fresh)
    if (!known.has(id)) refuse(change, 'the change now needs a different request than when the plan was made')
  return { problems: [...problems.values()], done }
}

/** What a change would do now and was not said to do. */
function excess(now: Change, then: Change): string | undefined {
  const fields = new Set(then.differences.map(pathOf))
  const field = now.differences.map(pathOf).find((path) => !fields.has(path))
  if (field !== undefined) return sincePlan(`${field} changed`)
  if (now.preparation !== undefined && then.preparation === undefined)
    return 'the change now needs a different request than when the plan was made'
  // Side effects of a field that can't be read can't be compared.
  if (isUnread(now) || isUnread(then)) return undefined
  const effect = now.sideEffects.find((each) => !then.sideEffects.includes(each))
  return effect === undefined
    ? undefined
    : `the change now has a side effect that is not in the plan: ${effect}`
}

export function isUnread({ before }: Change): boolean {
  return Object.values(before ?? {}).some((value) => value instanceof Unreadable)
}

/** Why a resource of the saved plan wasn't found. */
function absence({ target, kind, name }: Change, plan: Plan): string {
  const isIt = (note: { readonly kind: string; readonly name: string }): boolean =>
    note.kind === kind && note.name === name
  for (const section of plan.sections.filter((each) => each.target === target)) {
    if (notesOf(section, 'missing').some(isIt)) return sincePlan('the resource was deleted')
    const twice = notesOf(section, 'duplicates').find(isIt)
    if (twice !== undefined)
      return `the service now contains the resource ${twice.ids.length} times (${twice.ids.join(', ')})`
  }
  return 'no manifest declares the resource now'
}

function stale({ target, kind, name }: Change, reason: string): Problem {
  const resource = `${kind} ${name}`
  const hint = `Make a new plan with ${commandLine('plan --out FILE')}, and review the new plan.`
  return { ...refusedPlan('stale-plan', `${resource}: ${reason}`, hint), ...given({ target }), resource }
}

function pathOf({ path }: { readonly path: FieldPath }): string {
  return path.join('.')
}
