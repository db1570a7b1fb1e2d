// The built binary's sandbox as a process of its own, to be killed.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../dist/bin.js', import.meta.url))

export interface SandboxProcess {
  readonly url: string
  /** API keys by environment. */
  readonly keys: Readonly<Record<string, string>>
  readonly pid: number
  /** Ends it with a signal, and waits until it is no more. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/** Rejects with the problem that the process tells of when it ends before it is ready. */
export async function startProcess(flags: readonly string[]): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [bin, 'sandbox', '--port', '0', '--format', 'json', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const said = { out: '', err: '' }
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void (said.err += chunk))
  const line = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said.out += chunk
      const [first = '', ...rest] = said.out.split('\n')
      if (rest.length > 0 && first.includes('"url"')) resolve(first)
    })
    void closed.then((code) => reject(new Error(`it ended with ${code}: ${problemOf(said.out + said.err)}`)))
  })
  const { url, environments } = JSON.parse(await line) as {
    readonly url: string
    readonly environments: readonly { readonly name: string; readonly apiKey: string }[]
  }
  return {
    url,
    keys: Object.fromEntries(environments.map(({ name, apiKey }) => [name, apiKey])),
    pid: child.pid ?? 0,
    end: (signal) => {
      child.kill(signal)
      return closed
    },
  }
}

function problemOf(text: string): string {
  const [, message] = /"message": "((?:[^"\\]|\\.)*)"/.exec(text) ?? []
  return message ?? text
}
