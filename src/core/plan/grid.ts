// All targets beside each other, as a comparison of them shows it.
import { z } from 'zod'
import type { Inferred } from '../given.ts'

export const comparedBy = z
  .enum(['live', 'declared'])
  .describe('"live": belfry compared what is in the service. "declared": belfry compared the manifests.')

export const grid = z.strictObject({
  by: comparedBy,
  targets: z.array(z.string()),
  integrations: z.array(
    z.strictObject({
      channel: z.string(),
      name: z.string(),
      states: z
        .record(
          z.string(),
          z.enum(['primary', 'active', 'inactive', 'inactivePrimary', 'declared', 'several', 'absent']),
        )
        .describe(
          'The state in each target. "declared": a manifest declares the integration, but not whether it is active. "several": the service has the integration several times, so belfry does not compare it.',
        ),
      differs: z
        .array(z.string())
        .describe('The fields that are not the same in all targets that have the integration.'),
      meant: z
        .array(z.string())
        .describe('The fields that the manifests declare differently, with perTarget or a variable.'),
      unknown: z
        .array(z.string())
        .describe('The fields that a service does not return. It is not known whether these fields differ.'),
    }),
  ),
})

export type Grid = Inferred<typeof grid>
export type GridRow = Grid['integrations'][number]
export type GridState = GridRow['states'][string]
