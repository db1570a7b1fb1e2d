// The report of an apply or a failover that was stopped immediately.
import type { Change } from '../../core/plan/change.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { OperationEvent } from '../../library/run.ts'
import type { ApplyAccount, FailoverAccount } from '../../report/account.ts'
import { organisation } from '../../report/words/plan-notes.ts'
import { symbolOf } from '../../report/words/actions.ts'
import { headingOf } from '../../report/text/plan.ts'
import { visible } from '../../core/visible.ts'
import type { Io } from '../terminal/io.ts'
import type { Output } from '../output.ts'
import type { Progress } from '../terminal/progress.ts'

/** Keeps the sent requests and their results, for the report of a run that is stopped immediately. */
export function recorder(progress: Progress, print: (result: Result) => void) {
  const results: Result[] = []
  const sending = new Map<string, Change>()
  const on = (event: OperationEvent): void => {
    progress.on(event)
    if (event.type === 'sending') sending.set(event.change.id, event.change)
    if (event.type !== 'outcome') return
    sending.delete(event.result.change.id)
    results.push(event.result)
    print(event.result)
  }
  return {
    on,
    recorded: () => {
      const inFlight = [...sending.values()]
      return { results: [...results, ...inFlight.map(withoutReply)], inFlight }
    },
  }
}

/** Reports a run that was stopped immediately: it names each change with an unknown outcome. */
export function leave(
  soFar: ApplyAccount | FailoverAccount,
  { results, inFlight }: ReturnType<ReturnType<typeof recorder>['recorded']>,
  { print }: Pick<Output, 'print'>,
  io: Io,
): void {
  print({ ...soFar, results })
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
function withoutReply(change: Change): Result {
  const outcome = { status: 'unknown', reason: 'the run was stopped before the reply arrived' } as const
  return { change, outcome, milliseconds: 0 }
}
