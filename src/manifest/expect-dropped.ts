// `expectDropped`: declared fields that the service accepts and doesn't keep, which are then no difference.
import { didYouMean } from '../core/similar.ts'
import { placeOf, type MapNode, type Node } from './text/node.ts'
import type { Report } from './frames/reporter.ts'
import { show } from './frames/show.ts'

/** The keys that it names; each must be one of `roots`, which hold the fields of all targets. */
export function readExpectDropped(
  node: Node | undefined,
  roots: readonly MapNode[],
  noun: string,
  report: Report,
): readonly string[] {
  if (node === undefined) return []
  if (node.type !== 'list') {
    report({
      rule: 'wrong-type',
      place: placeOf(node),
      message: '"expectDropped" must be a list of field names',
      hint: 'Write for example expectDropped: [alertUid].',
    })
    return []
  }
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
