// Puts a plan into the file that --out names.
import { resolve } from 'node:path'
import type { Problem } from '../../core/problem.ts'
import { unwritableFile } from '../../library/problems.ts'
import type { Io } from '../terminal/io.ts'
import { writeAtomically } from '../../library/files/write-file.ts'

/** Writes the pieces of the text, or says why it can't. What the pieces throw is thrown. */
export function saver(
  file: string,
  { cwd }: Pick<Io, 'cwd'>,
): (pieces: Iterable<string>) => readonly Problem[] {
  return (pieces) => {
    try {
      writeAtomically(resolve(cwd, file), pieces)
      return []
    } catch (error) {
      // A bug, and not the system: such as a secret in a piece.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
      return [unwritableFile(`the plan can't be saved in ${file}`, error)]
    }
  }
}
