// What can be wrong with a subscriber before anything is read, and device tokens that several subscribers have.
import { isEqual } from '../../core/plan/compare-fields.ts'
import { Secret, SecretIndex } from '../../core/secrets/secret.ts'
import { at, isList, isMap, type Value, textOf, type ValueMap } from '../../core/value.ts'
import type { CheckContext } from '../kind.ts'
import type { Desired, Warning } from '../resource.ts'
import type { Resources } from '../declared-resources.ts'
import { channelsOf, findIntegration, isExactTokens, partOf } from './parts.ts'
import { listText } from '../../core/words.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import { contractVendor, respelled } from '../../core/vendor.ts'
import { isOffset } from '../checks.ts'
import { providerNamed } from '../providers.ts'

export function checkSubscriber(desired: Desired, context: CheckContext): void {
  checkTokens(desired, context)
  checkTimezone(desired, context)
  const parts = new Set<string>()
  for (const [index, channel] of channelsOf(desired).entries()) {
    const part = partOf(channel)
    const identity = respelled(part, contractVendor)
    if (parts.has(identity))
      context.report(
        'duplicate-identity',
        ['channels', index],
        `subscriber ${desired.name} declares the channel ${part} twice`,
      )
    parts.add(identity)
    checkCredentials(channel, index, context)
    checkIntegrationOf(channel['providerId'], channel['integrationIdentifier'], index, context)
  }
}

/** Of two subscribers that are declared for one target. */
function checkTokens(desired: Desired, { firstWith, report }: CheckContext): void {
  for (const { token, path } of declaredTokens(desired)) {
    const first = firstWith(token, desired)
    if (first.name === desired.name) continue
    const { file, line, column } = first.position
    report(
      sharedToken,
      path,
      `subscribers ${first.name} (${file}:${line}:${column}) and ${desired.name} declare the same device token`,
      'A push message for one subscriber reaches the device of the other subscriber. Declare the token for only one subscriber. If the subscribers share the device, set rules: { shared-device-token: off }.',
    )
  }
}

function checkTimezone({ declared }: Desired, { report }: CheckContext): void {
  const timezone = textOf(declared['timezone'])
  if (isOffset(timezone))
    report(
      'offset-timezone',
      ['timezone'],
      `"${timezone}" is a UTC offset, not the name of a time zone; older services reject UTC offsets with status 422`,
      'Write a name such as Europe/Berlin, which also includes summer time.',
    )
}

/** The contract doesn't define which credentials a channel accepts, except device tokens, which are for push. */
function checkCredentials({ providerId, credentials }: ValueMap, index: number, context: CheckContext): void {
  const isChat = providerNamed(textOf(providerId))?.channel === 'chat'
  if (!isChat || !isMap(credentials) || !Object.hasOwn(credentials, 'deviceTokens')) return
  context.report(
    'foreign-credential',
    ['channels', index, 'credentials', 'deviceTokens'],
    `${textOf(providerId)} has no credential "deviceTokens"; only push channels have device tokens`,
    'Remove "deviceTokens". A chat channel has the credentials "webhookUrl" and "channel".',
  )
}

function checkIntegrationOf(
  providerId: Value | undefined,
  identifier: Value | undefined,
  index: number,
  context: CheckContext,
): void {
  const integrations = context.declaredOf('integration')
  if (integrations.size === 0) return
  const found = findIntegration(textOf(identifier), integrations)
  if (found === undefined && context.isOutside('integration', textOf(identifier))) return
  if (found === undefined) {
    const names = [...integrations].flatMap(({ name, alias }) =>
      alias === undefined ? [name] : [name, alias],
    )
    context.report(
      'unknown-integration',
      ['channels', index, 'integrationIdentifier'],
      `unknown integration "${textOf(identifier)}"; no manifest declares this integration${didYouMean(textOf(identifier), names)}`,
      'Write the identifier of a declared integration, or declare this integration.',
    )
  } else if (neutral(found.declared['providerId']) !== neutral(providerId)) {
    context.report(
      'provider-mismatch',
      ['channels', index, 'providerId'],
      `integration ${found.name} has the provider ${textOf(found.declared['providerId'])}, not ${textOf(providerId)}`,
      `Write providerId: ${textOf(found.declared['providerId'])}, or name a different integration.`,
    )
  }
}

