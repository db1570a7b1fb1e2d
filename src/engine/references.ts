// The ids that changes refer to: known from what is live, or of something that the same plan creates.
import { callsOf, type Change } from '../core/change.ts'
import type { Problem } from '../core/problem.ts'
import { eachLeaf, IdOf, type Leaf } from '../core/value.ts'

/** The known ids of what changes change and refer to, by `kind/name`, and a problem for each that nothing will ever give. */
export function resolveIds(
  changes: readonly Change[],
  known: ReadonlyMap<string, string>,
): { readonly ids: Readonly<Record<string, string>>; readonly problems: readonly Problem[] } {
  const ids: Record<string, string> = {}
  // Several calls of one resource may refer to it.
  const problems = new Map<string, Problem>()
  const created = new Set(
    changes.filter(({ action }) => action === 'create').map(({ kind, name }) => `${kind}/${name}`),
  )
  for (const change of changes) {
    const own = `${change.kind}/${change.name}`
    const live = known.get(own)
    if (live !== undefined) ids[own] = live
    for (const id of idsIn(change)) {
      const key = `${id.kind}/${id.name}`
      const found = known.get(key)
      if (found !== undefined) ids[key] = found
      else if (!created.has(key))
        problems.set(`${change.kind}/${change.name} ${key}`, unknownReference(change, id))
    }
  }
  return { ids, problems: [...problems.values()] }
}

export function idsIn(change: Change): IdOf[] {
  const ids: IdOf[] = []
  const visit = (leaf: Leaf): void => {
    if (leaf instanceof IdOf) ids.push(leaf)
  }
  for (const { parameters, body } of callsOf(change)) {
    eachLeaf(parameters, visit)
    eachLeaf(body, visit)
  }
  return ids
}

function unknownReference(change: Change, id: IdOf): Problem {
  return {
    rule: 'unknown-reference',
    severity: 'error',
    ...(change.target !== undefined && { target: change.target }),
    position: change.position,
    message: `${change.kind} ${change.name} refers to ${id.kind} ${id.name}, which is neither live nor declared`,
    hint: `Declare ${id.kind} ${id.name}, or correct the name.`,
  }
}
