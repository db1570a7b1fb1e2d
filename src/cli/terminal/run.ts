// Shows on a terminal what an operation of the library does, and ends the operation at a signal.
import { worstExit } from '../../library/exit.ts'
import type { Run } from '../../library/ambient.ts'
import type { AnyAccount, ApplyAccount, Subject } from '../../report/account.ts'
import type { Ended } from '../../library/ended.ts'
import { telling, type Teller } from '../output.ts'
import type { Io } from './io.ts'
import { createProgress, type Progress } from './progress.ts'
import { nothingWritten, watchSignals, type Ending } from './signals.ts'

/** What a command does in its own way. */
interface Own<Account extends AnyAccount> extends Partial<Pick<Run, 'on' | 'clear' | 'follow' | 'remark'>> {
  readonly progress: Progress
  /** Shows an operation that a second signal ends at once, after it began to write. Without it, a second signal ends the wait. */
  readonly leave?: (soFar: Account) => void
}

/** Runs an operation that needs nothing of its own, and shows its result. */
export function carriedOut(
  command: Subject,
  flags: Parameters<typeof telling>[1] & { readonly debug?: true },
  io: Io,
  operation: (run: Run) => Promise<Ended>,
): Promise<number> {
  return telling(command, flags, io, (teller) =>
    observed({ progress: createProgress(io, flags) }, teller, io, async (run) =>
      teller.end(await operation(run)),
    ),
  )
}

/** Runs an operation until its end is shown: signals are handled until then. */
export async function observed<Account extends AnyAccount>(
  { progress, leave, ...own }: Own<Account>,
  teller: Teller,
  io: Io,
  carryOut: (run: Run<Account>) => Promise<number>,
): Promise<number> {
  const { on = progress.on, clear = progress.clear, follow = teller.follow } = own
  const { remark = (sentence) => io.err(`${sentence}\n`) } = own
  let undo: (() => void) | undefined
  const signals = watchSignals(nothingWritten(teller.interrupted), io, () => {
    undo?.()
    clear()
  })
  const { wire, watched, wait, end, log } = progress
  const { stop, giveUp, code } = signals
  try {
    return await carryOut({
      world: io,
      wire,
      watched,
      wait,
      end,
      log,
      on,
      clear,
      follow,
      warn: teller.warn,
      remark,
      stop,
      giveUp,
      code,
      writing: (soFar) =>
        signals.beginWriting(
          leave && ((signalled) => leave({ ...soFar, exit: worstExit([soFar.exit, signalled]) })),
        ),
      written: (done) => signals.endWriting(unproven(done, teller)),
      cleanUp: (run) => (undo = run),
    })
  } finally {
    signals.release()
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
