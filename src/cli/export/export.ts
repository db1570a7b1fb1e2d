// Writes what targets have in the service into a new folder, as manifests.
import { append } from '../../core/append.ts'
import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { matchesAny } from '../../engine/plan/select.ts'
import { readTargets } from '../../engine/export/read-live.ts'
import type { Engine } from '../../engine/engine.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { registry } from '../../kinds/registry.ts'
import type { Kind } from '../../kinds/kind.ts'
import { noteLines, type Entry } from '../../manifest/write/entry.ts'
import {
  countsOf,
  declare,
  exampleText,
  filesFor,
  type Layout,
  type LeftOut,
} from '../../manifest/write/files.ts'
import { Variables, type Variable } from '../../manifest/write/references.ts'
import { manifestText } from '../../manifest/write/yaml.ts'
import { isForbiddenName } from '../../manifest/text/allowed-folders.ts'
import type { Project } from '../../project/project.ts'
import { missingKey } from '../prepare/one-target.ts'
import { isReservedName } from '../flags/env-file.ts'
import { badFlag, unwritableFile } from '../flags/problems.ts'
import type { Io } from '../terminal/io.ts'
import { writeAtomically } from '../terminal/write-file.ts'
import { writeSubscribers, type WrittenSubscribers } from './subscribers.ts'

export interface ExportRequest {
  readonly project: Project
  /** As printed; relative to the working directory. */
  readonly out: string
  readonly layout: Layout
  readonly only: readonly string[]
  readonly exclude: readonly string[]
  /** Undefined for no subscribers; a search of the service, which may be empty. */
  readonly subscribers?: Readonly<Record<string, string>>
  readonly channels: boolean
}

/** A file of an export, and what is in it. */
export interface ExportedFile {
  readonly file: string
  readonly holds: string
}

export interface Exported {
  readonly files: readonly ExportedFile[]
  readonly variables: readonly Variable[]
  readonly left: readonly LeftOut[]
  /** Fields that aren't written. */
  readonly notes: readonly { readonly resource: string; readonly note: string }[]
  /** Channels of subscribers that aren't written. */
  readonly channels: number
}

/** Before anything is read: whether the folder can take an export. */
export function folderProblems(out: string, io: Pick<Io, 'cwd'>): Problem[] {
  try {
    const found = readdirSync(resolve(io.cwd, out)).filter((name) => !name.startsWith('.') || name === '.env.example') // prettier-ignore
    return found.length === 0 ? [] : [badFlag(`--out ${out} isn't empty: it has ${found[0]}`, 'Name a new folder; nothing is overwritten.')] // prettier-ignore
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : [unwritableFile(`--out ${out} can't be used`, error)] // prettier-ignore
  }
}

/** All that is read comes first; then files are written, each of them whole. `unfinished` gets what removes files that are not. */
export async function exportTo(
  request: ExportRequest,
  engine: Engine,
  io: Io,
  unfinished: (() => void)[],
): Promise<Exported | readonly Problem[]> {
  const { project, out, only, exclude } = request
  const keyless = project.targets.filter(({ apiKey }) => apiKey === undefined).map(missingKey)
  if (keyless.length > 0) return keyless
  const live = await readTargets(project.targets, engine)
  if (hasErrors(live.problems)) return live.problems
  const selects =
    (kind: Kind) =>
    (name: string): boolean => {
      const resource = { kind: kind.name, name }
      return (only.length === 0 || matchesAny(resource, only)) && !matchesAny(resource, exclude)
    }
  const variables = new Variables(
    (name) => isForbiddenName(name) || isReservedName(name) || project.keyReferences.has(`env:${name}`),
    (text) => io.filter.find(text) !== undefined,
  )
  const entries: Entry[] = []
  const left: LeftOut[] = []
  for (const kind of registry.filter(({ all }) => all === undefined)) {
    const found = (await live.all(kind)).filter(({ live: { name } }) => selects(kind)(name))
    found.forEach(({ live: { fields } }) => io.filter.know(fields))
    const declared = declare(kind, found, variables, project, registry)
    append(entries, declared.entries)
    append(left, declared.left)
  }
  const folder = resolve(io.cwd, out)
  const kind = registry.find(({ all }) => all !== undefined)
  let subscribers: WrittenSubscribers | undefined
  try {
    mkdirSync(folder, { recursive: true })
    if (kind !== undefined && request.subscribers !== undefined)
      subscribers = await writeSubscribers(
        join(folder, `${kind.list}.ndjson`),
        live,
        { kind, query: request.subscribers, selects: selects(kind), withChannels: request.channels, others: request.channels ? entries : [] }, // prettier-ignore
        variables,
        project,
        unfinished,
      )
    const files = write(folder, entries, subscribers, kind, request, variables.all)
    return {
      files: files.map(({ file, holds }) => ({ file: join(out, file), holds })),
      variables: variables.all,
      left: [...left, ...(subscribers?.left ?? [])],
      notes: entries.flatMap(({ kind: { name: ofKind }, name, notes }) => noteLines(notes).map((note) => ({ resource: `${ofKind} ${name}`, note }))), // prettier-ignore
      channels: subscribers?.channels ?? 0,
    }
  } catch (error) {
    subscribers?.abandon()
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    return [unwritableFile(`the export can't be written to ${out}`, error)]
  }
}

function write(
  folder: string,
  entries: readonly Entry[],
  subscribers: WrittenSubscribers | undefined,
  kind: Kind | undefined,
  { layout }: ExportRequest,
  variables: readonly Variable[],
): ExportedFile[] {
  const files: ExportedFile[] = []
  const put = (file: string, text: string, holds: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeAtomically(join(folder, file), text)
    files.push({ file, holds })
  }
  if (subscribers !== undefined && kind !== undefined) {
    subscribers.commit()
    files.push({ file: `${kind.list}.ndjson`, holds: `${subscribers.count} subscribers` })
    put(
      `${kind.list}.yaml`,
      manifestText([], [{ list: kind.list, file: `${kind.list}.ndjson` }]),
      'includes it',
    )
  }
  for (const [file, all] of filesFor(entries, layout)) put(file, manifestText(all), countsOf(all))
  if (variables.length > 0) put('.env.example', exampleText(variables), `${variables.length} variables`)
  return files
}
