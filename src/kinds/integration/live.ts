// What the service shows of integrations, in the manifest's language.
import { isMap, mapOf, textOf, Unreadable, type Value, type ValueMap } from '../../core/value.ts'
import { contractVendor, spoken, vendorIn } from '../../core/vendor.ts'
import { listIntegrations } from '../../service/operations.ts'
import type { Integration, ListedIntegration, StepFilter } from '../../wire/generated.ts'
import { closed } from '../../core/secrets/closed.ts'
import type { Look } from '../kind.ts'
import type { Live } from '../resource.ts'
import { nameOf, ruleOf } from './routing.ts'
import { withSharedPrimaries } from './primary.ts'
import { isSecretCredential } from './credential-texts.ts'

/** Credential keys that the contract's list leaves out: absent says nothing. */
const unlisted = ['appSid', 'senderId', 'AppIOBaseUrl']

/** What follows the service's own name in the providers that it brings itself. */
const builtIn = ['', '-email', '-sms']

/** However the service's own name is spelled. */
export function isBuiltInProvider(providerId: string): boolean {
  const vendor = vendorIn(providerId)
  return vendor !== undefined && builtIn.includes(providerId.slice(vendor.length))
}

/** Releases since September 2026 show `rules`, which the contract doesn't have. */
type Shown = ListedIntegration & Partial<Pick<Integration, 'configurations'>> & { readonly rules?: Value }

/** The integrations of the look's environment; a list may span the whole organisation. */
export async function readIntegrations(look: Look): Promise<Live[]> {
  const vendor = await vendorOf(look)
  const all = await listedAnywhere(look)
  const service = traitsOf(all, look)
  const own = ownOf(all, look).map((item): Live => {
    const providerId = spoken(textOf(item.providerId), vendor)
    const brought = builtIn.map((rest) => `${vendor ?? contractVendor}${rest}`)
    return {
      id: item._id ?? '',
      name: nameOf(item),
      fields: { ...fieldsOf(item, service), providerId },
      ...(service.compares && { compares: service.compares }),
      ...((item.channel === 'in_app' || brought.includes(providerId)) && { isBuiltIn: true }),
    }
  })
  return withSharedPrimaries(own)
}

/** The service's own name in a target's values: as the project says, or else as it is live; undefined where neither. */
export async function vendorOf(look: Look): Promise<string | undefined> {
  return look.vendor ?? (await liveVendor(look))
}

/** The name as integrations show it: first the in-app one that the environment was born with, then any. */
export async function liveVendor(look: Look): Promise<string | undefined> {
  const all = await listedAnywhere(look)
  return vendorAmong(ownOf(all, look), all)
}

function vendorAmong(own: readonly Shown[], all: readonly Shown[]): string | undefined {
  const born = own.filter(({ channel }) => channel === 'in_app')
  for (const { providerId } of [...born, ...own, ...all]) {
    const found = vendorIn(textOf(providerId))
    if (found !== undefined) return found
  }
  return undefined
}

/** Needed to read the channels of a subscriber. */
export interface Speech {
  /** Identifiers of the environment's integrations by `_id`. */
  readonly identifiers: ReadonlyMap<string, string>
  /** As `vendorOf`. */
  readonly vendor: string | undefined
}

export async function speechOf(look: Look): Promise<Speech> {
  const all = await listedAnywhere(look)
  const own = ownOf(all, look)
  return {
    identifiers: new Map(own.map((item) => [item._id ?? '', item.identifier])),
    vendor: look.vendor ?? vendorAmong(own, all),
  }
}

function ownOf(all: readonly Shown[], { environmentId }: Look): readonly Shown[] {
  return all.filter((item) => item._environmentId === environmentId && !item.deleted)
}

export function beginIntegrations(look: Look): void {
  look.begin('listIntegrations', listIntegrations)
}

function listedAnywhere(look: Look): Promise<readonly Shown[]> {
  return look.once('listIntegrations', listIntegrations)
}

/** What the service does with the integrations of one list, as the whole list shows it. */
interface Traits {
  /** `{}` means no credentials if the same list shows those of another integration, else that this API key may not see them. */
  readonly credentials: 'shown' | 'withheld'
  readonly compares?: NonNullable<Live['compares']>
}

/** Only deployed services list a priority, and since May 2026 neither credentials nor integrations of other environments. */
function traitsOf(all: readonly Shown[], { environmentId }: Look): Traits {
  const credentials = all.some((item) => isShown(item.credentials)) ? 'shown' : 'withheld'
  const isDeployed = all.some((item) => 'priority' in item)
  const isOlder = credentials === 'shown' || all.some((item) => item._environmentId !== environmentId)
  return { credentials, ...(isDeployed && isOlder && { compares: 'tenant' }) }
}

function fieldsOf(item: Shown, service: Traits): ValueMap {
  return {
    identifier: item.identifier,
    name: item.name,
    channel: item.channel,
    active: item.active,
    primary: item.primary,
    credentials: credentialsOf(item, service),
    configurations: isShown(item.configurations)
      ? closed(item.configurations as ValueMap, isSecretCredential, { path: ['configurations'] })
      : new Unreadable(true),
    conditions: conditionsOf(item.conditions),
    rules: ruleOf(item.rules),
  }
}

/** An empty string is no credential. */
function credentialsOf(item: Shown, service: Traits): Value {
  const isWithheld = service.credentials === 'withheld' || !isMap(item.credentials as Value)
  if (isWithheld) return new Unreadable(true)
  const hidden = unlisted.map((key) => [key, new Unreadable(true)] as const)
  const filled = Object.entries(item.credentials as ValueMap).filter(([, value]) => value !== '')
  const shown = closed(mapOf(filled), isSecretCredential, { path: ['credentials'] }) as ValueMap
  const covered = Object.entries(item.credentials).filter(
    ([, value]) => typeof value === 'string' && /^(?:nvsk\.|[*•]{3})/.test(value),
  )
  return {
    ...Object.fromEntries(hidden),
    ...shown,
    ...Object.fromEntries(covered.map(([key]) => [key, new Unreadable(true)])),
  }
}

function isShown(section: object | undefined | null): boolean {
  return isMap(section as Value) && Object.keys(section as object).length > 0
}

/** Only the contract's keys: servers add ids of their own, new ones at every write. */
function conditionsOf(conditions: readonly StepFilter[] | undefined): Value {
  if (conditions === undefined || conditions === null || conditions.length === 0) return null
  return conditions.map(({ isNegated, type, value, children }) => ({
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
