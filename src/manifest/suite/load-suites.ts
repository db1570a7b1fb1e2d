// Smoke suites → cases for each selected target, and every problem that can be found without the service.
import { append } from '../../core/lists.ts'
import { inReadingOrder, type Position } from '../../core/problem.ts'
import type { SmokeCase, SmokePrimary, Suites } from '../../core/delivery/smoke.ts'
import type { Loaded } from '../load-manifests.ts'
import type { ProjectInput } from '../project-input.ts'
import { findFiles, patternsIn } from '../text/find.ts'
import { seemsSecret, masksOf, type IsSecretPath } from '../frames/source-masks.ts'
import { parseYaml } from '../text/parse.ts'
import { readText, type FoundFile } from '../text/read-text.ts'
import { type Reporter, placeFor, type Report } from '../frames/reporter.ts'
import { reading } from '../loading.ts'
import { placeOfLine, sourceOf, positionOf, keyPlace, placeOf } from '../text/node.ts'
import type { Entry, MapNode, Node } from '../text/node.ts'
import { basename } from 'node:path'
import { didYouMean } from '../../core/did-you-mean.ts'
import { isMap, textOf } from '../../core/value.ts'
import type { Resolver } from '../references/resolve.ts'
import { fieldsHint } from '../issues.ts'
import { show } from '../frames/frame.ts'
import { readTargets, type TargetList } from '../target-list.ts'
import { caseOf } from './case.ts'
import { checked, isPersonalInSuite, type CheckContext } from './check-fields.ts'
import { checkedHead, sharedFields } from './suite-schema.ts'
import { sameRow } from '../../kinds/from-field-rows.ts'

export type LoadedSuites = Suites & Pick<Loaded, 'problems' | 'files' | 'ignored'>

/** `files` are of the command line, from the working directory; without any, those of the project file. */
export async function loadSuites(project: ProjectInput, files: readonly string[]): Promise<LoadedSuites> {
  const { reporter, report, list, resolvers } = reading(project)
  const isNamed = files.length > 0
  const { cwd } = project.settings
  const { files: found, ignored } = findFiles({
    patterns: isNamed
      ? patternsIn(files, undefined, [])
      : patternsIn(project.smoke.suites, project.tree, ['smoke', 'suites']),
    from: isNamed ? cwd : project.root,
    cwd,
    except: project.path,
    readable: project.readable,
    namedBy: isNamed ? 'command line' : 'project',
    rule: 'no-suites',
    report,
  })
  const names = new Map<string, Position>()
  const cases: SmokeCase[] = []
  const primaries: SmokePrimary[] = []
  for (const file of found) {
    const context = { file: file.name, list, resolvers, report, names }
    const read = await readFile(file, context, project, reporter.mask)
    append(cases, read.cases)
    append(primaries, read.primaries)
  }
  return { cases, primaries, problems: inReadingOrder(reporter.problems()), files: found.length, ignored }
}

async function readFile(
  file: FoundFile,
  context: SuiteContext,
  { inputLimits: limits, settings: { stdin } }: ProjectInput,
  mask: Reporter['mask'],
): Promise<Suites> {
  const { report } = context
  const text = await readText(file, { limits, stdin }, report)
  if (text === undefined) return { cases: [], primaries: [] }
  const source = sourceOf(file.name, text)
  const parsed = await parseYaml(source, report, limits)
  mask(source, masksOf(source, parsed, isSecretInSuite, 'hidden', isPersonalInSuite))
  if (parsed.documents.length === 0 && parsed.isSound)
    report({
      rule: 'empty-file',
      place: placeOfLine(file.name),
      message: 'this file has no cases',
      hint: 'Add a case to this file, or remove the file.',
    })
  const read = parsed.documents.map((document) => readSuite(document, context))
  return {
    cases: read.flatMap(({ cases }) => cases),
    primaries: read.flatMap(({ primaries }) => primaries),
  }
}

const isSecretInSuite: IsSecretPath = (path) => path.some(seemsSecret)

interface SuiteContext {
  readonly file: string
  readonly list: TargetList
  /** The resolvers of the selected targets, and of the organisation, which has no cases. */
  readonly resolvers: ReadonlyMap<string | undefined, Resolver>
  readonly report: Report
  /** Where the cases of all files are that have a name so far. */
  readonly names: Map<string, Position>
}

const headFields = ['suite', 'primary']

