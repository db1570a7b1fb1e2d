// The syntax of references: `${env:NAME}`, `${env:NAME|plain}`, `${file:path}`, `${secret:NAME}`, `${secret:NAME#key}`,
// `${var:NAME}`, `${target:name}`, `$${`.
import { given } from '../../core/given.ts'
import { placeholderIn } from './placeholder.ts'

const kinds = ['env', 'file', 'secret', 'var', 'target'] as const

export type ReferenceKind = (typeof kinds)[number]

export interface Reference {
  readonly kind: ReferenceKind
  readonly name: string
  /** Of `${secret:NAME#key}`: which string of the JSON. */
  readonly key?: string
  readonly isPlain: boolean
  /** As written. */
  readonly raw: string
}

/** What begins like a reference and isn't valid. */
export interface BadReference {
  readonly bad: string
  readonly raw: string
}

export type Part = string | Reference | BadReference

const forms =
  '${env:NAME}, ${file:path}, ${secret:NAME}, ${var:NAME} or ${target:name}; write $${ for the characters ${'

/** The parts of a text; one text if it contains no reference. Linear in its length. */
export function parseReferences(text: string): readonly Part[] {
  const parts: Part[] = []
  let unknown: string | undefined
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
    const raw = text.slice(at, end + 1)
    parts.push(referenceOf(raw) ?? { bad: (unknown ??= unknownForm(text)), raw })
    from = end + 1
  }
  literal += text.slice(from)
  return literal === '' && parts.length > 0 ? parts : [...parts, literal]
}

/** Undefined if it has none of the forms. */
function referenceOf(raw: string): Reference | BadReference | undefined {
  const inner = raw.slice(2, -1)
  const colon = inner.indexOf(':')
  const kind = inner.slice(0, colon)
  if (colon < 0 || !isKind(kind)) return undefined
  const isPlain = kind === 'env' && inner.endsWith('|plain')
  const whole = inner.slice(colon + 1, isPlain ? -'|plain'.length : undefined)
  const [name = '', key] = kind === 'secret' ? whole.split(/#(.*)/s) : [whole]
  const bad = badName(kind, name, key)
  return bad === undefined ? { kind, name, isPlain, raw, ...given({ key }) } : { bad, raw }
}

function isKind(text: string): text is ReferenceKind {
  return (kinds as readonly string[]).includes(text)
}

/** `text` is the whole value. Its variable is named only if it is a reference of another tool: then nothing of it is secret. */
function unknownForm(text: string): string {
  const variable = placeholderIn(text)?.variable
  return variable === undefined
    ? `invalid reference; valid: ${forms}`
    : `invalid reference; did you mean \${env:${variable}}?`
}

function badName(kind: ReferenceKind, name: string, key: string | undefined): string | undefined {
  if (kind === 'target')
    return name === 'name' ? undefined : 'invalid reference; for the name of the target, write ${target:name}'
  if (kind === 'file')
    return name.trim() === '' || name.includes('\0')
      ? 'invalid reference: the path is missing; write ${file:path}'
      : undefined
  if (kind === 'secret') return badSecretName(name, key)
  if (/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) return undefined
  return kind === 'env'
    ? 'invalid reference: the name of the environment variable is missing or invalid'
    : 'invalid reference: the name of the variable is missing or invalid'
}

/** The command gets the name as an argument, so a name can't begin like an option or lead out of a folder. */
function badSecretName(name: string, key: string | undefined): string | undefined {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_./:@-]*$/.test(name) || name.includes('..'))
    return 'invalid reference: the name of a secret begins with a letter, a digit or "_", contains only letters, digits and the characters "_./:@-", and does not contain ".."'
  return key === undefined || /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(key)
    ? undefined
    : 'invalid reference: after #, write the name of a string in the JSON of the secret'
}

export function isReference(part: Part): part is Reference {
  return typeof part !== 'string' && 'kind' in part
}

export function isBad(part: Part): part is BadReference {
  return typeof part !== 'string' && 'bad' in part
}

/** Whether a string consists of references only. */
export function isOnlyReferences(text: string): boolean {
  return text.includes('${') && parseReferences(text).every(isReference)
}
