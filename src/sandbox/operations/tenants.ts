// The tenants that triggers name; a trigger's details change those that exist.
import { z } from 'zod'
import { freeForm, maybe, text } from './shapes.ts'
import type { World } from '../profile.ts'

export const tenantShape = z.object({
  identifier: text.min(1),
  name: maybe(text),
  data: maybe(freeForm),
})

export function updateTenant(world: World, environmentId: string, tenant: unknown): void {
  const details = tenantShape.safeParse(tenant).data
  const { tenants } = world.store.of(environmentId)
  const known = tenants.get(details?.identifier ?? '')
  if (details === undefined || known === undefined) return
  const { identifier: _, ...changes } = details
  if (Object.keys(changes).length > 0) tenants.put({ ...known, ...changes })
}
