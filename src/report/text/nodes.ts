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
import { planBlocks, type PlanOptions } from '../document/plan.ts'
import { mostListed, type Extent } from '../words/note-lines.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { largest } from '../../core/lists.ts'
import { visible } from '../../core/visible.ts'
import { changeTexts } from './changes.ts'
import { linesFor } from './detail.ts'
import { laid, laidOut, placed, placeOf, widthOf, padded } from './layout.ts'
import { dot, paint, type Style } from './style.ts'

const colors = { '+': 'green', '-': 'red', '!': 'yellow', ' ': 'dim' } as const satisfies Record<Sign, string>

/** As pieces of whole lines: the text of a change is created when it is read. */
export function planPieces(plan: Plan, style: Style, options: PlanOptions = {}): Iterable<string> {
  return nodePieces(planBlocks(plan, options), style, options.extent)
}

export function planText(plan: Plan, style: Style, options?: PlanOptions): string {
  return [...planPieces(plan, style, options)].join('')
}

type Blocks = readonly (Node | readonly Node[])[]

export function nodesText(blocks: Blocks, style: Style): string {
  return [...nodePieces(blocks, style)].join('')
}

/** Blocks with an empty line between them; a block of several nodes has none within. The names of all steps are aligned. */
function* nodePieces(blocks: Blocks, style: Style, extent: Extent = 'usual'): Generator<string, void> {
  const width = nameWidth(blocks.flat())
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
        : node.items.flatMap((item) => listLines(item, style))
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

function listLines({ text, mark, position, costs }: Item, style: Style): readonly string[] {
  const line = textLine(text, style)
  if (costs !== undefined) {
    const cost = costs.join(` ${dot(style)} `)
    return [`${line}${line.length + 3 + cost.length > style.columns ? '\n' : '   '}${cost}`.trimEnd()]
  }
  if (mark === undefined) return [line]
  const sign = `${mark === '.' ? mark : paint(style, markColors[mark], mark)} `
  return placed(sign, line, position === undefined ? '' : placeOf({ position }), style)
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
  const shown = items.map(({ name, url, state }) => [visible(name), visible(url), visible(state)] as const)
  const width = largest(shown.map(([name]) => widthOf(name))) + 2
  // Two trees are compared without any service.
  const urlWidth = largest(shown.map(([, url]) => url.length))
  return shown.flatMap(([name, url, state]) => {
    // Blanks are not colored, because the line may be wrapped at them.
    const filled = `${paint(style, 'bold', name)}${' '.repeat(width - widthOf(name))}`
    const address = urlWidth === 0 ? '' : `${url.padEnd(urlWidth)}   `
    return laid(`${filled} ${address}${state}`.trimEnd(), 4, style)
  })
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
      if ('setting' in piece) return painted(`"${piece.setting}"`)
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
