// Resolves one text: what its references stand for, joined, and whether that is a secret.
import { Secret } from '../../core/secrecy/secret.ts'
import type { Value } from '../../core/value.ts'

/** A text on its way to a value. Its raw form never leaves the resolver: it ends as a `Secret` where it is one. */
export interface Text {
  /** Undefined where it is only named: offline, or after a problem. */
  readonly value: string | undefined
  /** `env:NAME`, `file:PATH` of what makes it a secret. */
  readonly secretOf: readonly string[]
  /** The plain variables in it. */
  readonly variables: readonly string[]
  /** Shown where a plain text is only named. */
  readonly named: string
  /** What it looks like with the names of what is outside for their values: two of one sketch have one value. */
  readonly sketch: string
}

export function literal(value: string): Text {
  return { value, secretOf: [], variables: [], named: '', sketch: value }
}

export function secretText(value: string | undefined, origin: string): Text {
  return { value, secretOf: [origin], variables: [], named: origin, sketch: sketchOf(origin) }
}

export function join(texts: readonly Text[]): Text {
  return {
    value: texts.every(({ value }) => value !== undefined)
      ? texts.map(({ value }) => value).join('')
      : undefined,
    secretOf: [...new Set(texts.flatMap(({ secretOf }) => secretOf))],
    variables: [...new Set(texts.flatMap(({ variables }) => variables))],
    named: texts.find(({ named }) => named !== '')?.named ?? '',
    sketch: texts.map(({ sketch }) => sketch).join(''),
  }
}

/** No text of a manifest holds the character that it stands between. */
export function sketchOf(origin: string): string {
  return `\0${origin}\0`
}

/** The value of a text in a field. A field that is secret makes a secret of whatever stands in it. */
export function valueOfText(text: Text, isSecretField: boolean): Value {
  if (text.secretOf.length > 0) return closed(text, text.secretOf.join(' + '))
  if (text.value === undefined) return Secret.named(text.named, text.sketch)
  if (!isSecretField) return text.value
  return Secret.of(text.value, originOf(text.variables))
}

export function originOf(variables: readonly string[]): string {
  return variables.length === 0 ? 'literal' : variables.map((name) => `var:${name}`).join(' + ')
}

function closed({ value, sketch }: Text, origin: string): Secret {
  return value === undefined ? Secret.named(origin, sketch) : Secret.of(value, origin, sketch)
}
