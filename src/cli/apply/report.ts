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
  tell({ ...soFar, results: [...results, ...inFlight.map(withoutReply)] })
  const done = results.filter(({ outcome: { status } }) => status === 'done').length
  const lines = inFlight.map(
    (change) =>
      `unknown  ${visible(change.target ?? organisation)}  ${symbolOf(change)} ${headingOf(change)}\n`,
  )
  io.err(
    `${lines.join('')}Stopped immediately. Changes: ${done} done, ${inFlight.length} unknown. The next plan shows the remaining changes.\n`,
  )
}

/** The result of a change whose request was sent before the run was stopped. */
export function withoutReply(change: Change): Result {
  const outcome = { status: 'unknown', reason: 'the run was stopped before the reply arrived' } as const
  return { change, outcome, milliseconds: 0 }
}
