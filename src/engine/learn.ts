// Tells the run's filter of a plan: of its secrets, live ones too, and of all that it shows anyway.
import type { Filter } from '../core/filter.ts'
import type { Plan } from '../core/plan.ts'
import { textsOf } from '../core/visible-texts.ts'

export function learn({ sections }: Plan, filter: Filter): void {
  for (const { changes, unreadable } of sections) {
    for (const { call, before, after, differences } of changes) {
      filter.know(call.body)
      filter.know(before)
      filter.know(after)
      for (const difference of differences) filter.know(difference.before)
    }
    for (const { wanted } of unreadable) for (const { after } of wanted) filter.know(after)
  }
  // Not the problems: what they say is put together from all sorts of text.
  filter.see(textsOf(() => sections))
}
