// Holds a fresh plan to one that was approved before: it may do less, and nothing else.
import type { Change } from '../../core/change.ts'
import type { FieldPath } from '../../core/compare.ts'
import type { Plan } from '../../core/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secret.ts'
import { isList, isMap, type Value } from '../../core/value.ts'
import { grouped } from '../order.ts'
import type { SavedPlan } from './read.ts'

interface Wanted {
  readonly path: FieldPath
  readonly after: Value
}

/** A problem for each change that isn't approved as it is. */
export function unapproved(fresh: Plan, { file, plan: approved, seals }: SavedPlan): Problem[] {
  const byId = new Map(
    approved.sections.flatMap(({ changes }) => changes).map((change) => [change.id, change]),
  )
  const notes = approved.sections.flatMap(({ target, unreadable }) =>
    unreadable.map((note) => ({ ...note, target })),
  )
  const unverified = grouped(notes, resourceOf)
  return fresh.sections
    .flatMap(({ changes }) => changes)
    .flatMap((change) => {
      const then = byId.get(change.id)
      // What was known by name only, or not at all, was to be as it is declared.
      const promised = (unverified.get(resourceOf(change)) ?? []).flatMap(({ wanted }) => wanted)
      // Without the seal of its own key anybody may have put it there.
      const reason = Object.hasOwn(seals, change.via)
        ? objection(change, then, promised)
        : `it has no seal for target ${change.via}`
      return reason === undefined ? [] : [problem(change, reason, file)]
    })
}

function objection(
  change: Change,
  then: Change | undefined,
  promised: readonly Wanted[],
): string | undefined {
  const isPromised = change.action === 'update' && promised.length > 0
  if (then === undefined && !isPromised) return `${verbs[change.action]} is not in it`
  if (then !== undefined && then.call.operation.id !== change.call.operation.id)
    return `it is made by ${change.call.operation.id}, and was approved as ${then.call.operation.id}`
  if (change.preparation !== undefined && then?.preparation === undefined)
    return `it is made by two requests, and was approved as one`
  const approved = [...(then?.differences ?? []), ...promised]
  for (const { path, after } of change.differences) {
    const same = approved.filter((each) => each.path.join('\0') === path.join('\0'))
    if (same.length === 0) return `${path.join('.')} is not in it`
    if (!same.some((each) => shown(each.after) === shown(after)))
      return `${path.join('.')} was approved with another value`
  }
  const effect = change.sideEffects.find((each) => then?.sideEffects.includes(each) !== true)
  return effect === undefined ? undefined : `a side effect is not in it: ${effect}`
}

const verbs: Readonly<Record<Change['action'], string>> = {
  create: 'creating it',
  update: 'changing it',
  'set-primary': 'making it primary',
  resend: 'sending it again',
}

/** As everybody may see it: a secret by its reference. */
function shown(value: Value): string {
  if (isList(value)) return `[${value.map(shown).join()}]`
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}:${shown(entry)}`)
    return `{${entries.sort().join()}}`
  }
  return value instanceof Secret || typeof value === 'object' ? String(value) : JSON.stringify(value)
}

function resourceOf({
  target,
  kind,
  name,
}: {
  readonly target?: string | undefined
  readonly kind: string
  readonly name: string
}): string {
  return JSON.stringify([target, kind, name])
}

function problem({ target, kind, name, part }: Change, reason: string, file: string): Problem {
  const what = `${kind} ${name}${part === undefined ? '' : ` ${part}`}`
  return {
    rule: 'not-approved',
    severity: 'error',
    exit: 4,
    ...(target !== undefined && { target }),
    resource: `${kind} ${name}`,
    message: `${what} is not as ${file} has it: ${reason}`,
    hint: 'Have a plan approved that shows it, or take the change back.',
  }
}
