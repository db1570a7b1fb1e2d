// Which environment a request's key belongs to; how long the check takes reveals nothing about any key.
import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from './refusals.ts'
import type { EnvironmentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** The environment of an `Authorization` header. Throws a Refusal with the status 401 if there is none. */
export function authenticate(store: Store, header: string | undefined): EnvironmentRecord {
  if (header === undefined || header === '') throw new Refusal(401, 'Missing authorization header')
  const [scheme, key = ''] = header.split(' ')
  // A bearer token is checked as a user's session, not as an API key.
  if (scheme === 'Bearer' || (scheme === 'ApiKey' && key === ''))
    throw new Refusal(401, 'Unauthorized', { form: 'unnamed' })
  if (scheme !== 'ApiKey') throw new Refusal(401, `Invalid authentication scheme: "${scheme}"`)
  const presented = digest(key)
  let owner: EnvironmentRecord | undefined
  for (const environment of store.environments) {
    for (const known of environment.apiKeys) {
      if (timingSafeEqual(digest(known.key), presented)) owner = environment
    }
  }
  if (owner === undefined) throw new Refusal(401, 'API Key not found')
  return owner
}

/** The hash that a list of keys shows beside a key: SHA-256, in hexadecimal. */
export function keyHash(key: string): string {
  return digest(key).toString('hex')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

// The sandbox's keys are public, and recognisable, so that no real key is confused with them.

/** Keys of the default seed's environments. No service but the sandbox knows them. */
export const developmentApiKey = 'dededededededededededededededede'
export const productionApiKey = 'fadefadefadefadefadefadefadefade'

/** The first characters of generated keys. */
export const madeKeyPrefix = '5a4db0c5'
