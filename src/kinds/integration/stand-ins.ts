// Integrations as an earlier tree declares them, in place of live ones.
import { textOf } from '../../core/value.ts'
import type { Desired, Live } from '../resource.ts'
import { isBuiltInProvider } from './live.ts'

export function integrationStandIns(earlier: readonly Desired[]): Live[] {
  return earlier.map(({ name, fields }) => ({
    id: name,
    name,
    fields: { ...fields, identifier: name },
    ...((fields['channel'] === 'in_app' || isBuiltInProvider(textOf(fields['providerId']))) && {
      isBuiltIn: true,
    }),
  }))
}
