// Runs the program inside the test, with streams and signals that the test controls.
import { createFilter, type Filter } from '../../src/core/secrets/redact.ts'
import { gathered } from '../../src/core/lists.ts'
import { run } from '../../src/cli/program/program.ts'
import type { Git } from '../../src/library/sides/git.ts'
import { programRunner } from '../../src/cli/terminal/run-program.ts'
import type { Io } from '../../src/cli/terminal/io.ts'
import { after, sleep } from '../../src/library/run.ts'
import { plain } from '../../src/report/text/style.ts'

export interface ProgramWorld {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stdin?: string
  /** None unless it is given: a test's folder may lie in somebody's repository. */
  readonly git?: Git
  /** Time passes only where the program would wait, and at once; without it it really waits. */
  readonly pass?: (milliseconds: number) => void | Promise<void>
  /** In place of a wait that chance makes shorter or longer, where time passes as `pass` says. */
  readonly evenWait?: (milliseconds: number) => number
  /** Milliseconds that a secret command may take. */
  readonly patience?: number
  /** In place of the one that every run has. */
  readonly filter?: Filter
  /** In place of other doors to the world. */
  readonly io?: Partial<Io>
}

export interface Said {
  readonly exit: number
  readonly out: string
  readonly err: string
}

/** A run of the program that goes on, here or in a process of its own. */
export interface Running<Ended> {
  readonly kill: (signal: NodeJS.Signals) => void
  /** All of stdout once one of the streams contains the text; rejects if the program ends without it. */
  readonly says: (text: string) => Promise<string>
  readonly ended: Promise<Ended>
}

/** What both streams have said, and a promise for a text in them. */
export function hearing(ended: () => Promise<unknown>) {
  const said = { out: '', err: '' }
  const listeners = new Set<() => void>()
  return {
    said,
    add: (stream: keyof typeof said, text: string): void => {
      said[stream] += text
      for (const listener of listeners) listener()
    },
    says: (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const listener = (): void => {
          if (!said.out.includes(text) && !said.err.includes(text)) return
          listeners.delete(listener)
          resolve(said.out)
        }
        listeners.add(listener)
        listener()
        ended().then(
          () => reject(new Error(`it ended without saying ${text}:\n${said.out}${said.err}`)),
          reject,
        )
      }),
  }
}

/** As typed into a shell, without a terminal. */
export function runProgram(args: readonly string[], world: ProgramWorld): Promise<Said> {
  return beginProgram(args, world).ended
}

export function beginProgram(args: readonly string[], world: ProgramWorld): Running<Said> {
  const { said, add, says } = hearing(() => ended)
  const handlers = new Set<(code: number) => void>()
  let leave: (said: Said) => void = () => undefined
  const left = new Promise<Said>((resolve) => (leave = resolve))
  let passed = 0
  const ticks = new Set<{ readonly each: number; next: number; readonly tick: () => void }>()
  const io: Io = {
    env: world.env ?? {},
    cwd: world.cwd,
    out: (text) => add('out', text),
    outPieces: (pieces) => {
      for (const piece of gathered(pieces)) io.out(piece)
    },
    err: (text) => add('err', text),
    outStyle: () => plain,
    errStyle: () => plain,
    isInteractive: false,
    errIsTty: false,
    readStdin: () => Promise.resolve(world.stdin ?? ''),
    ask: () => Promise.reject(new Error('there is nobody to ask')),
    clock: () => (world.pass === undefined ? Math.round(performance.now()) : passed),
    now: () => new Date(Date.now() + passed),
    sleep: async (wanted, signal) => {
      if (world.pass === undefined) return sleep(wanted, signal)
      const milliseconds = world.evenWait?.(wanted) ?? wanted
      const until = passed + milliseconds
      for (const ticking of ticks)
        while (ticking.next <= until) {
          passed = Math.max(passed, ticking.next)
          ticking.next += ticking.each
          ticking.tick()
        }
      passed = until
      await world.pass(milliseconds)
    },
    // Only time that passes here is told.
    collect: () => () => undefined,
    every: (each, tick) => {
      const ticking = { each, next: passed + each, tick }
      ticks.add(ticking)
      return () => void ticks.delete(ticking)
    },
    began: world.pass === undefined ? Math.round(performance.now()) : 0,
    after: (milliseconds, fire) => {
      if (world.pass === undefined) return after(milliseconds, () => unlessLeft(fire))
      const cancel = io.every(milliseconds, () => {
        cancel()
        unlessLeft(fire)
      })
      return cancel
    },
    over: new AbortController(),
    git: world.git ?? (() => Promise.resolve(undefined)),
    runProgram: (...call) =>
      programRunner({
        limit: world.patience ?? 10_000,
        over: io.over.signal,
        onSignal: io.onSignal,
        exit: io.exit,
      })(...call),
    onSignal: (first, second) => {
      let next = first
      const handler = (code: number): void => {
        const now = next
        next = second
        now(code)
      }
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    exit: (code) => {
      leave({ exit: code, ...said })
      throw new Left(`the program left with ${code}`)
    },
    onCrash: () => undefined,
    filter: world.filter ?? createFilter(),
    written: { isNoted: false },
    flush: () => Promise.resolve(undefined),
    ...world.io,
  }
  const done = run(args, io).then((exit) => ({ exit, ...said }))
  const ended = Promise.race([left, done])
  const kill = (signal: NodeJS.Signals): void => {
    for (const handler of handlers) unlessLeft(() => handler(signal === 'SIGINT' ? 130 : 143))
  }
  return { kill, says, ended }
}

/** Where a process would be left at once, the program goes on inside a test, and nobody listens. */
class Left extends Error {}

function unlessLeft(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Left)) throw error
  }
}
