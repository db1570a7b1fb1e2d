// The built binary's sandbox as a process of its own.
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { startBelfry } from './cli-process.ts'

export interface SandboxProcess {
  readonly url: string
  /** API keys by environment. */
  readonly keys: Readonly<Record<string, string>>
  readonly pid: number
  /** Ends it with a signal, and waits until it is no more. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>
}

/** Rejects with the problem that the process tells of when it ends before it is ready. */
export async function startProcess(flags: readonly string[] = []): Promise<SandboxProcess> {
  const running = startBelfry(['sandbox', '--port', '0', '--format', 'json', ...flags])
  const said = await running.says('"url"').catch(async () => {
    const { exit, out, err } = await running.ended
    throw new Error(`it ended with ${exit}: ${problemOf(out + err)}`)
  })
  const { url, environments } = JSON.parse(said.slice(0, said.indexOf('\n'))) as {
    readonly url: string
    readonly environments: readonly { readonly name: string; readonly apiKey: string }[]
  }
  return {
    url,
    keys: Object.fromEntries(environments.map(({ name, apiKey }) => [name, apiKey])),
    pid: running.pid,
    end: async (signal) => {
      running.kill(signal)
      return (await running.ended).exit
    },
  }
}

function problemOf(text: string): string {
  const [, message] = /"message": "((?:[^"\\]|\\.)*)"/.exec(text) ?? []
  return message ?? text
}

/** The variables of an example's `sandbox.env`, with the address of a sandbox that runs. */
export function exampleEnv(folder: URL, url: string): Record<string, string | undefined> {
  return { ...parseEnv(readFileSync(new URL('sandbox.env', folder), 'utf8')), BELFRY_URL: url }
}
