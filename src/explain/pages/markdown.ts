// Pieces of the reference pages: headings, tables and fenced blocks. The script that writes them lays them out.
import type { Example } from '../explained.ts'

/** The page with a title, a sentence on what it is for, and its parts. */
export function page(title: string, about: string, parts: readonly string[]): string {
  const made = 'It is generated from the code by `npm run generate`, so change the code instead of this page.'
  return `${[`# ${title}`, `${about} ${made}`, ...parts].join('\n\n')}\n`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}

export function codes(texts: readonly string[]): string {
  return texts.map(code).join(', ')
}

/** Text of schemas and help, in which only some code is marked as such. */
export function prose(text: string): string {
  return text.replaceAll(/`[^`]*`|[\w./-]*\$\{[^}]*\}(?:[\w/-]|\.(?=\w))*|<[^>]+>|[*_]+/g, (part) =>
    part.startsWith('`') || part === '_' ? part : code(part),
  )
}

/** Commands are examples, so no test runs them. */
export function exampleBlock({ language, text }: Pick<Example, 'language' | 'text'>): string {
  const mark = language === 'sh' ? '<!-- illustrative -->\n\n' : ''
  return `${mark}\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}
