// Which fields of the registered kinds are personal data.
import { isPersonal } from '../kinds/from-field-rows.ts'
import { providerNamed } from '../kinds/providers.ts'
import { registry } from '../kinds/registry.ts'
import type { Privacy } from '../report/personal-data/masking.ts'

export const privacy: Privacy = {
  isPersonalKind: (kind) => registry.some((each) => each.name === kind && isPersonal(each)),
  isPersonal: (kind, first) => registry.some((each) => each.name === kind && isPersonal(each, first)),
  isProvider: (id) => ['chat', 'push'].includes(providerNamed(id)?.channel ?? ''),
}
