// The difference of two trees as people read it in a terminal: a plan, of what with what.
import type { PlanAccount } from './account.ts'
import type { Context } from './context.ts'
import { planText } from './plan-text.ts'
import { paint } from './style.ts'
import { visible } from './visible.ts'

export function diffText(
  { plan, sides }: PlanAccount,
  { style, extent }: Pick<Context, 'style' | 'extent'>,
): string {
  if (plan === undefined) return ''
  const [from = '', to = ''] = sides ?? []
  const opening = sides && paint(style, 'dim', `From ${visible(from)} to ${visible(to)}`)
  return `${opening === undefined ? '' : `${opening}\n`}${planText(plan, style, { extent })}`
}
