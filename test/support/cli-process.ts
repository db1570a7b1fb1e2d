// Runs the built program as a process of its own, with streams and signals that a test holds in its hands.
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { hearing, type Running } from './cli.ts'

/** Another build can be put in its place, to see tests fail. */
export const bin =
  process.env['BELFRY_TEST_BIN'] ?? fileURLToPath(new URL('../../dist/bin.js', import.meta.url))

export interface ProcessWorld {
  /** Another build of the program. */
  readonly bin?: string
  readonly cwd?: string
  /** All that the process sees besides PATH and a locale. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stdin?: string
  /** A file that stdout goes to, in place of the test. */
  readonly out?: string
}

export interface Ended {
  readonly exit: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface Started extends Running<Ended> {
  readonly pid: number
  /** Closes the reading end of stdout, as `head` does, or of both streams. */
  readonly stopReading: (what?: 'out' | 'all') => void
}

export function startBelfry(
  args: readonly string[],
  { bin: program = bin, cwd, env, stdin, out }: ProcessWorld = {},
): Started {
  const file = out === undefined ? undefined : openSync(out, 'w')
  const child = spawn(process.execPath, [program, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
    stdio: ['pipe', file ?? 'pipe', 'pipe'],
  })
  if (file !== undefined) closeSync(file)
  const { said, add, says } = hearing(() => ended)
  const hear = (stream: NodeJS.ReadableStream | null, name: keyof typeof said): void => {
    stream?.setEncoding('utf8').on('data', (text: string) => add(name, text))
  }
  hear(child.stdout, 'out')
  hear(child.stderr, 'err')
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exit, signal) => resolve({ exit, signal, ...said }))
  })
  // A process that reads nothing closes its end before everything is written.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(stdin ?? '')
  return {
    pid: child.pid ?? 0,
    kill: (signal) => void child.kill(signal),
    stopReading: (what = 'out') => {
      child.stdout?.destroy()
      if (what === 'all') child.stderr?.destroy()
    },
    says,
    ended,
  }
}

export function belfry(args: readonly string[], world: ProcessWorld = {}): Promise<Ended> {
  return startBelfry(args, world).ended
}

/** Texts by path; undefined takes a file away. */
export type Files = Readonly<Record<string, string | undefined>>

export function put(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const whole = join(folder, path)
    mkdirSync(dirname(whole), { recursive: true })
    if (text === undefined) rmSync(whole)
    else writeFileSync(whole, text, { mode: 0o600 })
  }
}

/** A folder with these files, by path, until the test is over. */
export function folderWith(files: Files): string {
  const { folder, remove } = folderIn(files)
  onTestFinished(remove)
  return folder
}

/** A folder with these files, until it is removed. */
export function folderIn(files: Files): {
  readonly folder: string
  readonly remove: () => void
} {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-cli-')))
  put(folder, files)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
