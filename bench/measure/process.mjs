// Node processes under measurement: wall time, CPU time (user and system) and peak memory of the whole process.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const peak = fileURLToPath(new URL('peak.cjs', import.meta.url))

/**
 * Runs node to its end and resolves to `{ wall, cpu }` in milliseconds, and `peak` in MiB with `hasPeak`. Throws what the
 * program printed if it ends with another code than `code`.
 */
export async function node(args, { cwd, env = process.env, code = 0, hasPeak = false } = {}) {
  const command = [process.execPath, ...(hasPeak ? ['--require', peak] : []), ...args]
  // bash counts a child to the millisecond, to its very end; Node counts no children.
  const script = 'TIMEFORMAT="%R %U %S"; { time "$@" 2>&3; } 3>&2 2>&4'
  const child = spawn('bash', ['-c', script, 'bash', ...command], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'pipe', 'pipe'],
  })
  const texts = []
  const reading = [1, 2, 4, 5].map((descriptor, index) => {
    texts[index] = ''
    return new Promise((resolve) => {
      child.stdio[descriptor]
        .setEncoding('utf8')
        .on('data', (chunk) => (texts[index] += chunk))
        .on('close', resolve)
    })
  })
  const ended = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  await Promise.all(reading)
  const [stdout, stderr, times, memory] = texts
  if (ended !== code)
    throw new Error(`node ${args.join(' ')} ended with ${ended}:\n${tail(stdout)}${tail(stderr)}`)
  const [real, user, system] = times.trim().replaceAll(',', '.').split(' ').map(Number)
  return { wall: real * 1000, cpu: (user + system) * 1000, ...(hasPeak && { peak: Number(memory) / 1024 }) }
}

function tail(text) {
  return text.slice(-3000)
}
