// A plan as text: the differences, where they are declared, and the side effects of requests.
import { present } from '../../core/given.ts'
import { selectorOf, writesOf, type Change } from '../../core/plan/change.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import type { ValueMap } from '../../core/value.ts'
import { linesBelow } from './detail.ts'
import { differingLines } from './nodes.ts'
import { laid, laidOut, onceHead, placed, placeOf, widthOf } from './layout.ts'
import {
  channelLines,
  countParts,
  countsApart,
  idleWords,
  matchingWords,
  nextOf,
  organisation,
  sectionsShown,
  stateOf,
  summaryOf,
  targetStates,
} from '../words/plan-notes.ts'
import { hasNotes, mostListed, noteLines, releasedNotes, type Extent } from '../words/note-lines.ts'
import {
  uncomparedItems,
  uncomparedTitle,
  unreadableAdvice,
  unreadableNotes,
  type UnreadableNotes,
} from '../words/uncompared.ts'
import {
  actions,
  shownAction,
  groupsOf,
  groupHeadingOf,
  headingOf,
  type ChangeGroup,
} from '../words/shown-changes.ts'
import { causeWords, changesByCause, type CausedChanges } from '../words/causes.ts'
import { dot, paint, type Style } from './style.ts'
import { cutItems } from './value.ts'
import { visible } from '../../core/visible.ts'
import { counted, duration } from '../../core/words.ts'

export interface PlanTextOptions {
  /** The commands to run next, if something is to be done. */
  readonly next?: readonly string[] | undefined
  /** Targets of which no plan could be made. */
  readonly unplanned?: readonly string[]
  /** `usual` by default. */
  readonly extent?: Extent | undefined
}

export function planText(plan: Plan, style: Style, options?: PlanTextOptions): string {
  return [...planPieces(plan, style, options)].join('')
}

/** The same text in pieces of whole lines; the text of a change is created when it is read. */
export function* planPieces(
  plan: Plan,
  style: Style,
  { next, unplanned = [], extent = 'usual' }: PlanTextOptions = {},
): Generator<string, void> {
  const sections = extent === 'summary' ? [] : sectionsShown(plan)
  const listed = sections.filter(
    (each) =>
      each.changes.length > 0 || hasNotes(each) || (extent === 'full' && (each.same ?? []).length > 0),
  )
  const commands = nextOf(plan, next)
  const blocks = [
    [channelLines(plan).map(visible).join('\n')],
    [headings(plan, unplanned, style, extent)],
    ...listed.map((section) => sectionTexts(section, style, extent)),
    [plan.declaredSince === undefined || extent === 'summary' ? '' : uncomparedText(plan, style, extent)],
    [`${footer(plan, style, extent)}${commands.length === 0 ? '' : `\nNext: ${commands.join(', then ')}`}`],
  ]
  let gap = ''
  for (const block of blocks.filter((each) => !Array.isArray(each) || each[0] !== '')) {
    for (const text of block) {
      yield `${gap}${laidOut(text, style)}\n`
      gap = ''
    }
    gap = '\n'
  }
}

function headings(plan: Plan, unplanned: readonly string[], style: Style, extent: Extent): string {
  const targets = targetStates(plan, unplanned, extent === 'summary' ? summaryOf : stateOf).map(
    ({ name, url, state }) => ({ name: visible(name), url: visible(url), state: visible(state) }),
  )
  const width = Math.max(0, ...targets.map(({ name }) => widthOf(name))) + 2
  // Two trees are compared without any service.
  const urlWidth = Math.max(0, ...targets.map(({ url }) => url.length))
  return targets
    .flatMap(({ name, url, state }) => {
      // Blanks are not colored, because the line may be wrapped at them.
      const filled = `${paint(style, 'bold', name)}${' '.repeat(width - widthOf(name))}`
      const address = urlWidth === 0 ? '' : `${url.padEnd(urlWidth)}   `
      return laid(`${filled} ${address}${state}`.trimEnd(), 4, style)
    })
    .join('\n')
}

function* sectionTexts(section: Section, style: Style, extent: Extent): Generator<string, void> {
  const title = paint(style, 'bold', visible(section.target ?? organisation))
  const released = releasedNotes(section).flatMap(({ text, place }) =>
    placed(paint(style, 'cyan', 'x '), visible(text), visible(place), style),
  )
  const others = (['warning', 'note'] as const).flatMap((severity) => noteLines(section, severity, extent))
  const below = [
    ...(extent === 'full' ? sameLines(section, style) : []),
    ...noteLines(section, 'waiting', extent).map((line) => `. ${visible(line)}`),
    ...released,
    ...others.map((line) => `${paint(style, 'yellow', '!')} ${visible(line)}`),
  ]
  const lists = changesByCause(section.changes)
  // Text after a list with a title isn't part of the list.
  const gap = below.length > 0 && lists.some((list) => list.title !== undefined) ? [''] : []
  yield title
  yield* changeTexts(lists, section, style, extent)
  yield* gap
  yield* below
}

/** With a base, changes of the branch come before those that revert drift, each under its title. */
function* changeTexts(
  lists: readonly CausedChanges[],
  section: Section,
  style: Style,
  extent: Extent,
): Generator<string, void> {
  const same = new Map((section.same ?? []).map((each) => [selectorOf(each), each.fields]))
  for (const [index, { title, changes }] of lists.entries()) {
    if (title !== undefined) yield `${index > 0 ? '\n' : ''}${title}:`
    if (extent === 'full')
      for (const change of changes) {
        yield changeText(change, style, extent, same.get(selectorOf(change)))
        // They are shown with the first change of a resource.
        same.delete(selectorOf(change))
      }
    else for (const group of groupsOf(changes)) yield groupText(group, style, extent)
  }
}

