// Targets without an API key: their environment is either still to be created, or the key is missing. Newer releases accept an
// environment's update with its own API key only, so that without it such requests are held back.
import { given } from '../core/given.ts'
import { ifOffered, option } from '../core/shell.ts'
import { errorOf, type Problem } from '../core/problem.ts'
import { type Desired, formerNameOf } from '../kinds/resource.ts'
import type { Target } from '../core/target.ts'
import { environmentsOf, type Reader } from './plan/session.ts'
import { listText } from '../core/words.ts'
import type { Note } from '../core/plan/notes.ts'
import { severityOf, type RuleSettings } from '../core/rules.ts'
import type { Draft } from '../kinds/kind.ts'
import type { Environment } from '../wire/generated.ts'
import type { OwnKeyHolder, PlanRequest } from './plan/plan-request.ts'

/** The names of all environments that the service shows to these targets. */
export async function environmentNames(readers: readonly Reader[]): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(readers.map((reader) => environmentsOf(reader.access)))
  return new Set(lists.flat().map(({ name }) => name))
}

/**
 * The target's environment, if `declared` has it and the service, which shows others, doesn't: neither under its name nor its
 * former name.
 */
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

/** The hint names what to set; for a target of a project file with an `apiKey`, also how to leave the target out. */
export function missingKey(target: Target): Problem {
  const problem = withoutKey(target, missingKeyText(target))
  const others = ifOffered(
    'targets',
    ` To leave target ${target.alias} out, choose other targets with ${option('targets', ['NAME'])}.`,
  )
  return target.apiKeyFrom === undefined || target.position === undefined
    ? problem
    : { ...problem, hint: `${problem.hint}${others}` }
}

/** At the target's place in the project file. The hint names what to set. */
export function withoutKey(target: Target, message: string): Problem {
  const { alias, position } = target
  return errorOf('missing-key', message, missingKeyHint(target), { target: alias, position })
}

/** The name of an environment variable, the content of a file, or the field of the project file. */
export function keySource({ alias, apiKeyFrom = '' }: Pick<Target, 'alias' | 'apiKeyFrom'>): string {
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
  if (isSandbox === true) return sandboxHint(target)
  if (apiKeyFrom !== undefined)
    return `Set ${keySource(target)} to the API key of the environment, which the dashboard of the service shows.${ifOffered('dotenv', ` belfry reads variables from a file such as .env only with ${option('dotenv', 'FILE')}.`)}`
  const variable = `BELFRY_${alias.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_API_KEY`
  return `Write apiKey: \${env:${variable}} under the target and set this environment variable${ifOffered('targets', `, or select a single target with ${option('targets')}`)}.${sandboxAdvice(target)}`
}

export function sandboxHint({ alias }: Pick<Target, 'alias'>): string {
  return `The sandbox needs no apiKey only for Development and Production. Under target ${alias}, write environment: Development, or declare the apiKey.`
}

/** The sandbox's targets need no apiKey, but only if the project file names the sandbox as such. */
function sandboxAdvice({ url }: Keyless): string {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'http:' || !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return ''
  return ` For the sandbox, write service: { url: sandbox${port === '4111' ? '' : `:${port || '80'}`} }.`
}

/**
 * Whether the list shows only the API keys of the environment whose key is used, as releases since May 2026 do. Releases
 * since August 2026 accept an update of an environment only with its own key, which a list doesn't show.
 */
export function hidesOtherKeys(environments: readonly Environment[], ownId: string): boolean {
  const showing = environments.filter(({ apiKeys }) => (apiKeys ?? []).length > 0)
  return environments.length > 1 && showing.length === 1 && showing[0]?._id === ownId
}

/**
 * Of `targets`, none of which has an accepted key, the one whose environment has this name; `url` is that of the service. Empty if
 * there is none.
 */
export function holderOf(name: string, url: string, { targets }: Pick<PlanRequest, 'targets'>): OwnKeyHolder {
  const target = targets.find((each) => each.url === url && (each.environment ?? each.alias) === name)
  return target === undefined ? {} : given({ target: target.alias, apiKeyFrom: target.apiKeyFrom })
}

/** The note of an update that waits for the environment's own API key. */
export function ownKeyNote(desired: Desired, drafts: readonly Draft[], holder: OwnKeyHolder): Note<'ownKey'> {
  const { kind, name, position } = desired
  const fields = drafts.flatMap(({ differences }) => differences.map(({ path: [first = ''] }) => first))
  return { sort: 'ownKey', kind, name, position, fields: [...new Set(fields)], ...holder }
}

/**
 * A problem for each update whose API key no target has, unless the rule is off. A note with a target isn't a problem: the
 * target is listed as waiting.
 */
export function ownKeyProblems(notes: readonly Note<'ownKey'>[], rules: RuleSettings): Problem[] {
  const severity = severityOf('own-key', rules)
  if (severity === 'off') return []
  return notes
    .filter(({ target }) => target === undefined)
    .map(({ kind, name, fields, position }) => ({
      rule: 'own-key',
      severity,
      resource: `${kind} ${name}`,
      position,
      message: `belfry can't set ${listText(fields)} of ${kind} ${name}: no target has the API key of ${kind} ${name}`,
      hint: `Newer services accept an update of an environment only with the environment's own API key. In the project file, add a target with environment: ${name} and with that API key as apiKey.`,
    }))
}
