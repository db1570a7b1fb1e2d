// Writes a file whole or not at all: whoever reads it at any moment finds the old text or the new one.
import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** For its owner's eyes only. Throws the system's errors, after which the file is what it was. */
export function writeAtomically(path: string, text: string): void {
  const part = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  try {
    const file = openSync(part, 'wx', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
