// Runs a program of the user, such as a password manager, in a process group of its own that ends with it.
import { spawn } from 'node:child_process'
import { whyUnusable } from '../../core/system-failure.ts'
import { duration } from '../../core/words.ts'
import type { Ran, RunProgram } from '../../library/run.ts'

/** Bytes of stdout. */
const longestOutput = 1024 * 1024

/** Bytes of stderr that are kept. */
const longestError = 4096

/** Milliseconds in which what a program printed is read after it ended, if something else keeps its stdout open. */
const lastOutput = 250

export interface Limits {
  /** The most that a run may take, in milliseconds. */
  readonly limit: number
  /** Ends the program at the time limit of the run. */
  readonly over: AbortSignal
  /** A signal ends the program, and then belfry. */
  readonly onSignal: (first: (code: number) => void, second: (code: number) => void) => () => void
  readonly exit: (code: number) => never
}

const inOwnGroup = {
  stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
  detached: process.platform !== 'win32',
  windowsHide: true,
}

/** A runner of programs that print little and soon. */
export function programRunner({ limit, over, onSignal, exit }: Limits): RunProgram {
  return (program, args, { cwd, env }) =>
    new Promise((resolve) => {
      const child = spawn(program, args, { ...inOwnGroup, cwd, env, signal: over })
      const out: Buffer[] = []
      let length = 0
      let err = Buffer.alloc(0)
      let isOver = false
      const kill = (): void => killGroup(child.pid)
      const end = (failure: string | undefined): void => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        release()
        process.off('exit', kill)
        kill()
        child.stdout.destroy()
        child.stderr.destroy()
        const ran = { out: Buffer.concat(out), err: err.toString('utf8') }
        resolve(failure === undefined ? ran : { ...ran, failure })
      }
      const leave = (code: number): void => {
        end('was interrupted')
        exit(code)
      }
      // Several may run when one of them receives a signal.
      process.on('exit', kill)
      const release = onSignal(leave, leave)
      const timer = setTimeout(() => end(`did not finish within ${duration(limit)}`), limit)
      child.stdout.on('data', (chunk: Buffer) => {
        out.push(chunk)
        length += chunk.length
        if (length > longestOutput) end('printed more than 1 MiB')
      })
      child.stderr.on('data', (chunk: Buffer) => {
        err = Buffer.concat([err, chunk]).subarray(0, longestError)
      })
      child.on('error', (error) =>
        end(over.aborted ? `was ended: ${over.reason}` : `could not be started: ${whyUnusable(error)}`),
      )
      // Its child processes may keep stdout open: they end with the command, and what was printed until then is read.
      child.on('exit', (code, signal) => {
        kill()
        setTimeout(() => end(failureOf(code, signal)), lastOutput).unref()
      })
      child.on('close', (code, signal) => end(failureOf(code, signal)))
    })
}

function failureOf(code: number | null, signal: string | null): Ran['failure'] {
  if (code === 0) return undefined
  return code === null ? `was ended by ${signal}` : `ended with exit code ${code}`
}

/** Its background processes must not outlast it. */
function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}
