// The targets of a new project, as they are typed: those of options, or of the environments that BELFRY_API_KEY finds.
import { isProblem, type Problem, badFlag } from '../../core/problem.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { isTargetName, targetNames } from '../../core/target.ts'
import { identify } from '../../engine/plan/identify.ts'
import { firstReplyProblem } from '../../engine/failure-problem.ts'
import { environmentsOf, openAccess } from '../../engine/plan/session.ts'
import { isForbiddenName } from '../../manifest/references/forbidden-variables.ts'
import { secret } from '../../project/key.ts'
import type { Address } from '../../project/project.ts'
import { developmentApiKey } from '../../sandbox/http/keys.ts'
import { createClient, readOnly } from '../../service/client.ts'
import type { InitRequest } from '../options/manifests.ts'
import { onConnection, type Connection } from '../prepare/connection.ts'
import { ownKeys } from '../prepare/keys.ts'
import { isReservedName } from '../prepare/settings.ts'
import type { Machine, Run } from '../run.ts'

export interface NewTarget {
  readonly alias: string
  /** Its name in the service. */
  readonly environment: string
  /** Of its API key. Without one the key is the sandbox's own. */
  readonly variable?: string
}

export interface Found {
  /** By the name of their target. */
  readonly environments: ReadonlyMap<string, string>
  /** The environment that BELFRY_API_KEY belongs to. */
  readonly own?: string | undefined
  /** `assumed`: without a key, without a sandbox that answers, or if options name the targets. */
  readonly by: 'service' | 'assumed'
}

/** Whether its variable is set. */
export function hasKey({ variable }: NewTarget, { env }: Pick<Machine, 'env'>): boolean {
  return variable === undefined || (env[variable] ?? '') !== ''
}

const key = 'BELFRY_API_KEY'

/** Milliseconds that a request of init may take by default. */
export const patience = 30_000

/** The environments that every sandbox has. */
export const assumed: Found = {
  environments: new Map([...ownKeys.keys()].map((name) => [name, name])),
  by: 'assumed',
}

/** Reads the environments with BELFRY_API_KEY, or from the sandbox with its own key. The problem if the service can't be read. */
export async function findEnvironments(
  { url, isSandbox }: Address,
  request: InitRequest,
  run: Run,
): Promise<Found | Problem> {
  const own = Secret.of(developmentApiKey, "the sandbox's own")
  const apiKey = isSandbox ? own : secret(run.machine.env[key], `env:${key}`)
  if (apiKey === undefined) return assumed
  const timeout = request.timeout ?? patience
  const read = async ({ transport }: Connection): Promise<Found> => {
    const client = createClient({ transport, origin: url, apiKey, filter: run.machine.filter })
    const first = openAccess(readOnly(client), '', 1)
    const names = (await environmentsOf(first)).map(({ name }) => name)
    const aliases = targetNames(names)
    const found = await identify(first, { alias: '', url, unmanaged: 'report' }, apiKey)
    const environments = new Map(aliases.map((alias, index) => [alias, names[index] ?? alias]))
    return { environments, own: found?.name, by: 'service' }
  }
  try {
    return await onConnection(request, run, read, timeout)
  } catch (error) {
    const problem = firstReplyProblem(error, undefined, apiKey)
    return isSandbox ? assumed : problem
  }
}

/** All of them with their variables, as `readTargets` reads it. */
export function typedTargets(found: Found, address: Address): string {
  const names = [...found.environments].map(([alias, environment]) =>
    environment === found.own && !address.isSandbox ? `${alias}=${key}` : alias,
  )
  const targets = readTargets(names.join(','), found, address)
  const typed = isProblem(targets)
    ? names
    : targets.map(({ alias, variable }) => (variable === undefined ? alias : `${alias}=${variable}`))
  return typed.join(', ')
}

/** NAME or NAME=VARIABLE, with commas between. What is wrong is not quoted: it may be a key. */
export function readTargets(
  text: string,
  { environments }: Found,
  { isSandbox }: Address,
): readonly NewTarget[] | Problem {
  const targets: NewTarget[] = []
  for (const part of text.split(',')) {
    const [alias = '', written, ...rest] = part.split('=').map((each) => each.trim())
    const environment = environments.get(alias) ?? alias
    const usual = isSandbox && ownKeys.has(environment) ? undefined : variableFor(alias, targets)
    const variable = written ?? usual
    const example = 'Write NAME=VARIABLE, for example Production=PRODUCTION_API_KEY.'
    if (alias === '' || !isTargetName(alias) || isKeyLike(alias))
      return badFlag('a target name is empty, has reserved characters, or looks like an API key', example)
    if (rest.length > 0) return badFlag(`target ${alias} has more than one "="`, example)
    if (variable !== undefined && !isVariable(variable))
      return badFlag(
        `the text after ${alias}= is not a valid name of an environment variable for an API key`,
        `Write a name such as ${alias}=${usual ?? key}, and set this environment variable to the API key.`,
      )
    if (targets.some((other) => other.alias === alias || (variable && other.variable === variable)))
      return badFlag(
        `target ${alias} has the same name or environment variable as a different target`,
        'Use each name and each environment variable only once.',
      )
    targets.push({ alias, environment, ...(variable !== undefined && { variable }) })
  }
  return targets
}

/** One that no other target has, also for names that are not ASCII. */
function variableFor(alias: string, others: readonly NewTarget[]): string {
  const words = alias.toUpperCase().match(/[A-Z0-9]+/g) ?? ['TARGET']
  const name = `BELFRY_${words.join('_')}_API_KEY`
  const taken = new Set(others.map(({ variable }) => variable))
  let variable = name
  for (let count = 2; taken.has(variable); count++) variable = `${name}_${count}`
  return variable
}

function isKeyLike(text: string): boolean {
  return /^[0-9a-f]{32}$/i.test(text)
}

/** Whether it is the name of a variable, and not a key: both can have the same form. */
function isVariable(text: string): boolean {
  const isName = /^[A-Za-z_]\w*$/.test(text) && !isKeyLike(text)
  return isName && !isReservedName(text) && (text === key || !isForbiddenName(text))
}
