// Changed declarations of fields that a plan can't compare: a reviewer sees them nowhere else.
import type { Detail } from '../../core/plan/compare.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { Plan, UncomparedChange } from '../../core/plan/plan.ts'

/** `difference` is that of the manifests of the plan to those of its base. */
export function uncomparedChanges(plan: Plan, difference: Plan): UncomparedChange[] {
  return plan.sections.flatMap((planned) => {
    const { target } = planned
    const changes = difference.sections.find((section) => section.target === target)?.changes ?? []
    return notesOf(planned, 'unreadable').flatMap(({ kind, name, position, paths }): UncomparedChange[] => {
      const fields = paths.map((path) => path.join('.'))
      const details = changes
        .filter((change) => change.kind === kind && change.name === name)
        .flatMap(({ differences }) => differences.flatMap(detailsOf))
        .filter(({ path }) => fields.some((field) => touches(path, field)))
      const note = { kind, name, position, details }
      return details.length === 0 ? [] : [{ ...(target !== undefined && { target }), ...note }]
    })
  })
}

/** Of two dotted paths one may hold the other. */
function touches(path: Detail['path'], field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`)
}
