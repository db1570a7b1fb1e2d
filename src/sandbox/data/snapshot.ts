// Writes the whole store to a folder so that the former snapshot stands until the new one is whole and on disk.
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Change } from '../store/store.ts'
import { encoded, journalFile, ownerOnly, snapshotFile, type Header } from './saved.ts'

/** Returns the snapshot's size in bytes. `changes` are written a while later and so must not change. */
export async function writeSnapshot(
  folder: string,
  header: Header,
  changes: readonly Change[],
): Promise<number> {
  const path = join(folder, snapshotFile)
  await writeFile(`${path}.new`, chunks(header, changes), { flush: true, mode: ownerOnly })
  await rename(`${path}.new`, path)
  await syncFolder(folder)
  return (await stat(path)).size
}

/** Makes a journal's file if it isn't there, and takes all others away. */
export async function openJournal(folder: string, generation: number): Promise<string> {
  const name = journalFile(generation)
  const path = join(folder, name)
  await (await open(path, 'a', ownerOnly)).close()
  await syncFolder(folder)
  const others = (await readdir(folder)).filter((file) => /^journal-\d+\.ndjson$/.test(file) && file !== name)
  await Promise.all(others.map((file) => rm(join(folder, file))))
  return path
}

const chunkLength = 65_536

function* chunks(header: Header, changes: readonly Change[]): Generator<string> {
  let text = encoded(header)
  for (const change of changes) {
    text += encoded(change)
    if (text.length > chunkLength) {
      yield text
      text = ''
    }
  }
  yield text + encoded({ rows: changes.length })
}

/** Makes the names of a folder's files durable, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // Windows opens no folder; there a name is durable with its file.
  }
}
