// Shows on a terminal what an operation of the library does, and ends it at a signal.
import { worstExit } from '../../library/exit.ts'
import type { Guard, Observer } from '../../library/ambient.ts'
import type { AnyAccount, ApplyAccount } from '../../report/account.ts'
import type { Teller } from '../output.ts'
import type { Io } from './io.ts'
import type { Progress } from './progress.ts'
import { nothingWritten, watchSignals, type Ending } from './signals.ts'

/**
 * Runs an operation with an observer until its end is shown: signals are handled until then. `leave` tells an operation that a
 * second signal ends at once, after it began to write.
 */
export async function observed<Account extends AnyAccount>(
  {
    progress,
    leave = () => undefined,
  }: { readonly progress: Progress; readonly leave?: (soFar: Account) => void },
  teller: Teller,
  io: Io,
  run: (observer: Observer<Account>) => Promise<number>,
): Promise<number> {
  let release: (() => void) | undefined
  const guard: Observer<Account>['guard'] = (undo, done) => {
    release?.()
    const { stop, code, beginWriting, ...watched } = watchSignals(
      done === undefined ? nothingWritten(teller.interrupted) : unproven(done, teller),
      io,
      () => {
        undo()
        progress.clear()
      },
    )
    release = watched.release
    const writing: Guard<Account>['writing'] = (soFar) =>
      beginWriting((signalled) => leave({ ...soFar, exit: worstExit([soFar.exit, signalled]) }))
    return { stop, code, writing, release: () => undefined }
  }
  const { follow, warn } = teller
  try {
    return await run({ ...progress, guard, follow, warn, remark: (sentence) => io.err(`${sentence}\n`) })
  } finally {
    release?.()
  }
}

/** The smoke suites of an apply were not started. */
function unproven(done: ApplyAccount, { tell }: Teller): Ending {
  return {
    message: 'the command was interrupted before the smoke suites; all changes are applied',
    sentence: 'Interrupted before the smoke suites. All changes are applied.',
    tell: (exit, problem) =>
      tell(
        { ...done, exit: worstExit([done.exit, exit]), problems: [...done.problems, problem] },
        { known: [problem] },
      ),
  }
}
