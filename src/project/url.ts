// Where the service is. An address is a line in a repository, so it never overrules the one set from outside.
import { option } from '../core/shell.ts'
import { withoutTrailing } from '../core/trailing.ts'
import { placeOf, type ScalarNode } from '../manifest/text/node.ts'
import { isBad, parseReferences } from '../manifest/references/syntax.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import { placeWithin } from '../manifest/references/resolve.ts'
import type { Place } from '../manifest/text/source.ts'
import { sandbox, sandboxAddress, type Address } from './project.ts'
import { isOwnVariable, reportForeignVariable } from './pull-request-variables.ts'
import type { Settings } from './settings.ts'

/** What decides about an address. */
export type UrlSettings = Pick<Settings, 'url' | 'env' | 'need' | 'insecureHttp' | 'judgesAddresses'>

/** The address that `--url` or BELFRY_URL sets; undefined where neither does. */
export function outsideUrl(settings: UrlSettings, report: Report): Address | undefined {
  const { url, env } = settings
  const name = url === undefined ? 'BELFRY_URL' : option('url')
  const value = url ?? env['BELFRY_URL'] ?? ''
  return value === '' ? undefined : checked(value, undefined, name, settings, report)
}

/** Whether it is set at all, if only to what is no address. */
export function isSetOutside({ url, env }: Settings): boolean {
  return (url ?? env['BELFRY_URL'] ?? '') !== ''
}

/** The address that a project file gives; undefined after a problem, and offline where it isn't set. */
export function writtenUrl(node: ScalarNode, settings: Settings, report: Report): Address | undefined {
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
    const value = settings.env[part.name] ?? ''
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

/** Whether all of an address is the value of a variable for belfry: the author of a pull request sets other variables, such as its title. */
export function isFromOutside(node: ScalarNode, env: Settings['env']): boolean {
  const [part, ...rest] = parseReferences(String(node.value))
  if (rest.length > 0 || part === undefined || typeof part === 'string' || isBad(part)) return false
  // One that is not set leads nowhere, so BELFRY_URL and --url replace it.
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
  // None of it is quoted: it may hold credentials, or be a key that was put in the wrong variable.
  if (url !== undefined && (url.username !== '' || url.password !== ''))
    return refuse('contains credentials; write the API key in the field "apiKey" instead')
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || value.includes('@'))
    return refuse('is not a valid URL; write https://… or sandbox')
  if (url.search !== '' || url.hash !== '') return refuse("can't contain ? or #")
  const isJudged = (need === 'live' || judgesAddresses === true) && insecureHttp === undefined
  if (isJudged && url.protocol === 'http:' && !isLoopback(url.hostname))
    return void report({
      rule: 'insecure-http',
      place,
      message: `${name} is ${url.origin}: with http, anyone on the network can read the API key`,
      hint: `Write https://, or use ${option('insecureHttp', true)} if the network is trusted.`,
    })
  const plain = withoutTrailing(value, '/')
  return { url: plain, isSandbox: plain === sandbox.url }
}

/** What never leaves this machine. */
function isLoopback(hostname: string): boolean {
  return /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname)
}

export function originOfUrl(url: string): string {
  return new URL(url).origin
}
