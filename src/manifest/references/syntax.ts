// The syntax of references: `${env:NAME}`, `${env:NAME|plain}`, `${file:path}`, `${var:NAME}`, `${target:name}`, `$${`.
import { placeholderIn } from './placeholder.ts'

export type ReferenceKind = 'env' | 'file' | 'var' | 'target'

export interface Reference {
  readonly kind: ReferenceKind
  readonly name: string
  readonly isPlain: boolean
  /** As written. */
  readonly raw: string
}

/** What begins like a reference and isn't one. */
export interface BadReference {
  readonly bad: string
  readonly raw: string
}

export type Part = string | Reference | BadReference

const forms = '${env:NAME}, ${file:path}, ${var:NAME} or ${target:name}; write $${ for the characters ${'

/** The parts of a text; one text where it holds no reference. Linear in its length. */
export function parseReferences(text: string): readonly Part[] {
  const parts: Part[] = []
  let literal = ''
  let from = 0
  for (let at = text.indexOf('${'); at >= 0; at = text.indexOf('${', from)) {
    if (at > from && text[at - 1] === '$') {
      literal += `${text.slice(from, at - 1)}\${`
      from = at + 2
      continue
    }
    literal += text.slice(from, at)
    if (literal !== '') parts.push(literal)
    literal = ''
    const end = text.indexOf('}', at)
    if (end < 0)
      return [...parts, { bad: 'invalid reference: the closing } is missing', raw: text.slice(at) }]
    parts.push(referenceOf(text.slice(at, end + 1), text))
    from = end + 1
  }
  literal += text.slice(from)
  return literal === '' && parts.length > 0 ? parts : [...parts, literal]
}

function referenceOf(raw: string, text: string): Reference | BadReference {
  const inner = raw.slice(2, -1)
  const colon = inner.indexOf(':')
  const kind = inner.slice(0, colon)
  if (colon < 0 || !['env', 'file', 'var', 'target'].includes(kind)) return { bad: unknownForm(text), raw }
  const isPlain = kind === 'env' && inner.endsWith('|plain')
  const name = inner.slice(colon + 1, isPlain ? -'|plain'.length : undefined)
  const bad = badName(kind as ReferenceKind, name)
  return bad === undefined ? { kind: kind as ReferenceKind, name, isPlain, raw } : { bad, raw }
}

/** `text` is the whole value: only where it looks like a reference of another tool, nothing of it can be a secret. */
function unknownForm(text: string): string {
  const variable = placeholderIn(text)?.variable
  return variable === undefined
    ? `invalid reference; valid: ${forms}`
    : `invalid reference; did you mean \${env:${variable}}?`
}

function badName(kind: ReferenceKind, name: string): string | undefined {
  if (kind === 'target')
    return name === 'name' ? undefined : 'invalid reference; for the name of the target, write ${target:name}'
  if (kind === 'file')
    return name.trim() === '' || name.includes('\0')
      ? 'invalid reference: the path is missing; write ${file:path}'
      : undefined
  if (/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) return undefined
  return kind === 'env'
    ? 'invalid reference: the name of the environment variable is missing or invalid'
    : 'invalid reference: the name of the variable is missing or invalid'
}

export function isReference(part: Part): part is Reference {
  return typeof part !== 'string' && 'kind' in part
}

export function isBad(part: Part): part is BadReference {
  return typeof part !== 'string' && 'bad' in part
}

/** Whether nothing of a text is written out. */
export function isOnlyReferences(text: string): boolean {
  return text.includes('${') && parseReferences(text).every(isReference)
}
