// Escapes untrusted text for Markdown, so that it contains no link, image, HTML or mention.
import { append } from '../../core/append.ts'
import { withoutTrailing } from '../../core/trailing.ts'
import { cutText } from '../text/value.ts'
import { visible } from '../../core/visible.ts'

const most = 800

/** The punctuation that may stand around a token. */
const opening = /^["'(]*/
const closing = ')"\'.,;:!?'

/** Words and numbers, which mean nothing to any renderer, whatever stands beside them. */
const word = /^(?:[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\d{1,6}(?:\.\d{1,3})?)$/u
const commit = /^[\da-f]{7,}$/i

/**
 * A sentence: words as they are, and all else (names, paths, addresses, `@you`, `#1`, `GH-1`, commits) as code, which
 * neither CommonMark nor the sites that add links and mentions look into.
 */
export function prose(text: string, asCode: (text: string) => string = code): string {
  return tokensOf(cutText(visible(text), most))
    .map((token, index) => {
      const [before = ''] = opening.exec(token) ?? []
      const core = withoutTrailing(token.slice(before.length), closing)
      const after = token.slice(before.length + core.length)
      // At the beginning it would number a list.
      const isNumber = index === 0 && /^\d+[.)]/.test(token)
      if (core === '' || isNumber) return asCode(token)
      if (isQuotation(core)) return `${before}${asCode(core.slice(1, -1))}${after}`
      return word.test(core) && !commit.test(core) ? token : `${before}${asCode(core)}${after}`
    })
    .join(' ')
}

/** What blanks part, and as one what stands between two backticks: the writer meant it to be copied. */
function tokensOf(text: string): readonly string[] {
  const tokens: string[] = []
  let begun: string[] = []
  for (const each of text.split(' ').filter((part) => part !== '')) {
    begun.push(each)
    const whole = begun.join(' ')
    const ticks = whole.split('`').length - 1
    if (ticks === 1 && whole.replace(opening, '').startsWith('`')) continue
    append(tokens, isQuotation(withoutTrailing(whole.replace(opening, ''), closing)) ? [whole] : begun)
    begun = []
  }
  return [...tokens, ...begun]
}

function isQuotation(text: string): boolean {
  const inner = text.slice(1, -1)
  return text === `\`${inner}\`` && inner.trim() !== '' && !inner.includes('`')
}

/** One code span, whatever the text holds; of one line, and so many characters at most. */
export function code(text: string, length = 300): string {
  const shown = cutText(visible(text), length)
  if (shown === '') return '` `'
  const fence = '`'.repeat(longestRun(shown) + 1)
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function codeAsHtml(text: string): string {
  const shown = cutText(visible(text), 300)
  return `<code>${shown.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')}</code>`
}

/** Markdown that opens below a sentence; the empty lines let Markdown begin again, which the summary isn't. */
export function folded(summary: string, markdown: string): string {
  return `<details>\n<summary>${prose(summary, codeAsHtml)}</summary>\n\n${markdown}\n\n</details>`
}

/** The same Markdown in a cell of a table, where a pipe ends the cell even in code. */
export function cell(markdown: string): string {
  return markdown.replaceAll(/(\\+)(\|?)|\|/g, (all: string, slashes = '', pipe = '|') =>
    pipe === '' ? all : `${slashes}${slashes}\\|`,
  )
}

/** A block of code; lines are made visible one by one. */
export function fenced(language: string, lines: readonly string[]): string {
  const text = lines.map((line) => visible(line).trimEnd()).join('\n')
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}
