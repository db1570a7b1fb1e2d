// The display of each action, the same in every format.
import { isDeactivation, type Action, type Change } from '../../core/plan/change.ts'

/** An update that switches an integration off matters more than other updates. */
export type ShownAction = Action | 'deactivate'

/** Actions that may do harm come first, then those that change something, then those that only add. */
export const actions = {
  deactivate: { symbol: '-', color: 'red', label: 'Deactivate' },
  'set-primary': { symbol: '^', color: 'cyan', label: 'Set primary' },
  update: { symbol: '~', color: 'yellow', label: 'Update' },
  create: { symbol: '+', color: 'green', label: 'Create' },
  resend: { symbol: '?', color: 'yellow', label: 'Resend' },
} as const satisfies Readonly<Record<ShownAction, object>>

export function shownAction(change: Change): ShownAction {
  return isDeactivation(change) ? 'deactivate' : change.action
}

export function symbolOf(change: Change): string {
  return actions[shownAction(change)].symbol
}
