// Writes what targets have in the service into a new folder, as manifests.
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { errorOf, hasErrors, type Problem, badFlag, unwritableFile } from '../../core/problem.ts'
import { option } from '../../core/shell.ts'
import { counted } from '../../core/words.ts'
import type { Engine } from '../../engine/engine.ts'
import { openTargets } from '../../engine/export/read-live.ts'
import type { InService } from '../../kinds/resource.ts'
import { kindNames, type Kind } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import { notesOf } from '../../manifest/write/entry.ts'
import { countsText, declare, exampleText, filesFor } from '../../manifest/write/files.ts'
import { manifestText } from '../../manifest/write/yaml.ts'
import type { Project } from '../../project/project.ts'
import type { Results } from '../../report/results.ts'
import { peopleFolder } from '../../report/text/exported.ts'
import type { Machine } from '../run.ts'
import {
  createAtomically,
  ownFile,
  partBeside,
  removeLeftOvers,
  whyNotCreatable,
} from '../files/write-file.ts'
import type { ExportFlags } from '../options/export.ts'
import { schemaCopy, schemaLine } from '../schemas.ts'
import { subscriberLines } from './subscriber-lines.ts'
import { variablesOf } from '../files/changed-manifests.ts'
import { listOf } from '../../kinds/from-field-rows.ts'
import { idleProblem, matchesAny, nothingSelected, type Selection } from '../../engine/plan/select.ts'

export interface FolderRequest extends Pick<ExportFlags, 'layout' | 'only' | 'exclude' | 'channels'> {
  readonly project: Project
  /** Takes the warnings of what is exported. */
  readonly warn?: (found: readonly InService[]) => void
  readonly format?: ExportFlags['format']
  /** Undefined for no subscribers; a search of the service, which may be empty. */
  readonly query?: Readonly<Record<string, string>> | undefined
}

/** Checked before anything is read: whether the folder can be used for an export. */
export function folderProblems(out: string, at: Pick<Machine, 'cwd'>): Problem[] {
  try {
    const [used] = readdirSync(resolve(at.cwd, out))
    return used === undefined
      ? []
      : [
          badFlag(
            `${option('out')} ${out} isn't empty: the folder contains ${used}`,
            "Use a new folder. export doesn't replace files.",
          ),
        ]
  } catch (error) {
    const isNew = (error as NodeJS.ErrnoException).code === 'ENOENT'
    // In /proc, mkdir answers that there is no such folder: a recursive one of Node would then try again without end.
    const why = isNew ? whyNotCreatable(resolve(at.cwd, out)) : error
    const hint = 'Give a new folder, in a folder that you can write to.'
    return why === undefined
      ? []
      : [{ ...unwritableFile(`${option('out')} ${out} can't be used`, why), hint }]
  }
}

/** The files of an export before they are written. */
export interface Exported extends Omit<Results['export'], 'out' | 'files'> {
  /** By their path in the folder; `holds` says in words what is in a file. */
  readonly files: readonly {
    readonly file: string
    readonly text: string | readonly string[]
    readonly holds: string
  }[]
}

/** Reads the targets, and makes the files. Throws if a list can't be read after others were. */
export async function exported(
  request: FolderRequest,
  engine: Engine,
  machine: Machine,
): Promise<Exported | readonly Problem[]> {
  const { project, query, channels: withChannels } = request
  const live = await openTargets(project.targets, engine)
  if (hasErrors(live.problems)) return live.problems
  const { selects, idle } = choiceOf(request, query === undefined ? 'unread' : 'searched')
  const read: (readonly [Kind, readonly InService[]])[] = []
  for (const kind of registry.filter(({ all }) => all === undefined)) {
    const found = await live.resourcesOf(kind)
    found.forEach(({ live: { fields } }) => machine.filter.addSecrets(fields))
    read.push([kind, found.filter(({ live: { name } }) => selects(kind.name, name))])
  }
  const variables = variablesOf(project, machine)
  const declared = () => read.map(([kind, found]) => declare(kind, found, variables, project, registry))
  const kind = registry.find(({ all }) => all !== undefined)
  const isCsv = request.format === 'csv'
  const others = withChannels ? declared().flatMap(({ entries }) => entries) : []
  const own = kind && query && { kind, query, selects: selects.bind(undefined, kind.name) }
  const how = { others, withChannels, isCsv }
  const lines = own && (await subscriberLines(live, { ...own, ...how }, variables, project, machine.filter))
  const problems = idle()
  if (problems.length > 0) return problems
  // Only now all secrets are known.
  const all = declared()
  const entries = all.flatMap((each) => each.entries)
  entries.forEach((entry) => variables.use(entry))
  const files = [...(kind && lines ? subscriberFiles(listOf(kind), lines, isCsv) : [])]
  for (const [file, content] of filesFor(entries, request.layout))
    files.push({ file, text: manifestText(content), holds: countsText(content) })
  if (variables.all.length > 0) {
    const holds = counted(variables.all.length, 'variable')
    files.push({ file: '.env.example', text: exampleText(variables.all), holds })
  }
  for (const [, found] of read) request.warn?.(found)
  const { redact } = machine.filter
  const notes = [...entries.flatMap(notesOf), ...(lines?.notes ?? [])].map(({ resource, note }) => ({
    resource: redact(resource),
    note: redact(note),
  }))
  const left = [...(lines?.left ?? []), ...all.flatMap((each) => each.left)].map((each) => ({
    ...each,
    name: redact(each.name),
    why: redact(each.why),
  }))
  return { files, variables: variables.all, left, notes, channels: lines?.channels ?? 0 }
}

