// Prints the nodes of a document on a terminal: a line for each item, with the items of a group below its title.
import type {
  Differing,
  DifferingItem,
  Item,
  List,
  Node,
  Piece,
  Sign,
  Step,
  Story,
  Targets,
  Text,
} from '../document/document-node.ts'
import { planBlocks, type PlanOptions } from '../document/plan-nodes.ts'
import { mostListed, type Extent } from '../words/note-lines.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { largest } from '../../core/lists.ts'
import { visible } from '../../core/visible.ts'
import { changeTexts, linesFor } from './change-lines.ts'
import { laid, laidOut, placed, placeOf, widthOf, padded } from './layout.ts'
import { dot, paint, type Style } from './style.ts'

const colors = { '+': 'green', '-': 'red', '!': 'yellow', ' ': 'dim' } as const satisfies Record<Sign, string>

export function planText(plan: Plan, style: Style, options: PlanOptions = {}): string {
  return [...nodePieces(planBlocks(plan, options), style, options.extent)].join('')
}

type Blocks = readonly (Node | readonly Node[])[]

export function nodesText(blocks: Blocks, style: Style): string {
  return [...nodePieces(blocks, style)].join('')
}

/**
 * Pieces of whole lines; the text of a change is created when it is read. Between blocks is an empty line, within a block of
 * several nodes none. The names of all steps are aligned.
 */
export function* nodePieces(blocks: Blocks, style: Style, extent: Extent = 'usual'): Generator<string, void> {
  const width = largest(blocks.flat().map(nameWidth))
  let gap = ''
  for (const block of blocks) {
    let before = gap
    for (const node of [block].flat())
      for (const text of nodeTexts(node, width, style, extent)) {
        yield `${before}${laidOut(text, style)}\n`
        before = ''
        gap = '\n'
      }
  }
}

/** Each of one or several lines. */
function nodeTexts(node: Node, width: number, style: Style, extent: Extent): Iterable<string> {
  switch (node.is) {
    case 'list':
      return node.style === 'folded'
        ? foldedLines(node, style, extent)
        : node.items.map((item) => itemText(item, style))
    case 'targets':
      return targetLines(node, style)
    case 'story':
    case 'differing':
      return itemLines(node, style, extent, width).flat()
    case 'changes':
      return changeTexts(node, style, extent)
    case 'group': {
      const below = node.nodes.flatMap((each) => [...nodeTexts(each, width, style, extent)])
      return [textLine(node.title, style, 'bold'), ...below.map((line) => `  ${line}`)]
    }
  }
}

const markColors = { x: 'cyan', '=': 'dim', '!': 'yellow' } as const

function itemText({ text, mark, position, costs }: Item, style: Style): string {
  const line = textLine(text, style)
  if (costs !== undefined) {
    const cost = costs.join(` ${dot(style)} `)
    return `${line}${line.length + 3 + cost.length > style.columns ? '\n' : '   '}${cost}`.trimEnd()
  }
  if (mark === undefined) return line
  const sign = `${mark === '.' ? mark : paint(style, markColors[mark], mark)} `
  return placed(sign, line, position === undefined ? '' : placeOf({ position }), style).join('\n')
}

/** One line, with its items if they are few or all is shown, and what is below it. */
function foldedLines({ title = '', items, below = [] }: List, style: Style, extent: Extent) {
  const isListed = extent === 'full' || (extent !== 'summary' && items.length <= mostListed)
  const hidden = extent === 'usual' ? ' (--full lists them)' : ''
  const texts = items.map(({ text }) => textLine(text, style))
  const head = isListed ? `${title}: ${texts.join('; ')}` : `${title}${hidden}`
  return [head, ...below].map((text) => textLine(text, style, 'dim'))
}

function targetLines({ items }: Targets, style: Style): readonly string[] {
  const width = largest(items.map(({ name }) => widthOf(visible(name)))) + 2
  // Two trees are compared without any service.
  const urlWidth = largest(items.map(({ url }) => visible(url).length))
  return items.flatMap(({ name, url, state }) => {
    // Blanks are not colored, because the line may be wrapped at them.
    const filled = `${paint(style, 'bold', visible(name))}${' '.repeat(width - widthOf(visible(name)))}`
    const address = urlWidth === 0 ? '' : `${visible(url).padEnd(urlWidth)}   `
    return laid(`${filled} ${address}${visible(state)}`.trimEnd(), 4, style)
  })
}

function nameWidth(node: Node): number {
  if (node.is === 'group') return largest(node.nodes.map(nameWidth))
  return node.is === 'story' ? Math.min(48, largest(node.items.map(({ name }) => widthOf(visible(name))))) : 0
}

/** `how` paints it, but for its facts. */
export function textLine(text: Text, style: Style, how?: 'bold' | 'dim'): string {
  return [text]
    .flat()
    .map((piece: Piece) => {
      if (typeof piece === 'object') {
        if ('fact' in piece) return `  ${visible(piece.fact)}`
        if ('strong' in piece)
          return paint(style, piece.sign === undefined ? 'bold' : colors[piece.sign], visible(piece.strong))
        if ('place' in piece) return placeOf({ position: piece.place })
      }
      const shown = visible(wordsOf(piece))
      return how === undefined ? shown : paint(style, how, shown)
    })
    .join('')
}

function wordsOf(piece: string | { code: string } | { run: string } | { setting: string }): string {
  if (typeof piece === 'string') return piece
  if ('setting' in piece) return `"${piece.setting}"`
  return 'code' in piece ? piece.code : piece.run
}

/** The lines of each item. */
export function itemLines(
  node: Story | Differing,
  style: Style,
  extent: Extent,
  width = nameWidth(node),
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

function differingLines(
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
