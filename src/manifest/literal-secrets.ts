// Secrets in plain text: any text or number that a manifest itself gives a field that is a secret, instead of a reference.
import { isMeantSecret } from '../kinds/integration/credentials.ts'
import type { ValueMap } from '../core/value.ts'
import { fieldText } from './frames/reporter.ts'
import type { NodePath, Place } from './text/node.ts'

export interface Literal {
  readonly path: NodePath
  readonly place: Place
}

/** A finding of the rule `literal-secret`. */
export interface LiteralSecret {
  readonly message: string
  readonly place: Place
  readonly hint?: string
}

/** Whether the value of a secret field is one; variables are checked where they are declared. */
export function isLiteralSecret(
  value: string | number | boolean | bigint,
  isFromVariable: boolean,
  isPlaceholder: boolean,
): boolean {
  return !isFromVariable && typeof value !== 'boolean' && !isPlaceholder
}

/** Undefined if the field holds no secret for the integration's provider. */
export function literalSecret(
  literal: Literal,
  resource: ValueMap,
  resolvesReferences: boolean,
): LiteralSecret | undefined {
  if (!isMeantSecret(literal.path, resource)) return undefined
  const hint = 'Write a reference such as ${env:NAME} instead.'
  return { ...literalFound(literal), ...(resolvesReferences && { hint }) }
}

export function literalFound({ path, place }: Literal): LiteralSecret {
  return { place, message: `${fieldText(path)} is a secret in plain text` }
}
