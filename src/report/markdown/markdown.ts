// An account as Markdown for a pull request: one comment within the size limit, with the important parts first, that a script
// can find again.
import { grouped, largest } from '../../core/lists.ts'
import type { Account } from '../account.ts'
import type { Context } from '../context.ts'
import { headlineOf, isPlain, titleOf, validOf, checkoutParts } from '../words/title.ts'
import { nodesOf, wholeText } from '../document/document.ts'
import { leadTexts } from '../document/plan-nodes.ts'
import { capitalized } from '../../core/words.ts'
import {
  plural,
  targetList,
  type Changes,
  type Item,
  type List,
  type Node,
  type Text,
} from '../document/document-node.ts'
import { actions, shownAction, groupsOf, type ChangeGroup } from '../words/shown-changes.ts'
import { organisation } from '../words/plan-notes.ts'
import { outcomeStep } from '../document/apply.ts'
import { linesBelow, groupText } from '../text/change-lines.ts'
import { itemLines, stepLines } from '../text/nodes.ts'
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
  const lead = account.command === 'apply' ? [] : leadTexts(account)
  return [`**${capitalized(headlineOf(account.plan))}.**`, ...lead.map((text) => `${inline(text)}.`)].join(
    ' ',
  )
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
      case 'story':
      case 'differing': {
        const rank = node.is === 'differing' ? -1 : undefined
        const items = itemLines(node, diff, 'usual').map((lines) => boundedItem(lines, rank))
        return [linesBlock(node.noun, items)]
      }
      case 'targets':
        return [listBlock(targetList(node), place)]
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
        if ('fact' in piece) return `, ${prose(piece.fact)}`
        if ('setting' in piece) return code(piece.setting)
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
  const bullet = style === 'points' || style === 'folded' ? '- ' : '> - '
  const lead = style === 'sentences' ? '' : bullet
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
  const width = largest(done.map(({ change: { target = organisation } }) => target.length))
  const outcomes = done.map((result) =>
    boundedItem([
      ...stepLines(outcomeStep(result), width, diff),
      ...linesBelow(result.change, diff, 'usual'),
    ]),
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
  const lines = groupText({ first, changes }, diff, 'usual').split('\n')
  return boundedItem(lines, index < mostSure ? rank / 100 - 0.5 : rank, changes.length)
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
function boundedItem(
  lines: readonly string[],
  rank = '-!+ '.indexOf(lines[0]?.charAt(0) ?? ''),
  count = 1,
): FitItem {
  const rest = lines.length - mostLines
  const shown = [...lines.slice(0, mostLines), ...(rest > 0 ? [`      ${cutItems(rest, 'line')}`] : [])]
  return { rank, count, text: shown.map((line) => cutText(line, longest)).join('\n') }
}
