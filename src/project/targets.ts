// The targets of a project: which there are, which are selected, and for each its address and key.
import { option } from '../core/shell.ts'
import { given } from '../core/given.ts'
import { isTargetName } from '../core/target.ts'
import { readLimit, sorts, type Limits, type Sort } from '../core/plan/limits.ts'
import { keyPlace, nodeAt, valueIn, type MapNode, positionOf } from '../manifest/text/node.ts'
import { show } from '../manifest/frames/frame.ts'
import { addresses } from './url.ts'
import { variableIn } from '../manifest/references/env-and-files.ts'
import { reportRotation, reportSameKeys, secret, writtenKey, type KeyContext, type KeyOf } from './key.ts'
import { sandbox, type Address, type Project, type Target } from './project.ts'
import { reportForeignVariable, targetNode, variablesOf } from './variables.ts'
import type { ReadProject } from './read-project.ts'
import type { TargetFile } from './project-schema.ts'
import { didYouMean } from '../core/did-you-mean.ts'
import { matchesName } from '../core/glob.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import { unknownTarget } from '../manifest/target-list.ts'

type Targets = Pick<Project, 'targets' | 'allTargets' | 'variables' | 'targetVariables' | 'keyReferences'>

export function targetsOf(read: ReadProject | undefined, context: KeyContext): Targets {
  const { settings, report, root } = context
  const written = read?.value.targets ?? {}
  const isNamed = Object.keys(written).length > 0
  const all: Readonly<Record<string, TargetFile | null>> = isNamed ? written : { default: null }
  if (isNamed && read !== undefined) checkNames(read.root, context)
  const aliases = Object.keys(all)
  const selected = selectTargets(aliases, settings.targets, report, isNamed)
  const urls = addresses(read, selected, context)
  const keys = new Map<string, readonly KeyOf[]>()
  const keyReferences = new Set<string>()
  for (const [alias, target] of Object.entries(all)) {
    const address = urls.get(alias) ?? (selected.includes(alias) ? undefined : sandbox)
    const own = keysOf(alias, target, read, address, context)
    keys.set(alias, own)
    for (const { from } of own) keyReferences.add(from)
  }
  reportSameKeys([...keys.values()].flat(), report)
  const rules = { root, keyReferences, report }
  const isLone = selected.length === 1 && keys.get(selected[0] ?? '')?.length === 0
  const outside = outsideKey(isLone, context)
  const variables = variablesOf(read?.root, rules)
  const targets: Target[] = []
  const allTargets: Project['allTargets'][number][] = []
  const targetVariables = new Map<string, Project['variables']>()
  for (const [alias, target] of Object.entries(all)) {
    const named = { alias, ...(isNamed && { environment: target?.environment ?? alias }) }
    allTargets.push(named)
    targetVariables.set(alias, variablesOf(read && targetNode(read.root, alias), rules))
    if (!selected.includes(alias)) continue
    const own = [...(keys.get(alias) ?? []), ...outside]
    const [apiKey, ...otherKeys] = settings.need === 'live' ? own.flatMap(({ key }) => key ?? []) : []
    targets.push({
      ...named,
      ...(urls.get(alias) ?? sandbox),
      ...given({
        environmentId: target?.environmentId,
        vendor: target?.vendor ?? read?.value.service?.vendor,
        apiKey,
        apiKeyFrom: apiKey?.origin ?? own[0]?.from,
      }),
      ...(otherKeys.length > 0 && { otherKeys }),
      ...guardsOf(alias, target, read),
      ...(isNamed && read && { position: positionOf(nodeAt(read.root, ['targets', alias]).key) }),
    })
  }
  return { targets, allTargets, variables, targetVariables, keyReferences }
}

/** The given API key, if the one selected target sets none. */
function outsideKey(isLone: boolean, { settings, report }: KeyContext): Pick<KeyOf, 'from' | 'key'>[] {
  const { apiKey, dotenv } = settings
  if (apiKey !== undefined && !isLone)
    report({
      rule: 'key-not-used',
      message:
        'no target uses the given API key: belfry uses a given API key only if exactly one target is selected, and the project file sets no apiKey for this target',
      hint: `Select one target without apiKey with ${option('targets', ['TARGET'])}, or remove ${option('apiKey')} and BELFRY_API_KEY.`,
    })
  if (!isLone) return []
  if (apiKey !== undefined) return [{ key: apiKey, from: apiKey.origin }]
  const name = 'BELFRY_API_KEY'
  if (dotenv?.[name] !== undefined)
    reportForeignVariable({ kind: 'env', name, raw: name }, 'the API key', undefined, settings, report)
  const from = `env:${name}`
  return [{ key: secret(variableIn(settings, name), from), from }]
}

