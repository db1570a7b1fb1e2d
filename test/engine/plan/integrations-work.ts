// Plans of many integrations of one channel, all of which change.
import assert from 'node:assert/strict'
import type { ValueMap } from '../../../src/core/value.ts'
import type { Policy } from '../../../src/engine/plan/plan-request.ts'
import { planSection } from '../../../src/engine/plan/section.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { withSharedPrimaries } from '../../../src/kinds/integration/routing.ts'
import type { Desired, Live } from '../../../src/kinds/resource.ts'
import { pair } from '../../../src/kinds/renames.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'
import type { Work } from '../../support/steps/steps.ts'

const position = { file: 'mail.yaml', line: 1, column: 1, length: 1 }
type Fields = (index: number, isLast: boolean) => ValueMap

/** `isLive: false`: none is in the service. The last one is declared as the primary. */
function planOf(
  declared: Fields,
  live: Fields,
  { isLive = true, ...policy }: Partial<Policy> & { readonly isLive?: boolean } = {},
): Work {
  return (size) => {
    const fieldsOf = (index: number): ValueMap => ({ identifier: `mail-${index}`, channel: 'email', providerId: 'sendgrid', active: true, name: `Mail ${index}` }) // prettier-ignore
    const indexes = Array.from({ length: size }, (_, index) => index)
    const desired = indexes.map((index): Desired => {
      const own = {
        ...fieldsOf(index),
        ...(index === size - 1 && { primary: true }),
        ...declared(index, index === size - 1),
      }
      const fields = integration.fieldsOf(own)
      return { kind: 'integration', target: 'Production', name: `mail-${index}`, declared: own, fields, ignore: policy.owns === undefined ? [] : ['name'], position, positionOf: () => position } // prettier-ignore
    })
    const inService = (isLive ? indexes : []).map((index): Live => {
      const fields = integration.fieldsOf({
        ...fieldsOf(index),
        primary: index === size - 1,
        ...live(index, index === size - 1),
      })
      return { id: `id-${index}`, name: `mail-${index}`, fields }
    })
    const reading = {
      kind: integration,
      desired: Resources.of(desired),
      // eslint-disable-next-line @typescript-eslint/require-await
      async *observe() {
        yield* pair(desired, withSharedPrimaries(inService))
      },
      via: () => 'Production',
    }
    const whole = {
      unreadable: 'warn',
      missing: 'create',
      rules: {},
      selection: { only: [], exclude: [], resend: [] },
      unmanaged: { does: 'ignore' },
      same: 'counted',
      target: 'Production',
      ledgerOf: () => undefined,
      ...policy,
    } as unknown as Policy
    return async () => {
      const { changes } = await planSection([reading], whole, [integration])
      assert(changes.length >= size - 2)
    }
  }
}

const named = (index: number): ValueMap => ({ name: `Mail number ${index}` })
const none = (): ValueMap => ({})

export const otherNames = planOf(named, none)
export const otherNamesBesideOtherProjects = planOf(none, (_, isLast) => ({ active: isLast }), { owns: { integration: ['mail-*'], primary: ['email'] } }) // prettier-ignore
export const activated = planOf(none, () => ({ active: false, primary: false }))
export const created = planOf(none, none, { isLive: false })
export const afterAFailover = planOf(
  (index) => ({ ...named(index), ...(index === 0 && { standby: 1 }) }),
  (index) => ({ primary: index === 0 }),
)
export const beforeTheProjectsOwnRoles = planOf(named, none, {
  rolesElsewhere: () => [{ kind: 'integration', name: 'other', declared: {}, fields: { channel: 'email', primary: true }, position, positionOf: () => position }], // prettier-ignore
})
export const allPrimary = planOf(named, () => ({ primary: true }))
