// The notes of a plan as sentences, in the order of their sorts; not yet made visible.
import type { Change } from '../../core/plan/change.ts'
import { noteRow, notesOf, noteSorts, noteText, type Note, type NoteSeverity } from '../../core/plan/notes.ts'
import type { Section } from '../../core/plan/plan.ts'
import { grouped } from '../../core/lists.ts'
import { mostSimilar } from '../../core/did-you-mean.ts'

/**
 * How much of a plan is shown: only counts, the differences, or also what matches, without truncation. `excerpt`: as usual, by a
 * command that has no --full.
 */
export type Extent = 'summary' | 'usual' | 'excerpt' | 'full'

/** If there are more, a text that isn't full has only their number. */
export const mostListed = 3

/** The lines of one severity; a sort that may have hundreds is one line with a count, unless the extent is full. */
export function noteLines(
  section: Pick<Section, 'notes' | 'changes'>,
  severity: NoteSeverity,
  extent: Extent,
): readonly string[] {
  return noteSorts.flatMap((sort) => {
    const { severity: severityOf, folded } = noteRow(sort)
    const notes: readonly Note[] = notesOf(section, sort).filter((note) => severityOf(note) === severity)
    const creations = sort === 'unmanaged' ? section.changes.filter(({ action }) => action === 'create') : []
    const created = grouped(creations, ({ kind }) => kind)
    return folded === undefined || extent === 'full' || notes.length <= mostListed
      ? notes.map((note) => `${noteLine(note)}${renameHint(note, created.get(note.kind))}`)
      : [`${folded(notes)}${extent === 'usual' ? ' (--full lists them)' : ''}`]
  })
}

/** Resources and fields that the manifests no longer declare, each with its former place. */
export function releasedNotes(section: Section) {
  return notesOf(section, 'released').map((note) => ({ text: noteText(note), position: note.position }))
}

/** What a pipeline warns of, for every plan or only for saved ones. */
export function noteWarnings(section: Section, of: 'plans' | 'saved plans') {
  return noteSorts.flatMap((sort) => {
    const { notice } = noteRow(sort)
    if (notice?.of !== of) return []
    return notesOf(section, sort).map((note: Note) => ({
      title: notice.title,
      text: noteText(note, notice.sentence),
      position: note.position,
    }))
  })
}

/** A plan that creates more of a kind has no hints for it: each unmanaged resource would be compared with each of them. */
const mostCompared = 100

/** An unmanaged resource may be one that the plan creates, under a former name or without a typo. */
function renameHint({ kind, name }: Note, created: readonly Change[] = []): string {
  if (created.length > mostCompared) return ''
  const names = created.map((each) => each.name)
  const similar = mostSimilar(name, names)
  return similar === undefined
    ? ''
    : `; if ${similar} is the same ${kind}, correct the manifest, or declare previously: ${name} to rename it`
}

function noteLine(note: Note): string {
  // Absent if no manifest declares the resource.
  const position = noteRow(note.sort).hasPlace ? note.position : undefined
  return position === undefined ? noteText(note) : `${noteText(note)} (${position.file}:${position.line})`
}
