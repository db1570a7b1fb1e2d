// Judges each change of a saved plan by the one rule for writes, from fingerprints instead of values.
import type { Change } from '../../core/plan/change.ts'
import type { RuleOf } from '../../core/plan/compare.ts'
import { decide, sincePlan, staleReason } from '../../core/plan/stale.ts'
import { differing, digestOf, sealedMap, type Digest, type Seal } from '../../core/secrets/digest.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { at, type FieldPath, isMap, mapOf, type Value, valueAt, type ValueMap } from '../../core/value.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import { declarationOf } from './save.ts'

export interface Judgement {
  readonly change: Change
  readonly outcome: 'done' | 'send' | 'stale'
  /** What moved, where it is stale. */
  readonly reason?: string
}

/** Judgements over all changes of one resource, in their order: each finds live as those before it will leave it. */
export function judge(
  changes: readonly Change[],
  rules: RuleOf,
  live: Live | undefined,
  sealOf: (change: Change) => Seal,
): Judgement[] {
  let isBorn = false
  let ahead: ValueMap = {}
  return changes.map((change): Judgement => {
    // Of what this plan creates nothing can be seen yet.
    if (isBorn) return { change, outcome: 'send' }
    const seal = sealOf(change)
    const before = change.before && sealedMap(seal, change.before)
    const after = sealedMap(seal, change.after)
    const shown = live && (overlaid(sealedMap(seal, live.fields), ahead) as ValueMap)
    const decision = decide({ before, after }, shown, rules)
    if (decision.outcome === 'stale')
      return { change, outcome: 'stale', reason: reasonOf(decision.path, live, change) }
    if (decision.outcome === 'send') {
      isBorn = change.action === 'create'
      ahead = overlaid(ahead, after) as ValueMap
    }
    return { change, outcome: decision.outcome }
  })
}

function reasonOf(
  path: FieldPath | undefined,
  live: Live | undefined,
  { preparation }: Pick<Change, 'preparation'>,
): string {
  if (path !== undefined) {
    const moved = staleReason(path)
    const [first = ''] = path
    const isPrepared =
      preparation !== undefined &&
      Object.hasOwn(preparation.after, first) &&
      preparation.after[first] === at(live?.fields ?? {}, first)
    return isPrepared
      ? `${moved}: a run was stopped between the two requests of this change, or another client changed the field`
      : moved
  }
  return sincePlan(`the resource was ${live === undefined ? 'deleted' : 'created'}`)
}

function overlaid(below: Value, above: Value): Value {
  if (!isMap(below) || !isMap(above)) return above
  const merged = Object.entries(above).map(
    ([key, value]) => [key, overlaid(at(below, key) ?? null, value)] as const,
  )
  return { ...below, ...mapOf(merged) }
}

/** What of a declaration isn't what it was when the plan was made; undefined where all is. */
export function declarationMoved(before: Digest, desired: Desired, seal: Seal): string | undefined {
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
