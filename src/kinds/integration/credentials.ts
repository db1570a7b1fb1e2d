// Which credentials an integration should have: those of its provider, and of those the required ones.
import { exits } from '../../core/problem.ts'
import { listText } from '../../core/words.ts'
import { didYouMean, mostSimilar } from '../../core/did-you-mean.ts'
import { isMap, textOf, Unreadable, type Value, type ValueMap } from '../../core/value.ts'
import { controlFields, fieldsWith } from '../from-field-rows.ts'
import type { CheckContext, Doubt, Draft, Foresight } from '../kind.ts'
import type { Desired } from '../resource.ts'
import { credentialKeysOf, providerNamed, providersWith } from '../providers.ts'
import { flagCredentials, isSecretCredential, textCredentials } from './credential-texts.ts'
import { integrationFields } from './fields.ts'

/** Those of the contract, for all providers. */
const ofContract: readonly string[] = [...textCredentials, ...flagCredentials, 'tlsOptions']

/** The credential of a provider that a key was meant to be. */
function meantBy(key: string, own: readonly string[]): string | undefined {
  return key === 'username' && own.includes('user') ? 'user' : mostSimilar(key, own)
}

function isField(key: string): boolean {
  const known = [...fieldsWith(integrationFields, 'form'), ...controlFields({ scope: 'target' })]
  return known.includes(key) && !ofContract.includes(key) && providersWith(key).length === 0
}

/** False for a field of the integration, and for the misspelt name of a credential that isn't secret. */
export function isMeantSecret([section, key]: readonly unknown[], { providerId }: ValueMap): boolean {
  const provider = providerNamed(textOf(providerId))
  const own = credentialKeysOf(provider)
  if (section !== 'credentials' || typeof key !== 'string') return true
  if (own.includes(key) || providersWith(key).length > 0) return true
  const guess = meantBy(key, own)
  return (
    !(provider !== undefined && isField(key)) && (guess === undefined || isSecretCredential([section, guess]))
  )
}

/** Keys that are not the provider's own: those of the contract only if another provider has them, or if they resemble an own one. */
export function checkCredentials({ declared }: Desired, context: CheckContext): void {
  const { credentials } = declared
  if (!isMap(credentials)) return
  const providerId = textOf(declared['providerId'])
  const provider = providerNamed(providerId)
  const own = credentialKeysOf(provider)
  for (const key of Object.keys(credentials).filter((name) => !own.includes(name))) {
    const path = ['credentials', key]
    const others = provider === undefined ? [] : providersWith(key)
    const guess = meantBy(key, own)
    if (provider !== undefined && isField(key))
      context.report(
        'unknown-field',
        path,
        `"${key}" is a field of the integration, not a credential`,
        `Move "${key}" out of "credentials".`,
      )
    else if (others.length > 0)
      context.report(
        'foreign-credential',
        path,
        `${providerId} has no credential "${key}"; providers with this credential: ${listText(others, 3)}${didYouMean(key, own)}`,
        own.length === 0
          ? `Remove the credential. ${providerId} has no credentials.`
          : `Remove the credential, or use a credential of ${providerId}: ${listText(own)}.`,
      )
    else if (guess !== undefined)
      context.report(
        'near-miss-credential',
        path,
        `${providerId} has no credential "${key}"; did you mean "${guess}"?`,
      )
    else if (!ofContract.includes(key))
      context.report(
        'unknown-credential',
        path,
        `unknown credential "${key}"${didYouMean(key, provider === undefined ? ofContract : own)}`,
        `${own.length === 0 ? '' : `Correct the name, or remove the credential. Credentials of ${providerId}: ${listText(own)}. `}Unknown credentials are sent unchanged.`,
      )
  }
}

/** Offline it isn't known which integrations exist, so all are checked like new ones. */
export function checkRequired(desired: Desired, context: CheckContext): void {
  const { declared } = desired
  if (context.need === 'live' || !isActive(declared, false)) return
  const missing = missingIn(declared)
  if (missing.length === 0) return
  const hint = isMap(declared['credentials'])
    ? addThem
    : 'Declare the missing credentials. If the service already has the integration, ignore this problem: the service keeps the stored credentials, and `belfry plan` reports no problem.'
  context.report(
    'missing-credentials',
    ['credentials'],
    withoutCredentials(desired.name, declared, missing),
    hint,
  )
}

