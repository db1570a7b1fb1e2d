// What starting costs: the quickest commands against `node -e 0`. The service answers from the sandbox, which has what the
// quickstart declares.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { belfry, startSandbox } from '../../scripts/sandbox-process.mjs'
import { medians } from '../measure/medians.mjs'
import { node } from '../measure/process.mjs'
import { compared } from '../measure/row.mjs'

const commands = [['--version'], ['--help'], ['validate'], ['plan', '--detailed-exitcode']]
const quickstart = fileURLToPath(new URL('../../examples/quickstart', import.meta.url))

export async function measureStart({ samples }) {
  const sandbox = await startSandbox()
  try {
    const variables = parseEnv(
      readFileSync(new URL('../../examples/quickstart/sandbox.env', import.meta.url), 'utf8'),
    )
    const options = { cwd: quickstart, env: { ...process.env, ...variables, BELFRY_URL: sandbox.url } }
    await node([belfry, 'apply', '--yes'], options)
    const [base, ...times] = await medians(samples, [
      () => node(['-e', '0'], options),
      ...commands.map((args) => () => node([belfry, ...args], options)),
    ])
    return commands.map(([command], index) => compared(nameOf(command), times[index], 'node -e 0', base))
  } finally {
    await sandbox.stop()
  }
}

function nameOf(command) {
  if (command.startsWith('-')) return command
  return `${command} of the quickstart${command === 'plan' ? ', no changes' : ''}`
}
