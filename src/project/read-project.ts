// belfry.yaml → its tree and its checked value. `requires` is checked before the other fields, because a file for a newer version
// may have fields that this version doesn't know.
import { dirname } from 'node:path'
import { errorOf, type Problem } from '../core/problem.ts'
import { option } from '../core/shell.ts'
import { isMap, mapOf, type FieldPath, type Value, type ValueMap } from '../core/value.ts'
import { printed } from '../manifest/text/find.ts'
import { show, type Masks } from '../manifest/frames/frame.ts'
import { findingsOf } from '../manifest/issues.ts'
import { type InputLimits, defaultInputLimits, readText } from '../manifest/text/read-text.ts'
import { seemsSecret, masksOf, type IsSecretPath, type Lookalikes } from '../manifest/frames/source-masks.ts'
import { placeOf, plainValue, valueIn, sourceOf } from '../manifest/text/node.ts'
import type { MapNode, Node, Source } from '../manifest/text/node.ts'
import { parseYaml } from '../manifest/text/parse.ts'
import { placeFor, type Reporter, reporterFor, type Report } from '../manifest/frames/reporter.ts'
import { withGuardsOf } from './guard-fields.ts'
import { projectSchema, type ProjectFile, versionRange } from './project-schema.ts'
import { findProjectFile } from './project.ts'
import { version } from '../service/package.ts'

export interface ReadProject {
  readonly folder: string
  readonly path: string
  readonly name: string
  readonly source: Source
  readonly masks: Masks
  readonly root: MapNode
  /** Without its invalid fields. */
  readonly value: ProjectFile
}

/** With the guards of another one, if they are given. Undefined if the file has no usable part, or is for another version. */
export async function readProject(
  path: string,
  cwd: string,
  limits: InputLimits,
  reporter: Reporter,
  guards?: MapNode,
): Promise<ReadProject | undefined> {
  const name = printed(path, cwd)
  const text = await readText({ path, name }, { limits }, reporter.report)
  const tree = text === undefined ? undefined : await projectTree(sourceOf(name, text), limits, reporter)
  if (tree === undefined) return undefined
  const { source, masks } = tree
  const root = guards === undefined ? tree.root : withGuardsOf(guards, tree.root)
  if (!checkRequires(root, reporter.report)) return undefined
  return { folder: dirname(path), path, name, source, masks, root, value: check(root, reporter) }
}

/** Undefined after a problem. */
export async function projectTree(
  source: Source,
  limits: InputLimits,
  reporter: Reporter,
): Promise<Pick<ReadProject, 'source' | 'masks' | 'root'> | undefined> {
  const { report } = reporter
  const parsed = await parseYaml(source, report, limits)
  const { documents, isSound } = parsed
  const masks = masksOf(source, parsed, isSecretInProject, lookalikesIn(documents))
  reporter.mask(source, masks)
  if (!isSound) return undefined
  const root = documents[0] ?? { type: 'map', source, range: [0, 0], entries: new Map(), hidden: [] }
  if (root.type !== 'map' || documents.length > 1) {
    const message =
      root.type === 'map' ? 'a project file must have only one document' : 'a project file must be a map'
    report({ rule: 'wrong-type', place: placeOf(documents[1] ?? root), message })
    return undefined
  }
  return { source, masks, root }
}

/** The file's own rules also decide what problems in it show. */
function lookalikesIn([root]: readonly Node[]): Lookalikes {
  const setting = valueIn(valueIn(root, 'rules'), 'placeholder-secret')
  return setting?.type === 'scalar' && setting.value === 'off' ? 'hidden' : 'shown'
}

const isSecretInProject: IsSecretPath = (path) =>
  path[0] !== 'rules' && (path.includes('apiKey') || seemsSecret(path.at(-1) ?? ''))

