// Keeps a comment within what a site takes: what matters most comes in first, and what was left out or cut is counted.
import { counted } from '../../core/words.ts'
import { plural } from '../document/document-node.ts'
import { cutSign } from '../text/value.ts'

/** One row, note or change; the lower its rank, the sooner it is taken. */
export interface Item {
  readonly rank: number
  readonly text: string
  /** How many it shows as one; 1 if absent. */
  readonly count?: number
}

export interface Group {
  readonly items: readonly Item[]
  /** What one of them is called. */
  readonly noun: string
  /** The block that contains those that were taken, of which there is one at least. */
  readonly frame: (texts: readonly string[]) => string
}

/** A string is never left out. */
export type Block = string | Group

export interface Page {
  /** What comes before the count of what was left out. */
  readonly head: readonly Block[]
  readonly body: readonly Block[]
  /** Where all of it is, as a sentence. */
  readonly whole: string
}

/** Blocks with an empty line between them, at most so many characters. */
export function fitted(page: Page, limit: number): string {
  const blocks = [...page.head, ...page.body]
  const items = blocks
    .flatMap((block) => (typeof block === 'string' ? [] : block.items))
    .sort((left, right) => left.rank - right.rank)
  const complete = assembled(page, new Set(items))
  // Without what says that something is left out, a complete page may be shorter than one without its last item.
  if (complete.length <= limit) return complete
  let least = 0
  let most = items.length
  while (least < most) {
    const count = Math.ceil((least + most) / 2)
    if (assembled(page, new Set(items.slice(0, count))).length <= limit) least = count
    else most = count - 1
  }
  return assembled(page, new Set(items.slice(0, least)))
}

function assembled({ head, body, whole }: Page, taken: ReadonlySet<Item>): string {
  const left = new Map<string, number>()
  const cut = new Map<string, number>()
  const textOf = (block: Block): string => {
    if (typeof block === 'string') return block
    const kept = block.items.filter((item) => taken.has(item))
    const add = (counts: Map<string, number>, count: number): void => {
      if (count > 0) counts.set(block.noun, (counts.get(block.noun) ?? 0) + count)
    }
    add(left, countOf(block.items) - countOf(kept))
    add(cut, countOf(kept.filter(({ text }) => cutSign.test(text))))
    return kept.length === 0 ? '' : block.frame(kept.map(({ text }) => text))
  }
  const [above, below] = [head.map(textOf), body.map(textOf)]
  // As an alert, so that it is not overlooked.
  const leftOut =
    left.size === 0
      ? ''
      : `> [!IMPORTANT]\n> These parts are left out, because the size of a comment is limited: ${listed(left)}. ${whole}`
  const shortened =
    cut.size === 0 ? '' : `Long values are shortened in ${listed(cut)}.${left.size === 0 ? ` ${whole}` : ''}`
  return `${[...above, leftOut, ...below, shortened].filter((text) => text !== '').join('\n\n')}\n`
}

function countOf(items: readonly Item[]): number {
  return items.reduce((total, { count = 1 }) => total + count, 0)
}

/** `2 changes, 1 note` */
function listed(counts: ReadonlyMap<string, number>): string {
  return Array.from(counts, ([noun, count]) => counted(count, noun, plural(noun))).join(', ')
}
