// The subject of a report, the same in every header: the project, the branch, the commit, and the base of a review.
import type { PageAccount } from '../account.ts'
import type { Checkout } from '../context.ts'

type Part = readonly [label: 'project' | 'branch' | 'commit' | 'base', text: string]

/** The known parts, in the order of a header; not yet made visible. */
export function checkoutParts(account: PageAccount, checkout: Checkout = {}): readonly Part[] {
  const { project, branch, commit } = isOfCheckout(account) ? checkout : {}
  const base = 'plan' in account ? account.plan?.declaredSince?.base : undefined
  const parts = { project, branch, commit: commit?.slice(0, 12), base }
  return (Object.keys(parts) as Part[0][]).flatMap((label) => {
    const text = parts[label]
    return text === undefined ? [] : [[label, text] as const]
  })
}

/** A journal, a saved plan and two other revisions are not about what is checked out. */
function isOfCheckout(account: PageAccount): boolean {
  if (account.command === 'journal') return false
  return !(('origin' in account && account.origin) || ('isElsewhere' in account && account.isElsewhere))
}
