// Targets without an API key: their environment is either still to be created, or the key is missing.
import { given } from '../core/given.ts'
import { option } from '../core/shell.ts'
import type { Problem } from '../core/problem.ts'
import { formerNameOf } from '../kinds/pair.ts'
import type { Desired } from '../kinds/resource.ts'
import type { Target } from './engine.ts'
import { environmentsOf, type Reader } from './plan/session.ts'

export async function environmentNames(readers: readonly Reader[]): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(readers.map((reader) => environmentsOf(reader.look)))
  return new Set(lists.flat().map(({ name }) => name))
}

/** The target's environment, if `declared` has it and the service doesn't, neither under its name nor its former name. */
export function awaitedEnvironment(
  target: Target,
  declared: readonly Desired[],
  liveNames: ReadonlySet<string>,
): { readonly environment: Desired; readonly reason: string } | undefined {
  const name = target.environment ?? target.alias
  const environment = declared.find((item) => item.kind === 'environment' && item.name === name)
  if (environment === undefined || liveNames.size === 0) return undefined
  if (liveNames.has(name) || liveNames.has(formerNameOf(environment) ?? '')) return undefined
  return { environment, reason: `environment ${name} is not in the service yet and has no API key` }
}

/** The hint names what to set, and how to continue without the target. */
export function missingKey(target: Target): Problem {
  const problem = withoutKey(target, missingKeyText(target))
  const others = ` To leave target ${target.alias} out, choose other targets with ${option('targets', ['NAME'])}.`
  return target.apiKeyFrom === undefined ? problem : { ...problem, hint: `${problem.hint}${others}` }
}

/** At the target's place in the project file. The hint names what to set. */
export function withoutKey(target: Target, message: string): Problem {
  const { alias, position } = target
  return {
    rule: 'missing-key',
    severity: 'error',
    target: alias,
    message,
    ...given({ position }),
    hint: missingKeyHint(target),
  }
}

/** The name of an environment variable, the content of a file, or the field of the project file. */
export function keyPlace({ alias, apiKeyFrom = '' }: Pick<Target, 'alias' | 'apiKeyFrom'>): string {
  const [, sort, name] = /^(env|file):(.+)$/.exec(apiKeyFrom) ?? []
  if (name === undefined) return `apiKey of target ${alias} in the project file`
  return sort === 'env' ? name : `the content of ${name}`
}

type Keyless = Pick<Target, 'alias' | 'apiKeyFrom' | 'url' | 'isSandbox'>

export function missingKeyText({ alias, apiKeyFrom }: Keyless): string {
  return apiKeyFrom === undefined
    ? `target ${alias} has no apiKey in the project file; belfry uses BELFRY_API_KEY only if a single target is selected`
    : `the API key is missing: ${apiKeyFrom} is unset or empty`
}

export function missingKeyHint(target: Keyless): string {
  const { alias, apiKeyFrom, isSandbox } = target
  if (isSandbox === true) return sandboxHint(alias)
  if (apiKeyFrom !== undefined)
    return `Set ${keyPlace(target)} to the API key of the environment, which the dashboard of the service shows. ${option('dotenv', 'FILE')} reads variables from a file.`
  const variable = `BELFRY_${alias.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_API_KEY`
  return `Write apiKey: \${env:${variable}} under the target and set this environment variable, or select a single target with -t.${sandboxAdvice(target)}`
}

export function sandboxHint(alias: string): string {
  return `The sandbox has the environments Development and Production, and needs no apiKey for them. Under target ${alias}, write environment: Development.`
}

/** The sandbox's targets need no apiKey, but only if the project file names the sandbox as such. */
function sandboxAdvice({ url }: Keyless): string {
  const { hostname, port } = new URL(url)
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return ''
  return ` For the sandbox, write service: { url: sandbox${port === '4111' ? '' : `:${port || '80'}`} }.`
}
