// Where a user writes the API key of a target, in the words of hints: `Set STAGING_KEY to the API key`.
import type { Target } from './engine.ts'

/** The name of an environment variable, the content of a file, or the field of the project file. */
export function keyPlace({ alias, apiKeyFrom = '' }: Pick<Target, 'alias' | 'apiKeyFrom'>): string {
  const [, sort, name] = /^(env|file):(.+)$/.exec(apiKeyFrom) ?? []
  if (name === undefined) return `apiKey of target ${alias} in the project file`
  return sort === 'env' ? name : `the content of ${name}`
}

type Keyless = Pick<Target, 'alias' | 'apiKeyFrom' | 'url' | 'isSandbox'>

/** For a target whose environment exists. */
export function missingKeyText({ alias, apiKeyFrom }: Keyless): string {
  return apiKeyFrom === undefined
    ? `target ${alias} has no apiKey in the project file; belfry uses BELFRY_API_KEY only if a single target is selected`
    : `the API key is missing: ${apiKeyFrom} is unset or empty`
}

/** Names what to set. */
export function missingKeyHint(target: Keyless): string {
  const { alias, apiKeyFrom, isSandbox } = target
  if (isSandbox === true) return sandboxHint(alias)
  if (apiKeyFrom !== undefined)
    return `Set ${keyPlace(target)} to the API key of the environment. The dashboard of the service shows the API key.`
  const variable = `BELFRY_${alias.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_API_KEY`
  return `Write apiKey: \${env:${variable}} under the target and set this environment variable, or select a single target with -t.${sandboxAdvice(target)}`
}

/** For an environment that the sandbox doesn't have. */
export function sandboxHint(alias: string): string {
  return `The sandbox has the environments Development and Production, and needs no apiKey for them. Under target ${alias}, write environment: Development.`
}

/** The sandbox's targets need no apiKey, but only if the project file names the sandbox as such. */
function sandboxAdvice({ url }: Keyless): string {
  const { hostname, port } = new URL(url)
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return ''
  return ` For the sandbox, write service: { url: sandbox${port === '4111' ? '' : `:${port || '80'}`} }.`
}
