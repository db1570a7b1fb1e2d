// Secrets that no filter can find, because other texts look like them: whoever chose them should know.
import type { FieldPath } from '../core/compare.ts'
import type { Filter, Weakness } from '../core/filter.ts'
import { shortest } from '../core/text-index.ts'
import { Secret } from '../core/secret.ts'
import { isList, isMap, type Value } from '../core/value.ts'
import { hearFields, hearTexts } from '../core/visible-texts.ts'
import type { Collected } from './collected.ts'
import type { Built } from './desired.ts'
import type { NodePath } from './node.ts'
import { placeFor } from './reporter.ts'
import type { Run } from './run.ts'

/** Tells the filter what is declared for all to read, and the reporter of every origin whose secret is weak. */
export function reportWeakSecrets(
  collected: Collected,
  { files, registry, report }: Pick<Run, 'files' | 'registry' | 'report'>,
  filter: Filter,
): void {
  const all = [...collected.values()].flat()
  const secretOf = new Map(registry.map(({ name, isSecret }) => [name, isSecret]))
  filter.see((hear) => {
    for (const file of files) hear(file)
    for (const { desired } of all) {
      hearTexts([desired.name, desired.alias, desired.kind], hear)
      hearFields(desired.declared, secretOf.get(desired.kind) ?? (() => true), hear)
    }
  })
  /** By origin, the first of each. What is written out is told of as such, and known once it is to be sent. */
  const found = new Map<string, () => void>()
  for (const { desired, root } of all)
    for (const [secret, path] of secretsIn(desired.declared)) {
      if (secret.origin === 'literal') continue
      filter.know(secret)
      if (!found.has(secret.origin)) found.set(secret.origin, () => judge(secret, path, desired, root))
    }
  // Only now: each look at weakness walks through all that was added before it.
  for (const tell of found.values()) tell()

  function judge(secret: Secret, path: NodePath, { kind }: Built['desired'], root: Built['root']): void {
    const weakness = filter.weakness(secret)
    if (weakness === undefined) return
    report({
      rule: 'weak-secret',
      place: placeFor('weak-secret', root, path),
      message: `${secret.toString()} ${reasons[weakness]}: where the service repeats it, nobody can tell it from other text`,
      hint:
        secret.origin.startsWith('env:') && secretOf.get(kind)?.(fieldPathOf(path)) === false
          ? `Where it is no secret, write \${${secret.origin}|plain}.`
          : "Choose one that can't be mistaken, or write `rules: { weak-secret: off }`.",
    })
  }
}

function fieldPathOf(path: NodePath): FieldPath {
  return path.filter((step) => typeof step === 'string')
}

const reasons: Readonly<Record<Weakness, string>> = {
  short: `has fewer than ${shortest} characters`,
  seen: 'stands in plain sight too, in a name, a visible field or a path',
}

function* secretsIn(value: Value, path: NodePath = []): Generator<readonly [Secret, NodePath]> {
  if (value instanceof Secret) yield [value, path]
  else if (isList(value))
    for (const [index, item] of value.entries()) yield* secretsIn(item, [...path, index])
  else if (isMap(value))
    for (const [key, item] of Object.entries(value)) yield* secretsIn(item, [...path, key])
}
