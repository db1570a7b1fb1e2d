// A signal before the first write ends the command. After it, the command waits for the requests in progress.
import type { Problem } from '../../core/problem.ts'
import type { Io } from './io.ts'

/** Milliseconds that requests in progress have after a signal: systems kill a process soon after. */
const patience = 10_000

type OnSignal = (code: number) => void

/** The second signal, or the end of patience after the first one, is `second`; the function that it returns ends both. */
function listen(io: Io, first: OnSignal, second: OnSignal): () => void {
  let cancel: (() => void) | undefined
  const forget = io.onSignal(
    (code) => {
      first(code)
      cancel = io.after(patience, () => second(code))
    },
    (code) => {
      cancel?.()
      second(code)
    },
  )
  return () => {
    cancel?.()
    forget()
  }
}

export interface Interruption {
  /** Aborted by the first signal once writing has begun. */
  readonly stop: AbortSignal
  /** The exit code of the signal that came, once writing had begun. */
  readonly code: () => number | undefined
  /** From now on the first signal keeps anything new from being started; the second one leaves. */
  readonly beginWriting: (leave: (code: number) => void) => void
  /** Signals do again what they did before. */
  readonly release: () => void
}

/** How a command ends that a signal interrupts before it writes. */
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

/** `clear` removes the line of progress. */
export function watchSignals({ message, sentence, tell }: Ending, io: Io, clear: () => void): Interruption {
  const stop = new AbortController()
  let code: number | undefined
  let leave: ((code: number) => void) | undefined
  const first = (signalled: number): void => {
    clear()
    if (leave === undefined) return end(signalled)
    code = signalled
    io.err(
      'Interrupted. belfry sends no new requests, and waits for the requests in progress. Interrupt again to stop immediately.\n',
    )
    stop.abort()
  }
  const second = (signalled: number): void => {
    clear()
    if (leave === undefined) return end(signalled)
    leave(signalled)
    io.exit(signalled)
  }
  const end = (signalled: number): void => {
    tell(signalled, { rule: 'interrupted', severity: 'error', message })
    io.err(`${sentence}\n`)
    io.exit(signalled)
  }
  const release = listen(io, first, second)
  return { stop: stop.signal, code: () => code, beginWriting: (leaving) => (leave = leaving), release }
}

export interface Stopping {
  /** Aborted by the first signal. */
  readonly stop: AbortSignal
  /** Aborted by the second signal, and some time after the first one. */
  readonly giveUp: AbortSignal
  /** The exit code of the signal that came. */
  readonly code: () => number | undefined
  /** From now on signals end waiting, and the third one the process. Returns a function that undoes this. */
  readonly watch: () => () => void
}

/** For a command that ends by itself once what it waits for is aborted. */
export function stopOnSignal(io: Io): Stopping {
  const stop = new AbortController()
  const giveUp = new AbortController()
  let code: number | undefined
  const first = (signalled: number): void => {
    code = signalled
    stop.abort()
  }
  const later = (signalled: number): void => {
    if (giveUp.signal.aborted) io.exit(signalled)
    giveUp.abort('the run was interrupted')
  }
  const watch = (): (() => void) => listen(io, first, later)
  return { stop: stop.signal, giveUp: giveUp.signal, code: () => code, watch }
}
