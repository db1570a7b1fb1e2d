// The content of a page, the same for every command: changes with their outcomes, sections, problems.
import { isDeactivation, type Change } from '../../core/plan/change.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Section } from '../../core/plan/plan.ts'
import { type ApplyAccount, type PlanAccount, type ValidateAccount, plansOf, resultsOf } from '../account.ts'
import { organisation, sectionsShown } from '../plan-notes.ts'

/** What a reader calls it: a deactivation is an update that matters more. */
export type Sort = 'create' | 'update' | 'set-primary' | 'deactivate' | 'resend'

export const sorts: Readonly<Record<Sort, { readonly symbol: string; readonly label: string }>> = {
  create: { symbol: '+', label: 'Create' },
  update: { symbol: '~', label: 'Update' },
  'set-primary': { symbol: '^', label: 'Set primary' },
  deactivate: { symbol: '−', label: 'Deactivate' },
  resend: { symbol: '?', label: 'Re-send' },
}

export interface Story {
  readonly account: ValidateAccount | PlanAccount | ApplyAccount
  /** Those that have something to say. */
  readonly sections: readonly Section[]
  /** In the order in which they are sent. */
  readonly changes: readonly Change[]
  /** By the change's id; empty where nothing was carried out. */
  readonly results: ReadonlyMap<string, Result>
}

export function storyOf(account: Story['account']): Story {
  const results = resultsOf(account)
  const sections = sectionsShown({ sections: plansOf(account).flatMap((plan) => plan.sections) })
  const planned = sections.flatMap(({ changes }) => changes)
  const known = new Set(planned.map(({ id }) => id))
  // What was done before, e.g. of a saved plan, is in no section any more.
  const others = results.map(({ change }) => change).filter(({ id }) => !known.has(id))
  return {
    account,
    sections,
    changes: [...others, ...planned],
    results: new Map(results.map((result) => [result.change.id, result])),
  }
}

export function sortOf(change: Change): Sort {
  return isDeactivation(change) ? 'deactivate' : change.action
}

export function targetOf({ target }: { readonly target?: string }): string {
  return target ?? organisation
}
