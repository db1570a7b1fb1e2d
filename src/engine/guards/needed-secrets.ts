// Secrets without a value that the requests of a plan would carry.
import { isOnlyNamed } from '../../core/plan/compare.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { eachLeaf, type Value } from '../../core/value.ts'
import type { Declared } from '../../kinds/resources.ts'

/** Of `unset`, by origin, what the plan needs. */
export function neededSecrets(
  { sections }: Plan,
  declared: Declared,
  unset: ReadonlyMap<string, Problem>,
): Problem[] {
  // Nearly always, every variable is set.
  if (unset.size === 0) return []
  const needed = new Set<string>()
  const note = (value: Value): void =>
    eachLeaf(value, (leaf) => {
      if (leaf instanceof Secret && isOnlyNamed(leaf))
        for (const origin of leaf.origin.split(' + ')) needed.add(origin)
    })
  for (const { changes, target, waitsFor } of sections) {
    for (const { call, preparation } of changes)
      for (const { body = null } of [call, ...(preparation ? [preparation.call] : [])]) note(body)
    // In a new environment all of it is created.
    if (waitsFor !== undefined && target !== undefined)
      for (const { fields } of declared.forTarget(target)) note(fields)
  }
  return [...unset].flatMap(([origin, problem]) => (needed.has(origin) ? [problem] : []))
}
