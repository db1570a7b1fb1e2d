// Shows on a terminal what is going on: one line, rewritten; nothing where nobody watches.
import type { EngineEvent } from '../engine/engine.ts'
import { headingOf } from '../report/plan-text.ts'
import type { Io } from './io.ts'

export interface Progress {
  readonly on: (event: EngineEvent) => void
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
    const { columns } = io.errStyle(undefined)
    io.err(`\r\u001B[K${text.slice(0, Math.max(10, columns - 1))}`)
    isShown = true
  }
  return {
    clear,
    on: (event) => {
      if (event.type === 'reading') show(`reading ${event.target} ...`)
      else if (event.type === 'sending')
        show(`${event.change.target ?? 'organisation'}: ${headingOf(event.change)} ...`)
      else if (event.type === 'verifying') show('reading back ...')
      else clear()
    },
  }
}
