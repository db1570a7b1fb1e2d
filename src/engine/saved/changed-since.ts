// What changed since a saved plan was made: each change is checked by the rule for writes, with fingerprints instead of values.
// Then a new plan is compared with the saved one: it must have the same changes, which do no more.
import { type Change, resourceKey, selectorOf } from '../../core/plan/change.ts'
import type { RuleOf } from '../../core/plan/compare-fields.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { decide, sincePlan, staleReason } from '../../core/plan/stale.ts'
import { errorOf, hasErrors, type Problem, warningOf } from '../../core/problem.ts'
import { differing, digestOf, sealed, type Digest, type Seal } from '../../core/secrets/fingerprint.ts'
import { withPlaceholders } from '../../core/secrets/personal.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { commandLine, option, quoted } from '../../core/shell.ts'
import { resendCommands } from '../../core/target.ts'
import { at, isMap, mapOf, Unreadable, valueAt } from '../../core/value.ts'
import type { FieldPath, Value, ValueMap } from '../../core/value.ts'
import { pathsText } from '../../core/words.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import type { Planned } from '../plan/plan-request.ts'
import { declarationOf } from './write.ts'

export interface Judgement {
  readonly change: Change
  readonly outcome: 'done' | 'send' | 'stale'
  /** What changed, if it is stale. */
  readonly reason?: string
}

/** Judges all changes of one resource, in their order: each is judged by the state that those before it leave. */
export function judge(
  changes: readonly Change[],
  rules: RuleOf,
  live: Live | undefined,
  sealOf: (change: Change) => Seal,
): Judgement[] {
  let isCreated = false
  /** The values that the changes before will leave. */
  let planned: ValueMap = {}
  return changes.map((change): Judgement => {
    // A resource that this plan creates can't be read yet.
    if (isCreated) return { change, outcome: 'send' }
    const seal = sealOf(change)
    const before = change.before && (sealed(seal, change.before) as ValueMap)
    const after = sealed(seal, change.after) as ValueMap
    const shown = live && (overlaid(sealed(seal, live.fields), planned) as ValueMap)
    const decision = decide({ before, after }, shown, rules)
    if (decision.outcome === 'stale')
      return { change, outcome: 'stale', reason: reasonOf(decision.path, live, change) }
    if (decision.outcome === 'send') {
      isCreated = change.action === 'create'
      planned = overlaid(planned, after) as ValueMap
    }
    return { change, outcome: decision.outcome }
  })
}

function reasonOf(
  path: FieldPath | undefined,
  live: Live | undefined,
  { preparation }: Pick<Change, 'preparation'>,
): string {
  const moved = staleReason(path, live)
  const [first] = path ?? []
  const isPrepared =
    first !== undefined &&
    preparation !== undefined &&
    Object.hasOwn(preparation.after, first) &&
    preparation.after[first] === at(live?.fields ?? {}, first)
  return isPrepared
    ? `${moved}: a run was stopped between the two requests of this change, or another client changed the field`
    : moved
}

/** `below` with the values of `above`, key by key. */
function overlaid(below: Value, above: Value): Value {
  if (!isMap(below) || !isMap(above)) return above
  const merged = Object.entries(above).map(
    ([key, value]) => [key, overlaid(at(below, key) ?? null, value)] as const,
  )
  return { ...below, ...mapOf(merged) }
}

/** Says which part of a declaration changed since the plan was made; undefined if none did. */
export function movedReason(before: Digest, desired: Desired, seal: Seal): string | undefined {
  const now = digestOf(seal, declarationOf(desired))
  const fields = differing(before.fields, now.fields)
  if (fields.length > 0) return sincePlan(`${fields.join(', ')} changed`, 'manifest')
  const secrets = differing(before.secrets, now.secrets)
  if (secrets.length === 0) return undefined
  const named = secrets.map((path) => `${path} (${originAt(desired.declared, path)})`)
  return `the value of ${named.join(', ')} changed since the plan was made`
}

function originAt(declared: Value, path: string): string {
  const found = valueAt(
    declared,
    path.split('.').map((step) => (/^(?:0|[1-9]\d*)$/.test(step) ? Number(step) : step)),
  )
  return found instanceof Secret ? found.origin : 'secret'
}

export interface Verdict extends Omit<Judgement, 'change'> {
  /** Whether the service's value, or the remembered one, differs from the wanted one. */
  readonly isOpen: boolean
  /** Of a resource that exists: what the plan would send, but the service doesn't show. */
  readonly unread?: readonly FieldPath[]
}

