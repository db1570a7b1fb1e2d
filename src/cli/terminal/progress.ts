// Shows on a terminal what is going on: one line, rewritten; nothing where nobody watches.
import type { EngineEvent } from '../../engine/engine.ts'
import { headingOf } from '../../report/text/plan.ts'
import { duration } from '../../core/words.ts'
import { cut } from '../../report/text/table.ts'
import type { Wait } from '../../service/retry.ts'
import type { Io } from './io.ts'

export interface Progress {
  readonly on: (event: EngineEvent) => void
  readonly wait: (wait: Wait) => void
  /** Takes the line away before something else is printed. */
  readonly clear: () => void
}

export function createProgress(io: Io): Progress {
  let isShown = false
  const clear = (): void => {
    if (isShown) io.err('\r\u001B[K')
    isShown = false
  }
  const show = (text: string): void => {
    if (!io.errIsTty) return
    const style = io.errStyle(undefined)
    io.err(`\r\u001B[K${cut(text, Math.max(10, style.columns) - 1, style)}`)
    isShown = true
  }
  let silentSince = io.clock()
  const wait = (waiting: Wait): void => {
    const text = waitText(waiting)
    if (io.errIsTty) return show(text)
    // Where nobody watches, a line for each refusal, and one in 10 s of mere slowness.
    if (waiting.reason === 'limit' && io.clock() - silentSince < 10_000) return
    silentSince = io.clock()
    io.err(`${text}\n`)
  }
  return {
    clear,
    wait,
    on: (event) => {
      if (event.type === 'reading') show(`reading ${event.target} ...`)
      else if (event.type === 'sending')
        show(`${event.change.target ?? 'organisation'}: ${headingOf(event.change)} ...`)
      else if (event.type === 'waiting') wait(event.wait)
      else if (event.type === 'verifying') show('reading back ...')
      else clear()
    },
  }
}

/** `waiting 2.0 s (429, try 1 of 6)` */
function waitText({ milliseconds, reason, attempt, of }: Wait): string {
  const why = reason === 'limit' ? "to stay below the service's limit" : `${reason}, try ${attempt} of ${of}`
  return `waiting ${duration(milliseconds)} (${why})`
}
