// Writes the files of a new project. Existing files aren't replaced; lines are added only to .gitignore.
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { given } from '../../core/given.ts'
import { errorOf, exits, type Problem, unwritableFile } from '../../core/problem.ts'
import { listText } from '../../core/words.ts'
import type { WrittenFile } from '../../report/results.ts'
import { ownFile, textOfOwn, createAtomically, removeLeftOvers } from '../files/write-file.ts'
import { editorFiles, ignored, type NewFile } from './new-files.ts'

/** The problem if some of the files or folders exist; `names` are relative to the folder of the project. */
export function existing(root: string, names: readonly string[]): readonly Problem[] {
  const there = names.filter((name) => existsSync(join(root, name)))
  if (there.length === 0) return []
  const message = `${listText(there)} ${there.length === 1 ? 'already exists' : 'already exist'}, and init doesn't replace files`
  const hint =
    'Move the existing files, or use another folder: belfry init FOLDER. To add a pipeline to a project, run init with the same options in an empty folder, and copy the files of the pipeline.'
  return [errorOf('file-exists', message, hint)]
}

/** After a file that can't be written, no more files are written. `kept` files are not replaced. */
export function writeAll(
  root: string,
  files: readonly NewFile[],
  kept: readonly NewFile[] = [...editorFiles(), { name: '.gitignore', text: '' }],
): { readonly written: readonly WrittenFile[]; readonly problems: readonly Problem[] } {
  const written: WrittenFile[] = []
  const all = [...files, ...kept]
  for (const [index, { name, text }] of all.entries())
    try {
      const { path, isThere } = ownFile(root, name)
      const isKept = isThere && kept.some((each) => each.name === name)
      // A killed run may have left a part of the file, which otherwise only a write removes.
      if (isKept) removeLeftOvers(path)
      written.push({
        name,
        result: name === '.gitignore' ? ignoreIn(root, path) : isKept ? 'kept' : create(path, text),
      })
    } catch (error) {
      const others = all.slice(index).map((each) => ({ name: each.name, result: 'not written' }) as const)
      const isBegun = written.some(({ result }) => result !== 'kept')
      const hint = isBegun
        ? "belfry doesn't remove the files that are already written. Fix the cause, remove these files, then run belfry init again."
        : 'Fix the cause, then run belfry init again.'
      const exit = isBegun ? exits.failure : undefined
      const problem = { ...unwritableFile(`${name} can't be written`, error), hint, ...given({ exit }) }
      return { written: [...written, ...others], problems: [problem] }
    }
  return { written, problems: [] }
}

function create(path: string, text: string): WrittenFile['result'] {
  createAtomically(path, text)
  return 'created'
}

/** Adds only missing lines. */
function ignoreIn(root: string, path: string): WrittenFile['result'] {
  const text = textOfOwn(root, '.gitignore')
  const before = text ?? ''
  const lines = new Set(before.split(/\r?\n/).map((line) => line.trim()))
  const missing = ignored.filter((line) => !lines.has(line) && !lines.has(`/${line}`))
  if (missing.length === 0) return 'kept'
  appendFileSync(path, `${before === '' || before.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`)
  return text === undefined ? 'created' : 'extended'
}
