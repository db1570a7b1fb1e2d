// Starts the service of the bench in a process of its own.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('stub.mjs', import.meta.url))

/**
 * `reset(state)` begins again with `{ subscribers, pushTokens: { from, to }, integrations, pageSize, replyTime, limiter: { kind,
 * perSecond, window } }`, all optional; the reply time is in milliseconds, the window in seconds. `log()` returns
 * `{ requests: { at, method, path, body, isAlone }[], refused }` since then, without the refused requests: `at` is a time in
 * milliseconds, and `isAlone` means that no other request was under way.
 */
export async function startService() {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => child.kill()
  process.once('exit', kill)
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    child.once('close', (code) => reject(new Error(`the service of the bench ended with ${code}`)))
  })
  return {
    url,
    reset: (state) => fetch(`${url}/control/reset`, { method: 'POST', body: JSON.stringify(state) }),
    log: async () => (await fetch(`${url}/control/log`)).json(),
    stop: async () => {
      process.off('exit', kill)
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill()
      await ended
    },
  }
}