/** Equal changes as one, with the names of some resources. */
export function groupText(group: ChangeGroup, style: Style, extent: Extent): string {
  const { first, changes } = group
  if (changes.length === 1) return changeText(first, style, extent)
  const place = `${placeOf(first)} and ${changes.length - 1} more`
  const names = changes.map(({ name }) => visible(name))
  const rest = names.length - mostNamed
  const more = `and ${rest} more${extent === 'usual' ? ' (listed with --full)' : ''}`
  const few = [names.slice(0, mostNamed).join(', '), ...(rest > 0 ? [more] : [])].join(' ')
  return [
    ...placed(signOf(first, style), groupHeadingOf(group), place, style),
    ...(style.diff ? namesInDiff(names) : laid(`      ${few}`, 6, style)),
    ...linesBelow(first, style, extent),
  ].join('\n')
}

/** Ten in a line; a comment has no --full. */
function namesInDiff(names: readonly string[], from = 0): readonly string[] {
  if (from >= names.length) return []
  if (from >= mostInDiff) return [`      ${cutItems(names.length - from, 'name')}`]
  return [`      ${names.slice(from, from + 10).join(', ')}`, ...namesInDiff(names, from + 10)]
}

const mostNamed = 5
const mostInDiff = 300

/** `same`: declared fields of the resource that already match, to be shown with this change. */
function changeText(change: Change, style: Style, extent: Extent, same?: ValueMap): string {
  const via =
    change.target === undefined && change.via !== '' ? `  with the API key of ${visible(change.via)}` : ''
  return [
    ...placed(signOf(change, style), headingOf(change), `${placeOf(change)}${via}`, style),
    ...linesBelow(change, style, extent, same),
  ].join('\n')
}

/** Resources that need no call. */
function sameLines({ changes, same = [] }: Section, style: Style): readonly string[] {
  const changed = new Set(changes.map(selectorOf))
  return same
    .filter((each) => !changed.has(selectorOf(each)))
    .flatMap((each) =>
      placed(paint(style, 'dim', '= '), visible(`${each.kind} ${each.name}`), placeOf(each), style),
    )
}

function signOf(change: Change, style: Style): string {
  const { symbol, color } = actions[shownAction(change)]
  if (style.diff) return symbol === '+' || symbol === '-' ? `${symbol} ` : '! '
  return `${paint(style, color, symbol)} `
}

export function footer(plan: Plan, style: Style, extent: Extent): string {
  const changes = plan.sections.flatMap((section) => section.changes)
  const { compared } = plan
  const isDiff = compared === undefined && plan.live === 'declared'
  const isAsked = !isDiff && compared?.by !== 'declared'
  const cost = !isAsked
    ? ''
    : `${counted(plan.requests.reads, 'read')}, ${duration(plan.requests.milliseconds)}`
  if (changes.length === 0) {
    const found = [...matchingWords(plan.sections), ...countsApart(plan.sections)].join(', ')
    const more = found === '' ? '' : ` ${found.charAt(0).toUpperCase()}${found.slice(1)}.`
    return [`${idleWords(plan)}.${more}   ${cost}`.trimEnd(), ...uncomparedLines(plan, style, extent)].join(
      '\n',
    )
  }
  const parts = countParts(plan.sections)
  if (isDiff) return `Diff: ${parts.join(', ')}.`
  const writes = compared === undefined ? `${counted(writesOf(changes), 'write')} ${dot(style)} ` : ''
  const sentence = `${compared === undefined ? 'Plan' : 'Compared'}: ${parts.join(', ')}.`
  const effort = `${writes}${cost}`
  const gap = sentence.length + 3 + effort.length > style.columns ? '\n' : '   '
  // `Since 1a2b3c4d5e6f (merge base of HEAD and main): 3 changed by this branch, 2 undo drift.`
  const since = compared === undefined ? `Since ${visible(plan.declaredSince?.base ?? 'the base')}: ` : ''
  const causes = causeWords(plan)
  return [
    `${sentence}${gap}${effort}`.trimEnd(),
    ...(causes === undefined ? [] : [`${since}${causes}.`]),
    ...uncomparedLines(plan, style, extent),
  ].join('\n')
}

/** Empty if there are none. */
function uncomparedText(plan: Plan, style: Style, extent: Extent): string {
  const title = uncomparedTitle(plan)
  const items = uncomparedItems(plan).flatMap((item) => differingLines(item, style, extent))
  return title === undefined ? '' : [paint(style, 'bold', visible(title)), ...items].join('\n')
}

/** Declared fields that can't be compared, with the command that sends them, and ignored fields. */
function uncomparedLines(plan: Plan, style: Style, extent: Extent): string[] {
  const lines = unreadableNotes(plan).flatMap((found) =>
    present(
      listLine(found, extent),
      found.once !== undefined && `${onceHead}${found.once.join(', then ')}`,
      found.canAlways && unreadableAdvice(),
    ),
  )
  return lines.map((line) => paint(style, 'dim', visible(line)))
}

function listLine({ heading, resources }: Pick<UnreadableNotes, 'heading' | 'resources'>, extent: Extent) {
  const isListed = extent === 'full' || (extent !== 'summary' && resources.length <= mostListed)
  const isHidden = extent === 'usual' && !isListed
  return isListed
    ? `${heading}: ${resources.join('; ')}`
    : `${heading}${isHidden ? ' (--full lists them)' : ''}`
}
