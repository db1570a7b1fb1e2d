// Tells the run's filter of a plan: of its secrets, live ones too, and of what people wrote to be read.
import type { Filter } from '../core/filter.ts'
import type { Plan } from '../core/plan.ts'
import { hearFields, hearTexts } from '../core/visible-texts.ts'
import type { Desired, Kind } from '../kinds/kind.ts'

/** `declared` is all that was declared for the plan. */
export function learn(
  { sections }: Pick<Plan, 'sections'>,
  declared: readonly Desired[],
  registry: readonly Kind[],
  filter: Filter,
): void {
  for (const { changes, unreadable } of sections) {
    for (const { call, before, after, differences } of changes) {
      filter.know(call.body)
      filter.know(before)
      filter.know(after)
      for (const difference of differences) filter.know(difference.before)
    }
    for (const { wanted } of unreadable) for (const { after } of wanted) filter.know(after)
  }
  // Nothing that is live: that a service shows a secret in the open makes it no less secret.
  filter.see((hear) => {
    for (const { kind, name, alias, declared: fields } of declared) {
      hearTexts([kind, name, alias], hear)
      hearFields(fields, registry.find((each) => each.name === kind)?.isSecret ?? (() => true), hear)
    }
    for (const { target, url, changes } of sections) {
      hearTexts([target, url], hear)
      for (const { via, part, action, stage, call } of changes)
        hearTexts([via, part, action, stage, call.operation], hear)
    }
  })
}
