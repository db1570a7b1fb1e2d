// The only door to the world: streams, environment, working directory and signals of the process.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { Style } from '../report/style.ts'

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The result, and nothing else. */
  readonly out: (text: string) => void
  /** Progress and diagnostics. */
  readonly err: (text: string) => void
  readonly outStyle: (color: ColorWish) => Style
  readonly errStyle: (color: ColorWish) => Style
  readonly isInteractive: boolean
  readonly errIsTty: boolean
  readonly readStdin: () => Promise<string>
  /** One line that a person types. Only where `isInteractive`. */
  readonly ask: (question: string) => Promise<string>
  /** Milliseconds. */
  readonly clock: () => number
  /** Calls `first` at the first SIGINT or SIGTERM, `second` at the next; returns what takes the handlers away. */
  readonly onSignal: (first: (code: number) => void, second: (code: number) => void) => () => void
  readonly exit: (code: number) => never
}

/** `--no-color`, or undefined where nobody said anything. */
export type ColorWish = false | undefined

export function processIo(): Io {
  for (const stream of [process.stdout, process.stderr])
    // A reader that has gone, such as `head`, ends the output, not the run.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  return {
    env: process.env,
    cwd: process.cwd(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outStyle: (color) => styleOf(process.stdout, color),
    errStyle: (color) => styleOf(process.stderr, color),
    isInteractive: process.stdin.isTTY && process.stderr.isTTY,
    errIsTty: process.stderr.isTTY,
    readStdin: () => Promise.resolve(readFileSync(0, 'utf8')),
    ask,
    clock: () => Math.round(performance.now()),
    onSignal,
    exit: (code) => process.exit(code),
  }
}

function styleOf(stream: NodeJS.WriteStream, color: ColorWish): Style {
  const { env } = process
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0'
  const refused =
    color === false || (env['NO_COLOR'] ?? '') !== '' || env['FORCE_COLOR'] === '0' || env['TERM'] === 'dumb'
  return {
    color: !refused && (forced || stream.isTTY) ? 'yes' : 'no',
    unicode: showsUnicode() ? 'yes' : 'no',
    columns: stream.isTTY ? stream.columns : 100,
  }
}

function showsUnicode(): boolean {
  const { env, platform } = process
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(
    (each) => each !== undefined && each !== '',
  )
  if (locale === undefined) return platform !== 'win32'
  return /utf-?8/i.test(locale)
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    // While it asks, the terminal hands Ctrl-C to the prompt instead of the process.
    lines.once('SIGINT', () => {
      lines.close()
      process.stderr.write('\n')
      process.kill(process.pid, 'SIGINT')
    })
    return await Promise.race([lines.question(question), closed])
  } finally {
    lines.close()
  }
}

function onSignal(first: (code: number) => void, second: (code: number) => void): () => void {
  let seen = 0
  const handler = (signal: NodeJS.Signals): void => {
    const code = signal === 'SIGINT' ? 130 : 143
    seen += 1
    if (seen === 1) first(code)
    else second(code)
  }
  process.on('SIGINT', handler).on('SIGTERM', handler)
  return () => process.off('SIGINT', handler).off('SIGTERM', handler)
}
