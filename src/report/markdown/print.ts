// The nodes of a document as blocks of Markdown: lists as alerts or folded, lines in a block that sites color.
import { capitalized } from '../../core/words.ts'
import {
  plural,
  type Changes,
  type Item,
  type LinesItem,
  type List,
  type Node,
  type Text,
} from '../document/node.ts'
import { grouped } from '../../core/lists.ts'
import { actions, shownAction } from '../words/actions.ts'
import { groupsOf, type ChangeGroup } from '../words/groups.ts'
import { organisation } from '../words/plan-notes.ts'
import { resultLine } from '../text/apply.ts'
import { linesBelow } from '../text/detail.ts'
import { groupText } from '../text/plan.ts'
import { diff } from '../text/style.ts'
import { cutItems, cutText } from '../text/value.ts'
import { code, fenced, folded, prose } from './escape.ts'
import type { Block, Item as FitItem } from './fit.ts'
import { placing, type Place } from './places.ts'

const alerts = {
  important: '> [!IMPORTANT]',
  error: '> [!CAUTION]',
  warning: '> [!WARNING]',
  note: '> [!NOTE]',
} as const

/** So many changes of each list come before all others, so that changes of the branch and drift both have space. */
const mostSure = 40

/** The most lines of one item, so that a long text leaves space for the others. */
const mostLines = 100
const longest = 1000
/** Lists with at most so many lines are open. */
const mostOpen = 200

/** `level` is that of the titles. */
export function blocksOf(nodes: readonly Node[], place: Place, level = 4): readonly Block[] {
  return nodes.flatMap((node): readonly Block[] => {
    switch (node.is) {
      case 'list':
        return [listBlock(node, place)]
      case 'lines':
        return [linesBlock(node.noun, node.items.map(boundedItem))]
      case 'changes':
        return changeBlocks(node, level)
      case 'group':
        return node.isObvious === true
          ? blocksOf(node.nodes, place, level)
          : [`${'#'.repeat(level)} ${inline(node.title, place)}`, ...blocksOf(node.nodes, place, level + 1)]
    }
  })
}

export function inline(text: Text, place = placing({})): string {
  return [text]
    .flat()
    .map((piece) => {
      if (typeof piece !== 'string') {
        if ('place' in piece) return place(piece.place)
        if ('run' in piece) return `[this run](${piece.run})`
        return 'code' in piece ? code(piece.code, longest) : `**${prose(piece.strong)}**`
      }
      const [, before = '', words = '', after = ''] = /^( ?)(.*?)( ?)$/s.exec(piece) ?? []
      return `${before}${prose(words)}${after}`
    })
    .join('')
}

function listBlock({ style, title = '', noun, items, below = [] }: List, place: Place): Block {
  const textOf = ({ text, hint }: Item): string =>
    `${inline(text, place)}${hint === undefined ? '' : ` <br>${prose(hint)}`}`
  const lead = style === 'sentences' ? '' : style === 'points' || style === 'folded' ? '- ' : '> - '
  return {
    items: items.map((item) => ({ rank: item.rank, text: `${lead}${textOf(item)}` })),
    noun,
    frame: (texts) => {
      // Two blanks at the end of a line break it.
      if (style === 'sentences') return texts.join('  \n')
      if (style === 'points') return texts.join('\n')
      if (style !== 'folded') return [alerts[style], ...texts].join('\n')
      const sentences = below.map((text) => inline(text, place)).join('  \n')
      return folded(title, [texts.join('\n'), ...(sentences === '' ? [] : [sentences])].join('\n\n'))
    },
  }
}

/** The outcomes of applied changes, then the others by target. */
function changeBlocks({ changes, results, isAlone }: Changes, level: number): readonly Block[] {
  const done = changes.flatMap(({ id }) => results.get(id) ?? [])
  const width = Math.max(0, ...done.map(({ change: { target = organisation } }) => target.length))
  const outcomes = done.map((result) =>
    boundedItem({
      lines: [...resultLine(result, width, diff).split('\n'), ...linesBelow(result.change, diff, 'usual')],
    }),
  )
  const rest = changes.filter(({ id }) => !results.has(id))
  return [
    linesBlock('outcome', outcomes),
    ...[...grouped(rest, ({ target = organisation }) => target)].flatMap(([target, own]) => [
      ...(isAlone ? [] : [`${'#'.repeat(level)} ${prose(target)}`]),
      linesBlock('change', groupsOf(own).map(groupItem)),
    ]),
  ]
}

/** The first ones get space before all others. */
function groupItem({ first, changes }: ChangeGroup, index: number): FitItem {
  const rank = Object.keys(actions).indexOf(shownAction(first))
  return boundedItem({
    rank: index < mostSure ? rank / 100 - 0.5 : rank,
    lines: groupText({ first, changes }, diff, 'usual').split('\n'),
    count: changes.length,
  })
}

function linesBlock(noun: string, items: readonly FitItem[]): Block {
  return {
    items,
    noun,
    frame: (texts) => {
      const lines = texts.join('\n').split('\n')
      const block = fenced('diff', lines)
      return lines.length <= mostOpen ? block : folded(capitalized(plural(noun)), block)
    },
  }
}

/** Without a rank of its own, what went wrong has room first. */
function boundedItem({
  lines,
  rank = '-!+'.indexOf(lines[0]?.charAt(0) ?? ''),
  count = 1,
}: LinesItem): FitItem {
  const rest = lines.length - mostLines
  const shown = [...lines.slice(0, mostLines), ...(rest > 0 ? [`      ${cutItems(rest, 'line')}`] : [])]
  return { rank, count, text: shown.map((line) => cutText(line, longest)).join('\n') }
}
