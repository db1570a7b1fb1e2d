// Puts a plan into the file that --out names.
import { resolve } from 'node:path'
import type { Problem } from '../../core/problem.ts'
import { unwritableFile } from '../options/problems.ts'
import type { Io } from '../terminal/io.ts'
import { writeAtomically } from '../terminal/write-file.ts'

/** Writes the text, or says why it can't. */
export function saver(file: string, { cwd }: Pick<Io, 'cwd'>): (text: string) => readonly Problem[] {
  return (text) => {
    try {
      writeAtomically(resolve(cwd, file), text)
      return []
    } catch (error) {
      return [unwritableFile(`the plan can't be saved in ${file}`, error)]
    }
  }
}
