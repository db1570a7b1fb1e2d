// The parts of a plan for its reviewers: what happens to each resource, what can't be compared, and the notes.
import type { Change } from '../../core/plan/change.ts'
import type { NoteSeverity } from '../../core/plan/notes.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import { present } from '../../core/given.ts'
import { number } from '../../core/words.ts'
import type { PlanAccount } from '../account.ts'
import { changesByCause } from '../words/causes.ts'
import { noteLines } from '../words/note-lines.ts'
import { channelLines, organisation, sectionsShown, targetStates } from '../words/plan-notes.ts'
import { uncomparedItems, uncomparedTitle, unreadableAdvice, unreadableNotes } from '../words/uncompared.ts'
import { group, type Group, type List, type Node, type Text } from './document-node.ts'

/** A higher rank than those of all changes: changes get space first, so that no note keeps a change out. */
const noteRank = 10

/** What is compared with what; of a saved plan, its origin. */
export function leadTexts({ sides, plan, origin }: PlanAccount): readonly Text[] {
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
export function uncomparedNodes(plan: Plan): readonly Node[] {
  const lists = group(uncomparedTitle(plan) ?? '', [
    { is: 'differing', noun: "change that can't be compared", items: uncomparedItems(plan) },
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
        'To send these fields once',
        ...once.flatMap((code, index): Text => [index > 0 ? ', then ' : ': ', { code }]),
      ],
      canAlways && unreadableAdvice((text) => `\`${text}\``),
    ),
  }))
}
