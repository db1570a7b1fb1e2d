// The address of each target: from outside, its own, or the project's.
import { placeOf, type Node, type ScalarNode } from '../manifest/node.ts'
import type { KeyContext } from './key.ts'
import { sandboxUrl } from './project.ts'
import type { ReadProject } from './read.ts'
import { isLiteral, isSetOutside, originOfUrl, outsideUrl, writtenUrl } from './url.ts'
import { targetNode } from './variables.ts'

/** The address of each selected target; none where it isn't known, which has been reported where it is needed. */
export function addresses(
  read: ReadProject | undefined,
  selected: readonly string[],
  context: KeyContext,
): ReadonlyMap<string, string> {
  const { settings, report } = context
  const outside = outsideUrl(settings, report)
  const shared = field(read?.root.entries.get('service')?.value, 'url')
  const urls = new Map<string, string>()
  for (const alias of selected) {
    const own = read && field(targetNode(read.root, alias), 'url')
    const node = own ?? shared
    if (node !== undefined && (outside === undefined || isLiteral(node) || own !== undefined)) {
      const url = writtenUrl(node, settings, report)
      if (
        url !== undefined &&
        outside !== undefined &&
        isLiteral(node) &&
        originOfUrl(url) !== originOfUrl(outside)
      )
        report({
          rule: 'other-origin',
          place: placeOf(node),
          message: `this names ${originOfUrl(url)}, but ${settings.url === undefined ? 'BELFRY_URL' : '--url'} names ${originOfUrl(outside)}`,
          hint: 'A key is sent only where both agree. Write ${env:BELFRY_URL} here.',
        })
      if (url !== undefined) urls.set(alias, outside !== undefined && isLiteral(node) ? outside : url)
    } else if (outside !== undefined) urls.set(alias, outside)
    else if (read === undefined) urls.set(alias, sandboxUrl)
    else if (settings.need === 'live' && !isSetOutside(settings))
      report({
        rule: 'missing-url',
        message: 'nothing names the address of the service',
        hint: 'Write service: { url: "${env:BELFRY_URL}" } in the project file, or set BELFRY_URL.',
      })
  }
  return urls
}

/** A text in a map of the project file. */
export function field(node: Node | undefined, name: string): ScalarNode | undefined {
  const value = node?.type === 'map' ? node.entries.get(name)?.value : undefined
  return value?.type === 'scalar' && typeof value.value === 'string' ? value : undefined
}
