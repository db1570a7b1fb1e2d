// What a plan leaves as a failover left it, and the refusal of a reviewed plan that would switch back.
import { given } from '../../core/given.ts'
import { resourceKey } from '../../core/plan/change.ts'
import type { Difference } from '../../core/plan/compare.ts'
import { notesOf, type Note } from '../../core/plan/notes.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { refusal } from '../../core/refusals.ts'
import type { Held, Kind, Refusal } from '../../kinds/kind.ts'
import type { Desired, Observed } from '../../kinds/resource.ts'
import type { Policy } from '../plan/request.ts'

/** The difference that stays; undefined if there is none, or if the plan is to undo the failover. */
export function heldBack(
  kind: Kind,
  observed: Observed,
  all: readonly Observed[],
  { failback, live }: Policy,
): Held | undefined {
  return failback === true || live !== undefined ? undefined : kind.held?.(observed, all)
}

export function isHeld({ path, answer }: Difference, held: Held | undefined): boolean {
  return held !== undefined && path[0] === held.field && answer === 'different'
}

export function failedOverNote(
  { kind, name, position }: Desired,
  held: Held,
  { target = '', failedOverSince }: Policy,
): Note {
  const since = failedOverSince?.(target, held.channel, held.to)
  return { sort: 'failedOver', kind, name, position, ...held, ...given({ since }) }
}

/** Of a saved plan, which was made before the failover. */
export function switchBack({ kind, name }: Desired, { field, channel, to }: Held): Refusal {
  return {
    rule: 'failed-over',
    path: [field],
    message: `the saved plan changes ${field} of ${kind} ${name}, but ${channel} failed over to ${to}`,
    hint,
  }
}

const hint =
  'To keep the standby, make a new plan. To return to the declared primary integration, run belfry failover CHANNEL --back, or make the plan with --failback.'

/** One for each change of an approved plan that a new plan leaves out because of a failover. */
export function approvedSwitchBacks(approved: Plan, fresh: Plan): Problem[] {
  const held = fresh.sections.flatMap((section) =>
    notesOf(section, 'failedOver').map((note) => ({ ...note, target: section.target })),
  )
  return approved.sections
    .flatMap(({ changes }) => changes)
    .flatMap((change): Problem[] => {
      const note = held.find(
        (each) =>
          resourceKey(each) === resourceKey(change) &&
          change.differences.some(({ path }) => path[0] === each.field),
      )
      if (note === undefined) return []
      const { kind, name, field, channel, to, position, target } = note
      return [
        refusal({
          rule: 'failed-over',
          severity: 'error',
          ...given({ target }),
          position,
          message: `the approved plan changes ${field} of ${kind} ${name}, but ${channel} failed over to ${to}`,
          hint,
        }),
      ]
    })
}
