// Runs the built binary as people do: as a process, with an environment of its own.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

const built = fileURLToPath(new URL('../../dist/bin.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface World {
  /** Another build of the program. */
  readonly bin?: string
  readonly cwd?: URL | string
  /** All that the process sees besides PATH. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

export async function belfry(args: readonly string[], { bin = built, cwd, env }: World = {}): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [code, stdout, stderr] = await Promise.all([
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    }),
    textOf(child.stdout),
    textOf(child.stderr),
  ])
  return { code, stdout, stderr }
}

export interface SandboxProcess {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** `belfry sandbox` with further flags, on a free port, until `stop`. */
export async function startSandbox(flags: readonly string[] = []): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [built, 'sandbox', '--port', '0', '--format', 'json', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill()
    await closed
  }
  const line = new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`the sandbox ended with ${code}`)))
  })
  const { url } = JSON.parse(await line) as { readonly url: string }
  return { url, stop }
}

/** The variables of an example's `sandbox.env`, with the address of a sandbox that runs. */
export function exampleEnv(folder: URL, url: string): Record<string, string | undefined> {
  return { ...parseEnv(readFileSync(new URL('sandbox.env', folder), 'utf8')), BELFRY_URL: url }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk.toString()
  return text
}
