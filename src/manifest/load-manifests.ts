// Manifests → desired resources for each target, and every problem that can be found without the service.
import { ifOffered, option } from '../core/shell.ts'
import { hasErrors, inReadingOrder, type Problem } from '../core/problem.ts'
import { severityOf } from '../core/rules.ts'
import { listOf } from '../kinds/from-field-rows.ts'
import type { Kind } from '../kinds/kind.ts'
import type { ProjectInput } from './project-input.ts'
import { type Declared, Resources } from '../kinds/declared-resources.ts'
import type { Collected } from './bulk/declarations.ts'
import {
  checkAll,
  reportDuplicates,
  reportFixedIgnores,
  reportIdleIgnores,
  reportOutside,
  reportRenames,
} from './cross-checks.ts'
import { reportWeakSecrets } from './weak-secrets.ts'
import { isPersonalPath, readDocument, secretPaths } from './manifest-document.ts'
import { isNdjson } from './bulk/include.ts'
import { findFiles, strayManifests, patternsIn, type IgnoredEntry } from './text/find.ts'
import { loadItems } from './load-item.ts'
import { masksOf } from './frames/source-masks.ts'
import { parseYaml } from './text/parse.ts'
import { readText, type FoundFile } from './text/read-text.ts'
import { beginRun, type Run } from './loading.ts'
import { placeOfLine, sourceOf, type Source } from './text/node.ts'
import { readTargets } from './target-list.ts'
import { basename, resolve } from 'node:path'

export interface Loaded extends Declared {
  readonly problems: readonly Problem[]
  /** By origin, what is wrong if a request carries a secret that has no value. */
  readonly unset: ReadonlyMap<string, Problem>
  /** The name of the project file. */
  readonly projectFile?: string | undefined
  /** Manifests that were read, included files too. */
  readonly files: number
  /** Without smoke suites, if `files` counts them too. */
  readonly manifests?: number
  /** Entries that the project's patterns match and that are not read. */
  readonly ignored: readonly IgnoredEntry[]
  /** @internal A function, because the texts contain secrets that are written out. */
  readonly written: () => WrittenManifests
}

export interface WrittenManifests {
  /** What is declared, with the nodes that declare it. */
  readonly collected: Collected
  /** The manifests' texts; not those of included files. */
  readonly sources: readonly Source[]
  /** The text of one of them, as it may be shown: whatever may be a secret is replaced, comments too. */
  readonly shown: (source: Source) => string
}

/**
 * Before a command that prints secrets runs, everything else must be valid; then everything is loaded again, with the
 * secrets.
 */
export async function loadManifests(project: ProjectInput, registry: readonly Kind[]): Promise<Loaded> {
  const { settings } = project
  const { unread, ...loaded } = await loadOnce(project, registry)
  const { commandSecrets } = settings
  if (commandSecrets === undefined || unread.size === 0 || hasErrors(loaded.problems)) return loaded
  await commandSecrets.read(unread)
  const texts = new Map(loaded.written().sources.map(({ file, text }) => [file, text]))
  return loadOnce({ ...project, settings: { ...settings, texts } }, registry)
}

async function loadOnce(
  project: ProjectInput,
  registry: readonly Kind[],
): Promise<Loaded & Pick<Run, 'unread'>> {
  const run = beginRun(project, registry)
  const { collected, reporter } = run
  const { cwd, texts } = project.settings
  const { files, ignored } = filesOf(run)
  // What can't be read may declare what other manifests refer to.
  run.isSound = reporter.errors() === 0
  for (const file of files) await loadFile(file, run)
  for (const name of texts?.keys() ?? [])
    if (!run.files.has(name)) await loadFile({ path: resolve(cwd, name), name }, run)
  // After an error, the error is the likely reason, so report that only.
  if (run.items === 0 && reporter.errors() === 0 && files.length > 0)
    run.report({
      rule: 'empty-manifest',
      message: 'the manifests declare no resources',
      hint: 'Declare a resource under "environments", "integrations" or "subscribers".',
    })
  checkTogether(run)
  return {
    problems: inReadingOrder(reporter.problems()),
    unset: new Map(
      [...run.unset].flatMap(([origin, found]) => {
        const problem = reporter.problemOf(found)
        return problem === undefined ? [] : [[origin, problem]]
      }),
    ),
    unread: run.unread,
    projectFile: run.project.file,
    files: run.files.size,
    // A manifest may include a file with another ending.
    ignored: ignored.filter(({ name }) => !run.files.has(name)),
    organisation: [...(collected.get(undefined) ?? [])].map(({ desired }) => desired),
    forTarget: (alias) => {
      const declared = collected.get(alias)
      return declared === undefined ? Resources.of([]) : new Resources(declared)
    },
    written: () => ({ collected, sources: run.sources, shown: reporter.shown }),
  }
}

