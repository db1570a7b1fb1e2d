// A plan as nodes: for a terminal target by target, and the parts that reviewers of a comment or a page see one after the other.
import { selectorOf, writesOf, type Change } from '../../core/plan/change.ts'
import type { NoteSeverity } from '../../core/plan/notes.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Origin, Plan, Section } from '../../core/plan/plan.ts'
import { present } from '../../core/given.ts'
import { capitalized, counted, duration, number } from '../../core/words.ts'
import { causeWords, changesByCause } from '../words/causes.ts'
import { noteLines, releasedNotes, type Extent } from '../words/note-lines.ts'
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
import { uncomparedItems, uncomparedTitle, unreadableNotes } from '../words/uncompared.ts'
import {
  commandHeads,
  group,
  lines,
  sentences,
  type Group,
  type Item,
  type List,
  type Node,
  type Text,
} from './document-node.ts'

/** A higher rank than those of all changes: changes get space first, so that no note keeps a change out. */
const noteRank = 10

/** What is compared with what; of a saved plan, its origin. */
export function leadTexts({
  sides,
  plan,
  origin,
}: {
  readonly sides?: readonly [from: string, to: string]
  readonly plan?: Plan
  readonly origin?: Origin
}): readonly Text[] {
  if (plan?.compared !== undefined) {
    const { from, to, by } = plan.compared
    const what = by === 'live' ? 'in the service' : 'as the manifests declare them'
    return [['What the resources of ', { code: from }, ' would change in ', { code: to }, `, ${what}`]]
  }
  if (sides !== undefined) return [['From ', { code: sides[0] }, ' to ', { code: sides[1] }]]
  if (origin === undefined) return []
  const { madeAt, commit, belfry } = origin
  const at = madeAt.replace('T', ' ').replace(/\.\d{1,9}Z$/, 'Z')
  const of: Text =
    commit === undefined ? ['unknown commit (files changed since, or no git)'] : ['commit ', { code: commit }]
  return [['Plan made at ', { code: at }, ', ', ...of, ', belfry ', { code: belfry }]]
}

export interface PlanOptions {
  /** The commands to run next, if something is to be done. */
  readonly next?: readonly string[] | undefined
  /** Targets of which no plan could be made. */
  readonly unplanned?: readonly string[]
  /** `usual` by default. */
  readonly extent?: Extent | undefined
}

/** The plan target by target, in blocks with an empty line between them, and what it comes to. */
export function planBlocks(
  plan: Plan,
  { next, unplanned = [], extent = 'usual' }: PlanOptions = {},
): readonly (readonly Node[])[] {
  const isSummary = extent === 'summary'
  const title = isSummary || plan.declaredSince === undefined ? undefined : uncomparedTitle(plan)
  const commands = nextOf(plan, next)
  return [
    [channelList(plan)],
    [{ is: 'targets', items: targetStates(plan, unplanned, isSummary ? summaryOf : stateOf) }],
    ...(isSummary ? [] : sectionsShown(plan).flatMap((section) => sectionBlocks(section, extent))),
    title === undefined ? [] : [titleLine(title), uncomparedList(plan)],
    [
      sumList(plan),
      ...unreadableLists(plan),
      {
        ...lines,
        items:
          commands.length === 0
            ? []
            : [{ rank: -1, text: `${commandHeads.next}${commands.join(', then ')}` }],
      },
    ],
  ]
}

/** With a base, changes of the branch come before those that revert drift, each list under its title. */
function sectionBlocks(section: Section, extent: Extent): readonly (readonly Node[])[] {
  const lists = changesByCause(section.changes)
  const same = extent === 'full' ? (section.same ?? []) : []
  // Fields that match are shown with the first change of their resource.
  const changes = same.length === 0 ? [] : lists.flatMap((list) => list.changes).reverse()
  const firsts = new Map(changes.map((change) => [selectorOf(change), change.id]))
  const fields = new Map(same.map((each) => [firsts.get(selectorOf(each)), each.fields]))
  const matching = same.filter((each) => !firsts.has(selectorOf(each)))
  const items = [...matching.map(matchingItem), ...noteItems(section, extent)]
  if (lists.length + items.length === 0) return []
  const below: Node = { is: 'list', style: 'note', noun: 'note', items }
  const blocks = lists.map((list): readonly Node[] => [
    ...(list.title === undefined ? [] : [sentences([`${list.title}:`])]),
    { is: 'changes', changes: list.changes, same: fields, results: new Map(), isAlone: true },
  ])
  const title = titleLine(section.target ?? organisation)
  // Text after a list with a title isn't part of the list.
  if (lists[0]?.title === undefined) return [[title, ...blocks.flat(), below]]
  const [first = [], ...others] = blocks
  return [[title, ...first], ...others, [below]]
}

function titleLine(strong: string): List {
  return { ...lines, items: [{ rank: -1, text: [{ strong }] }] }
}

/** A resource that needs no request. */
function matchingItem({ kind, name, position }: NonNullable<Section['same']>[number]): Item {
  return { rank: noteRank, mark: '=', text: `${kind} ${name}`, position }
}

const marks = [
  ['.', 'waiting'],
  ['x', 'released'],
  ['!', 'warning'],
  ['!', 'note'],
] as const

