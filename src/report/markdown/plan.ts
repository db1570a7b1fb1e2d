// A plan for its reviewers: what happens to each resource, with its fields folded away, and the notes.
import { channelLines } from '../../core/plan/channels.ts'
import type { Change } from '../../core/plan/change.ts'
import type { NoteSeverity } from '../../core/plan/notes.ts'
import { unreadableAdvice } from '../../core/plan/unreadable.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import {
  hasNotes,
  noteLines,
  organisation,
  sectionsShown,
  targetStates,
  type TargetState,
} from '../plan-notes.ts'
import { uncomparedTitle, unreadableNotes } from '../uncompared.ts'
import { present } from '../../core/given.ts'
import { grouped } from '../../core/grouped.ts'
import { changesByCause, type CausedChanges } from '../causes.ts'
import { groupsOf, type ChangeGroup } from '../groups.ts'
import { groupText, symbolOf } from '../text/plan.ts'
import { uncomparedLines } from '../text/saved-plan.ts'
import { diff } from '../text/style.ts'
import { code, folded, prose } from './escape.ts'
import type { Block } from './fit.ts'
import { bounded, linesBlock } from './lines.ts'

/** A rank below those of all changes, so that no note keeps a change out. */
const notes = 10
/** So many changes of each list come before all others: neither of the branch's changes and drift keeps the other out. */
const mostSure = 40

/** `unplanned` are targets of which no plan could be made. */
export function planBlocks(plan: Plan, unplanned: readonly string[] = []): readonly Block[] {
  const sections = sectionsShown(plan)
  return [
    channelBlock(plan),
    {
      items: targetStates(plan, unplanned).map((each) => ({ rank: -3, text: targetLine(each) })),
      nouns: ['target', 'targets'],
      frame: (lines) => lines.join('\n'),
    },
    ...uncomparedBlocks(plan),
    ...changesByCause(sections.flatMap(({ changes }) => changes)).flatMap((list) =>
      listBlocks(list, sections.length === 1),
    ),
    ...remarks(plan),
  ]
}

/** Everything that changes and their outcomes don't show. */
export function remarks(plan: Plan): readonly Block[] {
  const sections = sectionsShown(plan)
  return [
    ...sections.flatMap((section) => noteBlocks(section, sections.length === 1)),
    ...unreadableBlocks(plan),
  ]
}

/** The first lines: whether what is sent arrives. */
export function channelBlock(plan: Plan): Block {
  return {
    items: channelLines(plan).map((line) => ({ rank: -4, text: `> - ${prose(line)}` })),
    nouns: ['channel', 'channels'],
    frame: (lines) => ['> [!WARNING]', ...lines].join('\n'),
  }
}

function targetLine({ name, url, state }: TargetState): string {
  return `- **${prose(name)}**${url === '' ? '' : ` ${code(url)}`}: ${prose(state)}`
}

/** Changes of one cause, target by target. */
function listBlocks({ title, changes }: CausedChanges, isAlone: boolean): readonly Block[] {
  const level = title === undefined ? '####' : '#####'
  return [
    ...(title === undefined ? [] : [`#### ${prose(`${title} (${changes.length})`)}`]),
    ...[...grouped(changes, ({ target = organisation }) => target)].flatMap(([target, own]) => [
      ...(isAlone ? [] : [`${level} ${prose(target)}`]),
      changeBlock(groupsOf(own)),
    ]),
  ]
}

function noteBlocks(section: Section, isAlone: boolean): readonly Block[] {
  if (!hasNotes(section)) return []
  const lines = (...severities: readonly NoteSeverity[]): readonly string[] =>
    severities.flatMap((severity) => noteLines(section, severity, 'full'))
  return [
    ...(isAlone ? [] : [`#### Notes: ${prose(section.target ?? organisation)}`]),
    noteBlock('WARNING', lines('warning')),
    noteBlock('NOTE', lines('waiting', 'released', 'note')),
  ]
}

function changeBlock(groups: readonly ChangeGroup[]): Block {
  return linesBlock(
    ['change', 'changes'],
    groups.map((group, index) => ({
      rank: index < mostSure ? surely(rankOf(group.first)) : rankOf(group.first),
      text: bounded(groupText(group, diff, 'usual').split('\n')),
      count: group.changes.length,
    })),
  )
}

/** Before all that are not, after the problems. */
function surely(rank: number): number {
  return rank / 100 - 0.5
}

/** What may do harm comes first, then what changes something, then what only adds. */
function rankOf(change: Change): number {
  return ['-', '^', '~', '+', '?'].indexOf(symbolOf(change))
}

function noteBlock(alert: 'WARNING' | 'NOTE', texts: readonly string[]): Block {
  return {
    items: texts.map((text) => ({ rank: notes, text: `> - ${prose(text)}` })),
    nouns: ['note', 'notes'],
    frame: (lines) => [`> [!${alert}]`, ...lines].join('\n'),
  }
}

/** What no comparison shows, and a reviewer should see all the same: open, not folded away. */
function uncomparedBlocks(plan: Plan): readonly Block[] {
  const title = uncomparedTitle(plan)
  if (title === undefined) return []
  return [
    `**${prose(title)}**`,
    linesBlock(
      ["change that can't be compared", "changes that can't be compared"],
      (plan.declaredSince?.changes ?? []).map((change) => ({
        rank: -1,
        text: bounded(uncomparedLines(change, plan, diff, 'usual')),
      })),
    ),
  ]
}

function unreadableBlocks(plan: Plan): readonly Block[] {
  return unreadableNotes(plan).map((found) => {
    const advice = present(
      found.once !== undefined && `To send these fields once: ${code(found.once, 1000)}`,
      found.canAlways && unreadableAdvice((text) => code(text)),
    ).join('  \n')
    return {
      items: found.resources.map((each) => ({ rank: notes + 1, text: `- ${prose(each)}` })),
      nouns: ["resource that can't be compared", "resources that can't be compared"],
      frame: (lines) =>
        folded(found.heading, [lines.join('\n'), advice].filter((each) => each !== '').join('\n\n')),
    }
  })
}
