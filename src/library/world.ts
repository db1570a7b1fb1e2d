// The world outside of an operation: the clock of this machine, its git, and the variables that are handed in.
import { createFilter } from '../core/secrets/redact.ts'
import type { Ambient } from './ambient.ts'

const clock = (): number => Math.round(performance.now())

/** Without a standard input. */
export function worldOf(env: Ambient['env'], cwd: string): Ambient {
  const filter = createFilter()
  return {
    env,
    cwd,
    readStdin: () => Promise.reject(new Error('a program has no standard input here')),
    clock,
    began: clock(),
    now: () => new Date(),
    sleep,
    after,
    git: async (...call) => {
      const { gitIn } = await import('./diff/git.ts')
      const reply = await gitIn(env)(...call)
      return reply && { ...reply, err: filter.take(reply.err) }
    },
    filter,
  }
}

export const after: Ambient['after'] = (milliseconds, run) => {
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
