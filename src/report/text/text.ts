// What people read in a terminal once a command is through; of an apply, what its lines haven't told on the way.
import type { Account, Ignored, PlanAccount, ValidateAccount } from '../account.ts'
import { applyText, idleLines } from './apply.ts'
import type { Context } from '../context.ts'
import { journalText } from './journal.ts'
import { laidOut } from './layout.ts'
import { unplannedOf } from '../plan-notes.ts'
import { planText } from './plan.ts'
import { savedPlanHeading } from './saved-plan.ts'
import { smokeText } from './smoke.ts'
import { counted } from '../../core/words.ts'
import { visible } from '../../core/visible.ts'
import { paint } from './style.ts'

/** Problems stand on stderr, not here. */
export function accountText(account: Account, context: Pick<Context, 'style' | 'extent'>): string {
  return laidOut(textOf(account, context), context.style)
}

function textOf(account: Account, context: Pick<Context, 'style' | 'extent'>): string {
  const { style } = context
  switch (account.command) {
    case 'validate':
      return validText(account, context)
    case 'plan':
    case 'show':
    case 'diff':
      return plannedText(account, context)
    case 'journal':
      return journalText(account.journal, style)
    case 'smoke':
      return account.run === undefined ? '' : smokeText(account.run, style)
    case 'apply':
      return [
        account.result === undefined
          ? idleLines(account, style)
              .map((line) => `${line}\n`)
              .join('')
          : applyText(account.result, style),
        account.smoke === undefined ? '' : `\n${smokeText(account.smoke, style)}`,
      ].join('')
  }
}

function validText(
  { files, resources, targets, ignored = [] }: ValidateAccount,
  { extent }: Pick<Context, 'extent'>,
): string {
  if (resources === undefined || targets === undefined) return ''
  const counts = `${counted(resources, 'resource')} for ${counted(targets, 'target')} in ${counted(files, 'file')}`
  if (ignored.length === 0) return `Valid. ${counts}.\n`
  if (extent !== 'full') return `Valid. ${counts}; ${ignored.length} ignored, which --full lists.\n`
  const lines = ignored.map(({ name, reason }) => `  ${visible(name)}: ${ignoredFor[reason]}\n`)
  return `Valid. ${counts}.\nIgnored:\n${lines.join('')}`
}

const ignoredFor: Readonly<Record<Ignored['reason'], string>> = {
  hidden: 'the name begins with a dot',
  node_modules: 'node_modules is never read',
  ending: 'the name ends with neither .yaml nor .yml',
  folder: 'a folder; add a pattern for the files in it',
  'project file': 'the project file',
}

function plannedText(
  { command, plan, origin, sides, next, problems }: PlanAccount,
  { style, extent }: Pick<Context, 'style' | 'extent'>,
): string {
  if (plan === undefined) return ''
  if (command === 'diff') {
    const [from, to] = (sides ?? []).map(visible)
    const opening = sides && `${paint(style, 'dim', `From ${from} to ${to}`)}\n`
    return `${opening ?? ''}${planText(plan, style, { extent })}`
  }
  if (plan.sections.length === 0) return ''
  const heading = origin === undefined ? '' : `${savedPlanHeading(origin, plan, style)}\n`
  return `${heading}${planText(plan, style, { next, extent, unplanned: unplannedOf(plan, problems) })}`
}
