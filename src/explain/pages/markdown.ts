// Pieces of the reference pages: headings, tables and fenced blocks. The script that writes them lays them out.
import { withoutTrailing } from '../../core/trailing.ts'
import type { Example } from '../explained.ts'

/** The page with a title, a sentence on what it is for, and its parts. */
export function page(title: string, about: string, parts: readonly string[]): string {
  const made = '`npm run generate` generates this page from the code. To change this page, change the code.'
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
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? code(part) : part.split(' ').map(word).join(' ')))
    .join('')
}

/** References, placeholders and patterns are code, without the punctuation around them. */
function word(text: string): string {
  if (!text.includes('${') && !/[<*]/.test(text)) return text
  const from = text.search(/[^("]/)
  const own = withoutTrailing(text.slice(from), '.,;:)"')
  return `${text.slice(0, from)}${code(own)}${text.slice(from + own.length)}`
}

/** Commands are examples, so no test runs them. */
export function exampleBlock({ language, text }: Pick<Example, 'language' | 'text'>): string {
  const mark = language === 'sh' ? '<!-- illustrative -->\n\n' : ''
  return `${mark}\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}
