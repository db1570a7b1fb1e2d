// Placeholders: values that still have to be replaced, such as $POSTMARK_TOKEN, <your key> or changeme.
import { isMap, textOf, type Value, valueAt } from '../../core/value.ts'
import type { NodePath, Place } from '../text/node.ts'
import { fieldText, type Found, placeKey } from '../frames/reporter.ts'
import { show } from '../frames/frame.ts'

export interface Placeholder {
  /** The environment variable that it names, if it has the form of a reference: then it isn't a secret and may be shown. */
  readonly variable?: string
}

/** A placeholder, and where it is written: in a field, or in a variable that the field refers to. */
export interface Written extends Placeholder {
  readonly path: NodePath
  readonly place: Place
  /** As written, with the white space around it. */
  readonly text: string
  readonly isSecret: boolean
  readonly inVariable?: string
  /** It is a valid reference, in a file whose references aren't resolved. */
  readonly isUnresolved?: true
}

/** Printable ASCII without $, %, < and {, and without a space at an end; it doesn't begin like `changeme` or `todo`. */
const unremarkable = /^(?![ ct])[ -#&-;=-z|-~]*(?<! )$/i

/** True for most strings. These are not placeholders, contain no references, and resemble none. */
export function isUnremarkable(text: string): boolean {
  return unremarkable.test(text)
}

/** Matches whole values only. A password such as `$ecret` isn't a placeholder. */
export function placeholderIn(value: string): Placeholder | undefined {
  // Called for every string of a million subscribers.
  if (!/^\s*[$%{<ct]/i.test(value)) return undefined
  const text = value.trim()
  const variable = variableIn(text)
  if (variable !== undefined) return { variable }
  return unnamed.some((shape) => shape.test(text)) ? {} : undefined
}

/** Whether a value is a reference in another tool's syntax, escaped or not: then nothing of it is secret. */
export function resemblesReference(value: string): boolean {
  return placeholderIn(value.replace(/^\s*\$\$\{/, '${'))?.variable !== undefined
}

/** `${env:POSTMARK_API_KEY}` for the apiKey of postmark. */
export function referenceFor({ variable }: Placeholder, key: string, providerId = ''): string {
  return `\${env:${variable ?? variableName(`${providerId} ${key}`)}}`
}

/** Only names that can't be secrets: in capitals, or after a dot as in `{{ secrets.name }}`. */
const named = [
  /^\$([A-Z_][A-Z\d_]+)$/,
  /^\$\{(?:env\.|ENV[.:]|secrets\.)?([A-Z_][A-Z\d_]*)\}$/,
  /^%([A-Z_][A-Z\d_]*)%$/,
  /^\$?\{\{\s{0,9}([A-Z_][A-Z\d_]*)\s{0,9}\}\}$/,
  /^\$?\{\{\s{0,9}\.?(?:\w{1,40}\.){1,3}([A-Za-z_]\w{0,79})\s{0,9}\}\}$/,
] as const

/** `<word>`, `{{ word }}`, `%word%`, `$(command)`, `changeme` and `todo`: not shown if the field is secret. */
const unnamed = [
  /^<[^<>]+>$/,
  /^\{\{[^{}]+\}\}$/,
  /^%[A-Za-z_]\w*%$/,
  /^\$\(.+\)$/,
  /^(?:change[-_ ]?me|todo)$/i,
] as const

function variableIn(text: string): string | undefined {
  for (const shape of named) {
    const [, name] = shape.exec(text) ?? []
    if (name !== undefined) return variableName(name)
  }
  return undefined
}

/** `SMTP_PASSWORD` of smtpPassword. */
export function variableName(text: string): string {
  if (/^[A-Z\d_]+$/.test(text)) return text
  const words = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').match(/[A-Za-z\d_]+/g) ?? []
  return words.join('_').toUpperCase()
}

/** `value` is the whole resource. */
export function placeholderFound(written: Written, value: Value): Found {
  const { path, place, text, variable, isSecret, inVariable, isUnresolved } = written
  const field = inVariable === undefined ? fieldText(path) : `the variable ${show(inVariable)}`
  // The name of a variable isn't a secret; other placeholders may contain one.
  const what = variable === undefined ? 'a placeholder' : `the placeholder ${text.trim()}`
  const found = {
    rule: 'placeholder-secret',
    place,
    ...(inVariable !== undefined && { once: placeKey(place) }),
    ...(!isSecret && { severity: 'warning' as const }),
  }
  if (isUnresolved)
    return {
      ...found,
      message: `belfry sends ${field} as ${text.trim()}, because belfry does not replace references in this file`,
      hint: 'Add "references: true" to the entry with "include".',
    }
  if (!isSecret) return { ...found, message: `${field} is ${what}`, hint }
  const use = inVariable === undefined ? '' : ' but is used as a secret'
  const guess = referenceFor(
    written,
    path.findLast((step) => typeof step === 'string') ?? '',
    providerOf(path, value),
  )
  return { ...found, message: `${field} is ${what}${use}; did you mean ${guess}?`, hint }
}

const hint = 'Replace the placeholder: belfry would send the placeholder unchanged.'

/** The provider of the innermost map around a field that names one. */
function providerOf(path: NodePath, value: Value): string {
  for (let length = path.length - 1; length >= 0; length--) {
    const owner = valueAt(value, path.slice(0, length))
    if (isMap(owner) && owner['providerId'] !== undefined) return textOf(owner['providerId'])
  }
  return ''
}
