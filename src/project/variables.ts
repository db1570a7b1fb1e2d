// The variables of a project file: what they may refer to; and the environment variables that the file may name for keys and
// addresses if a pull request can start the run, because its author chooses the names.
import { option } from '../core/shell.ts'
import { matchesSome } from '../core/glob.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import { type Reference, isBad, parseReferences } from '../manifest/references/syntax.ts'
import { type Place, valueIn, type MapNode, type Node } from '../manifest/text/node.ts'
import type { Settings } from './project.ts'
import { forbidden, isForbidden } from '../manifest/references/env-and-files.ts'
import { placeWithin } from '../manifest/references/resolve.ts'

/** Lists other variables in which a pull request may use keys. */
export const keyVariables = 'BELFRY_KEY_VARIABLES'

/** Only the owner of the pipeline sets variables with this prefix. */
export function isOwnVariable(name: string): boolean {
  return name.startsWith('BELFRY_')
}

type Judged = Pick<Settings, 'pullRequest' | 'env' | 'dotenv' | 'need' | 'judgesAddresses'>

/** Whether it was refused; `use` is its intended use. For a key that the file itself contains, `named` is words instead of it. */
export function reportForeignVariable(
  named: Pick<Reference, 'kind' | 'name' | 'raw'> | string,
  use: string,
  place: Place | undefined,
  settings: Judged,
  report: Report,
): boolean {
  const { pullRequest, env, need, judgesAddresses } = settings
  if (pullRequest === undefined || (need !== 'live' && judgesAddresses !== true)) return false
  const { kind, name, raw } = typeof named === 'string' ? { kind: 'text', name: '', raw: named } : named
  const listed = (env[keyVariables] ?? '').split(',').map((each) => each.trim())
  const foreign = foreignPart(kind, name, listed, settings)
  if (foreign === undefined) return false
  report({
    rule: 'foreign-variable',
    place,
    message: `a pull request can start this run (${pullRequest}), so belfry doesn't use ${raw} as ${use}`,
    hint:
      foreign === 'value'
        ? `Set ${name} in the pipeline instead of the file of ${option('dotenv')}.`
        : kind === 'env'
          ? `Use a variable whose name begins with BELFRY_, or set ${keyVariables}=${[...listed.filter(Boolean), name].join(',')} in the pipeline.`
          : 'Use ${env:NAME} with a variable whose name begins with BELFRY_.',
  })
  return true
}

/** What the author of a pull request may have chosen: which variable is used, or its value in the file of --dotenv. */
function foreignPart(kind: string, name: string, listed: readonly string[], { env, dotenv }: Judged) {
  if (kind !== 'env' || !(isOwnVariable(name) || matchesSome(name, listed))) return 'variable'
  const isSet = Object.hasOwn(env, name) && env[name] !== undefined
  return isSet || dotenv?.[name] === undefined ? undefined : 'value'
}

interface VariableRules {
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
