// A project on disk whose files are written anew for each run.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { folderIn } from '../support/cli-process.ts'
import { bytesOf } from './nasty.ts'

export type Files = Readonly<Record<string, string>>

export interface FuzzFolder {
  readonly path: string
  /** Empties it, and writes these files. */
  readonly hold: (files: Files) => void
}

/** Until the test is over. */
export function fuzzFolder(): FuzzFolder {
  const { folder, remove } = folderIn({})
  onTestFinished(remove)
  const path = join(folder, 'project')
  const hold = (files: Files): void => {
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path)
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), bytesOf(text), { mode: 0o600 })
    }
  }
  return { path, hold }
}
