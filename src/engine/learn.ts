// Tells the run's filter of a plan: of its secrets, live ones too, and of what people read in it anyway.
import type { Filter } from '../core/filter.ts'
import type { Plan } from '../core/plan.ts'
import { hearFields, hearTexts } from '../core/visible-texts.ts'
import type { Kind } from '../kinds/kind.ts'

export function learn({ sections }: Plan, registry: readonly Kind[], filter: Filter): void {
  for (const { changes, unreadable } of sections) {
    for (const { call, before, after, differences } of changes) {
      filter.know(call.body)
      filter.know(before)
      filter.know(after)
      for (const difference of differences) filter.know(difference.before)
    }
    for (const { wanted } of unreadable) for (const { after } of wanted) filter.know(after)
  }
  // What may be shown a kind says, field by field: that something is about to be shown proves nothing.
  filter.see((hear) => {
    for (const { changes, unreadable: _unreadable, ...section } of sections) {
      hearTexts(section, hear)
      for (const { target, via, kind, name, part, action, stage, call, before, after } of changes) {
        hearTexts({ target, via, kind, name, part, action, stage, operation: call.operation }, hear)
        const isSecret = registry.find((each) => each.name === kind)?.isSecret ?? (() => true)
        for (const fields of [before, after, part === undefined ? call.body : undefined])
          hearFields(fields ?? undefined, isSecret, hear)
      }
    }
  })
}
