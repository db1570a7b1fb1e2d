// What a deployment is like, from what its lists show: services of several ages hide and span different things.
import { given } from '../../core/given.ts'
import type { Deployment } from '../../core/plan/finding.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import { isMap, textOf, Unreadable } from '../../core/value.ts'
import { liveVendor, readIntegrations } from '../../kinds/integration/live.ts'
import type { Look } from '../../kinds/kind.ts'
import type { Live } from '../../kinds/resource.ts'
import { providerNamed } from '../../kinds/providers.ts'
import type { Sighting } from '../../service/observe.ts'
import { listIntegrations, searchSubscribers } from '../../service/operations.ts'
import { ReplyError, ServiceError, TransportError } from '../../service/errors.ts'
import type { Environment, ListedIntegration } from '../../wire/generated.ts'
import { environmentsOf, isKey } from '../plan/identify.ts'

/** `environmentId` is empty where it isn't known. A list that can't be read leaves its facts unknown. */
export async function deploymentOf(
  look: Look,
  apiKey: Secret,
  sightings: readonly Sighting[],
): Promise<Deployment> {
  const environments = await environmentsOf(look)
  const integrations = await unlessRefused(look.once('listIntegrations', listIntegrations))
  // Each category of requests has its own limits.
  await unlessRefused(searchSubscribers(look.client, { limit: 1 }))
  const vendor = integrations && (await liveVendor(look))
  const skew = sightings.find((seen) => seen.skew !== undefined)?.skew
  return {
    replies: envelopeIn(sightings),
    ...given({ vendor }),
    credentials: credentialsIn(integrations === undefined ? [] : await readIntegrations(look)),
    integrations: spanOf(integrations, environments, look.environmentId),
    apiKeys: keysIn(environments, apiKey),
    deviceTokens: 'unknown',
    idempotency: 'unknown',
    limits: limitsIn(sightings),
    ...given({ clockSkew: skew }),
  }
}

/** Undefined if the service refuses it, or its reply can't be used. */
export async function unlessRefused<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    const isExpected = [ServiceError, TransportError, ReplyError].some((kind) => error instanceof kind)
    if (isExpected) return undefined
    throw error
  }
}

/** Only lists without a `data` of their own show whether there is an envelope. */
function envelopeIn(sightings: readonly Sighting[]): Deployment['replies'] {
  const telling = sightings.find(
    ({ category, status, isWrapped }) => category === 'global' && status < 300 && isWrapped !== undefined,
  )
  if (telling === undefined) return 'unknown'
  return telling.isWrapped === true ? 'wrapped' : 'bare'
}

/** Only an integration that needs credentials shows, by having none, that they are withheld. */
function credentialsIn(own: readonly Live[]): Deployment['credentials'] {
  const told = new Set(own.map(shownOf))
  return (['masked', 'readable', 'withheld'] as const).find((each) => told.has(each)) ?? 'unknown'
}

function shownOf({ fields }: Live): Deployment['credentials'] {
  const required = providerNamed(textOf(fields['providerId']))?.required ?? []
  const shown = fields['credentials']
  if (required.length === 0) return 'unknown'
  if (!isMap(shown)) return 'withheld'
  return required.some((key) => shown[key] instanceof Unreadable) ? 'masked' : 'readable'
}

function spanOf(
  integrations: readonly ListedIntegration[] | undefined,
  environments: readonly Environment[],
  environmentId: string,
): Deployment['integrations'] {
  if (integrations === undefined || environmentId === '') return 'unknown'
  if (!integrations.every((each) => each._environmentId === environmentId)) return 'organisation'
  return environments.length > 1 ? 'environment' : 'unknown'
}

function keysIn(environments: readonly Environment[], apiKey: Secret): Deployment['apiKeys'] {
  const showing = environments.filter(({ apiKeys }) => (apiKeys ?? []).length > 0)
  if (showing.length === 0) return 'none'
  const isOwn = ({ apiKeys = [] }: Environment): boolean => apiKeys.some((shown) => isKey(shown, apiKey))
  return showing.every(isOwn) ? 'own' : 'all'
}

function limitsIn(sightings: readonly Sighting[]): Deployment['limits'] {
  const categories = new Map(sightings.map(({ category, limits }) => [category, limits]))
  return [...categories].flatMap(([category, limits]) =>
    limits === undefined
      ? []
      : [{ category, limit: limits.limit, window: limits.window, burst: limits.burst }],
  )
}
