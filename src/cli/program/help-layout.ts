// The layout of help texts: columns, wrapped lines and blocks.

/** The width of the first column: longer terms have a line of their own. */
const widest = 29

/** Lines of terms and descriptions in two columns, by term. */
export function itemsOf(
  rows: readonly (readonly [term: string, text: string])[],
  helpWidth: number,
): (term: string) => string {
  const width = Math.max(...rows.map(([term]) => term.length).filter((length) => length <= widest))
  const texts = new Map(rows)
  return (term) => {
    const indent = ' '.repeat(width + 4)
    const text = wrapped(texts.get(term) ?? '', helpWidth - indent.length).join(`\n${indent}`)
    const start = `  ${term}`
    if (text === '') return start
    return term.length <= width ? `${start.padEnd(indent.length)}${text}` : `${start}\n${indent}${text}`
  }
}

/** The heading and its items; no line without items. */
export function under(heading: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [heading, ...items]
}

/** Below this width, belfry leaves line breaks to the terminal, because wrapped text would be harder to read. */
const narrowest = 40

/** Lines of at most `width` characters; a longer word has a line of its own. An empty text has no line. */
export function wrapped(text: string, width: number): readonly string[] {
  if (text === '' || width < narrowest) return text === '' ? [] : [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && longer.length > width) lines.push(line)
    line = line !== '' && longer.length > width ? word : longer
  }
  return [...lines, line]
}

/** Separated by commas, and wrapped only after them. */
export function listed(start: string, items: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  let line = start
  for (const [index, item] of items.entries()) {
    const text = index < items.length - 1 ? `${item},` : item
    const isFirst = line.trim() === '' || line === start
    if (!isFirst && `${line} ${text}`.length > width) {
      lines.push(line)
      line = `  ${text}`
    } else line = isFirst ? `${line}${text}` : `${line} ${text}`
  }
  return [...lines, line]
}

/** With an empty line between them. */
export function blocks(...all: readonly (readonly string[])[]): string {
  return all
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}
