// An account as Markdown for a pull request: one comment within the size limit, with the important parts first, that a script
// can find again.
import { grouped } from '../../core/lists.ts'
import type { Account } from '../account.ts'
import type { Context } from '../context.ts'
import { headlineOf, isPlain, titleOf, validOf, checkoutParts } from '../words/title.ts'
import { comparedText, nodesOf, wholeText } from '../document/document.ts'
import { capitalized } from '../../core/words.ts'
import {
  plural,
  type Changes,
  type Item,
  type LinesItem,
  type List,
  type Node,
  type Text,
} from '../document/document-node.ts'
import { actions, shownAction, groupsOf, type ChangeGroup } from '../words/shown-changes.ts'
import { organisation } from '../words/plan-notes.ts'
import { resultLine } from '../text/apply.ts'
import { linesBelow } from '../text/detail.ts'
import { groupText } from '../text/plan.ts'
import { diff } from '../text/style.ts'
import { cutItems, cutText } from '../text/value.ts'
import { code, placing, fenced, folded, prose, type Place } from './escape.ts'
import { fitted, type Block, type Item as FitItem } from './fit.ts'

/** Sites allow 65,536 characters in a comment; the rest is for lines that a script adds. */
const limit = 60_000

export function markdown(
  account: Account,
  context: Pick<Context, 'source' | 'checkout' | 'run' | 'reports' | 'stdout' | 'extent'>,
): string {
  const isElsewhere = account.command === 'diff' && account.isElsewhere === true
  const place = placing(isElsewhere ? {} : context)
  const plain = plainLine(account)
  const head = [
    markerOf(account, context),
    plain ?? `### ${titleOf(account)}`,
    ...checkoutLine(account, context),
  ]
  const body = plain === undefined ? blocksOf(nodesOf(account, context.extent), place) : []
  const whole = inline(wholeText(context, account.command === 'journal' ? ['json'] : ['html', 'json']))
  return fitted({ head, body, whole }, limit)
}

/** The script that posts the comment finds the earlier one by this marker. */
function markerOf({ command }: Account, { source }: Pick<Context, 'source'>): string {
  // A comment of HTML may not contain two hyphens. Each folder has a marker of its own: eu-west, eu_west and "eu west".
  const folder =
    source?.folder.replaceAll(/[^\w./-]+/g, encodeURIComponent).replaceAll(/-(?=-)/g, '%2D') ?? ''
  return `<!-- belfry:${command}${folder === '' ? '' : ` ${folder}`} -->`
}

/** `project infra/belfry.yaml, branch berlin, commit 3f2c1e0d9b8a, base main` */
function checkoutLine(account: Account, { checkout }: Pick<Context, 'checkout'>): readonly string[] {
  const parts = checkoutParts(account, checkout).map(([label, text]) => `${label} ${code(text)}`)
  return parts.length === 0 ? [] : [parts.join(', ')]
}

/** The whole comment, if there are no changes and no problems. */
function plainLine(account: Account): string | undefined {
  if (account.problems.length > 0) return undefined
  if (account.command === 'validate') return `**${validOf(account)}**`
  if (
    account.command === 'journal' ||
    account.command === 'smoke' ||
    account.plan === undefined ||
    !isPlain(account.plan)
  )
    return undefined
  if (account.command === 'apply' && ((account.results ?? []).length > 0 || account.smoke)) return undefined
  const compared = 'sides' in account ? comparedText(account.sides) : undefined
  const headline = `**${capitalized(headlineOf(account.plan))}.**`
  return compared === undefined ? headline : `${headline} ${inline(compared)}`
}

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
function blocksOf(nodes: readonly Node[], place: Place, level = 4): readonly Block[] {
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

function inline(text: Text, place = placing({})): string {
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
