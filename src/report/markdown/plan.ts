// A plan for its reviewers: what happens to each resource, with its fields folded away, and the notes.
import { channelLines } from '../../core/plan/channels.ts'
import { noteRow, notesAs, noteText, type Note } from '../../core/plan/notes.ts'
import { unreadableAdvice } from '../../core/plan/unreadable.ts'
import { countsOf, type Plan, type Section } from '../../core/plan/plan.ts'
import {
  countsApart,
  countWords,
  hasNotes,
  idleWords,
  matchingWords,
  noteLines,
  organisation,
  sectionsShown,
  summaryOf,
  uncomparedHeading,
  uncomparedTitle,
  unreadableNotes,
} from '../plan-notes.ts'
import { present } from '../../core/given.ts'
import { grouped } from '../../core/grouped.ts'
import { causeWords, changesByCause, type CausedChanges } from '../causes.ts'
import { groupsOf, type ChangeGroup } from '../groups.ts'
import { diffOf, diffUnder, effectsIn, isInRow, rankOf, rowOf, tableOf } from './change.ts'
import { code, fenced, folded, prose } from './escape.ts'
import type { Block } from './fit.ts'
import type { Place } from './places.ts'

/** Ranks below those of all rows, so that no detail keeps a row out. */
const details = 20
const notes = 10
/** So few lines of fields are open. */
const mostOpen = 30
/** So many rows of each table come before all others: neither of the branch's changes and drift keeps the other out. */
const mostSure = 40
/** Characters of the names in all rows of a table that stand for several changes. */
const mostNames = 12_000

/** `2 to create, 1 to deactivate`, or which changes are the branch's. */
export function headlineOf(plan: Plan): string {
  const counts = countsOf(plan.sections)
  const words = [...countWords(counts), ...countsApart(plan.sections)]
  const isIdle = plan.sections.every(({ changes }) => changes.length === 0)
  return isIdle
    ? [idleWords(plan).toLowerCase(), ...matchingWords(plan.sections), ...words].join(', ')
    : (causeWords(plan) ?? words.join(', '))
}

/** Whether there is nothing that a reviewer need look at. */
export function isPlain(plan: Plan): boolean {
  const isQuiet = plan.sections.every(({ changes, notes: all }) => changes.length + all.length === 0)
  return isQuiet && channelLines(plan).length === 0
}

export function planBlocks(plan: Plan, place: Place): readonly Block[] {
  const sections = sectionsShown(plan)
  const isAlone = sections.length === 1
  return [
    channelBlock(plan),
    {
      items: sections.map((section) => ({ rank: -3, text: targetLine(section) })),
      nouns: ['target', 'targets'],
      frame: (lines) => lines.join('\n'),
    },
    ...uncomparedBlocks(plan),
    ...changesByCause(sections.flatMap(({ changes }) => changes)).flatMap((list) =>
      listBlocks(list, isAlone, place),
    ),
    ...sections.flatMap((section) => noteBlocks(section, isAlone)),
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

function targetLine(section: Section): string {
  const { target = organisation, url } = section
  const where = url === '' ? '' : ` ${code(url)}`
  return `- **${prose(target)}**${where}: ${prose(summaryOf(section))}`
}

/** Changes of one cause, target by target. */
function listBlocks({ title, changes }: CausedChanges, isAlone: boolean, place: Place): readonly Block[] {
  const level = title === undefined ? '####' : '#####'
  return [
    ...(title === undefined ? [] : [`#### ${prose(`${title} (${changes.length})`)}`]),
    ...[...grouped(changes, ({ target = organisation }) => target)].flatMap(([target, own]) => [
      ...(isAlone ? [] : [`${level} ${prose(target)}`]),
      ...changeBlocks(groupsOf(own), place),
    ]),
  ]
}

function noteBlocks(section: Section, isAlone: boolean): readonly Block[] {
  if (!hasNotes(section)) return []
  return [
    ...(isAlone ? [] : [`#### Notes: ${prose(section.target ?? organisation)}`]),
    {
      items: notesAs(section, 'waiting').map((note) => ({ rank: notes, text: `- ${waitingText(note)}` })),
      nouns: ['waiting resource', 'waiting resources'],
      frame: (lines) => lines.join('\n'),
    },
    noteBlock('WARNING', noteLines(section, 'warning', 'full')),
    noteBlock('NOTE', [...noteLines(section, 'released', 'full'), ...noteLines(section, 'note', 'full')]),
  ]
}

function changeBlocks(groups: readonly ChangeGroup[], place: Place): readonly Block[] {
  const several = groups.filter(({ changes }) => changes.length > 1).length
  const most = Math.floor(mostNames / Math.max(1, several))
  return [
    {
      items: groups.map((group, index) => ({
        rank: index < mostSure ? surely(rankOf(group.first)) : rankOf(group.first),
        text: rowOf(group, most, place),
        count: group.changes.length,
      })),
      nouns: ['change', 'changes'],
      frame: tableOf(['', 'Resource', 'Change', 'Declared at']),
    },
    {
      items: groups.flatMap((group) => effectsIn(group).map((text) => ({ rank: notes, text }))),
      nouns: ['side effect', 'side effects'],
      frame: (lines) => `Side effects:\n\n${lines.join('\n')}`,
    },
    {
      items: groups
        .filter(({ first }) => !isInRow(first))
        .map((group) => ({ rank: details + rankOf(group.first), text: diffOf(group).join('\n') })),
      nouns: ['list of fields', 'lists of fields'],
      frame: fieldsFrame,
    },
  ]
}

/** Before all rows that are not, after the problems. */
function surely(rank: number): number {
  return rank / 100 - 0.5
}

/** Open where they are few. */
function fieldsFrame(texts: readonly string[]): string {
  const lines = texts.join('\n\n').split('\n')
  const block = fenced('diff', lines)
  return lines.length <= mostOpen ? block : folded('Fields', block)
}

function waitingText(note: Note): string {
  const { isNameCode, sentence } = noteRow(note.sort)
  return isNameCode
    ? `${prose(note.kind)} ${code(note.name)} ${prose(sentence(note))}`
    : prose(noteText(note))
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
    {
      items: (plan.declaredSince?.changes ?? []).map((change) => ({
        rank: details - 1,
        text: diffUnder(`! ${uncomparedHeading(change, plan)}`, new Map([['', change.details]])).join('\n'),
      })),
      nouns: ["change that can't be compared", "changes that can't be compared"],
      frame: (texts) => `**${prose(title)}**\n\n${fenced('diff', texts.join('\n\n').split('\n'))}`,
    },
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
