// What programs read of a diff, as zod states it.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { count, detailsWith, note } from '../../core/plan/shapes.ts'
import { change, value } from './plan-shape.ts'

export const difference = z.strictObject({
  counts: z.strictObject({
    create: count,
    update: count,
    setPrimary: count,
    deactivate: count,
    unchanged: count,
    noLongerManaged: count,
  }),
  sections: z.array(
    z.strictObject({
      target: optional(z.string(), 'The name of the target. Absent for resources of the organisation.'),
      standing: optional(
        z.enum(['added', 'removed']),
        'Whether the target was added or removed. Absent if both versions have the target.',
      ),
      changes: z.array(
        change
          .omit({
            via: true,
            stage: true,
            operation: true,
            method: true,
            path: true,
            body: true,
            requests: true,
            cause: true,
          })
          .extend({ differences: detailsWith(value) }),
      ),
      unchanged: count,
      resources: count,
      noLongerManaged: z.array(
        note.extend({
          paths: optional(
            z.array(z.string()),
            'The fields that are no longer declared. Absent if the whole resource is no longer declared.',
          ),
        }),
      ),
    }),
  ),
})

export type DiffJson = z.infer<typeof difference>
