// The .env.example with the names of the variables that an export adds to manifests.
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { errorOf, type Problem } from '../../core/problem.ts'
import { whyUnusable } from '../../core/system-failure.ts'
import { isInside } from '../../core/path-inside.ts'
import { exampleLines, exampleText } from '../../manifest/write/files.ts'
import type { Variable } from '../../manifest/write/references.ts'
import { lineBreak } from '../../manifest/write/splice.ts'
import type { Appended } from '../../manifest/write/update.ts'
import type { Project } from '../../project/project.ts'
import { textOfOwn } from '../files/write-file.ts'
import { sizeLimits } from '../files/read-file.ts'
import type { Machine } from '../run.ts'

/** The `.env.example` with the names of new variables, if it lacks some. Its present text is added to `before`. */
export function withNames(
  used: readonly Variable[],
  [first]: readonly Appended[],
  before: Map<string, string>,
  project: Project,
  machine: Machine,
): Map<string, string> | Problem {
  if (used.length === 0 || first === undefined) return new Map()
  const file = exampleFile(first.file, project, machine)
  const text = exampleIn(file, project, machine)
  if (typeof text === 'object') return text
  if (text !== undefined) before.set(file, text)
  // A run that was killed may have written some names.
  const known = (text ?? '').split('\n')
  const unnamed = used.filter(({ name }) => !known.some((line) => line.startsWith(`${name}=`)))
  return new Map(unnamed.length > 0 ? [[file, extended(text, unnamed)]] : [])
}

/**
 * The one in the nearest folder above a manifest, inside the project; otherwise a new one next to the manifest. Of a manifest
 * outside of the project, the project's own.
 */
function exampleFile(manifest: string, { root }: Project, machine: Machine): string {
  const beside = dirname(resolve(machine.cwd, manifest))
  const own = isInside(beside, root) ? beside : root
  let folder = own
  while (!existsSync(join(folder, '.env.example')) && folder !== root) folder = dirname(folder)
  const found = existsSync(join(folder, '.env.example')) ? folder : own
  return relative(machine.cwd, join(found, '.env.example')).replaceAll('\\', '/')
}

function extended(text: string | undefined, unnamed: readonly Variable[]): string {
  if (text === undefined) return exampleText(unnamed)
  const lineEnd = lineBreak({ text })
  const lines = exampleLines(unnamed).trimEnd().split('\n')
  const isOpen = text !== '' && !text.endsWith('\n')
  return `${text}${isOpen ? lineEnd : ''}${lineEnd}${lines.join(lineEnd)}${lineEnd}`
}

/** Undefined if there is none. */
function exampleIn(file: string, { root }: Project, { cwd }: Machine): string | undefined | Problem {
  try {
    return textOfOwn(root, relative(root, resolve(cwd, file)), sizeLimits.json)
  } catch (error) {
    const message = `${file} can't be read: ${whyUnusable(error)}`
    return errorOf('file-unreadable', message, 'Check the path and the permissions of the file.')
  }
}