/** Names occur in paths, lists and selectors, so they may not contain characters with a meaning there. */
function checkNames(root: MapNode, { report }: KeyContext): void {
  const targets = root.entries.get('targets')?.value
  if (targets?.type !== 'map') return
  for (const entry of targets.entries.values())
    if (!isTargetName(entry.key))
      report({
        rule: 'bad-target-name',
        place: keyPlace(targets, entry),
        message: `the target name ${show(entry.key)} can't contain / * ? [ ] { }, a comma or invisible characters, or begin or end with a space`,
        hint: 'Rename the target, and set its field `environment` to the name of the environment.',
      })
}

/** None if the target has no `apiKey`. */
function keysOf(
  alias: string,
  target: TargetFile | null,
  read: ReadProject | undefined,
  address: Address | undefined,
  context: KeyContext,
): readonly KeyOf[] {
  const node = read && valueIn(targetNode(read.root, alias), 'apiKey')
  if (node === undefined || target?.apiKey === undefined) return []
  const nodes = node.type === 'list' ? node.items : [node]
  reportRotation(alias, nodes, context)
  return nodes.flatMap((each) =>
    each.type === 'scalar' ? writtenKey(alias, each, address?.isSandbox === true, context) : [],
  )
}

function guardsOf(
  alias: string,
  target: TargetFile | null,
  read: ReadProject | undefined,
): Pick<Target, 'unmanaged' | 'unmanagedAt' | 'unmanagedIgnore' | 'protection' | 'limits'> {
  if (read === undefined) return { unmanaged: 'report', limits: {} }
  const own = target?.unmanaged
  const written = own ?? read.value.unmanaged
  const { mode, ignore } = typeof written === 'object' ? written : { mode: written ?? 'report' }
  // If `unmanaged` is a single word, the path ends there.
  const path = [...(own === undefined ? [] : ['targets', alias]), 'unmanaged', 'mode']
  const isProtected = target?.protected === true
  return {
    unmanaged: mode,
    ...given({ unmanagedIgnore: ignore, unmanagedAt: written && positionIn(read, path) }),
    ...(isProtected && { protection: { position: positionIn(read, ['targets', alias, 'protected']) } }),
    limits: limitsOf(alias, target, read),
  }
}

function limitsOf(alias: string, target: TargetFile | null, read: ReadProject): Limits {
  return Object.fromEntries(
    Object.entries(target?.limits ?? {}).map(([kind, bySort]) => [
      kind,
      Object.fromEntries(
        sorts.flatMap((sort) => {
          const limit = readLimit(String((bySort as Partial<Record<Sort, number | string>>)[sort] ?? ''))
          const position = positionIn(read, ['targets', alias, 'limits', kind, sort])
          return limit === undefined ? [] : [[sort, { ...limit, position }]]
        }),
      ),
    ]),
  )
}

function positionIn({ root }: ReadProject, path: readonly string[]) {
  return positionOf(nodeAt(root, path).place)
}

// Picks targets by name, with globs and lists: `EU,US`.

/** In project order; a pattern that matches nothing is an error. */
export function selectTargets(
  all: readonly string[],
  patterns: readonly string[],
  report: Report,
  isOfFile = true,
): readonly string[] {
  if (patterns.length === 0) return all
  const chosen = patterns.flatMap((each) => (all.includes(each) ? [each] : namesIn(each)))
  for (const pattern of chosen)
    if (!all.some((alias) => matchesName(alias, pattern)))
      report({
        rule: 'unknown-target',
        ...(isOfFile
          ? {
              message: `unknown target ${show(pattern)}${didYouMean(pattern, all)}`,
              hint: `Use one or more of the project's targets: ${all.join(', ')}.`,
            }
          : { message: unknownTarget(pattern, { all, isOfFile }) }),
      })
  return all.filter((alias) => chosen.some((pattern) => matchesName(alias, pattern)))
}

/** In braces, a comma is between the choices of one pattern: `{EU,US}-*`. */
function namesIn(list: string): readonly string[] {
  const names: string[] = []
  for (const part of list.split(',')) {
    const last = names.at(-1)
    const isOpen = last !== undefined && last.lastIndexOf('{') > last.lastIndexOf('}')
    if (isOpen) names[names.length - 1] = `${last},${part}`
    else names.push(part)
  }
  return names
}
