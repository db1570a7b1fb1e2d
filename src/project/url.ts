// The address of each target's service. The project file is a line in a repository, so it never overrides an address that is
// set outside.
import { option } from '../core/shell.ts'
import { withoutTrailing } from '../core/words.ts'
import { didYouMean } from '../core/did-you-mean.ts'
import { placeOf, type ScalarNode, valueIn, type Node, type Place } from '../manifest/text/node.ts'
import { variableIn } from '../manifest/references/env-and-files.ts'
import { isBad, parseReferences } from '../manifest/references/syntax.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import { placeWithin } from '../manifest/references/resolve.ts'
import { type Address, sandbox, sandboxAddress, type Settings } from './project.ts'
import { isOwnVariable, reportForeignVariable, targetNode } from './variables.ts'
import type { KeyContext } from './key.ts'
import type { ReadProject } from './read-project.ts'

/** The address of each selected target; none if it isn't known, which is reported if the address is needed. */
export function addresses(
  read: ReadProject | undefined,
  selected: readonly string[],
  context: KeyContext,
): ReadonlyMap<string, Address> {
  const { settings, report } = context
  const outside = outsideUrl(settings, report)
  const isSet = (settings.url ?? settings.env['BELFRY_URL'] ?? '') !== ''
  // The problem of an invalid BELFRY_URL is reported; the project file may repeat the variable.
  if (isSet && outside === undefined) return new Map()
  const urls = new Map<string, Address>()
  for (const alias of selected) {
    const own = read && urlIn(targetNode(read.root, alias))
    const node = own ?? urlIn(read?.root.entries.get('service')?.value)
    // An address that is partly written in the file may lead anywhere; one that is wholly from outside counts like BELFRY_URL.
    const isWritten = node !== undefined && !isFromOutside(node, settings.env)
    let address = outside
    if (isWritten) address = boundUrl(node, outside, context)
    else if (node !== undefined && (own !== undefined || outside === undefined))
      address = writtenUrl(node, settings, report)
    else if (outside === undefined && read === undefined) address = sandbox
    else if (outside === undefined && settings.need === 'live')
      report({
        rule: 'missing-url',
        message: 'the service URL is not set',
        hint: 'Set the environment variable BELFRY_URL, or add service: { url: "https://…" } to the project file.',
      })
    if (address !== undefined) urls.set(alias, address)
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

/** An address in the file must be on the same server as `outside`, which is then used instead. */
function boundUrl(node: ScalarNode, outside: Address | undefined, context: KeyContext): Address | undefined {
  const { settings, report } = context
  const written = writtenUrl(node, settings, report)
  if (written === undefined) return undefined
  if (outside === undefined) {
    if (!written.isSandbox) reportProposed(node, context)
    return written
  }
  const [inFile, given] = [originOfUrl(written.url), originOfUrl(outside.url)]
  const isOption = settings.url !== undefined
  if (inFile !== given)
    report({
      rule: 'other-origin',
      place: placeOf(node),
      message: `the service URL in this file is ${inFile}, but ${isOption ? option('url') : 'BELFRY_URL'} is ${given}`,
      hint: `belfry sends an API key only if both URLs name the same server. ${isOption ? `Remove ${option('url')}` : 'Unset BELFRY_URL'}, or write url: "\${env:BELFRY_URL}".`,
    })
  return { ...outside, isSandbox: written.isSandbox || outside.isSandbox }
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

/** The settings that decide about an address. */
type UrlSettings = Pick<Settings, 'url' | 'env' | 'need' | 'insecureHttp' | 'judgesAddresses'>

/** The address that `--url` or BELFRY_URL sets; undefined if neither is set, or after a problem. */
export function outsideUrl(settings: UrlSettings, report: Report): Address | undefined {
  const { url, env } = settings
  const name = url === undefined ? 'BELFRY_URL' : option('url')
  const value = url ?? env['BELFRY_URL'] ?? ''
  return value === '' ? undefined : checked(value, undefined, name, settings, report)
}

/** The address in a project file; undefined after a problem, and offline if it isn't set. */
function writtenUrl(node: ScalarNode, settings: Settings, report: Report): Address | undefined {
  const text = String(node.value)
  let resolved = ''
  for (const part of parseReferences(text)) {
    if (typeof part === 'string') {
      resolved += part
      continue
    }
    const place = placeWithin(node, part.raw)
    if (isBad(part) || part.kind !== 'env') {
      const message = isBad(part) ? part.bad : `${part.raw} can't be used in a service URL; use \${env:NAME}`
      report({ rule: 'bad-reference', place, message })
      return undefined
    }
    if (reportForeignVariable(part, 'the service URL', place, settings, report)) return undefined
    const value = variableIn({ env: settings.env }, part.name)
    if (value === '') {
      if (settings.need === 'live')
        report({
          rule: 'empty-reference',
          place,
          message: `the environment variable ${part.name} is not set or is empty`,
          hint: `Set this environment variable in the shell or the pipeline. belfry does not read the service URL from the file that ${option('dotenv')} names.`,
        })
      return undefined
    }
    resolved += value
  }
  return checked(resolved, placeOf(node), 'the service URL', settings, report)
}

/**
 * Whether all of an address is the value of a variable for belfry: the author of a pull request sets other variables, such
 * as its title.
 */
function isFromOutside(node: ScalarNode, env: Settings['env']): boolean {
  const [part, ...rest] = parseReferences(String(node.value))
  if (rest.length > 0 || part === undefined || typeof part === 'string' || isBad(part)) return false
  // A variable that is not set gives no address, so BELFRY_URL and --url replace it.
  return part.kind === 'env' && (isOwnVariable(part.name) || (env[part.name] ?? '') === '')
}

function checked(
  text: string,
  place: Place | undefined,
  name: string,
  { need, insecureHttp, judgesAddresses }: UrlSettings,
  report: Report,
): Address | undefined {
  const value = text.trim()
  const named = sandboxAddress(value)
  if (named !== undefined) return named
  const refuse = (message: string): undefined =>
    void report({ rule: 'bad-service-url', place, message: `${name} ${message}` })
  const url = URL.canParse(value) ? new URL(value) : undefined
  // None of it is quoted: it may contain credentials, or be a key that was put in the wrong variable.
  if (url !== undefined && (url.username !== '' || url.password !== ''))
    return refuse('contains credentials; write the API key in the field "apiKey" instead')
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || value.includes('@'))
    return refuse(`is not a valid URL${didYouMean(value, ['sandbox']) || '; write https://… or sandbox'}`)
  if (url.search !== '' || url.hash !== '') return refuse("can't contain ? or #")
  const isJudged = (need === 'live' || judgesAddresses === true) && insecureHttp === undefined
  if (isJudged && url.protocol === 'http:' && !loopback.test(url.hostname))
    return void report({
      rule: 'insecure-http',
      place,
      message: `${name} is ${url.origin}: with http, anyone on the network can read the API key`,
      hint: `Write https://, or use ${option('insecureHttp', true)} if the network is trusted.`,
    })
  const plain = withoutTrailing(value, '/')
  return { url: plain, isSandbox: plain === sandbox.url }
}

/** Addresses of this machine. */
const loopback = /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/

function originOfUrl(url: string): string {
  return new URL(url).origin
}

/** The `url` in a map of the project file. */
function urlIn(node: Node | undefined): ScalarNode | undefined {
  const value = valueIn(node, 'url')
  return value?.type === 'scalar' && typeof value.value === 'string' ? value : undefined
}
