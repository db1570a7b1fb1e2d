// Reads `targets`, of a document, an item or an include.
import { given } from '../core/given.ts'
import { option } from '../core/shell.ts'
import { didYouMean, mostSimilar } from '../core/did-you-mean.ts'
import { isList, type Value } from '../core/value.ts'
import { placeOf, type Node, type Place } from './text/node.ts'
import type { Report } from './frames/reporter.ts'
import type { Field } from './references/env-and-files.ts'
import type { Resolver } from './references/resolve.ts'
import { show } from './frames/frame.ts'

export interface TargetList {
  /** Every target of the project, in its order. */
  readonly all: readonly string[]
  /** Whether a project file was read. */
  readonly isOfFile: boolean
  /** The organisation's: a target can't decide what its targets are. */
  readonly resolver: Resolver
  readonly report: Report
}

/** The targets of a list of their names, in project order; undefined if `readTargets` has something to report or to resolve. */
export function validTargets(value: Value, { all }: TargetList): readonly string[] | undefined {
  if (!isList(value) || value.length === 0) return undefined
  const names = new Set(value)
  const targets = all.filter((alias) => names.has(alias))
  return targets.length === value.length ? targets : undefined
}

/** The targets that a node names, in project order; `fallback` if it isn't written. */
export function readTargets(
  node: Node | undefined,
  fallback: readonly string[],
  list: TargetList,
): readonly string[] {
  if (node === undefined) return fallback
  const { report } = list
  const named = namesIn(node, list)
  if (named === undefined) {
    const only = list.all.filter((alias) => node.type === 'scalar' && node.value === alias)
    const form = only.map((alias) => `; write [${alias}]`).join('')
    report({
      rule: 'wrong-type',
      place: placeOf(node),
      message: `"targets" must be a list of target names${form}`,
    })
    return only.length > 0 ? only : fallback
  }
  if (named.length === 0)
    report({
      rule: 'empty-value',
      place: placeOf(node),
      message: '"targets" is empty',
      hint: 'Write at least one target, or leave "targets" out for all targets.',
    })
  const written = new Set<string>()
  const meant = new Set<string>()
  for (const { name, place } of named) {
    if (name === undefined) continue
    if (!list.all.includes(name))
      report({ rule: 'unknown-target', place, message: unknownTarget(name, list) })
    else if (written.has(name))
      report({
        rule: 'duplicate-target',
        place,
        message: `target ${show(name)} is listed twice; remove one of the two entries`,
      })
    // The rest of the resource is still checked, for the target that was probably meant.
    meant.add(list.all.includes(name) ? name : (mostSimilar(name, list.all) ?? name))
    written.add(name)
  }
  // A name without a value could be that of any target: so the resource is checked for all of them.
  const isKnown = named.every(({ name }) => name !== undefined)
  return isKnown ? list.all.filter((alias) => meant.has(alias)) : list.all
}

interface Named {
  /** Undefined after a problem of the reference, and offline if an environment variable in it isn't set. */
  readonly name: string | undefined
  readonly place: Place
}

function namesIn(node: Node, list: TargetList): Named[] | undefined {
  if (node.type === 'list') return namesOfAll(node.items, list)
  const isReference = node.type === 'scalar' && typeof node.value === 'string' && node.value.includes('${')
  return isReference ? namesOf(node, list) : undefined
}

type Variable = Field['variable']

/** Undefined if one of them isn't a string. */
function namesOfAll(nodes: readonly Node[], list: TargetList, variable?: Variable): Named[] | undefined {
  const found = nodes.map((node) => namesOf(node, list, variable))
  return found.every((names) => names !== undefined) ? found.flat() : undefined
}

/** One name; or, of a reference to a variable that contains a list, several. `variable` is the one that the node belongs to. */
function namesOf(node: Node, list: TargetList, variable?: Variable): Named[] | undefined {
  if (node.type !== 'scalar' || typeof node.value !== 'string') return undefined
  const place = variable?.use ?? placeOf(node)
  const field = { isSecret: false, isIdentity: true, ...given({ variable }) }
  const found = list.resolver.resolve(node, node.value, field)
  if ('text' in found) {
    const { named, value } = found.text
    return [{ name: named === '' ? value : undefined, place }]
  }
  const held = found.holds.type === 'list' ? found.holds.items : [found.holds]
  return namesOfAll(held, list, { name: found.variable, use: place })
}

export function unknownTarget(name: string, { all, isOfFile }: Pick<TargetList, 'all' | 'isOfFile'>): string {
  if (!isOfFile)
    return `unknown target ${show(name)}: belfry found no project file with targets; change to the folder of your project, or use ${option('config', 'FILE')}`
  const guess = didYouMean(name, all)
  return `unknown target ${show(name)}${guess === '' && all.length <= 6 ? `; the targets are ${all.join(', ')}` : guess}`
}
