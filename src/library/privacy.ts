// Which data is about persons, by the kinds that are registered.
import { rowOf } from '../kinds/fields.ts'
import { providerNamed } from '../kinds/providers.ts'
import { registry } from '../kinds/registry.ts'
import type { Privacy } from '../report/personal-data/masking.ts'

export { registry } from '../kinds/registry.ts'

export const privacy: Privacy = {
  isPersonalKind: (kind) => registry.some(({ name, isPersonal }) => name === kind && isPersonal),
  isPersonal: (kind, first) =>
    registry.some(
      ({ name, isPersonal, fields }) =>
        name === kind && isPersonal && rowOf(fields, [first]).impersonal !== true,
    ),
  isProvider: (id) => ['chat', 'push'].includes(providerNamed(id)?.channel ?? ''),
}
