// What an operation needs of this machine: its clock, its git, and the variables that are handed in.
import { option } from '../core/shell.ts'
import { createFilter } from '../core/secrets/redact.ts'
import { noStdin } from '../manifest/text/read.ts'
import type { Machine } from './run.ts'
import type { ConnectionRequest } from './options/common.ts'

const performanceClock = (): number => Math.round(performance.now())

/** Without a standard input. */
export function machineOf(env: Machine['env'], cwd: string, clock = performanceClock): Machine {
  const filter = createFilter()
  const over = new AbortController()
  return {
    env,
    cwd,
    readStdin: noStdin,
    clock,
    began: clock(),
    over,
    now: () => new Date(),
    sleep,
    after,
    git: async (...call) => {
      const { gitIn } = await import('./sides/git.ts')
      const reply = await gitIn(env, over.signal)(...call)
      return reply && { ...reply, err: filter.take(reply.err) }
    },
    filter,
  }
}

/** With `--run-timeout`, aborts everything that the run waits for at its time limit. Returns a function that cancels this. */
export function limitRun(
  { over, after: later, began, clock: time }: Pick<Machine, 'over' | 'after' | 'began' | 'clock'>,
  { runTimeout }: Pick<ConnectionRequest, 'runTimeout'>,
): () => void {
  if (runTimeout === undefined) return () => undefined
  const end = (): void =>
    over.abort(`the run took longer than ${option('runTimeout')} ${runTimeout / 1000} s`)
  return later(Math.max(0, began + runTimeout - time()), end)
}

export const after: Machine['after'] = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref()
  return () => clearTimeout(timer)
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(finish, milliseconds)
    signal?.addEventListener('abort', finish, { once: true })
    function finish(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      done()
    }
  })
}
