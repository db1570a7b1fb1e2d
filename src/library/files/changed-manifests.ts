// Manifests that a command changes: shown as a diff, and written back; and the variables that written manifests can refer to.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff'
import { resourceKey } from '../../core/plan/change.ts'
import { errorOf, type Problem, unwritableFile } from '../../core/problem.ts'
import { listText } from '../../core/words.ts'
import type { Loaded } from '../../manifest/load-manifests.ts'
import type { Machine } from '../run.ts'
import { sizeLimits, textOfFile } from './read-file.ts'
import { replaceAtomically } from './write-file.ts'
import { isForbiddenName } from '../../manifest/references/forbidden-variables.ts'
import { Variables } from '../../manifest/write/references.ts'
import type { Project } from '../../project/project.ts'
import { isReservedName } from '../prepare/settings.ts'

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
      const hunks = hunksOf(from, to, commonStarts(startsIn(old, file), startsIn(next, file)))
      const patch = {
        oldFileName: file,
        oldHeader: undefined,
        newFileName: file,
        newHeader: undefined,
        hunks,
      }
      return formatPatch(patch, FILE_HEADERS_ONLY)
    })
    .join('')
}

/** Compares the lines of one resource at a time: the work grows with the square of the lines that differ. */
function hunksOf(from: string, to: string, starts: readonly (readonly [number, number])[]) {
  const [before, after] = [linesOf(from), linesOf(to)]
  let [oldLine, newLine] = [0, 0]
  return [...starts, [before.length, after.length] as const].flatMap(([oldEnd, newEnd]) => {
    const [old, now] = [before.slice(oldLine, oldEnd).join(''), after.slice(newLine, newEnd).join('')]
    const hunks = structuredPatch('', '', old, now, '', '', { context: 0 }).hunks.map(
      ({ oldStart, newStart, ...hunk }) => ({
        ...hunk,
        oldStart: oldStart + oldLine,
        newStart: newStart + newLine,
      }),
    )
    ;[oldLine, newLine] = [oldEnd, newEnd]
    return hunks
  })
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

/** How many lines precede each resource that begins a line in both texts. */
function commonStarts(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  let [oldLine, newLine] = [0, 0]
  return [...before].flatMap(([name, from]) => {
    const to = after.get(name) ?? 0
    if (from <= oldLine || to <= newLine) return []
    ;[oldLine, newLine] = [from, to]
    return [[from - 1, to - 1] as const]
  })
}

function startsIn(loaded: Loaded, file: string): ReadonlyMap<string, number> {
  const own = [...loaded.written().collected.values()]
    .flatMap(({ objects }) => objects.map(({ desired }) => desired))
    .filter(({ position }) => position.file === file)
    .sort((left, right) => left.position.line - right.position.line)
  return new Map(own.map((desired) => [resourceKey(desired), desired.position.line]))
}

function shownIn(loaded: Loaded): ReadonlyMap<string, string> {
  const { sources, shown } = loaded.written()
  return new Map(sources.map((source) => [source.file, shown(source)]))
}

/**
 * Writes the new texts, by file; `before` are the texts as they were read. Writes nothing if a file has changed since, or if
 * there is a new manifest or one less. `load` reads the manifests again.
 */
export async function writeManifests(
  texts: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
  load: () => Promise<Loaded>,
  { cwd }: Pick<Machine, 'cwd'>,
): Promise<Problem[]> {
  const path = (file: string): string => resolve(cwd, file)
  /** The byte order mark of each file that has one, which stays. */
  const marks = new Map<string, string>()
  const again = new Set((await load()).written().sources.map(({ file }) => file))
  const added = [...again].find((file) => !before.has(file))
  if (added !== undefined) return [changedMeanwhile(added, 'added')]
  const removed = [...before.keys()].find((file) => !again.has(file) && !existsSync(path(file)))
  if (removed !== undefined) return [changedMeanwhile(removed, 'removed')]
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

function changedMeanwhile(file: string, how: 'changed' | 'added' | 'removed'): Problem {
  return errorOf(
    'file-changed',
    `${file} was ${how} while belfry was reading; nothing was written`,
    'Run the command again.',
  )
}

/** The names of variables that a written manifest can refer to. `isUsed`: whether manifests refer to a name already. */
export function variablesOf(
  { keyReferences }: Project,
  { filter }: Pick<Machine, 'filter'>,
  isUsed: (name: string) => boolean = () => false,
): Variables {
  return new Variables(
    (name) =>
      isForbiddenName(name) || isReservedName(name) || keyReferences.has(`env:${name}`) || isUsed(name),
    (text) => filter.findSecret(text) !== undefined,
  )
}
