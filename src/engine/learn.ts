// Tells the run's filter of a plan: of its secrets, live ones too, and of what people wrote to be read.
import { callsOf } from '../core/change.ts'
import type { Filter } from '../core/filter.ts'
import { notesOf } from '../core/notes.ts'
import type { Plan } from '../core/plan.ts'
import { hearFields, hearTexts } from '../core/visible-texts.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Desired } from '../kinds/resource.ts'

/** `declared` is all that was declared for the plan. */
export function learn(
  { sections }: Pick<Plan, 'sections'>,
  declared: readonly Desired[],
  registry: readonly Kind[],
  filter: Filter,
): void {
  for (const section of sections) {
    for (const change of section.changes) {
      const { before, after, differences } = change
      for (const { body } of callsOf(change)) filter.know(body)
      filter.know(before)
      filter.know(after)
      for (const difference of differences) filter.know(difference.before)
    }
    for (const { wanted } of notesOf(section, 'unreadable'))
      for (const { before, after } of wanted) {
        filter.know(before)
        filter.know(after)
      }
  }
  // Nothing that is live: that a service shows a secret in the open makes it no less secret.
  filter.see((hear) => {
    for (const { kind, name, alias, declared: fields } of declared) {
      hearTexts([kind, name, alias], hear)
      hearFields(fields, registry.find((each) => each.name === kind)?.isSecret ?? (() => true), hear)
    }
    for (const { target, url, changes } of sections) {
      hearTexts([target, url], hear)
      for (const change of changes) {
        const { via, part, action, stage } = change
        hearTexts([via, part, action, stage, ...callsOf(change).map(({ operation }) => operation)], hear)
      }
    }
  })
}