/** Compares a saved plan with a new one. `verdicts` has none for a resource that wasn't found; if its declaration changed, only one for its first change. */
export function matched(
  saved: readonly Change[],
  verdicts: ReadonlyMap<string, Verdict>,
  { plan }: Planned,
): { readonly problems: readonly Problem[]; readonly done: readonly Change[] } {
  const fresh = new Map(plan.sections.flatMap(({ changes }) => changes).map((change) => [change.id, change]))
  const warnings = new Map<string, Problem>()
  const refusals = new Map<string, Problem>()
  const done: Change[] = []
  const refuse = (change: Change, reason: string): void => {
    const key = resourceKey(change)
    if (!refusals.has(key)) refusals.set(key, stale(change, reason))
  }
  for (const change of saved) {
    const verdict = verdicts.get(change.id)
    const now = fresh.get(change.id)
    if (verdict === undefined) {
      // A failed read is already a problem.
      if (!hasErrors(plan.problems)) refuse(change, absence(change, plan))
    } else if (verdict.outcome === 'stale') refuse(change, verdict.reason ?? '')
    else if (verdict.outcome === 'done') {
      done.push(change)
      if (verdict.unread) warnings.set(resourceKey(change), notCompared(change, verdict.unread, plan))
    } else if (now !== undefined) {
      const more = excess(now, change)
      if (more !== undefined) refuse(change, more)
    } else if (verdict.isOpen) refuse(change, otherRequest)
    // A value that can't be compared is remembered as applied.
    else done.push(change)
  }
  const known = new Set(saved.map(({ id }) => id))
  for (const [id, change] of fresh) if (!known.has(id)) refuse(change, otherRequest)
  // A refusal replaces the warning of its resource.
  return { problems: [...new Map([...warnings, ...refusals]).values()], done }
}

/** The plan may have created it, or another client. */
function notCompared(change: Change, unread: readonly FieldPath[], { isProtected }: Plan): Problem {
  const { kind, name, target, position } = change
  const resending = `--resend ${quoted(withPlaceholders(selectorOf(change)))}`
  return warningOf(
    'not-compared',
    `${kind} ${name} exists already, so belfry doesn't send its ${pathsText(unread)}; the service doesn't return what it has there`,
    `If another client created it, run ${resendCommands(isProtected === true, resending).join(', then ')}.`,
    { target, resource: `${kind} ${name}`, position },
  )
}

const otherRequest = 'the change now needs a different request than when the plan was made'

/** What a change would do now, but didn't in the saved plan; undefined if that is nothing. */
function excess(now: Change, then: Change): string | undefined {
  const fields = new Set(then.differences.map(pathOf))
  const field = now.differences.map(pathOf).find((path) => !fields.has(path))
  if (field !== undefined) return sincePlan(`${field} changed`)
  if (now.preparation !== undefined && then.preparation === undefined) return otherRequest
  // Side effects of a field that can't be read can't be compared.
  if (isUnread(now) || isUnread(then)) return undefined
  const effect = now.sideEffects.find((each) => !then.sideEffects.includes(each))
  return effect === undefined
    ? undefined
    : `the change now has a side effect that is not in the plan: ${effect}`
}

/** Whether the service hid some of the values that the change replaces or depends on. */
export function isUnread({ before }: Change): boolean {
  return Object.values(before ?? {}).some((value) => value instanceof Unreadable)
}

/** Why a resource of the saved plan wasn't found. */
function absence({ target, kind, name, action }: Change, plan: Plan): string {
  const isIt = (note: { readonly kind: string; readonly name: string }): boolean =>
    note.kind === kind && note.name === name
  for (const section of plan.sections.filter((each) => each.target === target)) {
    if (notesOf(section, 'missing').some(isIt))
      return action === 'create'
        ? `the plan creates the ${kind}, but "${kind}s.create" in the project file is no longer "api"`
        : sincePlan('the resource was deleted')
    const twice = notesOf(section, 'duplicates').find(isIt)
    if (twice !== undefined)
      return `the service now contains the resource ${twice.ids.length} times (${twice.ids.join(', ')})`
  }
  const files = option('files')
  return `no manifest declares the resource now; if the plan was made with ${files}, use the same ${files}`
}

function stale({ target, kind, name }: Change, reason: string): Problem {
  const resource = `${kind} ${name}`
  const hint = `Make a new plan with ${commandLine('plan --out FILE')}, and review the new plan.`
  return errorOf('stale-plan', `${resource}: ${reason}`, hint, { target, resource })
}

function pathOf({ path }: { readonly path: FieldPath }): string {
  return path.join('.')
}