/** The lines of all subscribers, and a manifest that includes them; no file without subscribers. */
function subscriberFiles(
  list: string,
  { count, slices, columns }: Awaited<ReturnType<typeof subscriberLines>>,
  isCsv: boolean,
): Exported['files'] {
  if (count === 0) return []
  const file = `${list}.${isCsv ? 'csv' : 'ndjson'}`
  return [
    { file: `${peopleFolder}/${file}`, text: slices, holds: counted(count, isCsv ? 'row' : 'line') },
    {
      file: `${peopleFolder}/${list}.yaml`,
      text: manifestText([], [{ list, file, columns }]),
      holds: `includes ${file}`,
    },
  ]
}

/** Whether a file of an export contains the subscribers. */
export function isPersonal(file: string): boolean {
  return /\.(?:ndjson|csv)$/.test(file)
}

/** Writes all files or none, as a new folder. `out` is its name as it is printed. */
export function writeExport(
  { files, ...rest }: Exported,
  out: string,
  { root }: Pick<Project, 'root'>,
  { cwd }: Pick<Machine, 'cwd'>,
): Results['export'] | readonly Problem[] {
  const folder = resolve(cwd, out)
  const part = partBeside(folder)
  const copy = schemaCopy('manifest')
  try {
    for (const { file, text } of files) {
      const line = file.endsWith('.yaml') ? schemaLine('manifest', relative(root, join(folder, file))) : ''
      // Files about persons are readable only by their owner.
      const mode = isPersonal(file) ? 0o600 : undefined
      createAtomically(join(part, file), [line, text].flat(), mode)
    }
    if (files.length > 0) {
      const { path, isThere } = ownFile(root, copy.name)
      if (isThere) removeLeftOvers(path)
      else createAtomically(path, copy.text)
      // Fails if another process has put something into the folder.
      renameSync(part, folder)
    }
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    return [unwritableFile(`the export can't be written to ${out}`, error)]
  }
  return { out, files: files.map(({ file, holds }) => ({ file: join(out, file), holds })), ...rest }
}

interface Choice {
  /** Whether a resource is exported. Called for everything that is read. */
  readonly selects: (kind: string, name: string) => boolean
  /** Called once everything is read: a problem for each selector that matched nothing, or if nothing is left. A typo must not pass as success. */
  readonly idle: () => Problem[]
}

/** The resources that --only and --exclude choose. */
export function choiceOf(
  { only, exclude }: Pick<Selection, 'only' | 'exclude'>,
  subscribers: 'declared' | 'unread' | 'searched' = 'declared',
): Choice {
  const names: { kind: string; name: string }[] = []
  const unused = new Set([...only, ...exclude])
  let isNothing = unused.size > 0
  return {
    selects: (kind, name) => {
      const resource = { kind, name }
      if (unused.size > 0) names.push(resource)
      for (const selector of unused) if (matchesAny(resource, [selector])) unused.delete(selector)
      const isSelected = (only.length === 0 || matchesAny(resource, only)) && !matchesAny(resource, exclude)
      if (isSelected) isNothing = false
      return isSelected
    },
    idle: () => {
      if (isNothing && unused.size === 0) return [nothingSelected('exported')]
      return [...unused].map((selector) => {
        const flag = only.includes(selector) ? 'only' : 'exclude'
        const isOfSubscribers = selector.startsWith('subscriber/')
        if (isOfSubscribers && subscribers === 'unread')
          return badFlag(
            `${option(flag)} ${selector}: subscribers are exported only with ${option('subscribers')}`,
            `Add ${option('subscribers', 'all')}, or a search such as ${option('subscribers', 'email=@acme.example')}.`,
          )
        if (isOfSubscribers && subscribers === 'searched' && !names.some(({ kind }) => kind === 'subscriber'))
          return errorOf(
            'idle-selector',
            `${option(flag)} ${selector} matches nothing: ${option('subscribers')} found no subscriber`,
            `Check the value of ${option('subscribers')}.`,
          )
        return idleProblem(flag, selector, 'no exported resource', names, kindNames)
      })
    },
  }
}
