// What people read in a terminal once a command is through; of an apply, what its lines haven't told on the way.
import type { Account, ApplyAccount, PlanAccount, ValidateAccount } from './account.ts'
import { applyText, unverified } from './apply-text.ts'
import { diffText } from './diff-text.ts'
import type { Context } from './formats.ts'
import { journalText } from './journal-text.ts'
import { laidOut } from './lay.ts'
import { unplannedOf } from './plan-notes.ts'
import { planText } from './plan-text.ts'
import { savedPlanHeading } from './saved-plan-text.ts'
import { smokeText } from './smoke-text.ts'
import { counted } from './style.ts'

/** Problems stand on stderr, not here. */
export function accountText(account: Account, context: Pick<Context, 'style' | 'extent'>): string {
  return laidOut(textOf(account, context), context.style)
}

function textOf(account: Account, context: Pick<Context, 'style' | 'extent'>): string {
  const { style } = context
  switch (account.command) {
    case 'validate':
      return validText(account)
    case 'plan':
    case 'show':
      return plannedText(account, context)
    case 'diff':
      return diffText(account, context)
    case 'journal':
      return journalText(account.journal, style)
    case 'smoke':
      return account.run === undefined ? '' : smokeText(account.run, style)
    case 'apply':
      return [
        account.result === undefined ? idleText(account, context) : applyText(account.result, style),
        account.smoke === undefined ? '' : `\n${smokeText(account.smoke, style)}`,
      ].join('')
  }
}

/** Of an apply that had nothing to send: why that is no success, where it isn't. */
function idleText({ exit, plan }: ApplyAccount, { style }: Pick<Context, 'style'>): string {
  const lines = exit === 6 && plan !== undefined ? unverified(plan, style) : []
  return lines.map((line) => `${line}\n`).join('')
}

function validText({ files, resources, targets }: ValidateAccount): string {
  return resources === undefined || targets === undefined
    ? ''
    : `Valid. ${counted(resources, 'resource')} for ${counted(targets, 'target')} in ${counted(files, 'file')}.\n`
}

function plannedText(
  { plan, origin, next, problems }: PlanAccount,
  { style, extent }: Pick<Context, 'style' | 'extent'>,
): string {
  if (plan === undefined || plan.sections.length === 0) return ''
  const heading = origin === undefined ? '' : `${savedPlanHeading(origin, plan, style)}\n`
  return `${heading}${planText(plan, style, { next, extent, unplanned: unplannedOf(plan, problems) })}`
}
