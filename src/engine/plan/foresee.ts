// Looks ahead: what kinds know of a target once its changes are made.
import type { Change } from '../../core/plan/change.ts'
import type { Standing } from '../../core/plan/plan.ts'
import type { Doubt, Foresight } from '../../kinds/kind.ts'
import type { Observed } from '../../kinds/resource.ts'
import type { Reading } from './request.ts'

/** `related` holds all that was observed of each related kind. */
export function foreseen(
  changes: readonly Change[],
  readings: readonly Reading[],
  related: ReadonlyMap<string, readonly Observed[]>,
): { readonly doubts: readonly Doubt[]; readonly delivery: readonly Standing[] } {
  const foresight: Foresight = {
    observedOf: (kind) => related.get(kind) ?? [],
    declaredOf: (kind) => readings.flatMap((each) => (each.kind.name === kind ? each.desired : [])),
    changes,
  }
  return {
    doubts: readings.flatMap(({ kind }) => kind.foresee?.(foresight) ?? []),
    delivery: readings.flatMap(({ kind }) => kind.delivery?.(foresight) ?? []),
  }
}
