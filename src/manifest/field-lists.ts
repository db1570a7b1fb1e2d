// Lists of fields that a resource has besides its own: `expectDropped` and `ignore`.
import { hasTooManyChoices, tooManyChoices } from '../core/glob.ts'
import { didYouMean } from '../core/words.ts'
import { placeOf, type MapNode, type Node } from './text/node.ts'
import type { Report } from './frames/reporter.ts'
import { show } from './frames/frame.ts'

/** Declared fields that the service accepts but doesn't store, so that they aren't differences. Each must be in `roots`, which contain the fields of all targets. */
export function readExpectDropped(
  node: Node,
  roots: readonly MapNode[],
  noun: string,
  report: Report,
): readonly string[] {
  if (node.type !== 'list') return notAList(node, 'expectDropped', '[alertUid]', report)
  const declared = [...new Set(roots.flatMap(keysIn))]
  return node.items.flatMap((item) => {
    const name = item.type === 'scalar' && typeof item.value === 'string' ? item.value : undefined
    if (name !== undefined && declared.includes(name)) return [name]
    report(
      name === undefined
        ? {
            rule: 'wrong-type',
            place: placeOf(item),
            message: 'an entry of "expectDropped" must be the name of a field',
          }
        : {
            rule: 'wrong-value',
            place: placeOf(item),
            message: `unknown field ${show(name)} in "expectDropped": the ${noun} does not declare this field${didYouMean(name, declared)}`,
            hint: name.includes('.')
              ? 'Write only the last key of the path, for example alertUid.'
              : undefined,
          },
    )
    return []
  })
}

function keysIn(node: Node): string[] {
  if (node.type === 'list') return node.items.flatMap(keysIn)
  if (node.type === 'scalar') return []
  return [...node.entries.values()].flatMap(({ key, value }) => [key, ...keysIn(value)])
}

/** Patterns of fields that are left as the service has them. */
export function readIgnore(node: Node, report: Report): readonly string[] {
  const items = node.type === 'list' ? node.items : []
  const found = items.flatMap((item) =>
    item.type === 'scalar' && typeof item.value === 'string' && item.value !== '' ? [item.value] : [],
  )
  if (node.type !== 'list' || found.length < items.length)
    return notAList(node, 'ignore', '[data.lastLogin, primary]', report)
  for (const item of items)
    if (item.type === 'scalar' && hasTooManyChoices(String(item.value))) {
      const message = `${show(String(item.value))} ${tooManyChoices}`
      report({ rule: 'wrong-value', place: placeOf(item), message })
    }
  return found
}

function notAList(node: Node, name: string, example: string, report: Report): readonly string[] {
  report({
    rule: 'wrong-type',
    place: placeOf(node),
    message: `"${name}" must be a list of field names`,
    hint: `Write for example ${name}: ${example}.`,
  })
  return []
}
