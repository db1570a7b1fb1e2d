// Manifests that a command changes: read as a whole, shown as a diff, and written back.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { Problem } from '../../core/problem.ts'
import { refusal } from '../../core/refusals.ts'
import { listText } from '../../core/words.ts'
import type { Loaded } from '../../manifest/load.ts'
import type { Ambient } from '../ambient.ts'
import { sizeLimits, textOfFile } from './read-file.ts'
import { unwritableFile } from '../problems.ts'
import { replaceAtomically } from './write-file.ts'

/**
 * A unified diff of files. Secrets in plain text are masked here, because the general filter doesn't know short secrets and
 * secrets that no target uses.
 */
export function diffOf(
  texts: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
  old: Loaded,
  next: Loaded,
): string {
  const [shownBefore, shownAfter] = [shownIn(old), shownIn(next)]
  return [...texts]
    .map(([file, text]) => {
      const [from, to] = [shownBefore.get(file) ?? before.get(file) ?? '', shownAfter.get(file) ?? text]
      return createTwoFilesPatch(file, file, from, to, undefined, undefined, {
        headerOptions: FILE_HEADERS_ONLY,
        context: 0,
      })
    })
    .join('')
}

function shownIn(loaded: Loaded): ReadonlyMap<string, string> {
  const { sources, shown } = loaded.written()
  return new Map(sources.map((source) => [source.file, shown(source)]))
}

/** Writes nothing if a file has changed since it was read, or if a manifest has come. `load` reads the manifests once more. */
export async function written(
  texts: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
  load: () => Promise<Loaded>,
  { cwd }: Pick<Ambient, 'cwd'>,
): Promise<Problem[]> {
  const path = (file: string): string => resolve(cwd, file)
  const marks = new Map<string, string>()
  const again = await load()
  const added = again.written().sources.find(({ file }) => !before.has(file))
  if (added !== undefined) return [changedMeanwhile(added.file, 'added')]
  for (const file of texts.keys()) {
    const now = existsSync(path(file)) ? textOfFile(file, { cwd }, sizeLimits.record) : undefined
    marks.set(file, now?.startsWith('\uFEFF') === true ? '\uFEFF' : '')
    if (now?.replace(/^\uFEFF/, '') !== before.get(file)?.replace(/^\uFEFF/, ''))
      return [changedMeanwhile(file, 'changed')]
  }
  const done: string[] = []
  for (const [file, text] of texts)
    try {
      replaceAtomically(path(file), text.startsWith('\uFEFF') ? text : `${marks.get(file)}${text}`)
      done.push(file)
    } catch (error) {
      const hint = `${done.length === 0 ? 'No file was changed' : `Already changed: ${listText(done)}`}. Fix the cause, then run the command again.`
      return [{ ...unwritableFile(`${file} can't be written`, error), hint }]
    }
  return []
}

function changedMeanwhile(file: string, how: 'changed' | 'added'): Problem {
  return refusal({
    rule: 'file-changed',
    severity: 'error',
    message: `${file} was ${how} while belfry was reading; nothing was written`,
    hint: 'Run the command again.',
  })
}