/** The manifests that the project's patterns or the command line name, and what belfry finds and doesn't read. */
function filesOf({ project, registry, report }: Run) {
  const { manifests, settings, file, readable, tree } = project
  const isNamed = settings.files !== undefined
  const at = { from: project.manifestsFrom, cwd: settings.cwd, except: project.path }
  const patterns = patternsIn(manifests, isNamed ? undefined : tree, ['manifests'])
  const namedBy = isNamed ? 'command line' : 'project'
  const reached = findFiles({ ...at, patterns, readable, namedBy, rule: 'no-manifests', report })
  if (manifests.length === 0) report({ rule: 'no-manifests', ...noManifests(file !== undefined) })
  if (isNamed || file === undefined) return reached
  const strays = strayManifests(at, reached, registry.map(listOf))
  return { ...reached, ignored: [...reached.ignored, ...strays] }
}

function noManifests(hasProject: boolean) {
  const files = option('files', ['FILE'])
  const why = hasProject
    ? 'the project file has no field "manifests"'
    : 'neither this folder nor a folder above it contains belfry.yaml'
  return {
    message: `belfry has no manifests to read: ${why}${ifOffered('files', `, and ${files} is not given`)}`,
    hint: hasProject
      ? `Add \`manifests: [FOLDER]\` to the project file${ifOffered('files', `, or use ${files}`)}.`
      : `Change to the folder of your project, or use ${option('config', 'FILE')} for the project file${ifOffered('files', `, or ${files} for manifests`)}. To start a project, run belfry init.`,
  }
}

/** Checks that need all resources. */
function checkTogether(run: Run): void {
  const { project, registry, collected, report } = run
  const { settings, owns, rules, targets, allTargets } = project
  const { need, secrets, filter, files } = settings
  reportDuplicates(collected, report)
  const isLeft = need === 'live' && severityOf('shared-rename', rules) !== 'error'
  reportRenames(collected, report, isLeft ? 'left' : 'reported')
  if (owns !== undefined) reportOutside(collected, owns, report)
  reportFixedIgnores(project, registry, report)
  // A field may be declared by another manifest or one that can't be read, or for another target.
  const isWhole = run.isSound && files === undefined && targets.length === allTargets.length
  reportIdleIgnores(collected, isWhole ? project : {}, registry, report)
  checkAll(collected, registry, report, { known: run.isSound ? 'all' : 'some', need, owns })
  if (filter !== undefined && need === 'live' && secrets !== 'named')
    reportWeakSecrets(collected, run, filter)
}

async function loadFile(file: FoundFile, run: Run): Promise<void> {
  const { project, registry, reporter, report } = run
  const { inputLimits: limits } = project
  const { stdin } = project.settings
  run.files.add(file.name)
  const text = project.settings.texts?.get(file.name) ?? (await readText(file, { limits, stdin }, report))
  if (text === undefined) {
    run.isSound = false
    return
  }
  if (isNdjson(file.name, text, registry.map(listOf))) {
    run.isSound = false
    report({
      rule: 'yaml-syntax',
      place: placeOfLine(file.name),
      message: 'this is an NDJSON file, which belfry reads only if a manifest includes it',
      hint: `Write \`subscribers: [{ include: ${basename(file.name)} }]\` in a manifest.`,
    })
    return
  }
  const source = sourceOf(file.name, text)
  run.sources.push(source)
  const parsed = await parseYaml(source, report, limits)
  const { documents, isSound, again } = parsed
  run.isSound &&= isSound
  const lookalikes = severityOf('placeholder-secret', project.rules) === 'off' ? 'hidden' : 'shown'
  const masks = masksOf(source, parsed, secretPaths(registry), lookalikes, (path) =>
    isPersonalPath(path, registry),
  )
  reporter.mask(source, masks)
  const before = { items: run.items, errors: reporter.errors() }
  for (const document of documents) {
    const { targets, sections } = readDocument(document, registry, report)
    const ofDocument = readTargets(targets, run.list.all, run.list)
    for (const { kind, items } of sections)
      await loadItems(items, { kind, targets: ofDocument, file, again }, run)
  }
  if (run.items === before.items && reporter.errors() === before.errors && isSound)
    report({
      rule: 'empty-file',
      place: placeOfLine(file.name),
      message: 'this file declares no resources',
      hint: 'Declare a resource in this file, or remove the file.',
    })
}
