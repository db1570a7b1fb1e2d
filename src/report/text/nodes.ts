// Prints the nodes of a document on a terminal: a line for each item, with the items of a group below its title.
import type {
  Differing,
  DifferingItem,
  Node,
  Piece,
  Sign,
  Step,
  Story,
  Text,
} from '../document/document-node.ts'
import type { Extent } from '../words/note-lines.ts'
import { largest } from '../../core/lists.ts'
import { visible } from '../../core/visible.ts'
import { linesFor } from './detail.ts'
import { laid, placed, placeOf, widthOf, padded } from './layout.ts'
import { paint, type Style } from './style.ts'

const colors = { '+': 'green', '-': 'red', '!': 'yellow', ' ': 'dim' } as const satisfies Record<Sign, string>

/** Blocks with an empty line between them; a block of several nodes has none within. The names of all steps are aligned. */
export function nodesText(blocks: readonly (Node | readonly Node[])[], style: Style): string {
  const width = nameWidth(blocks.flat())
  return blocks
    .map((block) => [block].flat().flatMap((node) => nodeLines(node, width, style)))
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

/** Nothing of changes, which are printed one by one. */
function nodeLines(node: Node, width: number, style: Style): readonly string[] {
  switch (node.is) {
    case 'list':
      return node.items.map(({ text }) => textLine(text, style))
    case 'story':
    case 'differing':
      return itemLines(node, style, 'usual', width).flat()
    case 'changes':
      return []
    case 'group': {
      const below = node.nodes.flatMap((each) => nodeLines(each, width, style))
      return [textLine(node.title, style, 'bold'), ...below.map((line) => `  ${line}`)]
    }
  }
}

function nameWidth(nodes: readonly Node[]): number {
  const widths = nodes.map((node) => {
    if (node.is === 'group') return nameWidth(node.nodes)
    return node.is === 'story' ? largest(node.items.map(({ name }) => widthOf(visible(name)))) : 0
  })
  return Math.min(48, largest(widths))
}

/** `how` paints it, but for its facts. */
export function textLine(text: Text, style: Style, how?: 'bold' | 'dim'): string {
  return [text]
    .flat()
    .map((piece: Piece) => {
      const painted = (shown: string): string =>
        how === undefined ? visible(shown) : paint(style, how, visible(shown))
      if (typeof piece === 'string') return painted(piece)
      if ('fact' in piece) return `  ${visible(piece.fact)}`
      if ('strong' in piece)
        return paint(style, piece.sign === undefined ? 'bold' : colors[piece.sign], visible(piece.strong))
      return 'place' in piece
        ? placeOf({ position: piece.place })
        : painted('code' in piece ? piece.code : piece.run)
    })
    .join('')
}

/** The lines of each item. */
export function itemLines(
  node: Story | Differing,
  style: Style,
  extent: Extent,
  width = nameWidth([node]),
): readonly (readonly string[])[] {
  return node.is === 'differing'
    ? node.items.map((item) => differingLines(item, style, extent))
    : node.items.map((step) => stepLines(step, width, style))
}

/** In a `diff` block the first line gets the sign, and the others stay below it. */
export function stepLines(
  { sign, label, name, text, below = [], hint }: Step,
  width: number,
  style: Style,
): readonly string[] {
  const head = `${paint(style, colors[sign], label.padEnd(8))} ${padded(visible(name), width)}  ${visible(text)}`
  const lines = [
    head.trimEnd(),
    ...below.map((line) => `         ${visible(line)}`),
    ...(hint === undefined ? [] : [`${' '.repeat(width + 11)}${visible(hint)}`]),
  ]
  return style.diff === true ? lines.map((line, index) => `${index === 0 ? sign : ' '} ${line}`) : lines
}

/** One step; wrapped lines are indented to its name. */
export function stepText(step: Step, width: number, style: Style): string {
  return stepLines(step, width, style)
    .flatMap((line) => laid(line, 9, style))
    .join('\n')
}

export function differingLines(
  { symbol, subject, position, details, below = [] }: DifferingItem,
  style: Style,
  extent: Extent,
): readonly string[] {
  const painted = position === undefined ? `  ${symbol} ` : paint(style, 'yellow', `${symbol} `)
  const sign = style.diff ? '! ' : painted
  return [
    ...(position === undefined
      ? [`${sign}${visible(subject)}`]
      : placed(sign, visible(subject), placeOf({ position }), style)),
    ...linesFor(details, style, extent),
    ...below.map((line) => `      ${visible(line)}`),
  ]
}
