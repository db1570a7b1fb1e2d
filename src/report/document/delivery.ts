// Which integrations deliver each channel of each target, before and after.
import { present } from '../../core/given.ts'
import { grouped } from '../../core/lists.ts'
import type { IntegrationState, Plan, IntegrationStates } from '../../core/plan/plan.ts'
import { organisation } from '../words/plan-notes.ts'
import { group, type Group } from './node.ts'

export function deliveryNodes(plans: readonly Plan[]): readonly Group[] {
  const targets = plans.flatMap(({ sections }) =>
    sections.flatMap(({ target = organisation, delivery = [] }) => {
      const channels = Array.from(
        grouped(delivery, ({ channel }) => channel),
        ([channel, all]) => ({
          lines: [`  ${channel}`, ...all.toSorted(movedFirst).map(statesLine)],
        }),
      )
      return group(target, [{ is: 'lines', noun: 'channel', items: channels }])
    }),
  )
  return group('Delivery', targets, { id: 'delivery' })
}

/** `!     mailgun-old (mailgun): active, primary → inactive` */
function statesLine({ name, providerId, before, after }: IntegrationStates): string {
  const [was, is] = [before && stateText(before), after && stateText(after)]
  const sign = was === is ? ' ' : was === undefined ? '+' : is === undefined ? '-' : '!'
  return `${sign}     ${name} (${providerId}): ${[...new Set(present(was, is))].join(' → ')}`
}

function movedFirst(left: IntegrationStates, right: IntegrationStates): number {
  return Number(hasMoved(right)) - Number(hasMoved(left))
}

function hasMoved({ before, after }: IntegrationStates): boolean {
  return (before && stateText(before)) !== (after && stateText(after))
}

function stateText({ active, primary, conditional }: IntegrationState): string {
  return present(active ? 'active' : 'inactive', primary && 'primary', conditional && 'conditional').join(
    ', ',
  )
}