function check(root: MapNode, { report }: Reporter): ProjectFile {
  const value = plainValue(root) as ValueMap
  // Compiling a schema takes longer than one check, so it isn't compiled.
  const checked = projectSchema.safeParse(value, { jitless: true })
  if (checked.success) return checked.data
  const wrong = new Set<string>()
  for (const issue of checked.error.issues) {
    const path = issue.path.map(String)
    const subject = {
      noun: path[0] === 'targets' && path.length > 1 ? 'target' : 'project file',
      schema: projectSchema,
      value,
      root,
      isSecret: isSecretInProject,
    }
    for (const finding of findingsOf([issue], subject)) {
      // Of a target, only the wrong field is left out, such as `targets.EU.limits`.
      wrong.add(finding.path.slice(0, finding.path[0] === 'targets' ? 3 : 1).join('\0'))
      report({ ...finding, place: placeFor(finding.rule, root, finding.path) })
    }
  }
  // The rest is still worth checking.
  const rest = projectSchema.safeParse(without(value, wrong))
  return rest.success ? rest.data : {}
}

/** `wrong` contains paths, each as its keys joined by `\0`. */
function without(value: ValueMap, wrong: ReadonlySet<string>, path: FieldPath = []): ValueMap {
  return mapOf(
    Object.entries(value).flatMap(([key, item]): (readonly [string, Value])[] => {
      const here = [...path, key]
      if (wrong.has(here.join('\0'))) return []
      return [[key, isMap(item) ? without(item, wrong, here) : item]]
    }),
  )
}

/** The problem of a named project file that doesn't exist. */
export function notFound(config: string): Problem {
  const hint = `Correct the path of ${option('config')}. To start a project, run belfry init.`
  return errorOf('no-project', `project file ${show(config)} not found`, hint)
}

/** If the project file has an error, such as `privcy: mask`, its setting may be unknown, and then personal data is masked. */
export async function readPrivacy(
  cwd: string,
  config: string | undefined,
): Promise<{ readonly privacy?: 'mask' | 'show' | undefined; readonly problem?: Problem }> {
  const path = findProjectFile(cwd, config)
  if (path === undefined) return config === undefined ? {} : { problem: notFound(config) }
  const reporter = reporterFor({})
  const read = await readProject(path, cwd, defaultInputLimits, reporter)
  return { privacy: read?.value.privacy ?? (reporter.errors() > 0 ? 'mask' : undefined) }
}

/** Whether this version may read the file; false after a problem. The schema reports an invalid range. */
function checkRequires(root: MapNode, report: Report): boolean {
  const node = root.entries.get('requires')?.value
  const range = node?.type === 'scalar' ? versionRange.exec(String(node.value)) : null
  if (node === undefined || range === null || isInRange(version, range[0])) return true
  const [text, from = '', below] = range
  const isEmpty = below !== undefined && !isOlder(from, below)
  report({
    rule: isEmpty ? 'wrong-value' : 'other-version',
    place: placeOf(node),
    message: isEmpty
      ? `"requires" must contain a version, and no version is in ${text}`
      : `the project requires belfry ${text}, and this is belfry ${version}`,
    ...(!isEmpty && { hint: `Install a version of belfry that matches ${text}.` }),
  })
  return false
}

/** A pre-release is treated as its final version: `0.3.0-beta.1` is treated as `0.3.0`. */
export function isInRange(own: string, range: string): boolean {
  const [, from = '', below] = versionRange.exec(range) ?? []
  const [released = ''] = own.split(/[-+]/)
  return !isOlder(released, from) && (below === undefined || isOlder(released, below))
}

/** By their numbers; those that are left out are 0. */
function isOlder(one: string, other: string): boolean {
  const [left, right] = [one.split('.'), other.split('.')]
  const differing = [0, 1, 2].find((index) => Number(left[index] ?? 0) !== Number(right[index] ?? 0))
  return differing !== undefined && Number(left[differing] ?? 0) < Number(right[differing] ?? 0)
}
