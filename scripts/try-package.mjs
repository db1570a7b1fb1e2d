// Installs a packed belfry in an empty folder, without a network, and runs it there as a new user would, with the Node that
// runs this script, an empty HOME and no other program: node scripts/try-package.mjs belfry-1.2.3.tgz.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
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
const [home, empty, tools] = ['home', 'empty', 'tools'].map((name) => join(folder, name))
const installed = join(folder, 'lib/node_modules/belfry')
const belfry = join(folder, 'bin/belfry')
const world = { cwd: empty, env: { HOME: home, PATH: tools } }

try {
  console.log(`Node ${process.version}`)
  for (const path of [home, empty, tools]) mkdirSync(path)
  symlinkSync(process.execPath, join(tools, 'node'))
  install()
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  run([belfry, '--version'], { prints: `${version}\n` })
  run([belfry], { exit: 3, prints: 'belfry init' })
  run([belfry, 'help'], { prints: 'Usage: belfry' })
  run([belfry, 'help', 'rate', 'limit'], { prints: 'docs/performance.md' })
  run([belfry, 'explain', 'sendgrid'], { prints: 'apiKey' })
  run([belfry, 'init', 'mine', '--yes', '--url', 'sandbox'], { prints: 'created' })
  run([belfry, 'validate'], { cwd: join(empty, 'mine'), prints: 'Valid.' })
  const listing = "import('belfry').then((library) => console.log(Object.keys(library).length, 'exports'))"
  // Where Node finds the package by its name.
  run(['node', '--eval', listing], { cwd: join(folder, 'lib'), prints: ' exports' })
  await runExample()
  const left = readdirSync(home)
  if (left.length > 0) throw new Error(`belfry wrote to HOME: ${left.join(', ')}`)
} finally {
  rmSync(folder, { recursive: true })
}

/** With the npm of this Node, and nothing that was downloaded before. */
function install() {
  const flags = ['--global', '--prefix', folder, '--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  run(['npm', 'install', ...flags, resolve(tarball)], {
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      npm_config_cache: join(folder, 'cache'),
    },
  })
}

/** An example of the package, against the sandbox of the package. */
async function runExample() {
  const project = join(empty, 'quickstart')
  cpSync(join(installed, 'examples/quickstart'), project, { recursive: true })
  const made = parseEnv(readFileSync(join(project, 'sandbox.env'), 'utf8'))
  const sandbox = await startSandbox([], belfry)
  try {
    const place = { cwd: project, env: { ...world.env, ...made, BELFRY_URL: sandbox.url } }
    run([belfry, 'plan', '--detailed-exitcode'], { ...place, exit: 2 })
    run([belfry, 'apply', '--yes'], place)
    run([belfry, 'plan', '--detailed-exitcode'], place)
  } finally {
    await sandbox.stop()
  }
}

/** Another exit code, or other output, is an error; so is a program that ends late. */
function run([command, ...args], { exit = 0, prints = '', ...place } = {}) {
  const line = [command.replace(`${dirname(belfry)}/`, ''), ...args].join(' ')
  console.log(`$ ${line}`)
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...world,
    ...place,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  const printed = stdout + stderr
  console.log(printed.trimEnd())
  if (status !== exit) throw new Error(`${line} ended with ${status} and not with ${exit}`)
  if (!printed.includes(prints)) throw new Error(`${line} didn't print ${prints}`)
}