/** An error for an integration that a plan creates. One in the service may have credentials that no manifest declares. */
export function doubtCredentials({ observedOf, changes }: Foresight): Doubt[] {
  const created = new Set<string>()
  for (const { kind, action, name } of changes)
    if (kind === 'integration' && action === 'create') created.add(name)
  return observedOf('integration').flatMap(({ desired, live }): Doubt | [] => {
    if (desired === undefined) return []
    const isCreated = created.has(desired.name)
    const { declared } = desired
    const isSent = isCreated || isMap(declared['credentials'])
    const missing = isSent && isActive(declared, live?.fields['active']) ? missingIn(declared) : []
    if (missing.length === 0) return []
    return {
      rule: 'missing-credentials',
      message: withoutCredentials(desired.name, declared, missing),
      hint: addThem,
      position: desired.positionOf(['credentials']),
      resource: `integration ${desired.name}`,
      isWorse: isCreated,
      ...(isCreated && { severity: 'error', exit: exits.mistake }),
    }
  })
}

const addThem = 'Declare the missing credentials, or write active: false.'

/** `otherwise` if neither field is declared. The service activates an integration that becomes primary. */
function isActive({ active, primary }: ValueMap, otherwise: Value | undefined): boolean {
  return (active ?? (primary === true || otherwise)) === true
}

function missingIn({ providerId, credentials }: ValueMap): readonly string[] {
  const provider = providerNamed(textOf(providerId))
  const own = credentialKeysOf(provider)
  // A misspelt key is reported only as misspelt, not also as missing.
  const given = new Set(
    Object.keys(isMap(credentials) ? credentials : {}).map((key) =>
      own.includes(key) || providersWith(key).length > 0 ? key : meantBy(key, own),
    ),
  )
  return (provider?.required ?? []).filter((key) => !given.has(key))
}

export function withoutCredentials(
  name: string,
  { providerId }: ValueMap,
  missing: readonly string[],
): string {
  const noun = missing.length === 1 ? 'credential' : 'credentials'
  return `integration ${name} is active without the ${noun} ${listText(missing)}, which ${textOf(providerId)} requires`
}

/** Of an integration in the service: the required credentials that it lacks, and those that the service doesn't return. */
export function requiredCredentials({ providerId, credentials }: ValueMap): {
  readonly missing: readonly string[]
  readonly unknown: readonly string[]
} {
  const required = providerNamed(textOf(providerId))?.required ?? []
  if (!isMap(credentials)) return { missing: [], unknown: required }
  return {
    missing: required.filter((key) => !Object.hasOwn(credentials, key)),
    unknown: required.filter((key) => credentials[key] instanceof Unreadable),
  }
}

/**
 * Whether the service shows that it has none of the credentials that its provider requires. Chat goes to the webhook of a
 * subscriber without them.
 */
export function lacksCredentials(fields: ValueMap): boolean {
  const { channel, providerId, credentials } = fields
  const { required = [] } = providerNamed(textOf(providerId)) ?? {}
  if (channel === 'chat' || required.length === 0 || !isMap(credentials)) return false
  return required.every((key) => !Object.hasOwn(credentials, key))
}

export function hasCredentials({ declared }: Desired): boolean {
  return declared['credentials'] !== undefined
}

/** Saved plans contain this sentence and are searched for it: a new wording needs a new `savedFormatVersion`. */
export const trialEffect =
  'the request sets check: true, so the service tests the credentials with the provider'

/** The same call with a request to the service to test the credentials; unchanged if it has no credentials. */
export function asTrial(draft: Draft): Draft {
  const { body } = draft.call
  if (body === undefined || !isMap(body['credentials'])) return draft
  return {
    ...draft,
    call: { ...draft.call, body: { ...body, check: true } },
    sideEffects: [...(draft.sideEffects ?? []), trialEffect],
  }
}