function noteItems(section: Section, extent: Extent): readonly Item[] {
  return marks.flatMap(([mark, severity]): readonly Item[] =>
    severity === 'released'
      ? releasedNotes(section).map((note) => ({ rank: noteRank, mark, ...note }))
      : noteLines(section, severity, extent).map((text) => ({ rank: noteRank, mark, text })),
  )
}

/** The counts, and what it took to find them. */
function sumList(plan: Plan): List {
  const { compared, sections, declaredSince, requests } = plan
  const changes = sections.flatMap((section) => section.changes)
  const isDiff = compared === undefined && plan.live === 'declared'
  const isAsked = !isDiff && compared?.by !== 'declared'
  const costs = isAsked ? [`${counted(requests.reads, 'read')}, ${duration(requests.milliseconds)}`] : []
  if (changes.length === 0) {
    const found = [...matchingWords(sections), ...countsApart(sections)].join(', ')
    const more = found === '' ? [] : [`${capitalized(found)}.`]
    return sentences([
      [`${idleWords(plan)}.`, ...more].join(' ') + costs.map((cost) => `   ${cost}`).join(''),
    ])
  }
  const parts = countParts(sections).join(', ')
  if (isDiff) return sentences([`Diff: ${parts}.`])
  const sum: Item =
    compared === undefined
      ? { rank: -1, text: `Plan: ${parts}.`, costs: [counted(writesOf(changes), 'write'), ...costs] }
      : { rank: -1, text: `Compared: ${parts}.`, costs }
  // `Since 1a2b3c4d5e6f (merge base of HEAD and main): 3 changed by this branch, 2 undo drift.`
  const since = compared === undefined ? `Since ${declaredSince?.base ?? 'the base'}: ` : ''
  const causes = causeWords(plan)
  return {
    ...lines,
    items: [sum, ...(causes === undefined ? [] : [{ rank: -1, text: `${since}${causes}.` }])],
  }
}

/** The first lines: whether what is sent arrives. */
export function channelList(plan: Plan, when?: 'now'): List {
  const items = channelLines(plan, when).map((text) => ({ rank: -4, text }))
  return { is: 'list', style: 'warning', noun: 'channel', items }
}

/** What each target comes to; `unplanned` are targets of which no plan could be made. */
export function targetNodes(plan: Plan, unplanned: readonly string[]): readonly Node[] {
  const items = targetStates(plan, unplanned)
  return group('Targets', [{ is: 'targets', items }], { id: 'targets', isObvious: true })
}

/** What no comparison shows, and a reviewer should see all the same: open, not folded away. */
export function uncomparedNodes(plan: Plan): readonly Node[] {
  const lists = group(uncomparedTitle(plan) ?? '', [uncomparedList(plan)])
  return group('Not compared', lists, { id: 'uncompared', isObvious: true })
}

function uncomparedList(plan: Plan): Node {
  return { is: 'differing', noun: "change that can't be compared", items: uncomparedItems(plan) }
}

/** One list, or one for each cause. */
export function changeNodes(
  all: readonly Change[],
  isAlone: boolean,
  results: ReadonlyMap<string, Result> = new Map(),
): readonly Node[] {
  return changesByCause(all).map(({ title, changes }, index) => ({
    is: 'group',
    id: index === 0 ? 'changes' : `changes-${index + 1}`,
    title: title === undefined ? 'Changes' : `${title} (${number(changes.length)})`,
    isObvious: title === undefined,
    nodes: [{ is: 'changes', changes, results, isAlone }],
  }))
}

/** Everything that changes and their outcomes don't show. */
export function remarks(plans: readonly Plan[]): readonly Node[] {
  const isAlone = plans.flatMap((plan) => sectionsShown(plan)).length === 1
  const nodes = plans.flatMap((plan) => [
    ...sectionsShown(plan).flatMap((section) => noteNodes(section, isAlone)),
    ...unreadableLists(plan),
  ])
  return group('Notes', nodes, { id: 'notes', isObvious: true })
}

function noteNodes(section: Section, isAlone: boolean): readonly Group[] {
  const list = (style: 'warning' | 'note', ...severities: readonly NoteSeverity[]): List => {
    const texts = severities.flatMap((severity) => noteLines(section, severity, 'full'))
    const items = texts.map((text) => ({ rank: noteRank, text }))
    return { is: 'list', style, noun: 'note', items }
  }
  const lists = [list('warning', 'warning'), list('note', 'waiting', 'released', 'note')]
  return group(`Notes: ${section.target ?? organisation}`, lists, { isObvious: isAlone })
}

function unreadableLists(plan: Plan): readonly List[] {
  return unreadableNotes(plan).map(({ heading, resources, once, canAlways }) => ({
    is: 'list',
    style: 'folded',
    title: heading,
    noun: "resource that can't be compared",
    items: resources.map((text) => ({ rank: noteRank + 1, text })),
    below: present<Text>(
      once !== undefined && [
        commandHeads.once,
        ...once.flatMap((code, index): Text => (index > 0 ? [', then ', { code }] : [{ code }])),
      ],
      canAlways && sendingAlways,
    ),
  }))
}

const sendingAlways: Text = [
  'With ',
  { setting: 'unreadable: always' },
  ' in the project file, each apply sends these fields. With ',
  { setting: 'unreadable: ledger' },
  ', apply sends these fields only if their values changed since the last apply.',
]
