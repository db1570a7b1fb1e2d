// Notes in JSON and saved plans: a list for each sort.
import { type Note, noteSorts, type Noted, type NoteSort } from './notes.ts'

type Lists = { [Sort in NoteSort]: Omit<Note<Sort>, 'sort'>[] }

export function noteLists({ notes }: Noted): Lists {
  const lists = Object.fromEntries(noteSorts.map((sort) => [sort, []])) as unknown as Lists
  for (const { sort, ...note } of notes) (lists[sort] as object[]).push(note)
  return lists
}

export function notesFrom(lists: Partial<Lists>): readonly Note[] {
  return Object.entries(lists).flatMap(([sort, notes]) => notes.map((note) => ({ sort, ...note }) as Note))
}
