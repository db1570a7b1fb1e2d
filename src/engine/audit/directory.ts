// What is wrong with the subscribers of one environment. Subscribers are seen one by one and not kept: of each, only the ID
// stays, and a part of a keyed hash of each address and token. There may be millions, and device tokens are secrets.
import type { AuditFinding } from '../../core/plan/finding.ts'
import { withoutSecrets } from '../../core/secrets/hide-secrets.ts'
import { maskText } from '../../core/secrets/personal.ts'
import { type FingerprintKey, fingerprint } from '../../core/secrets/fingerprint.ts'
import { applyCommand, type MayBeProtected } from '../../core/target.ts'
import { textOf, valueAt, type Value } from '../../core/value.ts'
import { counted, listText } from '../../core/words.ts'
import { channelOf, isActive } from '../../kinds/integration/routing.ts'
import { providerNamed } from '../../kinds/providers.ts'
import type { Live } from '../../kinds/resource.ts'
import type { ChannelSettings, Subscriber } from '../../wire/generated.ts'
import { isChosen } from './integration-findings.ts'
import { HashIndex } from '../../core/compact.ts'

/** The service refuses more, but older releases accepted them. */
const mostTokens = 100

/** Names in one message. */
const mostNames = 10

export class Directory {
  readonly #integrations: ReadonlyMap<string, Live>
  readonly #reach: Reach
  readonly #names: string[] = []
  readonly #emails: SharedTexts
  readonly #phones: SharedTexts
  /** Channels that deliver nothing, such as `slack@slack-ops`: why, and which subscribers have the channel. */
  readonly #dead = new Map<string, { readonly state: string; readonly owners: number[] }>()
  readonly #tokens: SharedTexts

  /** `integrations` by `_id`. */
  constructor(integrations: ReadonlyMap<string, Live>, key: FingerprintKey) {
    this.#integrations = integrations
    this.#reach = reachOf([...integrations.values()])
    this.#emails = new SharedTexts(key)
    this.#phones = new SharedTexts(key)
    this.#tokens = new SharedTexts(key)
  }

  get size(): number {
    return this.#names.length
  }

