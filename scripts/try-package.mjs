// Installs a packed belfry in an empty folder, without a network, and runs it there as a user would, with the Node that
// runs this script: node scripts/try-package.mjs belfry-1.2.3.tgz. It needs nothing but Node and npm.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { startSandbox } from './sandbox-process.mjs'

const [tarball] = process.argv.slice(2)
if (tarball === undefined) {
  console.error('Usage: node scripts/try-package.mjs TARBALL')
  process.exit(3)
}

const folder = mkdtempSync(join(tmpdir(), 'belfry-try-'))
/** With npm and npx of the Node that runs this, and nothing that was downloaded before. */
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  npm_config_cache: join(folder, 'cache'),
  npm_config_offline: 'true',
}

try {
  console.log(`Node ${process.version}`)
  run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', resolve(tarball)])
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/belfry/package.json'), 'utf8'))
  const printed = run(['npx', 'belfry', '--version'])
  if (printed !== `${version}\n`) throw new Error(`belfry --version printed ${printed} and not ${version}`)
  run([
    'node',
    '--eval',
    "import('belfry').then((library) => console.log(Object.keys(library).length, 'exports'))",
  ])
  await runExample()
} finally {
  rmSync(folder, { recursive: true })
}

/** An example of the package, against the sandbox of the package. */
async function runExample() {
  const project = join(folder, 'quickstart')
  cpSync(join(folder, 'node_modules/belfry/examples/quickstart'), project, { recursive: true })
  const made = parseEnv(readFileSync(join(project, 'sandbox.env'), 'utf8'))
  const sandbox = await startSandbox([], join(folder, 'node_modules/belfry/dist/bin.js'))
  try {
    const place = { cwd: project, env: { ...env, ...made, BELFRY_URL: sandbox.url } }
    run(['npx', 'belfry', 'validate'], place)
    run(['npx', 'belfry', 'plan', '--detailed-exitcode'], { ...place, exit: 2 })
    run(['npx', 'belfry', 'apply', '--yes'], place)
    run(['npx', 'belfry', 'plan', '--detailed-exitcode'], place)
  } finally {
    await sandbox.stop()
  }
}

/** Returns what it printed; another exit code is an error. */
function run([command, ...args], { exit = 0, ...place } = {}) {
  console.log(`$ ${[command, ...args].join(' ')}`)
  const { status, stdout } = spawnSync(command, args, {
    cwd: folder,
    env,
    ...place,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  console.log(stdout.trimEnd())
  if (status !== exit)
    throw new Error(`${command} ${args.join(' ')} ended with ${status} and not with ${exit}`)
  return stdout
}
