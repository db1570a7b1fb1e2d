// Determines which environment an API key belongs to: a write with the wrong key changes another environment.
import { sha256 } from '../../core/secrets/fingerprint.ts'
import { isEqual } from '../../core/plan/compare-fields.ts'
import { ifOffered } from '../../core/shell.ts'
import { errorOf, type Problem, warningOf } from '../../core/problem.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import type { Access } from '../../kinds/kind.ts'
import { firstPage } from '../../kinds/subscriber/requests.ts'
import { listEvents, searchSubscribers } from '../../service/operations.ts'
import type { Environment, SearchSubscribersReply } from '../../wire/generated.ts'
import type { Target } from '../../core/target.ts'
import { keySource } from '../keyless.ts'
import { grouped } from '../../core/lists.ts'
import { environmentsOf, type Reader } from './session.ts'

export interface Identity {
  readonly id: string
  readonly name: string
  /** False if only the environment's name shows it, or if its required name can't be checked; then nothing may be written. */
  readonly isProven: boolean
  readonly evidence: Evidence
}

/** What showed it: the key in the list by its hash or as it is, the environment of something in it, or what the project says. */
export type Evidence = 'hash' | 'key' | 'subscriber' | 'event' | 'environmentId' | 'name'

/** Undefined if nothing shows it. Throws what the service layer throws. */
export async function identify(
  access: Access,
  target: Target,
  apiKey: Secret,
): Promise<Identity | undefined> {
  const all = await environmentsOf(access)
  const owner = ownerOf(apiKey, all)
  if (owner !== undefined) return owner
  const shown = await anythingInIt(access)
  const evidence = shown?.evidence ?? 'environmentId'
  const named = all.find((item) => item._id === (shown?.id ?? target.environmentId))
  if (named !== undefined) return { id: named._id, name: named.name, isProven: true, evidence }
  // The name of an environment that isn't listed is unknown: if the project file has a name, only its ID there proves it.
  if (shown !== undefined)
    return {
      id: shown.id,
      name: target.environment ?? shown.id,
      isProven: target.environmentId !== undefined || target.environment === undefined,
      evidence,
    }
  const assumed = all.find((item) => item.name === target.environment)
  return assumed && { id: assumed._id, name: assumed.name, isProven: false, evidence: 'name' }
}

/** The environment in whose keys the list shows this one; undefined if the list shows it nowhere. */
export function ownerOf(apiKey: Secret, environments: readonly Environment[]): Identity | undefined {
  for (const item of environments) {
    const own = (item.apiKeys ?? []).find(({ hash, key }) =>
      // Some services show keys encrypted, which can't be compared.
      hash === undefined ? isEqual(key, apiKey) : hash === sha256(apiKey),
    )
    const evidence = own?.hash === undefined ? 'key' : 'hash'
    if (own !== undefined) return { id: item._id, name: item.name, isProven: true, evidence }
  }
  return undefined
}

/** The id of the key's organisation; undefined if the service shows no valid one. */
export async function organisationOf(access: Access): Promise<string | undefined> {
  const id: unknown = (await environmentsOf(access))[0]?._organizationId
  return typeof id === 'string' && id !== '' ? id : undefined
}

async function anythingInIt(
  access: Access,
): Promise<{ readonly id: string; readonly evidence: 'subscriber' | 'event' } | undefined> {
  const page =
    access.begun<SearchSubscribersReply>(firstPage) ?? searchSubscribers(access.client, { limit: 1 })
  const [subscriber] = (await page).data
  if (isId(subscriber?._environmentId)) return { id: subscriber._environmentId, evidence: 'subscriber' }
  const [event] = (await listEvents(access.client, { limit: 1 })).data
  return isId(event?._environmentId) ? { id: event._environmentId, evidence: 'event' } : undefined
}

/** Replies may break the contract: a value that is not a string names no environment. */
function isId(given: unknown): given is string {
  return typeof given === 'string' && given !== ''
}

/** Why a target may not be written to; undefined if it may. */
export function objection(
  target: Target,
  identity: Identity | undefined,
  /** The name that the target's environment may still have. */
  formerName?: string,
): Problem | undefined {
  const about = { target: target.alias }
  if (identity === undefined || !identity.isProven)
    return errorOf(
      'unknown-environment',
      `belfry can't determine which environment the API key belongs to${target.environmentId === undefined ? '' : `: the service lists no environment with environmentId ${target.environmentId}`}`,
      `${target.environmentId === undefined ? 'Set' : 'Correct'} environmentId of target ${target.alias} in the project file, for example environmentId: 6b0000000000000000000001.`,
      about,
    )
  const wrongName =
    target.environment !== undefined && ![target.environment, formerName].includes(identity.name)
  const wrongId = target.environmentId !== undefined && identity.id !== target.environmentId
  if (!wrongName && !wrongId) return undefined
  const wanted = wrongName ? target.environment : target.environmentId
  return errorOf(
    'wrong-environment',
    `the API key belongs to environment ${identity.name} (${identity.id}), not to environment ${wanted}`,
    `Set ${keySource(target)} to the API key of environment ${wanted}.${ifOffered('config', ` Or correct ${wrongName ? 'environment' : 'environmentId'} of target ${target.alias} in the project file.`)}`,
    about,
  )
}

/** Two targets of one environment would undo each other's changes; of two organisations one may be a mistake. */
export async function disagreements(readers: readonly Reader[]): Promise<readonly Problem[]> {
  if (readers.length < 2) return []
  const placed = await Promise.all(
    readers.map(async ({ access, session: { target, environment } }) => ({
      ...target,
      environmentId: environment.id,
      name: environment.name,
      organisation: await organisationOf(access),
    })),
  )
  const known = placed.filter(({ environmentId }) => environmentId !== '')
  const twice = [...grouped(known, ({ url, environmentId }) => `${url} ${environmentId}`).values()]
  const services = [...grouped(placed, ({ url }) => url).values()]
  return [
    ...twice.flatMap(([first, second]): Problem | [] => {
      if (first === undefined || second === undefined) return []
      return errorOf(
        'same-environment',
        `the API keys of targets ${first.alias} and ${second.alias} belong to the same environment, ${first.name} (${first.environmentId})`,
        'Give each target the API key of its own environment, or remove one of the targets.',
        { target: second.alias },
      )
    }),
    ...services.flatMap(([first, ...others]): Problem | [] => {
      const other = others.find(({ organisation }) => organisation !== first?.organisation)
      if (first?.organisation === undefined || other?.organisation === undefined) return []
      return warningOf(
        'several-organisations',
        `targets ${first.alias} and ${other.alias} belong to different organisations (${first.organisation}, ${other.organisation})`,
        'Check the API keys of both targets. If this is intended, add "via" to each environment in the manifests, with the name of the target that manages the environment, for example via: Production.',
        { target: other.alias },
      )
    }),
  ]
}
