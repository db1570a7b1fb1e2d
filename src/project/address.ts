// The address of each target: from outside, its own, or the project's.
import { option } from '../core/shell.ts'
import { placeOf, valueIn, type Node, type ScalarNode } from '../manifest/text/node.ts'
import type { KeyContext } from './key.ts'
import { sandbox, type Address } from './project.ts'
import type { ReadProject } from './read.ts'
import { isFromOutside, isSetOutside, originOfUrl, outsideUrl, writtenUrl } from './url.ts'
import { targetNode } from './variables.ts'

/** The address of each selected target; none where it isn't known, which has been reported where it is needed. */
export function addresses(
  read: ReadProject | undefined,
  selected: readonly string[],
  context: KeyContext,
): ReadonlyMap<string, Address> {
  const { settings, report } = context
  const outside = outsideUrl(settings, report)
  // The problem of an invalid BELFRY_URL is reported; the project file may repeat the variable.
  if (outside === undefined && isSetOutside(settings)) return new Map()
  const shared = field(read?.root.entries.get('service')?.value, 'url')
  const urls = new Map<string, Address>()
  for (const alias of selected) {
    const own = read && field(targetNode(read.root, alias), 'url')
    const node = own ?? shared
    // What is written in part may lead anywhere; what comes from outside as a whole is as good as BELFRY_URL.
    const isWritten = node !== undefined && !isFromOutside(node, settings.env)
    if (node !== undefined && (outside === undefined || isWritten || own !== undefined)) {
      const written = writtenUrl(node, settings, report)
      const isBound = isWritten && outside !== undefined
      if (written !== undefined && isBound && originOfUrl(written.url) !== originOfUrl(outside.url))
        report({
          rule: 'other-origin',
          place: placeOf(node),
          message: `the service URL in this file is ${originOfUrl(written.url)}, but ${settings.url === undefined ? 'BELFRY_URL' : option('url')} is ${originOfUrl(outside.url)}`,
          hint: 'belfry sends an API key only if both URLs name the same server. Write url: "${env:BELFRY_URL}".',
        })
      if (written?.isSandbox === false && isWritten && !isSetOutside(settings)) reportProposed(node, context)
      if (written !== undefined) {
        const isSandbox = written.isSandbox || outside?.isSandbox === true
        urls.set(alias, isBound ? { ...outside, isSandbox } : written)
      }
    } else if (outside !== undefined) urls.set(alias, outside)
    else if (read === undefined) urls.set(alias, sandbox)
    else if (settings.need === 'live' && !isSetOutside(settings))
      report({
        rule: 'missing-url',
        message: 'the service URL is not set',
        hint: 'Set the environment variable BELFRY_URL, or add service: { url: "https://…" } to the project file.',
      })
  }
  if (settings.need === 'live' && settings.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    if ([...urls.values()].some(({ url }) => url.startsWith('https:')))
      report({
        rule: 'unverified-tls',
        message:
          'NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of TLS certificates, but belfry requires this verification',
        hint: 'Unset NODE_TLS_REJECT_UNAUTHORIZED. To trust your own certificate authority, set NODE_EXTRA_CA_CERTS=FILE.',
      })
  return urls
}

/** Without BELFRY_URL, nothing binds a URL that the author of a pull request can change. */
function reportProposed(node: ScalarNode, { settings: { pullRequest, need }, report }: KeyContext): void {
  if (pullRequest === undefined || need !== 'live') return
  report({
    rule: 'missing-url',
    place: placeOf(node),
    message: `a pull request can start this run (${pullRequest}) and change this URL, and BELFRY_URL is not set`,
    hint: `Set the environment variable BELFRY_URL in the settings of the pipeline, or use ${option('url')}.`,
  })
}

/** A text in a map of the project file. */
export function field(node: Node | undefined, name: string): ScalarNode | undefined {
  const value = valueIn(node, name)
  return value?.type === 'scalar' && typeof value.value === 'string' ? value : undefined
}
