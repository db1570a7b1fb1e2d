// What is known of providers: their channel and the credential keys that their forms ask for.
import { contractVendor, spellingsOf, spoken } from '../core/vendor.ts'
import catalogue from './providers.json' with { type: 'json' }

export interface Provider {
  readonly providerId: string
  readonly channel: string
  readonly displayName: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** By provider id in the contract's spelling: `svc-email`, where the catalogue says `novu-email`. */
const providers: ReadonlyMap<string, Provider> = new Map(
  catalogue.providers.map((provider) => [spoken(provider.providerId, contractVendor), provider]),
)

export function providerNamed(providerId: string): Provider | undefined {
  return providers.get(spoken(providerId, contractVendor))
}

/** Ids and names of providers, and the keys of their credentials: public, so no part of a secret. */
export const catalogueWords: readonly string[] = catalogue.providers.flatMap(
  ({ providerId, displayName, required, optional }) => [providerId, displayName, ...required, ...optional],
)

/** Both spellings of the service's own. */
export const providerIds: readonly string[] = spellingsOf([...providers.keys()])