function neutral(providerId: Value | undefined): string {
  return respelled(textOf(providerId), contractVendor)
}

const sharedToken = 'shared-device-token'

interface DeclaredToken {
  readonly token: Secret | string
  readonly path: readonly (string | number)[]
}

function* declaredTokens(desired: Desired): Generator<DeclaredToken> {
  for (const [index, channel] of channelsOf(desired).entries())
    for (const [place, token] of tokensIn(channel['credentials']).entries())
      yield { token, path: ['channels', index, 'credentials', 'deviceTokens', place] }
}

function tokensIn(credentials: Value | undefined): (Secret | string)[] {
  const tokens = isMap(credentials) ? at(credentials, 'deviceTokens') : undefined
  return isList(tokens) ? tokens.filter((token) => token instanceof Secret || typeof token === 'string') : []
}

interface Owner {
  readonly desired: Desired
  readonly path: DeclaredToken['path']
}

/** Finds declared tokens that other subscribers in the service have. Tokens that only the service has use no memory. */
export class SharedTokens {
  readonly #declared: Resources
  /** By a declared token, the index of the resource that declares it. */
  readonly #owners = new SecretIndex()
  /** The names of the others, by the owner's name and the place of the token. */
  readonly #found = new Map<string, { readonly owner: Owner; readonly others: Set<string> }>()

  constructor(declared: Resources) {
    this.#declared = declared
    for (const { index, desired } of declared.notPlain())
      for (const { token } of declaredTokens(desired)) this.#owners.add(token, index)
  }

  /** `channels` contains what the service shows of a subscriber, by part; `desired` what is declared of it, if anything is. */
  compare(
    name: string,
    channels: Iterable<readonly [part: string, credentials: Value]>,
    desired?: Desired,
  ): void {
    if (this.#owners.size === 0) return
    for (const [part, credentials] of channels)
      for (const token of tokensIn(credentials)) {
        if (isSettled(token, part, desired)) continue
        const owner = this.#ownerOf(token)
        if (owner === undefined || owner.desired.name === name) continue
        const place = JSON.stringify([owner.desired.name, ...owner.path])
        const known = this.#found.get(place)
        if (known === undefined) this.#found.set(place, { owner, others: new Set([name]) })
        else known.others.add(name)
      }
  }

  #ownerOf(token: Secret | string): Owner | undefined {
    return this.#owners.find(token, (index) => {
      const desired = this.#declared.at(index)
      for (const own of declaredTokens(desired))
        if (isEqual(own.token, token)) return { desired, path: own.path }
      return undefined
    })
  }

  warnings(): Warning[] {
    return [...this.#found.values()].map(({ owner: { desired, path }, others }) => ({
      rule: sharedToken,
      resource: `subscriber ${desired.name}`,
      position: desired.positionOf(path),
      message: `a manifest declares a device token for subscriber ${desired.name}, and in the service ${listed([...others])} the same device token`,
      hint: 'A push message for one subscriber reaches the device of the other subscriber. If the device has a new owner, remove the token from the former owner. If the subscribers share the device, set rules: { shared-device-token: off }.',
    }))
  }
}

/** Whether manifests already declare that this subscriber has the token, or that it loses it. */
function isSettled(token: Secret | string, part: string, desired: Desired | undefined): boolean {
  if (desired === undefined) return false
  if ([...declaredTokens(desired)].some((own) => isEqual(own.token, token))) return true
  return isExactTokens(desired, part)
}

/** `subscriber b has`, `subscribers b, c, d and 2 more have` */
function listed(names: readonly string[]): string {
  return names.length === 1 ? `subscriber ${names[0]} has` : `subscribers ${listText(names, 3)} have`
}
