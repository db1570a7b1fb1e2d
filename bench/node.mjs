// Node processes under measurement.
import { spawn } from 'node:child_process'

/** Runs node to its end; what it prints is shown only where it fails. */
export async function node(args, options = {}) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}:\n${printed}`)
}
