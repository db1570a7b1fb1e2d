// Runs the built binary's sandbox as a process of its own: for the demo and the bench, which need a real server.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The built binary. */
export const belfry = fileURLToPath(new URL('../dist/bin.js', import.meta.url))

/**
 * Starts a sandbox on a free port. `keys` are its API keys by environment; `stop` ends it, by its own process id.
 * `flags` are more options of `belfry sandbox`, and `program` is another built binary.
 */
export async function startSandbox(flags = [], program = belfry) {
  const child = spawn(process.execPath, [program, 'sandbox', '--port', '0', '--format', 'json', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // However this process ends, the sandbox ends with it.
  const kill = () => child.kill()
  process.once('exit', kill)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    process.off('exit', kill)
    child.kill()
    await ended
  }
  try {
    const { url, environments } = await firstLine(child)
    return {
      url,
      keys: Object.fromEntries(environments.map(({ name, apiKey }) => [name, apiKey])),
      pid: child.pid,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The one line of JSON that says where the sandbox is. */
function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
      if (!text.includes('\n')) return
      try {
        resolve(JSON.parse(text.slice(0, text.indexOf('\n'))))
      } catch {
        reject(new Error(`The sandbox printed no JSON: ${text}`))
      }
    })
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`The sandbox ended with exit code ${code}: ${text}`)))
  })
}
