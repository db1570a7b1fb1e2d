// A signal before the first write ends the command. After it, the command waits for the requests in progress.
import type { Problem } from '../../core/problem.ts'
import type { Io } from './io.ts'

/** Milliseconds that requests in progress have after a signal: systems kill a process soon after. */
const patience = 10_000

/** How a command ends that a signal interrupts while nothing is in progress. */
export interface Ending {
  readonly message: string
  /** The same for people, in one line. */
  readonly sentence: string
  readonly tell: (exit: number, problem: Problem) => void
}

export function nothingWritten(tell: Ending['tell']): Ending {
  const message = 'the command was interrupted before anything was written'
  return { message, sentence: 'Interrupted: nothing was written.', tell }
}

export interface Signals {
  /** Aborted by the first signal while something is in progress. */
  readonly stop: AbortSignal
  /** Aborted by the second signal, and some time after the first one. */
  readonly giveUp: AbortSignal
  /** The exit code of the signal that came while something was in progress. */
  readonly code: () => number | undefined
  /** From now on the first signal keeps anything new from being started. The second one leaves, or gives up the requests in progress. */
  readonly beginWriting: (leave?: (code: number) => void) => void
  /** From now on a signal ends the command again. */
  readonly endWriting: (ending: Ending) => void
  /** Signals do again what they did before. */
  readonly release: () => void
}

/** `clear` removes the line of progress. */
export function watchSignals(before: Ending, io: Io, clear: () => void): Signals {
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
        'Interrupted. belfry sends no new requests, and waits for the requests in progress. Interrupt again to stop immediately.\n',
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
  const end = (signalled: number, { message, sentence, tell }: Ending): void => {
    clear()
    tell(signalled, { rule: 'interrupted', severity: 'error', message })
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
