// Follows an operation for a program: reports its events, and ends the operation once its signal aborts.
import { setMaxListeners } from 'node:events'
import { given } from '../core/given.ts'
import { masking } from '../report/personal-data/masking.ts'
import type { AnyAccount } from '../report/account.ts'
import type { Machine, Run, OperationEvent } from './run.ts'
import { privacy } from './privacy.ts'
import type { MethodOptions, ProgressEvent } from './method-options.ts'

export interface ProgramRun {
  readonly run: Run<AnyAccount>
  /** Whether personal data is masked, as the project file says. */
  readonly isMasked: () => boolean
  /** Throws the reason of the signal if it ended the operation before anything was written. */
  readonly check: () => void
  /** Waits for the listener; what it threw first. */
  readonly thrown: () => Promise<{ readonly error: unknown } | undefined>
  /** Removes the listener from the signal. */
  readonly end: () => void
}

/** The run of one call of a method. Throws the reason of the signal if it is aborted already. */
export function programRun({ signal, onEvent }: MethodOptions, machine: Machine): ProgramRun {
  signal?.throwIfAborted()
  /** Ends reads too; nothing was written. */
  const quit = new AbortController()
  const stop = new AbortController()
  /** Whether anything but a read went out. */
  let isWritten = false
  let isMasked = false
  const abort = (): void => {
    if (!isWritten) quit.abort()
    stop.abort()
  }
  const end = onAbort(signal, abort)
  const { send, thrown } = listenerOf(onEvent)
  const run: Run<AnyAccount> = {
    machine,
    wire: (transport) => (request) => {
      isWritten ||= request.method !== 'GET'
      return transport(request)
    },
    watched: (transport) => (request) => {
      if (isWritten || signal === undefined) return transport(request)
      const signals = [quit.signal, ...(request.signal === undefined ? [] : [request.signal])]
      return transport({ ...request, signal: AbortSignal.any(signals) })
    },
    wait: ({ milliseconds, reason }) => send({ type: 'waiting', milliseconds, reason }),
    on: (event) => send(publicEvent(isMasked ? masked(event) : event)),
    clear: () => undefined,
    follow: (project) => {
      isMasked = project.privacy === 'mask'
    },
    warn: () => undefined,
    remark: (message) => send({ type: 'warning', message }),
    stop: stop.signal,
    // As for a command that Ctrl-C ended.
    code: () => (stop.signal.aborted ? 130 : undefined),
    writing: () => undefined,
    written: () => undefined,
    cleanUp: () => undefined,
  }
  return {
    run,
    isMasked: () => isMasked,
    check: () => {
      if (quit.signal.aborted) signal?.throwIfAborted()
    },
    thrown,
    end,
  }
}

/** Returns the function that removes the listener. */
function onAbort(signal: AbortSignal | undefined, abort: () => void): () => void {
  // Each call has a listener; Node warns of a leak at more than ten.
  if (signal !== undefined) setMaxListeners(0, signal)
  signal?.addEventListener('abort', abort, { once: true })
  return () => signal?.removeEventListener('abort', abort)
}

/** What it throws must not interrupt a write, nor end the process. */
function listenerOf(onEvent: MethodOptions['onEvent']) {
  const listening = new Set<Promise<void>>()
  let thrown: { readonly error: unknown } | undefined
  const hear = async (event: ProgressEvent): Promise<void> => {
    try {
      await onEvent?.(event)
    } catch (error) {
      thrown ??= { error }
    }
  }
  return {
    send: (event: ProgressEvent | undefined): void => {
      if (event === undefined) return
      const heard = hear(event).finally(() => listening.delete(heard))
      listening.add(heard)
    },
    thrown: async () => {
      await Promise.all(listening)
      return thrown
    },
  }
}

const mask = masking(privacy)

function masked(event: OperationEvent): OperationEvent {
  if (event.type === 'sending') return { ...event, change: mask.change(event.change) }
  return event.type === 'outcome' ? { ...event, result: mask.result(event.result) } : event
}

/** The event as a program sees it; undefined for events that programs don't get. */
function publicEvent(event: OperationEvent): ProgressEvent | undefined {
  switch (event.type) {
    case 'reading': {
      const { what, done, total } = event.read ?? {}
      return { type: 'reading', target: event.target, ...given({ what, done, total }) }
    }
    case 'sending':
      return { type: 'sending', change: event.change.id, attempt: event.attempt }
    case 'outcome':
      return { type: 'outcome', change: event.result.change.id, status: event.result.outcome.status }
    case 'waiting':
      return { type: 'waiting', milliseconds: event.wait.milliseconds, reason: event.wait.reason }
    case 'verifying':
      return { type: 'verifying' }
    case 'cases':
      return { type: 'cases', done: event.done, total: event.total }
    case 'delivery':
      return event.event.about === 'accepted'
        ? { type: 'accepted', transactionId: event.event.transactionId }
        : undefined
    default:
      return undefined
  }
}
