// Values that stand for one that is still to be written, such as $POSTMARK_TOKEN, <your key> or changeme.

export interface Placeholder {
  /** The environment variable that it names, where it looks like a reference: then it is no secret and may be shown. */
  readonly variable?: string
}

/** Printable ASCII without $, %, < and {, and without a space at an end; it doesn't begin like `changeme` or `todo`. */
const unremarkable = /^(?![ ct])[ -#&-;=-z|-~]*(?<! )$/i

/** True for most strings. These are not placeholders, contain no references, and look like no other string. */
export function isUnremarkable(text: string): boolean {
  return unremarkable.test(text)
}

/** Of whole values only. A password such as `$ecret` is no placeholder. */
export function placeholderIn(value: string): Placeholder | undefined {
  // Asked of every string of a million subscribers.
  if (!/^\s*[$%{<ct]/i.test(value)) return undefined
  const text = value.trim()
  const variable = variableIn(text)
  if (variable !== undefined) return { variable }
  return unnamed.some((shape) => shape.test(text)) ? {} : undefined
}

/** Whether a value is written as another tool writes a reference, escaped or not: nothing of it is secret. */
export function looksLikeReference(value: string): boolean {
  return placeholderIn(value.replace(/^\s*\$\$\{/, '${'))?.variable !== undefined
}

/** `${env:POSTMARK_API_KEY}` for the apiKey of postmark. */
export function referenceFor({ variable }: Placeholder, key: string, providerId = ''): string {
  return `\${env:${variable ?? variableName(`${providerId} ${key}`)}}`
}

/** Only names that no secret looks like: in capitals, or after a dot as in `{{ secrets.name }}`. */
const named = [
  /^\$([A-Z_][A-Z\d_]+)$/,
  /^\$\{([A-Z_][A-Z\d_]*)\}$/,
  /^%([A-Z_][A-Z\d_]*)%$/,
  /^\$?\{\{\s{0,9}([A-Z_][A-Z\d_]*)\s{0,9}\}\}$/,
  /^\$?\{\{\s{0,9}\.?(?:\w{1,40}\.){1,3}([A-Za-z_]\w{0,79})\s{0,9}\}\}$/,
] as const

/** `<word>`, `{{ word }}`, `%word%`, `$(command)`, `changeme` and `todo`: of these nothing is shown where the field is secret. */
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
