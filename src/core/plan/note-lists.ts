// Notes in JSON and saved plans: a list for each sort.
import type { Note, Noted, NoteSort } from './notes.ts'

type Lists = { readonly [Sort in NoteSort]?: readonly Omit<Note<Sort>, 'sort'>[] }

/** Readers find a list of these sorts also if there are no notes. */
const always = { missing: [], unreadable: [], unmanaged: [], duplicates: [], waiting: [] }

export function noteLists({ notes }: Noted): Lists & Required<Pick<Lists, keyof typeof always>> {
  const lists: Partial<Record<NoteSort, object[]>> = structuredClone(always)
  for (const { sort, ...note } of notes) (lists[sort] ??= []).push(note)
  return lists as ReturnType<typeof noteLists>
}

export function notesFrom(lists: Lists): readonly Note[] {
  return Object.entries(lists).flatMap(([sort, notes]) => notes.map((note) => ({ sort, ...note }) as Note))
}
