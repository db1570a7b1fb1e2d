// The terminal's lines in a comment: sites color them by their first character.
import { capitalized } from '../../core/words.ts'
import { cutItems, cutText } from '../text/value.ts'
import { fenced, folded } from './escape.ts'
import type { Group, Item } from './fit.ts'

/** Of one item: a text of megabytes leaves room for the others. */
const mostLines = 100
const longest = 1000
/** So few lines are open. */
const mostOpen = 200

export function bounded(lines: readonly string[]): string {
  const rest = lines.length - mostLines
  return [...lines.slice(0, mostLines), ...(rest > 0 ? [`      ${cutItems(rest, 'line')}`] : [])]
    .map((line) => cutText(line, longest))
    .join('\n')
}

export function linesBlock(nouns: Group['nouns'], items: readonly Item[]): Group {
  return {
    items,
    nouns,
    frame: (texts) => {
      const lines = texts.join('\n').split('\n')
      const block = fenced('diff', lines)
      return lines.length <= mostOpen ? block : folded(capitalized(nouns[1]), block)
    },
  }
}
