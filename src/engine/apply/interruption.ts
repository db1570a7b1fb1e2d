// What an interrupted run may still read: nothing that keeps it from ending soon.
import { setMaxListeners } from 'node:events'
import { anyOf } from '../../service/deadline.ts'
import type { Engine } from '../engine.ts'

/** Milliseconds after the interruption in which reads may still show what became of the requests in progress. */
export const lastReads = 5000

/** The same engine, whose reads end after the run was interrupted: at once, or so late. `release` lets go of the run. */
export function endingReads(
  engine: Engine,
  later: number,
): { readonly engine: Engine; readonly release: () => void } {
  const { stop, patience, transport } = engine
  if (stop === undefined) return { engine, release: () => undefined }
  const over = new AbortController()
  const ended = new AbortController()
  // One for each read under way: of more than ten, Node.js would warn on stderr.
  setMaxListeners(0, ended.signal)
  const end = (): void => {
    if (later === 0 || patience === undefined) return ended.abort()
    void patience.sleep(later, over.signal).then(() => ended.abort())
  }
  if (stop.aborted) end()
  else stop.addEventListener('abort', end, { once: true })
  return {
    engine: {
      ...engine,
      transport: (request) =>
        request.method === 'GET'
          ? transport(Object.assign({}, request, { signal: anyOf(ended.signal, request.signal) }))
          : transport(request),
    },
    release: () => {
      stop.removeEventListener('abort', end)
      over.abort()
    },
  }
}
