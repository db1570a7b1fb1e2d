// Makes characters visible that would act on a terminal or in the log of a pipeline, or hide text from its reader.

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** JSON and saved plans keep the first labels, because scripts may read them; texts have the second ones. */
const labels = [
  ['(secret live)', '(secret in the service)'],
  ['(live value, not stored)', '(value in the service, not stored in the plan)'],
] as const

/**
 * The same text with `\u{202e}` and the like instead of what can't be seen; one line. Every text report passes its
 * values through here, so this is where the label of a secret becomes the one that people read.
 */
export function visible(text: string): string {
  // Most texts: in ASCII, and without a label or a command.
  if (/^[ -'*-~]*$/.test(text) && !/##|::/.test(text)) return text
  let labelled = text
  for (const [inData, inText] of labels) labelled = labelled.replaceAll(inData, inText)
  return withoutActing(
    labelled,
    (character) => named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** `escape` returns what is written instead of a character that is hidden, or with which a command begins. */
export function withoutActing(text: string, escape: (character: string) => string): string {
  return text.replaceAll(hidden, escape).replaceAll(command, escape)
}

/**
 * Runners of pipelines execute `##[error]` and `##vso[task]` anywhere in a line, and `::error::` at its beginning, even
 * indented.
 */
const command = /#(?<=##)(?=\w*\[)|:(?=:[a-z])(?<=^\s*:)/gi

export function holdsActing(text: string): boolean {
  return withoutActing(text, () => '') !== text
}

/** Controls, format characters (bidi, zero-width, tags), line separators, lone surrogates, invisible blanks. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/gu

export function holdsHidden(text: string): boolean {
  return text.search(hidden) >= 0
}

/** Two names that differ only in such characters are displayed the same. */
export function resemblesAnother(name: string): boolean {
  return name !== name.trim() || holdsHidden(name)
}
