// Folders for the files of revisions, for as long as they are read.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Only this user can look into them, and nothing is left of them. */
export function temporaryFolders(): { readonly make: () => string; readonly remove: () => void } {
  const made: string[] = []
  return {
    make: () => {
      const folder = mkdtempSync(join(tmpdir(), 'belfry-diff-'))
      made.push(folder)
      return folder
    },
    remove: () => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
  }
}
