// What a folder holds: a snapshot of the store, and the journal of what has changed since.
import { readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { IdsState } from '../store/ids.ts'
import type { Change } from '../store/store.ts'

/** Of all files here: they hold API keys and credentials in clear. */
export const ownerOnly = 0o600

export const snapshotFile = 'state.ndjson'
export const journalFile = (generation: number): string => `journal-${generation}.ndjson`

/** How far ids and time have come. */
export interface Progress {
  readonly ids: IdsState
  /** Milliseconds since 1970. */
  readonly time: number
}

/** The first line of a snapshot; a journal of its generation follows on it. */
export interface Header extends Progress {
  readonly format: 1
  readonly generation: number
  readonly organizationId: string
  readonly userId: string
  /** Of which identifiers and keys are made. */
  readonly random: number
}

/** One line of a journal: what changed at once. */
export interface Entry extends Progress {
  readonly changes: readonly Change[]
}

export interface Saved {
  readonly header: Header
  readonly changes: readonly Change[]
  readonly progress: Progress
  readonly journalBytes: number
}

/** Undefined for a folder without a state. Cuts a last line off that was never finished. */
export function readSaved(folder: string): Saved | undefined {
  const path = join(folder, snapshotFile)
  const lines = linesOf(path)
  if (lines === undefined) return undefined
  const values = lines.map((line, index) => {
    const value = decoded(line.text)
    if (value === undefined) throw damaged(path, index)
    return value
  })
  const header = values[0] as Header | undefined
  if (header?.format !== 1)
    throw new DataError(
      `${path} has an unknown format. Use the version of belfry that wrote the file, or a new folder.`,
    )
  const rows = values.slice(1, -1) as Change[]
  if ((values.at(-1) as { readonly rows: number }).rows !== rows.length)
    throw new DataError(
      `${path} is incomplete: the last lines are missing. Restore the file from a backup, or use a new folder.`,
    )
  const { entries, bytes } = readJournal(join(folder, journalFile(header.generation)))
  return {
    header,
    changes: [...rows, ...entries.flatMap(({ changes }) => changes)],
    progress: entries.at(-1) ?? header,
    journalBytes: bytes,
  }
}

function readJournal(path: string): { readonly entries: readonly Entry[]; readonly bytes: number } {
  const lines = linesOf(path) ?? []
  const entries: Entry[] = []
  let bytes = 0
  for (const [index, { text, end, isWhole }] of lines.entries()) {
    const entry = isWhole ? decoded(text) : undefined
    if (entry === undefined) {
      if (index < lines.length - 1) throw damaged(path, index)
      truncateSync(path, bytes)
      break
    }
    entries.push(entry as Entry)
    bytes = end
  }
  return { entries, bytes }
}

function damaged(path: string, index: number): DataError {
  const line = index + 1
  return new DataError(
    `${path} is damaged at line ${line}. Restore the file from a backup, or use a new folder.`,
  )
}

interface Line {
  readonly text: string
  /** Where it ends in the file, in bytes. */
  readonly end: number
  readonly isWhole: boolean
}

function linesOf(path: string): Line[] | undefined {
  const content = contentOf(path)
  if (content === undefined) return undefined
  const lines: Line[] = []
  for (let start = 0; start < content.length;) {
    const found = content.indexOf(10, start)
    const end = found < 0 ? content.length : found
    lines.push({ text: content.toString('utf8', start, end), end: end + 1, isWhole: found >= 0 })
    start = end + 1
  }
  return lines
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new DataError(`${path} can't be read: ${String(error)}`, error)
  }
}

/** One line of a file that must survive a kill: a checksum, a space, and JSON. */
export function encoded(value: unknown): string {
  const json = JSON.stringify(value)
  return `${checksum(json)} ${json}\n`
}

/** Undefined when the line isn't whole. */
export function decoded(line: string): unknown {
  const json = line.slice(9)
  return line[8] === ' ' && line.slice(0, 8) === checksum(json) ? (JSON.parse(json) as unknown) : undefined
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

export class DataError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DataError'
  }
}
