// Counts what a law's runs were about, so that a law that only ever sees easy cases fails.
import type { Plan } from '../../../src/core/plan/plan.ts'
import { isDeactivation, type Change } from '../../../src/core/plan/change.ts'

export class Mix {
  readonly #counts = new Map<string, number>()

  add(what: string, times = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times)
  }

  count(what: string): number {
    return this.#counts.get(what) ?? 0
  }

  /** The changes of a plan, and whether there are none. */
  addPlan(plan: Plan): void {
    const changes = plan.sections.flatMap((section) => section.changes)
    const isWaiting = plan.sections.some(({ waitsFor }) => waitsFor !== undefined)
    if (isWaiting) this.add('new environment')
    else if (changes.length === 0) this.add('empty plan')
    for (const change of changes) this.add(sortOf(change))
  }

  /** `integration create 52, …`, by name. */
  toString(): string {
    return [...this.#counts]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')
  }

  /** What was seen less often than it should have been. */
  missing(wanted: readonly string[], least: number): string[] {
    return wanted.filter((what) => (this.#counts.get(what) ?? 0) < least)
  }
}

function sortOf(change: Change): string {
  if (change.action !== 'update') return `${change.kind} ${change.action}`
  if (isDeactivation(change)) return `${change.kind} deactivate`
  return change.kind === 'subscriber' ? `subscriber ${change.stage}` : `${change.kind} update`
}
