// The report of an apply that was stopped immediately.
import type { Change } from '../../core/plan/change.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { ApplyAccount } from '../../report/account.ts'
import { organisation } from '../../report/plan-notes.ts'
import { headingOf, symbolOf } from '../../report/text/plan.ts'
import { visible } from '../../core/visible.ts'
import type { Io } from '../terminal/io.ts'
import type { Teller } from '../output.ts'

/** Reports an apply that was stopped immediately: it names each change with an unknown outcome. */
export function leave(
  soFar: ApplyAccount,
  { results, inFlight }: { readonly results: readonly Result[]; readonly inFlight: readonly Change[] },
  { tell }: Pick<Teller, 'tell'>,
  io: Io,
): void {
  const outcome = { status: 'unknown', reason: 'the run was stopped before the reply arrived' } as const
  const unknown = inFlight.map((change): Result => ({ change, outcome, milliseconds: 0 }))
  tell({ ...soFar, results: [...results, ...unknown] })
  const done = results.filter(({ outcome: { status } }) => status === 'done').length
  const lines = inFlight.map(
    (change) =>
      `unknown  ${visible(change.target ?? organisation)}  ${symbolOf(change)} ${headingOf(change)}\n`,
  )
  io.err(
    `${lines.join('')}Stopped immediately. Changes: ${done} done, ${unknown.length} unknown. The next plan shows the remaining changes.\n`,
  )
}
