// What commands get of the process: streams, environment, working directory and signals.
import { isatty } from 'node:tty'
import { addAbortSignal, type Readable } from 'node:stream'
import { Unanswered } from '../../core/system-failure.ts'
import type { Style } from '../../report/text/style.ts'
import { outlet, createBatch, type Written } from './streams.ts'
import { type Machine, machineOf } from '../../library/run.ts'

export interface Io extends Machine {
  /** The result, and nothing else. */
  readonly out: (text: string) => void
  /** The same in pieces, each of which is taken when there is room for it. */
  readonly outPieces: (pieces: Iterable<string>) => void
  /** Progress and diagnostics. */
  readonly err: (text: string) => void
  /**
   * From now on output is collected and written a few times a second, and `last` is called before each time. A process that ends
   * writes the rest, but not after SIGKILL: then the journal has results of the last 50 ms that weren't printed. Returns a
   * function that ends this.
   */
  readonly collect: (last: () => void) => () => void
  readonly outStyle: (color: ColorWish) => Style
  readonly errStyle: (color: ColorWish) => Style
  readonly isInteractive: boolean
  readonly errIsTty: boolean
  /** One line that a person types; undefined once `stop` aborts or the input ends. Only if `isInteractive`. */
  readonly ask: (question: string, stop?: AbortSignal) => Promise<string | undefined>
  /** Calls `tick` again and again, which doesn't keep the process alive; returns what ends it. */
  readonly every: (milliseconds: number, tick: () => void) => () => void
  /** Calls `first` at the first SIGINT, SIGTERM or SIGHUP, `second` at each later one; returns a function that removes both. */
  readonly onSignal: (first: (code: number) => void, second: (code: number) => void) => () => void
  readonly exit: (code: number) => never
  /** Calls `hear` with an uncaught error before the process ends; the last one added is called first. */
  readonly onCrash: (hear: (error: unknown) => void) => void
  /** Whether this run has sent anything that may change the service. */
  readonly written: Written
  /** Waits until the result is written; returns why it couldn't be, unless the reader closed the pipe. */
  readonly flush: () => Promise<string | undefined>
}

/** `--no-color`, or undefined without the option. */
export type ColorWish = false | undefined

export function processIo(): Io {
  const errIsTty = isatty(2)
  // `performance` would load eight modules of Node, a hundredth of a short run's CPU time.
  const machine = machineOf(process.env, '', () => Number(process.hrtime.bigint() / 1_000_000n))
  const batch = createBatch()
  const stdout = outlet(process.stdout)
  return {
    ...machine,
    // Asked for when a command needs it: it may no longer exist.
    get cwd() {
      return process.cwd()
    },
    out: (text) => (stdout.isEmpty() ? batch.write(process.stdout, text) : stdout.add([text])),
    outPieces: (pieces) => {
      batch.flush()
      stdout.add(pieces)
    },
    err: (text) => batch.write(stderr(), text),
    collect: batch.collect,
    outStyle: (color) => styleOf(process.stdout, color),
    errStyle: (color) => styleOf(stderr(), color),
    isInteractive: errIsTty && isatty(0),
    errIsTty,
    readStdin: (atMost) => readAll(process.stdin, atMost, machine.over.signal),
    ask: (...question) => {
      batch.flush()
      return ask(...question)
    },
    every: (milliseconds, tick) => {
      const timer = setInterval(tick, milliseconds).unref()
      return () => clearInterval(timer)
    },
    runProgram: async (...call) => {
      const { programRunner } = await import('./run-program.ts')
      return programRunner({ limit: 10_000, over: machine.over.signal, onSignal, exit })(...call)
    },
    onSignal,
    exit,
    // An unhandled rejection arrives here too.
    onCrash: (hear) => void process.prependListener('uncaughtException', hear),
    written: { isNoted: false },
    flush: stdout.flush,
  }
}

/** The text of a stream until it ends; undefined if it has more bytes than that. */
export async function readAll(
  stream: Readable,
  atMost: number,
  over: AbortSignal,
): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of addAbortSignal(over, stream) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > atMost) return undefined
      chunks.push(chunk)
    }
  } catch (error) {
    throw over.aborted ? new Unanswered(`stdin did not end: ${over.reason}`) : error
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Opened at the first write, which most runs never do. */
function stderr(): NodeJS.WriteStream {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => undefined)
  return process.stderr
}

function styleOf(stream: NodeJS.WriteStream, color: ColorWish): Style {
  const { env } = process
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0'
  const refused =
    color === false || (env['NO_COLOR'] ?? '') !== '' || env['FORCE_COLOR'] === '0' || env['TERM'] === 'dumb'
  return {
    color: !refused && (forced || stream.isTTY) ? 'yes' : 'no',
    unicode: showsUnicode() ? 'yes' : 'no',
    // A terminal may not know how wide it is.
    columns: stream.isTTY ? stream.columns || 80 : 100,
    ...(stream.isTTY && { terminal: true }),
  }
}

function showsUnicode(): boolean {
  const { env, platform } = process
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
  return locale === '' ? platform !== 'win32' : /utf-?8/i.test(locale)
}

async function ask(question: string, stop?: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)))
    // During a question, the terminal sends Ctrl-C to the prompt instead of the process. It isn't an answer: the signal's
    // listener ends the process, or the question by `stop`.
    lines.on('SIGINT', () => {
      process.stderr.write('\n')
      process.kill(process.pid, 'SIGINT')
    })
    stop?.addEventListener('abort', () => lines.close(), { once: true })
    const answer = await Promise.race([lines.question(question), closed])
    // After Ctrl-D the cursor is still on the line of the question.
    if (answer === undefined && stop?.aborted !== true) process.stderr.write('\n')
    return answer
  } finally {
    lines.close()
  }
}

/** Closing a terminal ends its programs as SIGTERM would. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function exit(code: number): never {
  process.exit(code)
}

function onSignal(first: (code: number) => void, second: (code: number) => void): () => void {
  let seen = 0
  const handler = (signal: NodeJS.Signals): void => {
    const code = signal === 'SIGINT' ? 130 : 143
    seen += 1
    if (seen === 1) first(code)
    else second(code)
  }
  for (const signal of signals) process.on(signal, handler)
  return () => {
    for (const signal of signals) process.off(signal, handler)
  }
}
