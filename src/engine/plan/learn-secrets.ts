// Adds to the run's filter the secrets of a plan, and the texts that people wrote to be read.
import { callsOf } from '../../core/plan/change.ts'
import type { Filter } from '../../core/secrets/redact.ts'
import { visitShownFields, visitTexts } from '../../core/secrets/leak.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import { isSecretAt } from '../../kinds/from-field-rows.ts'

/**
 * Adds to the run's filter the secrets of a plan, those in the service too, and the texts that people wrote to be read.
 * `declared` is all that was declared for the plan.
 */
export function learn(
  { sections }: Pick<Plan, 'sections'>,
  declared: Iterable<Desired>,
  registry: readonly Kind[],
  filter: Filter,
): void {
  for (const section of sections) {
    for (const change of section.changes) {
      const { before, after, differences } = change
      for (const { body } of callsOf(change)) filter.addSecrets(body)
      filter.addSecrets(before)
      filter.addSecrets(after)
      for (const difference of differences) filter.addSecrets(difference.before)
    }
    for (const { wanted } of notesOf(section, 'unreadable'))
      for (const { before, after } of wanted) {
        filter.addSecrets(before)
        filter.addSecrets(after)
      }
  }
  // No values from the service: if it shows a secret in a readable field, the secret stays one.
  filter.addVisible((hear) => {
    for (const { kind, name, alias, declared: fields } of declared) {
      visitTexts([kind, name, alias], hear)
      const known = registry.find((each) => each.name === kind)
      visitShownFields(fields, (path) => known === undefined || isSecretAt(known, path), hear)
    }
    for (const { target, url, changes } of sections) {
      visitTexts([target, url], hear)
      for (const change of changes) {
        const { via, part, action, stage } = change
        visitTexts([via, part, action, stage, ...callsOf(change).map(({ operation }) => operation)], hear)
      }
    }
  })
}
