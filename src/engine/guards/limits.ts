// Refuses a plan that changes more of a kind than the project, or this run, allows.
import { option } from '../../core/shell.ts'
import { refusal } from '../../core/refusals.ts'
import { resourceKey, type Change } from '../../core/plan/change.ts'
import { allowance, limitText, sortOf, type Limit, type Limits, type Sort } from '../../core/plan/limit.ts'
import type { Section } from '../../core/plan/plan.ts'
import { given } from '../../core/given.ts'
import { counted } from '../../core/words.ts'
import type { Position, Problem } from '../../core/problem.ts'

export interface LimitContext {
  /** How many resources of each kind the target has. */
  readonly live: ReadonlyMap<string, number>
  /** Of the target. */
  readonly limits: Limits
  /** Of this run, by kind: they replace the limits of the target. */
  readonly maxChanges: Readonly<Record<string, Limit>>
}

const participles: Readonly<Record<Sort, string>> = {
  updates: 'be updated',
  creates: 'be created',
  deactivations: 'be deactivated',
  primaries: 'become primary',
}

export function limitProblems(section: Section, { live, limits, maxChanges }: LimitContext): Problem[] {
  const changes = section.changes.filter((change) => sortOf(change) !== undefined)
  const created = new Set(changes.filter(({ action }) => action === 'create').map(resourceKey))
  // A second request for what is created is no update.
  const isOfSort = (change: Change, sort: string): boolean =>
    sortOf(change) === sort && !(sort === 'updates' && created.has(resourceKey(change)))
  const exceeded = (
    kind: string,
    own: readonly Change[],
    limit: Limit & { readonly position?: Position },
    says: string,
    verb: string,
  ): Problem | [] => {
    const count = namesOf(own).size
    const allowed = allowance(limit, live.get(kind) ?? 0)
    if (allowed === undefined || count <= allowed) return []
    const total = namesOf(changes.filter((change) => change.kind === kind)).size
    const share =
      limit.unit === 'percent' ? ` (${allowed} of ${counted(live.get(kind) ?? 0, kind)} in the service)` : ''
    return refusal({
      rule: 'limit',
      severity: 'error',
      ...given({ target: section.target }),
      message: `${counted(count, kind)} would ${verb}, but ${says} allows at most ${limitText(limit)}${share}`,
      hint: `Read the plan. If all changes are intended, use ${option('maxChanges', { [kind]: total })}.`,
      ...given({ position: limit.position }),
    })
  }
  const ofRun = Object.entries(maxChanges).flatMap(([kind, limit]) =>
    exceeded(
      kind,
      changes.filter((change) => change.kind === kind),
      limit,
      option('maxChanges'),
      'change',
    ),
  )
  const ofTarget = Object.entries(limits)
    .filter(([kind]) => !Object.hasOwn(maxChanges, kind))
    .flatMap(([kind, bySort]) =>
      Object.entries(bySort).flatMap(([sort, limit]) =>
        exceeded(
          kind,
          changes.filter((change) => change.kind === kind && isOfSort(change, sort)),
          limit,
          `limits.${kind}.${sort}`,
          participles[sort as Sort],
        ),
      ),
    )
  return [...ofTarget, ...ofRun]
}

function namesOf(changes: readonly Change[]): ReadonlySet<string> {
  return new Set(changes.map(({ name }) => name))
}
