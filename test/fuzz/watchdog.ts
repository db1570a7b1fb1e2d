// Sees from another thread what the thread of the tests can't see of itself: that it hangs, or eats the memory.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'

/** Milliseconds. */
const longest = 20_000
/** Of a process that collects its garbage when it likes. */
const most = 2560 * 2 ** 20

/** Plain text, so that it needs no build: a run that hangs has no other way to say so. */
const program = `
  const { workerData: { state, hangs, most } } = require('node:worker_threads')
  const { writeSync } = require('node:fs')
  const view = new BigInt64Array(state)
  setInterval(() => {
    const since = Number(view[0])
    const grown = process.memoryUsage.rss() - Number(view[1])
    if (grown > Number(view[2])) view[2] = BigInt(grown)
    const what = since > 0 && Date.now() - since > hangs ? 'hangs' : grown > most ? 'takes ' + (grown >> 20) + ' MiB' : undefined
    if (what === undefined) return
    writeSync(2, 'A run ' + what + '; the seed is above.\\n')
    process.kill(process.pid, 'SIGKILL')
  }, 100)
`

export interface Watchdog {
  /** Rejects when the run takes about as long as it may; ends the process when it doesn't even give way. */
  watch<T>(run: () => Promise<T>): Promise<T>
  /** Bytes by which the process has grown at most since the start. */
  readonly grown: () => number
  /** Bytes of the heap that are in use, after a collection. */
  readonly heap: () => number
  close(): Promise<void>
}

export function startWatchdog(hangs = longest): Watchdog {
  const state = new SharedArrayBuffer(24)
  const view = new BigInt64Array(state)
  view[1] = BigInt(process.memoryUsage.rss())
  const worker = new Worker(program, { eval: true, workerData: { state, hangs, most } })
  worker.unref()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return {
    watch: async (run) => {
      view[0] = BigInt(Date.now())
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`still running after ${hangs} ms`)), 0.95 * hangs)
      })
      try {
        return await Promise.race([run(), late])
      } finally {
        clearTimeout(timer)
        view[0] = 0n
      }
    },
    grown: () => Number(view[2]),
    heap: () => {
      collect()
      return process.memoryUsage().heapUsed
    },
    close: async () => void (await worker.terminate()),
  }
}
