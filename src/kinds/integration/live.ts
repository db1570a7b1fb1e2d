// What the service shows of integrations, in the manifest's language.
import { given } from '../../core/given.ts'
import { textOf } from '../../core/value.ts'
import { contractVendor, vendorIn } from '../../core/vendor.ts'
import { listIntegrations } from '../../service/operations.ts'
import { readerOf } from '../from-field-rows.ts'
import type { Access } from '../kind.ts'
import type { Live } from '../resource.ts'
import { isShown, type Shown, type Traits } from './field-values.ts'
import { integrationFields } from './fields.ts'
import { nameOf, withSharedPrimaries } from './routing.ts'

const fieldsOf = readerOf(integrationFields)

/** Suffixes after the service's own name in the IDs of its built-in providers. */
const builtIn = ['', '-email', '-sms']

/** Of a declared provider, however the service's own name is spelled. */
export function isBuiltInProvider(providerId: string): boolean {
  const vendor = vendorIn(providerId)
  return vendor !== undefined && builtIn.includes(providerId.slice(vendor.length))
}

/** The integrations of the environment that is read; a list may span the whole organisation. */
export async function readIntegrations(access: Access): Promise<Live[]> {
  const all = await listedAnywhere(access)
  const items = ownOf(all, access)
  const vendor = access.vendor ?? vendorAmong(items, all)
  const service = traitsOf(all, access, vendor)
  // In the service, the name may also be a word that only the project file knows, such as acme in acme-email.
  const builtInIds = new Set(builtIn.map((suffix) => `${vendor ?? contractVendor}${suffix}`))
  const own = items.map((item): Live => {
    const shown = fieldsOf(item, service)
    return {
      id: item._id ?? '',
      name: nameOf(item),
      fields: shown,
      ...given({ compares: service.compares, isDeployed: service.isDeployed }),
      ...((item.channel === 'in_app' || builtInIds.has(textOf(shown['providerId']))) && {
        isBuiltIn: true,
      }),
    }
  })
  return withSharedPrimaries(own)
}

/** The service's own name in a target's values: from the project file, else from the service; undefined if neither has it. */
export async function vendorOf(access: Access): Promise<string | undefined> {
  return access.vendor ?? (await liveVendor(access))
}

/** The name as integrations show it: first the in-app one that the environment was born with, then any. */
export async function liveVendor(access: Access): Promise<string | undefined> {
  const all = await listedAnywhere(access)
  return vendorAmong(ownOf(all, access), all)
}

function vendorAmong(own: readonly Shown[], all: readonly Shown[]): string | undefined {
  const born = own.filter(({ channel }) => channel === 'in_app')
  for (const { providerId } of [...born, ...own, ...all]) {
    const found = vendorIn(textOf(providerId))
    if (found !== undefined) return found
  }
  return undefined
}

/** What the channels of a subscriber call integrations and providers. */
export interface IntegrationNames {
  /** Identifiers of the environment's integrations by `_id`. */
  readonly identifiers: ReadonlyMap<string, string>
  /** As `vendorOf`. */
  readonly vendor: string | undefined
}

export async function integrationNames(access: Access): Promise<IntegrationNames> {
  const all = await listedAnywhere(access)
  const own = ownOf(all, access)
  return {
    identifiers: new Map(own.map((item) => [item._id ?? '', item.identifier])),
    vendor: access.vendor ?? vendorAmong(own, all),
  }
}

function ownOf(all: readonly Shown[], { environmentId }: Access): readonly Shown[] {
  return all.filter((item) => item._environmentId === environmentId && !item.deleted)
}

export function beginIntegrations(access: Access): void {
  access.begin('integrations', listIntegrations)
}

function listedAnywhere(access: Access): Promise<readonly Shown[]> {
  return access.once('integrations', listIntegrations)
}

/**
 * What the list shows of the service: only deployed services list a priority. Since May 2026, they list neither credentials
 * nor integrations of other environments; older ones do, and their conditions compare only the tenant of a trigger.
 */
function traitsOf(all: readonly Shown[], { environmentId }: Access, vendor: string | undefined): Traits {
  const credentials = all.some((item) => isShown(item.credentials)) ? 'shown' : 'withheld'
  const isDeployed = all.some((item) => 'priority' in item)
  const isOlder = credentials === 'shown' || all.some((item) => item._environmentId !== environmentId)
  if (!isDeployed) return { credentials, vendor }
  return { credentials, vendor, isDeployed, ...(isOlder && { compares: 'tenant' }) }
}
