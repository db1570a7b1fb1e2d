// What the service shows of single fields of an integration, and how a manifest declares these values.
import { closed } from '../../core/secrets/hide-secrets.ts'
import { isMap, mapOf, textOf, Unreadable, type Value, type ValueMap } from '../../core/value.ts'
import type { Integration, ListedIntegration } from '../../wire/generated.ts'
import { credentialKeysOf, providerNamed } from '../providers.ts'
import type { Live } from '../resource.ts'
import { isSecretCredential } from './credential-texts.ts'

const unseen = new Unreadable(true)

/** Credential keys that the contract's list leaves out: if one is absent, it isn't known whether it is set. */
const unlisted = { appSid: unseen, senderId: unseen, AppIOBaseUrl: unseen }

/** Releases since September 2026 show `rules`, which the contract doesn't have. */
export type Shown = ListedIntegration &
  Partial<Pick<Integration, 'configurations'>> & { readonly rules?: Value }

/** What the service does with the integrations of one list, as the whole list shows it. */
export interface Traits {
  /** `{}` means no credentials if the same list shows those of another integration, else that this API key may not see them. */
  readonly credentials: 'shown' | 'withheld'
  /** The service's own name, in its values. */
  readonly vendor: string | undefined
  readonly compares?: NonNullable<Live['compares']>
  readonly isDeployed?: true
}

/** Shown instead of a credential: `nvsk.` and its encrypted form, or asterisks or dots. */
const replacement = /^(?:nvsk\.|[*•]{3})/

/** An empty string isn't a credential. */
export function readCredentials(item: Shown, service: Traits): Value {
  const isWithheld = service.credentials === 'withheld' || !isMap(item.credentials as Value)
  if (isWithheld) return unseen
  const shown: [key: string, value: Value][] = []
  for (const [key, value] of Object.entries(item.credentials as ValueMap))
    if (value !== '') shown.push([key, typeof value === 'string' && replacement.test(value) ? unseen : value])
  return { ...unlisted, ...(closed(mapOf(shown), isSecretCredential, { path: ['credentials'] }) as ValueMap) }
}

export function readConfigurations({ configurations }: Shown): Value {
  return isShown(configurations)
    ? closed(configurations as ValueMap, isSecretCredential, { path: ['configurations'] })
    : new Unreadable(true)
}

export function isShown(section: object | undefined | null): boolean {
  return isMap(section as Value) && Object.keys(section as object).length > 0
}

/** Only the contract's keys: servers add ids of their own, new ones at every write. */
export function readConditions({ conditions }: Shown): Value {
  const groups = conditions ?? []
  if (groups.length === 0) return null
  return groups.map(({ isNegated, type, value, children }) => ({
    isNegated: isNegated ?? null,
    type: type ?? null,
    value: value ?? null,
    children: (children ?? []).map((child) => ({
      field: child.field ?? null,
      value: child.value ?? null,
      operator: child.operator ?? null,
      on: child.on ?? null,
    })),
  }))
}

/**
 * Lists hide some keys of every integration, so only the provider's keys are written; if none is shown, the keys that the
 * provider requires.
 */
export function writtenCredentials({
  fields: { credentials, providerId },
}: Pick<Live, 'fields'>): Value | undefined {
  const provider = providerNamed(textOf(providerId))
  const own = credentialKeysOf(provider)
  if (!isMap(credentials)) {
    if (provider === undefined) return credentials
    if (own.length === 0) return null
    const { required } = provider
    if (required.length === 0) return credentials
    return mapOf(required.map((key) => [key, new Unreadable(isSecretCredential(['credentials', key]))]))
  }
  const known = Object.entries(credentials).filter(
    ([key, value]) => !(value instanceof Unreadable) || own.includes(key),
  )
  return known.length === 0 ? null : mapOf(known)
}
