// The known providers: their channels and the credential keys that their forms ask for. `scripts/providers.mjs` makes the
// catalogue from the packages of the vendor.
import { contractVendor, spellings, spellingsOf, spoken } from '../core/vendor.ts'
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
for (const provider of catalogue.providers)
  providers.set(spoken(provider.providerId, contractVendor), provider)

/** Keys that are secret for each provider, as the vendor says. */
export const secretKeys: ReadonlySet<string> = new Set(catalogue.secretKeys)

export function providerNamed(providerId: string): Provider | undefined {
  return providers.get(spoken(providerId, contractVendor))
}

/** Ids and names of providers, and the keys of their credentials: public, so no part of a secret. */
export function catalogueWords(): readonly string[] {
  return [
    ...catalogue.idsOnly,
    ...catalogueProviders.flatMap((each) => [each.providerId, each.displayName, ...credentialKeysOf(each)]),
  ]
}

/** What each id means, in both spellings of the service's own. */
function meaningsOf(ids: readonly string[]): Readonly<Record<string, string>> {
  const meanings: Record<string, string> = {}
  for (const id of ids) {
    const provider = providers.get(id)
    if (provider === undefined) continue
    const { providerId, displayName, channel } = provider
    for (const vendor of spellings) meanings[spoken(providerId, vendor)] = `${displayName}, for ${channel}.`
  }
  return meanings
}

/** Of all providers; of some the vendor publishes only the id, so neither channel nor credentials are checked. */
export const providerMeanings: Readonly<Record<string, string>> = {
  ...meaningsOf([...providers.keys()]),
  ...Object.fromEntries(
    spellingsOf(catalogue.idsOnly).map((id) => [id, 'A provider whose credentials are not published.']),
  ),
}

export const providerIds: readonly string[] = Object.keys(providerMeanings)

/** The providers of the channels of subscribers. */
export const channelProviders = meaningsOf(
  [...providers].flatMap(([id, { channel }]) => (channel === 'chat' || channel === 'push' ? [id] : [])),
)

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
