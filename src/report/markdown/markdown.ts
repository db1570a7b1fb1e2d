// An account as Markdown for a pull request: one comment within the size limit, with the important parts first, that a script
// can find again.
import type { Account } from '../account.ts'
import type { Context } from '../context.ts'
import { headlineOf, isPlain, titleOf, validOf } from '../words/title.ts'
import { checkoutParts } from '../words/checkout.ts'
import { comparedText, nodesOf, wholeText } from '../document/document.ts'
import { capitalized } from '../../core/words.ts'
import { code } from './escape.ts'
import { fitted } from './fit.ts'
import { placing } from './places.ts'
import { blocksOf, inline } from './print.ts'

/** Sites allow 65,536 characters in a comment; the rest is for lines that a script adds. */
export const limit = 60_000

export function markdown(
  account: Account,
  context: Pick<Context, 'source' | 'checkout' | 'run' | 'reports' | 'stdout' | 'extent'>,
): string {
  const isElsewhere = account.command === 'diff' && account.isElsewhere === true
  const place = placing(isElsewhere ? {} : context)
  const plain = plainLine(account)
  const head = [
    markerOf(account, context),
    plain ?? `### ${titleOf(account)}`,
    ...checkoutLine(account, context),
  ]
  const body = plain === undefined ? blocksOf(nodesOf(account, context.extent), place) : []
  const whole = inline(wholeText(context, account.command === 'journal' ? ['json'] : ['html', 'json']))
  return fitted({ head, body, whole }, limit)
}

/** The script that posts the comment finds the earlier one by this marker. */
function markerOf({ command }: Account, { source }: Pick<Context, 'source'>): string {
  // A comment of HTML may not contain two hyphens. Each folder has a marker of its own: eu-west, eu_west and "eu west".
  const folder =
    source?.folder.replaceAll(/[^\w./-]+/g, encodeURIComponent).replaceAll(/-(?=-)/g, '%2D') ?? ''
  return `<!-- belfry:${command}${folder === '' ? '' : ` ${folder}`} -->`
}

/** `project infra/belfry.yaml, branch berlin, commit 3f2c1e0d9b8a, base main` */
function checkoutLine(account: Account, { checkout }: Pick<Context, 'checkout'>): readonly string[] {
  const parts = checkoutParts(account, checkout).map(([label, text]) => `${label} ${code(text)}`)
  return parts.length === 0 ? [] : [parts.join(', ')]
}

/** The whole comment, if there are no changes and no problems. */
function plainLine(account: Account): string | undefined {
  if (account.problems.length > 0) return undefined
  if (account.command === 'validate') return `**${validOf(account)}**`
  if (
    account.command === 'journal' ||
    account.command === 'smoke' ||
    account.plan === undefined ||
    !isPlain(account.plan)
  )
    return undefined
  if (account.command === 'apply' && ((account.results ?? []).length > 0 || account.smoke)) return undefined
  const compared = 'sides' in account ? comparedText(account.sides) : undefined
  const headline = `**${capitalized(headlineOf(account.plan))}.**`
  return compared === undefined ? headline : `${headline} ${inline(compared)}`
}
