// Gives a target that is added to the project later the declarations of other targets, as `promote` does: without this, equal
// resources would have variables of their own.
import { compare } from '../../core/plan/compare-fields.ts'
import { hasErrors } from '../../core/problem.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { valueAt, type ValueMap } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Built } from '../desired.ts'
import type { Loaded } from '../load-manifests.ts'
import type { ProjectInput } from '../project-input.ts'
import { labelOf } from './edits.ts'
import { promote } from './promote.ts'

/**
 * `shown`: the fields in the service, by `TARGET KIND NAME`. Returns the manifests with all additions that load without an error,
 * the texts that change, and the resources that were added.
 */
export async function withLateTargets(
  old: Loaded,
  project: ProjectInput,
  kinds: readonly Kind[],
  shown: ReadonlyMap<string, ValueMap>,
  load: (texts: ReadonlyMap<string, string>) => Promise<Loaded>,
) {
  let loaded = old
  let texts: ReadonlyMap<string, string> = new Map()
  const added: { file: string; resource: string }[] = []
  const objectsOf = (target: string) => loaded.written().collected.get(target)?.objects ?? []
  const targets = project.allTargets.map(({ alias }) => alias)
  for (const [from, to] of targets.flatMap((one) => targets.map((other) => [one, other] as const))) {
    const declared = new Set(objectsOf(to).map(labelOf))
    const isNew = (built: Built): boolean => !declared.has(labelOf(built))
    const isSame = (name: string): boolean =>
      sharesSecrets(shown.get(`${to} ${name}`), shown.get(`${from} ${name}`))
    const chosen = objectsOf(from).filter((built) => isNew(built) && isSame(labelOf(built)))
    if (chosen.length === 0) continue
    const found = promote(loaded, { from, to, kinds, chosen, fields: [], isShared: () => true, project })
    if (found.texts.size === 0) continue
    const all = new Map([...texts, ...found.texts])
    const next = await load(all)
    // Such as variables that the target would have to define.
    if (hasErrors(next.problems)) continue
    loaded = next
    texts = all
    for (const built of objectsOf(to).filter(isNew))
      added.push({ file: built.root().source.file, resource: `${labelOf(built)} in ${to}` })
  }
  return { loaded, texts, added }
}

/** Both targets can share a reference only if the service shows no different secrets. */
function sharesSecrets(fields: ValueMap | undefined, others: ValueMap | undefined): boolean {
  return (
    fields !== undefined &&
    compare(fields, others, () => ({ compare: 'keys' })).every(
      ({ path, answer }) => answer !== 'different' || !(valueAt(fields, path) instanceof Secret),
    )
  )
}
