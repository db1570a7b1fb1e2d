// What is known of providers: their channel and the credential keys that their forms ask for.
import catalogue from './providers.json' with { type: 'json' }

export interface Provider {
  readonly providerId: string
  readonly channel: string
  readonly displayName: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** By provider id in the contract's spelling: `svc-email`, where the catalogue says `novu-email`. */
export const providers: ReadonlyMap<string, Provider> = new Map(
  catalogue.providers.map((provider) => {
    const providerId = provider.providerId.replace(/^novu(?=-|$)/, 'svc')
    return [providerId, { ...provider, providerId }]
  }),
)

export const providerIds: readonly string[] = [...providers.keys()]