/** One document: its cases for each target, and what it expects of the configuration. */
function readSuite(root: Node, context: SuiteContext): Suites {
  const { report, list, resolvers } = context
  if (root.type !== 'map') {
    report({
      rule: 'wrong-type',
      place: placeOf(root),
      message: 'a suite must be a map with the list "cases"',
    })
    return { cases: [], primaries: [] }
  }
  reportUnknown(root, report)
  const ofSuite = readTargets(root.entries.get('targets')?.value, list.all, list)
  const nodes = casesOf(root, report)
  const head = only(root, headFields)
  const defaults = only(root, sharedFields())
  if (nodes?.length === 0 && !root.entries.has('primary'))
    report({
      rule: 'empty-value',
      place: placeOf(root),
      message: 'this suite has no cases',
      hint: 'Add a case to the list "cases".',
    })
  const read: { cases: SmokeCase[]; primaries: SmokePrimary[] } = { cases: [], primaries: [] }
  const named = (nodes ?? []).map((node) => ({
    node: merged(node, defaults),
    targets: readTargets(node.entries.get('targets')?.value, ofSuite, list),
  }))
  for (const [target, resolver] of resolvers) {
    if (target === undefined) continue
    const own: CheckContext = { resolver, report, target }
    const fields = checked(head, { noun: 'suite', schema: checkedHead, fields: headRows }, own)
    const suite = textOf(fields?.['suite']) || basename(context.file).replace(/\.ya?ml$/, '')
    const primary = fields?.['primary']
    if (ofSuite.includes(target) && isMap(primary))
      for (const [channel, identifier] of Object.entries(primary)) {
        const position = positionOf(placeFor('', head, ['primary', channel]))
        read.primaries.push({ suite, target, channel, identifier: textOf(identifier), tags: [], position })
      }
    for (const { node, targets } of named) {
      const found = targets.includes(target) ? caseOf(node, suite, own) : undefined
      if (found === undefined) continue
      reportTwice(found, node, context)
      read.cases.push(found)
    }
  }
  return read
}

const headRows = sameRow({ plain: true }, 'suite', 'primary.email', 'primary.sms')

function reportUnknown(root: MapNode, report: Report): void {
  const known = [...headFields, ...sharedFields(), 'targets', 'cases']
  for (const entry of root.entries.values()) {
    if (known.includes(entry.key) || entry.key.startsWith('x-')) continue
    const guess = didYouMean(entry.key, known)
    report({
      rule: 'unknown-field',
      place: keyPlace(root, entry),
      message: `unknown field ${show(entry.key)} in a suite${guess}`,
      ...(guess === '' && { hint: fieldsHint('suite', []) }),
    })
  }
}

/** Undefined after a problem. */
function casesOf(root: MapNode, report: Report): MapNode[] | undefined {
  const entry = root.entries.get('cases')
  if (entry === undefined) return []
  const { value } = entry
  if (value.type !== 'list') {
    report({
      rule: 'wrong-type',
      place: keyPlace(root, entry),
      message: '"cases" must be a list; begin each case with "- "',
    })
    return undefined
  }
  return value.items.flatMap((item) => {
    if (item.type === 'map') return [item]
    report({ rule: 'wrong-type', place: placeOf(item), message: 'a case must be a map of fields' })
    return []
  })
}

function only(root: MapNode, keys: readonly string[]): MapNode {
  return { ...root, entries: new Map([...root.entries].filter(([key]) => keys.includes(key))) }
}

/** The case's own fields come first, because the first field gives the case its position. */
function merged(node: MapNode, defaults: MapNode): MapNode {
  const own = [...node.entries].filter(([key]) => key !== 'targets')
  const rest = [...defaults.entries].filter(([key]) => !node.entries.has(key))
  return { ...node, entries: new Map<string, Entry>([...own, ...rest]) }
}

/** Reports identify cases by their suite and name. */
function reportTwice(found: SmokeCase, node: MapNode, { report, names }: SuiteContext): void {
  const key = JSON.stringify([found.suite, found.name, found.target])
  const earlier = names.get(key)
  names.set(key, found.position)
  if (earlier === undefined) return
  report({
    rule: 'duplicate-identity',
    place: placeFor('', node, ['name']),
    message: `suite ${show(found.suite)} already has a case ${show(found.name)} at ${earlier.file}:${earlier.line}`,
    hint: 'Rename one of the two cases.',
    target: found.target,
  })
}
