// The environment of the operations: variables, working directory, stdin, clock and git. Only journals, the age of a failover and
// locks use the clock of the system.
import type { SmokeResult } from '../core/delivery/smoke.ts'
import type { Problem } from '../core/problem.ts'
import type { ValueMap } from '../core/value.ts'
import { type Filter, createFilter } from '../core/secrets/redact.ts'
import type { DeliveryEvent } from '../delivery/deliver.ts'
import type { EngineEvent } from '../engine/engine.ts'
import { type ReadStdin, noStdin } from '../manifest/text/read-text.ts'
import type { AnyAccount, ApplyAccount } from '../report/account.ts'
import type { After } from '../service/request-times.ts'
import type { Wait } from '../service/retry.ts'
import type { Transport } from '../service/transport.ts'
import type { Git } from './sides/git.ts'
import { option } from '../core/shell.ts'
import type { ConnectionRequest } from './options/common.ts'

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly readStdin: ReadStdin
  /** Milliseconds since any moment. */
  readonly clock: () => number
  readonly now: () => Date
  /** Ends early, without an error, once the signal aborts; at once if it has aborted already. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly after: After
  /** When the run began, in milliseconds of `clock`. */
  readonly began: number
  /** Aborted at the time limit of the run: see `limitRun`. */
  readonly over: AbortController
  readonly git: Git
  /** Without it, no secret command is run. */
  readonly runProgram?: RunProgram
  /** The secrets of this run: text from outside is filtered by it. */
  readonly filter: Filter
}

/** What a program printed on stdout and stderr; `failure` says how it ended if not with exit code 0. */
export interface Ran {
  readonly out: Buffer
  readonly err: string
  readonly failure?: string
}

/**
 * Runs a program without a shell, its stdin closed, and ends it and its child processes if it runs too long or prints too
 * much.
 */
export type RunProgram = (
  program: string,
  args: readonly string[],
  at: Pick<Machine, 'cwd' | 'env'>,
) => Promise<Ran>

/** Observers of the requests on a connection. */
export interface Wiretap {
  readonly machine: Machine
  /** The transport of each attempt. */
  readonly wire?: (transport: Transport) => Transport
  /** The transport of each request, waits and retries included. */
  readonly watched?: (transport: Transport) => Transport
  readonly wait?: (wait: Wait) => void
  /** Called at the end: afterwards nothing is reported. */
  readonly end?: () => void
  /** Logs each HTTP request without its values. */
  readonly log?: ((line: string) => void) | undefined
  /** Once aborted, nothing new is sent; requests in progress are waited for. */
  readonly stop?: AbortSignal
  /** Once aborted, requests in progress are given up, and their results are unknown. */
  readonly giveUp?: AbortSignal
}

/** How far a list is read. */
export type { PageProgress } from '../service/pages.ts'
/** How far a wait for the result of a trigger is. */
export type { Progress as WaitProgress } from '../delivery/wait.ts'

export type OperationEvent =
  | EngineEvent
  /** Once before the first smoke case, then with the result of each. */
  | { readonly type: 'cases'; readonly done: number; readonly total: number; readonly result?: SmokeResult }
  /** Items of a list, as soon as they are read: see `ListRequest`. */
  | { readonly type: 'items'; readonly items: readonly ValueMap[] }
  /** Another try follows a failure. */
  | { readonly type: 'retry'; readonly problem: Problem }
  /** How far a trigger is. */
  | { readonly type: 'delivery'; readonly event: DeliveryEvent }

/** What an operation reports while it runs, and how it is ended early. It is one object, which no operation copies. */
export interface Run<Account extends AnyAccount = never> extends Wiretap {
  readonly on: (event: OperationEvent) => void
  /** Clears the displayed progress. */
  readonly clear: () => void
  /** The project's setting for personal data, and its targets, once it is read. */
  readonly follow: (project: {
    readonly privacy?: 'mask' | 'show' | undefined
    readonly targets?: readonly { readonly alias: string }[]
  }) => void
  /** Shows problems before the end, which has them too. */
  readonly warn: (problems: readonly Problem[], around?: { readonly closing: string }) => void
  /** Shows a sentence that is in no account. */
  readonly remark: (sentence: string) => void
  readonly stop: AbortSignal
  /** The exit code of the signal that was received; undefined without one. */
  readonly code: () => number | undefined
  /** From here on something is written or sent. `soFar` is shown with its results if the run is ended at once. */
  readonly writing: (soFar: Account) => void
  /** Nothing is in progress any more: a signal ends the run at once, and shows what was done. */
  readonly written: (done: ApplyAccount) => void
  /** Is called before a signal ends the process. */
  readonly cleanUp: (undo: () => void) => void
}

// What an operation needs of this machine: its clock, its git, and the variables that are handed in.

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
      return reply && { ...reply, err: filter.redact(reply.err) }
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
    const timer = setTimeout(finish, signal?.aborted === true ? 0 : milliseconds)
    signal?.addEventListener('abort', finish, { once: true })
    function finish(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      done()
    }
  })
}
