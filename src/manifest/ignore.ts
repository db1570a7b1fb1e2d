// `ignore` of a resource: patterns of fields that are left as the service has them.
import { hasTooManyChoices, tooManyChoices } from '../core/glob.ts'
import type { Report } from './frames/reporter.ts'
import { show } from './frames/show.ts'
import { placeOf, type Node } from './text/node.ts'

export function readIgnore(node: Node | undefined, report: Report): readonly string[] {
  if (node === undefined) return []
  const items = node.type === 'list' ? node.items : []
  const found = items.flatMap((item) =>
    item.type === 'scalar' && typeof item.value === 'string' && item.value !== '' ? [item.value] : [],
  )
  if (node.type === 'list' && found.length === items.length) {
    for (const item of items)
      if (item.type === 'scalar' && hasTooManyChoices(String(item.value)))
        report({
          rule: 'wrong-value',
          place: placeOf(item),
          message: `${show(String(item.value))} ${tooManyChoices}`,
        })
    return found
  }
  report({
    rule: 'wrong-type',
    place: placeOf(node),
    message: '"ignore" must be a list of field names',
    hint: 'Write for example ignore: [data.lastLogin, primary].',
  })
  return []
}
