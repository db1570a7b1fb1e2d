// Which secrets a promoted value would use in another target, which of its variables that target lacks, and the name of a new one.
import { mapLeaves, type FieldPath, type Leaf, type Value } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { ProjectInput } from '../project-input.ts'
import { isReference, parseReferences, type Reference } from '../references/syntax.ts'
import { plainValue } from '../text/node.ts'
import { isSecretAt } from '../../kinds/from-field-rows.ts'

export type ProjectVariables = Pick<ProjectInput, 'variables' | 'targetVariables'>

/** A secret that is written out has no reference that could name it. */
export type FoundSecret = Reference | 'written out'

export interface Destination extends ProjectVariables {
  readonly to: string
  readonly kind: Kind
}

/** The secrets of one value; `path` contains its keys. Variables of the target itself don't count. */
export function foreignSecretsIn(leaf: Leaf, path: FieldPath, destination: Destination): FoundSecret[] {
  const { variables, targetVariables, to, kind } = destination
  const isSecretField = isSecretAt(kind, path)
  if (typeof leaf !== 'string')
    return isSecretField && leaf !== null && typeof leaf !== 'boolean' ? ['written out'] : []
  const parts = parseReferences(leaf)
  const ofTexts = isSecretField && parts.some((part) => typeof part === 'string' && part !== '')
  const ofReferences = parts.filter(isReference).flatMap((part): FoundSecret[] => {
    if (part.kind === 'target' || part.isPlain) return []
    if (part.kind !== 'var') return [part]
    const holds = targetVariables.get(to)?.has(part.name) === true ? undefined : variables.get(part.name)
    if (holds === undefined) return []
    // A secret in the project file is identified by the variable's name.
    return leavesOf(plainValue(holds), path).flatMap(([inner, at]) =>
      foreignSecretsIn(inner, at, destination).map((found) => (found === 'written out' ? part : found)),
    )
  })
  return [...(ofTexts ? ['written out' as const] : []), ...ofReferences]
}

/** Whether what a target declares for a field is a secret. */
export function holdsSecret(value: Value, path: FieldPath, { to, ...rest }: Destination): boolean {
  const { variables, targetVariables } = rest
  // As if all of its variables belonged to every target.
  const all = new Map([...variables, ...(targetVariables.get(to) ?? [])])
  const everywhere = { ...rest, to, variables: all, targetVariables: new Map() }
  return leavesOf(value, path).some(([leaf, at]) => foreignSecretsIn(leaf, at, everywhere).length > 0)
}

/** The variables of a value that aren't defined for the target. */
export function missingVariables(
  value: Value,
  { variables, targetVariables, to }: Omit<Destination, 'kind'>,
): string[] {
  const names = leavesOf(value, []).flatMap(([leaf]) =>
    typeof leaf === 'string'
      ? parseReferences(leaf).flatMap((part) => (isReference(part) && part.kind === 'var' ? [part.name] : []))
      : [],
  )
  return [...new Set(names)].filter(
    (name) => !variables.has(name) && targetVariables.get(to)?.has(name) !== true,
  )
}

function leavesOf(value: Value, path: FieldPath): (readonly [Leaf, FieldPath])[] {
  const found: (readonly [Leaf, FieldPath])[] = []
  mapLeaves(
    value,
    (leaf, at) => {
      found.push([leaf, [...at]])
      return leaf
    },
    path,
  )
  return found
}

/** `${var:sesEuApiKey}` */
export function newVariable(path: readonly string[], taken: Set<string>): string {
  const words = path
    .join(' ')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
  const plain = words
    .map((word, index) => (index === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join('')
  const base = /^[A-Za-z]/.test(plain) ? plain : `secret${plain}`
  let unique = base
  for (let count = 2; taken.has(unique); count += 1) unique = `${base}${count}`
  taken.add(unique)
  return `\${var:${unique}}`
}
