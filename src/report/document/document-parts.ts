// The parts of a document: problems, of which errors and a few warnings are open and many warnings are folded by rule; and a plan
// for its reviewers: what happens to each resource, what can't be compared, and the notes.
import type { Change } from '../../core/plan/change.ts'
import type { NoteSeverity } from '../../core/plan/notes.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import { present } from '../../core/given.ts'
import { number, counted } from '../../core/words.ts'
import { grouped } from '../../core/lists.ts'
import type { Problem } from '../../core/problem.ts'
import { explainedRule } from '../../explain/rules.ts'
import { changesByCause } from '../words/causes.ts'
import { noteLines, type Extent } from '../words/note-lines.ts'
import {
  channelLines,
  organisation,
  sectionsShown,
  targetStates,
  guardsTitle,
  isGuard,
} from '../words/plan-notes.ts'
import { uncomparedLines } from '../text/saved-plan.ts'
import { diff } from '../text/style.ts'
import { uncomparedTitle, unreadableAdvice, unreadableNotes } from '../words/uncompared.ts'
import { group, type Group, type List, type Node, type Text, type Item } from './document-node.ts'

/** A rank below those of all changes, so that no note keeps a change out. */
const noteRank = 10

/** The first lines: whether what is sent arrives. */
export function channelList(plan: Plan): List {
  const items = channelLines(plan).map((text) => ({ rank: -4, text }))
  return { is: 'list', style: 'warning', noun: 'channel', items }
}

/** What each target comes to; `unplanned` are targets of which no plan could be made. */
export function targetNodes(plan: Plan, unplanned: readonly string[]): readonly Node[] {
  const items = targetStates(plan, unplanned).map(({ name, url, state }) => ({
    rank: -3,
    text: [{ strong: name }, ...(url === '' ? [] : [' ', { code: url }]), ': ', state],
  }))
  const list: List = { is: 'list', style: 'points', noun: 'target', items }
  return group('Targets', [list], { id: 'targets', isObvious: true })
}

/** What no comparison shows, and a reviewer should see all the same: open, not folded away. */
export function uncomparedNodes(plan: Plan, extent: Extent): readonly Node[] {
  const items = (plan.declaredSince?.changes ?? []).map((change) => ({
    rank: -1,
    lines: uncomparedLines(change, plan, diff, extent),
  }))
  const lists = group(uncomparedTitle(plan) ?? '', [
    { is: 'lines', noun: "change that can't be compared", items },
  ])
  return group('Not compared', lists, { id: 'uncompared', isObvious: true })
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
  const nodes = plans.flatMap((plan) => {
    const sections = sectionsShown(plan)
    return [
      ...sections.flatMap((section) => noteNodes(section, sections.length === 1)),
      ...unreadableLists(plan),
    ]
  })
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
      once !== undefined && ['To send these fields once: ', { code: once }],
      canAlways && unreadableAdvice((text) => `\`${text}\``),
    ),
  }))
}

/** So few warnings are shown in full. */
const mostOpen = 3

/** Below those of all changes and their fields: what is folded away keeps none of them out. */
const foldedRank = 40

/** What a reviewer reads before the changes. */
export function graveNodes(problems: readonly Problem[]): readonly Group[] {
  const errors = problems.filter(({ severity }) => severity === 'error').map((each) => itemOf(each, -2))
  const guards = problems.filter(isGuard).map((each) => itemOf(each, -2, 'rule in title'))
  return [
    ...group(guardsTitle, [{ is: 'list', style: 'important', noun: 'guard', items: guards }], {
      id: 'guards',
    }),
    ...group('Errors', [{ is: 'list', style: 'error', noun: 'error', items: errors }], {
      id: 'errors',
      isObvious: true,
    }),
  ]
}

/** And after them. */
export function warningNodes(problems: readonly Problem[]): readonly Group[] {
  const warnings = problems.filter((each) => each.severity === 'warning' && !isGuard(each))
  const own = warnings.filter(({ isOld }) => isOld !== true)
  const old = warnings.filter(({ isOld }) => isOld === true)
  const rules = own.length > mostOpen ? [...grouped(own, ({ rule }) => rule)] : []
  const open = rules.length === 0 ? own.map((each) => itemOf(each, -1)) : []
  const lists: readonly List[] = [
    { is: 'list', style: 'warning', noun: 'warning', items: open },
    ...rules.map(([rule, all]) => foldedList(titleOf(rule, all.length), all, 'rule in title')),
    foldedList(`${counted(old.length, 'warning')} in files that this branch doesn't change`, old),
  ]
  return group('Warnings', lists, { id: 'warnings', isObvious: true })
}

/** The first keeps the title, whatever else has no room. */
function foldedList(title: string, warnings: readonly Problem[], known?: 'rule in title'): List {
  const items = warnings.map((each, index) => itemOf(each, index === 0 ? -1 : foldedRank, known))
  return { is: 'list', style: 'folded', title, noun: 'warning', items }
}

/** `12 warnings no-primary: A channel has active integrations, but no primary integration.` */
function titleOf(rule: string, count: number): string {
  const summary = explainedRule(rule)?.summary
  return `${counted(count, 'warning')} \`${rule}\`${summary === undefined ? '' : `: ${summary}`}`
}

function itemOf(problem: Problem, rank: number, known?: 'rule in title'): Item {
  const { rule, message, hint, position, target, frame } = problem
  const text = [
    ...(position === undefined ? [] : [{ place: position }, ' ']),
    ...(known === undefined ? [{ code: rule }, ': '] : []),
    message,
    ...(target === undefined ? [] : [' (target ', { code: target }, ')']),
  ]
  return { rank, text, hint, frame }
}
