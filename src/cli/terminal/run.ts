// Shows on a terminal what an operation of the library does, and ends the operation at a signal.
import { worstExit } from '../../library/exit.ts'
import type { Run } from '../../library/run.ts'
import type { AnyAccount, ApplyAccount, AccountCommand } from '../../report/account.ts'
import type { OperationEnd } from '../../library/operation-end.ts'
import { withOutput, type Output } from '../output.ts'
import type { Io } from './io.ts'
import { Progress } from './progress.ts'
import { errorOf, type Problem } from '../../core/problem.ts'

/** The parts of the run that a command can replace. */
interface Own<Account extends AnyAccount> extends Partial<Pick<Run, 'on' | 'clear' | 'follow'>> {
  readonly progress: Progress
  /** Shows an operation that a second signal ends at once, after it began to write. Without it, a second signal ends the wait. */
  readonly leave?: (soFar: Account) => void
}

/** Runs an operation without parts of its own, and shows its result. */
export function carriedOut(
  command: AccountCommand,
  flags: Parameters<typeof withOutput>[1] & { readonly debug?: true },
  io: Io,
  operation: (run: Run) => Promise<OperationEnd>,
): Promise<number> {
  return withOutput(command, flags, io, (output) =>
    observed({ progress: new Progress(io, flags) }, output, io, async (run) =>
      output.end(await operation(run)),
    ),
  )
}

/** Runs an operation until its end is shown: signals are handled until then. */
export async function observed<Account extends AnyAccount>(
  { progress, leave, ...own }: Own<Account>,
  output: Output,
  io: Io,
  carryOut: (run: Run<Account>) => Promise<number>,
): Promise<number> {
  const { on = progress.on, clear = progress.clear, follow = output.follow } = own
  // They refer to the output above them.
  const remarks: string[] = []
  let undo: (() => void) | undefined
  const nothingWritten: Ending = {
    message: 'the command was interrupted before anything was written',
    sentence: 'Interrupted: nothing was written.',
    print: output.interrupted,
  }
  const signals = watchSignals(nothingWritten, io, () => {
    undo?.()
    clear()
  })
  const { wire, watched, wait, end, log } = progress
  const { stop, giveUp, code } = signals
  try {
    return await carryOut({
      machine: io,
      wire,
      watched,
      wait,
      end,
      log,
      on,
      clear,
      follow,
      warn: output.warn,
      remark: (sentence) => void remarks.push(sentence),
      stop,
      giveUp,
      code,
      writing: (soFar) =>
        signals.beginWriting(
          leave && ((signalled) => leave({ ...soFar, exit: worstExit([soFar.exit, signalled]) })),
        ),
      written: (done) => signals.endWriting(beforeSuites(done, output)),
      cleanUp: (run) => (undo = run),
    })
  } finally {
    signals.release()
    for (const sentence of remarks) io.err(`${sentence}\n`)
  }
}

/** A signal between the changes of an apply and its smoke suites. */
function beforeSuites(done: ApplyAccount, { print }: Output): Ending {
  return {
    message: 'the command was interrupted before the smoke suites; all changes are applied',
    sentence: 'Interrupted before the smoke suites. All changes are applied.',
    print: (exit, problem) =>
      print(
        { ...done, exit: worstExit([done.exit, exit]), problems: [...done.problems, problem] },
        { known: [problem] },
      ),
  }
}

/** Milliseconds that requests in progress have after a signal: systems kill a process soon after. */
const patience = 10_000

/** The end of a command that a signal interrupts while nothing is in progress. */
interface Ending {
  readonly message: string
  /** The same as a sentence. */
  readonly sentence: string
  readonly print: (exit: number, problem: Problem) => void
}

interface Signals {
  /** Aborted by the first signal while something is in progress. */
  readonly stop: AbortSignal
  /** Aborted by the second signal, or some time after the first one; never with `leave`, which ends the command instead. */
  readonly giveUp: AbortSignal
  /** The exit code of the signal that came while something was in progress. */
  readonly code: () => number | undefined
  /** From now on the first signal prevents new requests. The second one leaves, or gives up the requests in progress. */
  readonly beginWriting: (leave?: (code: number) => void) => void
  /** From now on a signal ends the command again. */
  readonly endWriting: (ending: Ending) => void
  /** Restores the signals' former behaviour. */
  readonly release: () => void
}

/** `clear` removes the line of progress. */
function watchSignals(before: Ending, io: Io, clear: () => void): Signals {
  const [stop, giveUp] = [new AbortController(), new AbortController()]
  let ending: Ending | undefined = before
  let leave: ((code: number) => void) | undefined
  let code: number | undefined
  let cancel: (() => void) | undefined
  const first = (signalled: number): void => {
    cancel = io.after(patience, () => second(signalled))
    if (ending !== undefined) return end(signalled, ending)
    code = signalled
    if (leave !== undefined) {
      clear()
      io.err(
        'Interrupted. belfry sends no new requests, and waits up to 10 seconds for the requests in progress. Interrupt again to stop immediately.\n',
      )
    }
    stop.abort()
  }
  const second = (signalled: number): void => {
    cancel?.()
    if (ending !== undefined) return end(signalled, ending)
    if (leave === undefined && !giveUp.signal.aborted) return giveUp.abort('the run was interrupted')
    clear()
    leave?.(signalled)
    io.exit(signalled)
  }
  const end = (signalled: number, { message, sentence, print }: Ending): void => {
    clear()
    print(signalled, errorOf('interrupted', message))
    io.err(`${sentence}\n`)
    io.exit(signalled)
  }
  const forget = io.onSignal(first, second)
  return {
    stop: stop.signal,
    giveUp: giveUp.signal,
    code: () => code,
    beginWriting: (leaving) => {
      ending = undefined
      leave = leaving
    },
    endWriting: (after) => (ending = after),
    release: () => {
      cancel?.()
      forget()
    },
  }
}
