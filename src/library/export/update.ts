// Updates the manifests of a project from the service: shows the changes, or writes them.
import { existsSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { someText } from '../../core/secrets/leak.ts'
import type { Engine } from '../../engine/engine.ts'
import { openTargets, type LiveTargets } from '../../engine/export/read-live.ts'
import { type InService, formerNameOf } from '../../kinds/resource.ts'
import type { Kind } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import type { Loaded } from '../../manifest/load-manifests.ts'
import { beginMatch, isGlob, isMatch, matchNext, splitGlob } from '../../manifest/walk.ts'
import { isUncompared, labelOf, type Declared, type Edit } from '../../manifest/write/edits.ts'
import { notesOf } from '../../manifest/write/entry.ts'
import { declare } from '../../manifest/write/files.ts'
import { withLateTargets } from '../../manifest/write/late-targets.ts'
import { updatedTexts } from '../../manifest/write/update.ts'
import type { Project } from '../../project/project.ts'
import type { Results } from '../../report/results.ts'
import { diffOf, variablesOf, writeManifests } from '../files/changed-manifests.ts'
import { manifestsOf } from '../prepare/open-project.ts'
import type { Machine } from '../run.ts'
import type { ExportFlags } from '../options/export.ts'
import { choiceOf, type FolderRequest } from './export.ts'
import { isSecretAt } from '../../kinds/from-field-rows.ts'
import { withNames } from './env-example.ts'

type UpdateRequest = Pick<FolderRequest, 'project' | 'warn'> & Pick<ExportFlags, 'only' | 'exclude' | 'write'>

/**
 * Throws if a list can't be read after others were. `twins` are resources, such as `Production integration ses`, that an earlier
 * attempt declared for a late target with values that the service doesn't have there.
 */
export async function updateManifests(
  request: UpdateRequest,
  engine: Engine,
  machine: Machine,
  twins: ReadonlySet<string> = new Set(),
): Promise<Results['export'] | readonly Problem[]> {
  const { project, write } = request
  const loadAll = (texts?: ReadonlyMap<string, string>) => manifestsOf(project, 'all', given({ texts }))
  const asRead = await loadAll()
  if (hasErrors(asRead.problems)) return asRead.problems
  const live = await openTargets(project.targets, engine)
  if (hasErrors(live.problems)) return live.problems
  const { selects, idle } = choiceOf(request)
  const inService = await inServiceOf(live, selects, machine)
  const shown = new Map<string, ValueMap>()
  for (const {
    target,
    kind,
    live: { name, fields, duplicates },
  } of inService)
    if (duplicates === undefined) shown.set(`${target} ${kind.name} ${name}`, fields)
  for (const twin of twins) shown.delete(twin)
  const late = await withLateTargets(asRead, project, registry, shown, loadAll)
  const load = (texts: ReadonlyMap<string, string>) => loadAll(new Map([...late.texts, ...texts]))
  const declared: Declared[] = []
  const names = new Set<string>()
  const uncompared: Record<string, number> = {}
  for (const kind of registry)
    for (const each of await live.pairsOf(kind, late.loaded)) {
      const { target, desired } = each
      machine.filter.addSecrets([each.live?.fields ?? null, desired.declared])
      if (selects(kind.name, desired.name)) {
        declared.push({ kind, ...each })
        if (isUncompared(desired.fields, each.live?.fields))
          uncompared[kind.name] = (uncompared[kind.name] ?? 0) + 1
      }
      for (const name of [desired.name, formerNameOf(desired)]) names.add(`${target} ${kind.name} ${name}`)
    }
  const mistakes = idle()
  if (mistakes.length > 0) return mistakes
  // Only now all secrets are known.
  const all = late.loaded.written().sources.map(({ text }) => text)
  const variables = variablesOf(project, machine, (name) => all.some((text) => text.includes(`env:${name}`)))
  const fresh = inService.filter(
    ({ kind, target, live: { name } }) => !names.has(`${target} ${kind.name} ${name}`),
  )
  const missing = registry.map((kind) => {
    const own = fresh.filter((each) => each.kind === kind)
    return declare(kind, own, variables, project, registry)
  })
  const updated = await updatedTexts(late.loaded, {
    declared,
    entries: missing.flatMap(({ entries }) => entries),
    allTargets: project.allTargets.map(({ alias }) => alias),
    load,
    holdsSecret: (value) => someText([value], (text) => machine.filter.findSecret(text) !== undefined),
    newFile: (list) => newFile(list, project, machine),
  })
  const { appended, unplaced } = updated
  // A late target must not get values that the service doesn't have there: try again without these.
  const lateNames = new Set(late.added.map(({ resource }) => resource))
  const unfit = updated.left.filter(({ edit: { owner } }) =>
    lateNames.has(`${labelOf(owner)} in ${owner.target}`),
  )
  if (unfit.length > 0) {
    const others = unfit.map(({ edit: { owner } }) => `${owner.target} ${labelOf(owner)}`)
    return updateManifests(request, engine, machine, new Set([...twins, ...others]))
  }
  const before = new Map(asRead.written().sources.map(({ file, text }) => [file, text]))
  appended.forEach(({ entry }) => variables.use(entry))
  const used = variables.all
  const example = withNames(used, appended, before, project, machine)
  if (!(example instanceof Map)) return [example]
  // After the names of the variables: a run that is killed in between still knows of all.
  const texts = new Map([...example, ...late.texts, ...updated.texts])
  const problems = write === true ? await writeManifests(texts, before, () => loadAll(), machine) : []
  if (problems.length > 0) return problems
  request.warn?.(fresh)
  const after = await load(updated.texts)
  const onDisk = write === true ? after : asRead
  return {
    files: [...texts.keys()].map((file) => ({ file, holds: before.has(file) ? 'updated' : 'new' })),
    variables: used,
    left: [
      ...missing.flatMap((each) => each.left),
      ...unplaced.map(({ entry, why }) => ({ kind: entry.kind.name, name: entry.name, why })),
    ],
    notes: appended.flatMap(({ entry }) => notesOf(entry)),
    channels: 0,
    uncompared,
    isWritten: write === true,
    changes: updated.changes.map((edit) => shownEdit(edit, onDisk, machine)),
    appended: late.added.concat(
      appended.map(({ entry: { kind, name }, file }) => ({ file, resource: `${kind.name} ${name}` })),
    ),
    leftAlone: updated.left.map(({ edit, why }) => ({ ...shownEdit(edit, onDisk, machine), why })),
    diff: machine.filter.redact(diffOf(texts, before, asRead, after)),
  }
}

/** The selected resources, without those that the service made itself. Their secrets are known from now on. */
async function inServiceOf(
  live: LiveTargets,
  selects: (kind: string, name: string) => boolean,
  { filter }: Pick<Machine, 'filter'>,
): Promise<readonly (InService & { readonly kind: Kind })[]> {
  const found: (InService & { readonly kind: Kind })[] = []
  for (const kind of registry.filter(({ all }) => all === undefined))
    for (const each of await live.resourcesOf(kind)) {
      filter.addSecrets(each.live.fields)
      if (each.live.isBuiltIn !== true && selects(kind.name, each.live.name)) found.push({ kind, ...each })
    }
  return found
}

function shownEdit({ owner, path, before, after, ...late }: Edit, onDisk: Loaded, { filter }: Machine) {
  const shown = (value: Value): string => filter.redact(JSON.stringify(value))
  const { kind, target, desired } = owner
  const { collected } = onDisk.written()
  // A late target has the entry of another one, and lines of a text that isn't on disk.
  const [placed] = [collected.get(target), ...collected.values()].flatMap(
    (all) => all?.lookUp(kind.name, desired.name) ?? [],
  )
  const { file, line } = placed?.desired.positionOf(path) ?? late
  const keys = path.filter((step) => typeof step === 'string')
  const isSecret = isSecretAt(kind, keys)
  const field = path.join('.')
  return {
    file,
    line,
    resource: labelOf(owner),
    ...(target !== undefined && { target }),
    field,
    ...(!isSecret && field !== '' && { before: shown(before), after: shown(after) }),
  }
}

/**
 * `integrations.yaml` in the first folder of `manifests` where the project would read it and there is none; undefined without
 * one.
 */
function newFile(list: string, { manifests, manifestsFrom }: Project, machine: Machine): string | undefined {
  const name = `${list}.yaml`
  for (const pattern of manifests) {
    const path = resolve(manifestsFrom, pattern)
    const { base, rest } = splitGlob(pattern)
    const folder = isGlob(pattern) ? resolve(manifestsFrom, base) : path
    const isRead = !isGlob(pattern) || isMatch(matchNext(beginMatch(rest), name, rest), rest)
    const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    if (isFolder && isRead && !existsSync(join(folder, name)))
      return relative(machine.cwd, join(folder, name)).replaceAll('\\', '/')
  }
  return undefined
}