  /** The findings of this subscriber alone. */
  *add(subscriber: Subscriber): Generator<AuditFinding> {
    const [email, phone] = [textOf(subscriber.email), textOf(subscriber.phone)]
    const owner = this.#names.length
    const name = withoutOwnSecrets(subscriber)
    this.#names.push(name)
    const digits = phone.replaceAll(/[^\d+]/g, '')
    if (email !== '') this.#emails.add(email.trim().toLowerCase(), owner, () => maskText(email.trim()))
    if (digits !== '') this.#phones.add(digits, owner, () => maskText(digits))
    const resource = `subscriber ${name}`
    let isReached = (this.#reach.email && email !== '') || (this.#reach.phone && digits !== '')
    for (const channel of subscriber.channels ?? []) {
      const integration = this.#integrations.get(channel._integrationId)
      const providerId = textOf(channel.providerId)
      const part = `${providerId}@${integration?.name ?? channel.integrationIdentifier ?? textOf(channel._integrationId)}`
      const tokens = deviceTokensOf(channel)
      for (const token of tokens) this.#tokens.add(token, owner, (whole) => whole.slice(0, 12))
      if (tokens.length > mostTokens)
        yield {
          rule: 'too-many-device-tokens',
          resource,
          message: `channel ${part} of subscriber ${name} has ${tokens.length} device tokens, and the service allows ${mostTokens}`,
          hint: 'Remove device tokens that are no longer in use.',
        }
      const missing = missingFor(channel, integration, phone)
      if (integration === undefined) this.#addDead(part, 'not in the service', owner)
      else if (!isActive(integration)) this.#addDead(part, 'inactive', owner)
      else if (missing.length > 0)
        yield {
          rule: 'incomplete-channel',
          resource,
          message: `channel ${part} of subscriber ${name} has no ${listText(missing)}; ${providerId} needs ${missing.length === 1 ? 'this value' : 'these values'}`,
          hint: `Set the ${listText(missing)}, or use a channel with a different provider.`,
        }
      else isReached ||= channelOf(integration) !== 'push' || tokens.length > 0
    }
    if (!isReached && this.#reach.isExpected) {
      const why = whyUnreached(email !== '', digits !== '')
      yield {
        rule: 'unreachable-subscriber',
        resource,
        message: `${resource} ${why}`,
        alike: `subscribers ${why}`,
        hint: 'Set an email address, a phone number or a channel that an active integration delivers to.',
      }
    }
  }

  /** What several subscribers share, and dead channels: once all are added. */
  *sharedFindings(target: MayBeProtected): Generator<AuditFinding> {
    for (const shared of this.#tokens.shared)
      yield {
        rule: 'shared-device-token',
        message: `subscribers ${this.#listed(shared.owners)} have the same device token (fingerprint ${shared.label})`,
        hint: `A push message for one subscriber reaches the device of the other subscriber. Find out which subscriber uses the device. Declare the channels of the other subscribers without this token and with exact: [deviceTokens], then run ${applyCommand(target)}.`,
      }
    const addresses = [
      { rule: 'shared-email', what: 'email address', texts: this.#emails },
      { rule: 'shared-phone', what: 'phone number', texts: this.#phones },
    ] as const
    for (const { rule, what, texts } of addresses)
      for (const shared of texts.shared)
        yield {
          rule,
          message: `subscribers ${this.#listed(shared.owners)} have the same ${what} (${shared.label})`,
          hint: `If this is intended, set rules: { ${rule}: off } in the project file.`,
        }
    for (const [part, { state, owners }] of this.#dead)
      yield {
        rule: 'dead-channel',
        message: `the integration of channel ${part} is ${state}, and ${counted(owners.length, 'subscriber has', 'subscribers have')} this channel: ${this.#listed(owners)}`,
        hint: 'Activate or create the integration, or give the subscribers a channel with another integration.',
      }
  }

  #addDead(part: string, state: string, owner: number): void {
    const known = this.#dead.get(part)
    if (known === undefined) this.#dead.set(part, { state, owners: [owner] })
    // The service may have several entries of a channel.
    else if (known.owners.at(-1) !== owner) known.owners.push(owner)
  }

  #listed(owners: Iterable<number>): string {
    return listText(
      [...owners].map((owner) => this.#names[owner] ?? ''),
      mostNames,
    )
  }
}

/** Which addresses of a subscriber an integration delivers to. */
interface Reach {
  readonly email: boolean
  readonly phone: boolean
  /** False if all notifications are read in the application. */
  readonly isExpected: boolean
}

function reachOf(all: readonly Live[]): Reach {
  const chosen = all.filter(isChosen)
  const delivers = (channel: string): boolean => chosen.some((live) => channelOf(live) === channel)
  return {
    email: delivers('email'),
    phone: delivers('sms') || chosen.some(({ fields }) => fields['providerId'] === phoneProvider),
    isExpected: !chosen.every((live) => channelOf(live) === 'in_app') || chosen.length === 0,
  }
}

function whyUnreached(hasEmail: boolean, hasPhone: boolean): string {
  if (hasEmail && hasPhone)
    return "can't be reached by email or phone, because no active integration delivers to email addresses or phone numbers"
  if (hasEmail) return "can't be reached by email, because no active integration delivers email"
  return hasPhone
    ? "can't be reached by phone, because no active integration delivers to phone numbers"
    : "can't be reached, because no email address, phone number or channel is set that an active integration delivers to"
}

/** Delivers to the phone number of a subscriber, as the only chat provider. */
const phoneProvider = 'whatsapp-business'

/** Chat providers that need a channel besides the webhook URL. */
const channelProviders: ReadonlySet<string> = new Set(['mattermost', 'rocket-chat'])

/** What a chat channel lacks. Push channels need device tokens, but an application may register them later. */
function missingFor(
  { providerId: provider, credentials }: ChannelSettings,
  integration: Live | undefined,
  phone: string,
): readonly string[] {
  const providerId = textOf(provider)
  // A reply may lack the provider.
  const channel = providerNamed(providerId)?.channel ?? (integration && channelOf(integration))
  if (channel !== 'chat') return []
  if (providerId === phoneProvider) return phone === '' ? ['phone number of the subscriber'] : []
  const isNeeded = { webhookUrl: true, channel: channelProviders.has(providerId) }
  return (['webhookUrl', 'channel'] as const).filter((key) => isNeeded[key] && !credentials?.[key])
}

/** Services may store what the contract doesn't allow. */
function deviceTokensOf({ credentials }: ChannelSettings): readonly string[] {
  const tokens: unknown = credentials?.deviceTokens
  return Array.isArray(tokens) ? [...new Set(tokens.map(String))].filter((token) => token !== '') : []
}

/** The ID. An ID that repeats a secret of the subscriber shows a label instead. */
function withoutOwnSecrets({ subscriberId, channels }: Subscriber): string {
  if ((channels ?? []).length === 0) return subscriberId
  return textOf(valueAt(withoutSecrets({ subscriberId, channels } as unknown as Value), ['subscriberId']))
}

interface SharedText {
  /** The text in a form that may be shown, such as a fingerprint. */
  readonly label: string
  /** At least two, in the order in which they were seen. */
  readonly owners: ReadonlySet<number>
}

/** Finds texts that several subscribers have, and keeps 8 bytes of each text: of a keyed hash. */
export class SharedTexts {
  readonly #key: FingerprintKey
  /** The number of a text, by the first 32 bits of its hash. The next 32 bits distinguish texts that share them. */
  readonly #numbers = new HashIndex()
  readonly #bits: number[] = []
  readonly #firstOwners: number[] = []
  readonly #shared = new Map<number, SharedText & { readonly owners: Set<number> }>()

  constructor(key: FingerprintKey) {
    this.#key = key
  }

  /** `show` makes the label of a text that is shared. */
  add(text: string, owner: number, show: (whole: string) => string): void {
    const whole = fingerprint(this.#key, 'audit', text)
    const bytes = Buffer.from(whole, 'base64url')
    const bits = bytes.readInt32LE(4)
    const hash = bytes.readInt32LE(0)
    const known = this.#numbers.find(hash, (number) => (this.#bits[number] === bits ? number : undefined))
    if (known === undefined) {
      this.#numbers.add(hash)
      this.#bits.push(bits)
      this.#firstOwners.push(owner)
      return
    }
    const first = this.#firstOwners[known] ?? owner
    if (first === owner) return
    const shared = this.#shared.get(known)
    if (shared !== undefined) shared.owners.add(owner)
    else this.#shared.set(known, { label: show(whole), owners: new Set([first, owner]) })
  }

  get shared(): readonly SharedText[] {
    return [...this.#shared.values()]
  }
}
