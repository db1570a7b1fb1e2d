// The known providers: their channels and the credential keys that their forms ask for. `scripts/providers.mjs` makes the
// catalogue from the packages of the vendor.
import { contractVendor, spellings, respelled } from '../core/vendor.ts'
import catalogue from './providers.json' with { type: 'json' }

export interface Provider {
  readonly providerId: string
  readonly channel: string
  readonly displayName: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** In the order of the catalogue. */
export const catalogueProviders: readonly Provider[] = catalogue.providers

/** By provider id in the contract's spelling: `svc-email`, where the catalogue says `novu-email`. */
const providers = new Map<string, Provider>()
const meanings: Record<string, string> = {}
const channelMeanings: Record<string, string> = {}
for (const provider of catalogue.providers) {
  const { providerId, displayName, channel } = provider
  providers.set(respelled(providerId, contractVendor), provider)
  for (const vendor of spellings) {
    const id = respelled(providerId, vendor)
    meanings[id] = `${displayName}, for ${channel}.`
    if (channel === 'chat' || channel === 'push') channelMeanings[id] = meanings[id]
  }
}
for (const providerId of catalogue.idsOnly)
  for (const vendor of spellings)
    meanings[respelled(providerId, vendor)] = 'A provider whose credentials are not published.'

/**
 * What each id means, in both spellings of the service's own. Of some the vendor publishes only the id, so neither channel nor
 * credentials are checked.
 */
export const providerMeanings: Readonly<Record<string, string>> = meanings

export const providerIds: readonly string[] = Object.keys(meanings)

/** The providers of the channels of subscribers. */
export const channelProviders: Readonly<Record<string, string>> = channelMeanings

/** Keys that are secret for each provider, as the vendor says. */
export const secretKeys: ReadonlySet<string> = new Set(catalogue.secretKeys)

export function providerNamed(providerId: string): Provider | undefined {
  return providers.get(respelled(providerId, contractVendor))
}

/** Ids and names of providers, and the keys of their credentials: public, so no part of a secret. */
export function catalogueWords(): readonly string[] {
  return [
    ...catalogue.idsOnly,
    ...catalogueProviders.flatMap((each) => [each.providerId, each.displayName, ...credentialKeysOf(each)]),
  ]
}

/** Names that providers are known by besides their ids, in lower case. */
const otherNames: Readonly<Record<string, string>> = {
  vonage: 'nexmo',
  brevo: 'sendinblue',
  'amazon-ses': 'ses',
  'aws-ses': 'ses',
  'amazon-sns': 'sns',
  'aws-sns': 'sns',
  smtp: 'nodemailer',
  outlook: 'outlook365',
  office365: 'outlook365',
  teams: 'msteams',
  'microsoft-teams': 'msteams',
  firebase: 'fcm',
  whatsapp: 'whatsapp-business',
  webex: 'webex-messaging',
  burstsms: 'burst-sms',
  kudosity: 'burst-sms',
  '46elks': 'forty-six-elks',
}

export const similarProviders = { rule: 'near-miss-provider', otherNames }

export function credentialKeysOf(provider: Provider | undefined): readonly string[] {
  return provider === undefined ? [] : [...provider.required, ...provider.optional]
}

/** Ids of all providers that take a credential. */
export function providersWith(key: string): readonly string[] {
  return [...providers.values()]
    .filter((provider) => credentialKeysOf(provider).includes(key))
    .map(({ providerId }) => providerId)
}
