// Variables as written, and what they may refer to: the environment, files and commands, never each other.
import { valueIn, type MapNode, type Node } from '../manifest/text/node.ts'
import { forbidden, isForbidden } from '../manifest/references/env-and-files.ts'
import { isBad, parseReferences } from '../manifest/references/syntax.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import { placeWithin } from '../manifest/references/resolve.ts'

export interface VariableRules {
  readonly root: string
  readonly keyReferences: ReadonlySet<string>
  readonly report: Report
}

/** The `variables` of a map, checked. */
export function variablesOf(map: Node | undefined, rules: VariableRules): ReadonlyMap<string, Node> {
  const variables = valueIn(map, 'variables')
  if (variables?.type !== 'map') return new Map()
  const found = new Map([...variables.entries.values()].map(({ key, value }) => [key, value]))
  for (const node of found.values()) check(node, rules)
  return found
}

function check(node: Node, rules: VariableRules): void {
  if (node.type === 'list') node.items.forEach((item) => check(item, rules))
  else if (node.type === 'map') for (const { value } of node.entries.values()) check(value, rules)
  else if (typeof node.value === 'string')
    for (const part of parseReferences(node.value)) {
      if (typeof part === 'string') continue
      const place = placeWithin(node, part.raw)
      if (isBad(part)) rules.report({ rule: 'bad-reference', place, message: part.bad })
      else if (part.kind === 'var' || part.kind === 'target')
        rules.report({
          rule: 'bad-reference',
          place,
          message: `${part.raw} can't be used in a variable; use \${env:NAME}, \${file:path} or \${secret:NAME}`,
        })
      else if (isForbidden(part, rules)) rules.report(forbidden(part, place))
    }
}

/** The map of a target in the project file. */
export function targetNode(root: MapNode, alias: string): Node | undefined {
  return valueIn(valueIn(root, 'targets'), alias)
}
