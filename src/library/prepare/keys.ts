// Which keys are used: the first API key that the service accepts, the sandbox's own keys, and the keys of fingerprints.
import { Secret } from '../../core/secrets/secret.ts'
import type { Project, Target } from '../../project/project.ts'
import { createClient, readOnly } from '../../service/client.ts'
import { ServiceError } from '../../service/errors.ts'
import { listEnvironments } from '../../service/operations.ts'
import type { Transport } from '../../service/transport.ts'
import type { Machine } from '../run.ts'
import type { ConnectionRequest } from '../options/common.ts'
import { onConnection, proxyProblems, type Connection } from './connection.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { sandboxHint } from '../../engine/keyless.ts'
import { developmentApiKey, madeKeyPrefix, productionApiKey } from '../../sandbox/http/keys.ts'
import { fingerprintKey } from '../../core/secrets/fingerprint.ts'
import type { SealKey } from '../../engine/saved/seals.ts'

/** Milliseconds: the operation itself reports a service that doesn't answer. */
const patience = 30_000

/**
 * The project with the first key of each target that the service accepts. Sends requests only for targets that have several
 * keys.
 */
export async function withAcceptedKeys(
  project: Project,
  request: ConnectionRequest,
  machine: Machine,
): Promise<Project> {
  const isChoosing = project.targets.some(hasChoice)
  if (!isChoosing || proxyProblems(machine.env).length > 0) return project
  const timeout = Math.min(request.timeout ?? patience, patience)
  const accepted = ({ transport }: Connection): Promise<Target[]> =>
    Promise.all(project.targets.map((each) => withAcceptedKey(each, transport, machine)))
  return { ...project, targets: await onConnection(request, { machine }, accepted, timeout) }
}

/** Whether a request decides between several keys. The keys of a sandbox target aren't tried: they may be real ones. */
function hasChoice({ otherKeys, isSandbox }: Target): boolean {
  return otherKeys !== undefined && !isSandbox
}

async function withAcceptedKey(target: Target, transport: Transport, machine: Machine): Promise<Target> {
  const { apiKey, otherKeys = [] } = target
  if (!hasChoice(target) || apiKey === undefined) return target
  for (const key of [apiKey, ...otherKeys])
    if (await isAccepted(key, target, transport, machine))
      return { ...target, apiKey: key, apiKeyFrom: key.origin }
  return target
}

/** Only a 401 is about the key: the operation meets any other failure again. */
async function isAccepted(
  apiKey: Secret,
  { url }: Target,
  transport: Transport,
  { filter }: Machine,
): Promise<boolean> {
  try {
    await listEnvironments(readOnly(createClient({ transport, origin: url, apiKey, filter })))
    return true
  } catch (error) {
    return !(error instanceof ServiceError && error.status === 401)
  }
}

/** The keys that every sandbox accepts, by the name of their environment. */
export const ownKeys: ReadonlyMap<string, string> = new Map([
  ['Development', developmentApiKey],
  ['Production', productionApiKey],
])

/** The project with the sandbox's keys for its targets without a key. A real key for a sandbox target is a problem. */
export function sandboxKeys(project: Project, problems: Problem[]): Project {
  return {
    ...project,
    targets: project.targets.map((target) => (target.isSandbox ? withSandboxKey(target, problems) : target)),
  }
}

/** Whether only a sandbox accepts the key, so that it isn't a secret. */
export function isSandboxKey(key: string): boolean {
  return [...ownKeys.values()].includes(key) || key.startsWith(madeKeyPrefix)
}

function withSandboxKey(target: Target, problems: Problem[]): Target {
  const { apiKey, alias, environment = 'Development', position } = target
  if (apiKey === undefined) {
    const own = ownKeys.get(environment)
    return own === undefined ? target : { ...target, apiKey: Secret.of(own, "the sandbox's own") }
  }
  if (!apiKey.passes((key) => isSandboxKey(String(key))))
    problems.push(
      errorOf(
        'foreign-key',
        `the API key doesn't belong to the sandbox, so belfry doesn't send the API key to the sandbox`,
        `Set "url" in the project file, or BELFRY_URL, to the URL of the service (for keys of a seed: of the sandbox, such as http://127.0.0.1:4111), or remove the API key.${ownKeys.has(environment) ? '' : ` ${sandboxHint(target)}`}`,
        { target: alias, position },
      ),
    )
  return target
}

const fingerprintVariable = 'BELFRY_FINGERPRINT_KEY'

/** Undefined if each target's own API key takes its place. */
export function fingerprintSecretIn({ env }: Pick<Machine, 'env'>): Secret | undefined {
  const text = env[fingerprintVariable] ?? ''
  return text === '' ? undefined : Secret.of(text, `env:${fingerprintVariable}`)
}

/** The key of BELFRY_FINGERPRINT_KEY, which needs no project. */
export function sharedSealKey(machine: Pick<Machine, 'env'>): SealKey | undefined {
  const shared = fingerprintSecretIn(machine)
  return shared && { key: fingerprintKey(shared), from: fingerprintVariable }
}

/** The keys that sign saved plans, by alias, of the targets that have an API key. */
export function sealKeys(targets: readonly Target[], machine: Pick<Machine, 'env'>): Map<string, SealKey> {
  const shared = sharedSealKey(machine)
  return new Map(
    targets.flatMap(({ alias, apiKey }) => {
      if (apiKey === undefined) return []
      return [[alias, shared ?? { key: fingerprintKey(apiKey), from: 'apiKey' }] as const]
    }),
  )
}

/** The fewest characters of BELFRY_FINGERPRINT_KEY. */
const shortest = 16

/** A short key can be guessed, and with it the fingerprinted secrets. */
export function sealKeyProblem({ env }: Pick<Machine, 'env'>): Problem | undefined {
  const key = env[fingerprintVariable] ?? ''
  return key === '' || key.length >= shortest
    ? undefined
    : errorOf(
        'short-key',
        `${fingerprintVariable} has fewer than ${shortest} characters`,
        'Use a long random string, for example the output of openssl rand -hex 32.',
      )
}
