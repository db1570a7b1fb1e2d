// Runs belfry with the action's inputs: a plan, or an offline diff for a fork; an apply or a smoke test only after a merge.
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, createWriteStream, existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { annotation, isFromFork, runOf } from './github.mjs'

const { env } = process
const input = (name) => (env[`INPUT_${name}`] ?? '').trim()
const list = (name) =>
  input(name)
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter(Boolean)

/** Commands that write or notify, and the events that may start them. A pull request can start none of these. */
const acting = new Set(['apply', 'smoke'])
const merged = new Set(['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'release'])
const temporary = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'belfry-'))
const file = (name) => join(temporary, name)

const directory = resolve(env.GITHUB_WORKSPACE ?? '.', input('DIRECTORY') || '.')
const run = runOf(env)
const command = input('COMMAND') === 'plan' && isFromFork(run) ? 'diff' : input('COMMAND')
const refusal = whyNot()
if (refusal === undefined) process.exitCode = await belfry()
else {
  console.log(annotation('error', refusal.message))
  process.exitCode = refusal.exit
}

function whyNot() {
  if (!['validate', 'plan', 'show', 'diff', 'apply', 'smoke'].includes(command))
    return {
      exit: 3,
      message: `unknown command ${JSON.stringify(command)}. Use validate, plan, show, diff, apply, smoke or comment.`,
    }
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    return {
      exit: 3,
      message: `the directory ${JSON.stringify(input('DIRECTORY'))} is not found. Check out the repository before this step.`,
    }
  if (command === 'show' && input('PLAN') === '')
    return { exit: 3, message: 'show needs a saved plan. Set the input plan, for example plan: plan.json.' }
  if (!acting.has(command)) return undefined
  if (!merged.has(run.event))
    return {
      exit: 4,
      message: `${command} doesn't run for the event ${run.event || '(none)'}. Run ${command} on push, after the changes are merged.`,
    }
  if (command !== 'apply') return undefined
  if ((input('PLAN') === '') === (input('APPROVED') === ''))
    return {
      exit: 3,
      message:
        'apply needs a reviewed plan. Set either the input plan or the input approved, for example approved: plan.json.',
    }
  return input('SHA256') === '' || input('SHA256') === planDigest()
    ? undefined
    : {
        exit: 4,
        message: `${input('PLAN') || input('APPROVED')} is not the plan that was checked: its SHA-256 digest differs from the input sha256.`,
      }
}

/** Of the file of the saved or approved plan; empty if there is none. */
function planDigest() {
  const path = resolve(env.GITHUB_WORKSPACE ?? '.', input('PLAN') || input('APPROVED') || '.')
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return ''
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function argumentsOf() {
  const targets = list('TARGETS')
  const only = list('ONLY').map((each) => `--only=${each}`)
  const secrets = list('APPROVE_SECRETS').map((each) => `--approve-secrets=${each}`)
  const junit = `--report=junit=${file('junit.xml')}`
  const path = (name) => resolve(env.GITHUB_WORKSPACE ?? '.', input(name))
  const own = {
    validate: [],
    plan: [
      '--detailed-exitcode',
      ...only,
      ...(input('SECRETS') === '' ? [] : [`--secrets=${input('SECRETS')}`]),
      ...(input('DIFF_BASE') === '' ? [] : [`--diff-base=${input('DIFF_BASE')}`]),
      ...(input('GUARDS_FROM') === '' ? [] : [`--guards-from=${input('GUARDS_FROM')}`]),
      ...(input('PLAN') === '' ? [] : [`--out=${path('PLAN')}`]),
    ],
    show: [path('PLAN')],
    diff: [],
    apply: [
      // What a saved plan selects stands in it.
      ...(input('PLAN') === '' ? [`--approved=${path('APPROVED')}`, ...secrets, ...only] : [path('PLAN')]),
      ...smokeSuites().map((suite) => `--smoke=${suite}`),
      junit,
    ],
    smoke: [junit],
  }
  return [
    command,
    ...own[command],
    ...(input('RUN_TIMEOUT') !== '' && ['plan', 'apply', 'smoke'].includes(command)
      ? [`--run-timeout=${input('RUN_TIMEOUT')}`]
      : []),
    // What a saved plan is for stands in it.
    ...(command === 'show' || (command === 'apply' && input('PLAN') !== '')
      ? []
      : targets.map((target) => `--target=${target}`)),
    // The summary of the job has this plan already.
    ...(command === 'show' ? [] : [`--report=github=${file('annotations')}`]),
    `--report=json=${file('report.json')}`,
    `--report=markdown=${file('report.md')}`,
    '--no-color',
  ]
}

/** A new project has no suite yet. */
function smokeSuites() {
  const named = list('SMOKE')
  const found = named.filter((each) => existsSync(resolve(directory, each)))
  if (named.length === 0 || found.length > 0) return named
  const message = `no smoke test ran: the path ${JSON.stringify(named.join(', '))} is not found in the folder of belfry.yaml.`
  console.log(annotation('warning', message))
  return []
}

async function belfry() {
  const text = createWriteStream(file('report.txt'))
  const programArguments = argumentsOf()
  // Names and values that the log shows may look like commands to the runner.
  const listen = randomUUID()
  console.log(`::stop-commands::${listen}`)
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/bin.js'), ...programArguments], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.stdout.on('data', (chunk) => void process.stdout.write(chunk))
  child.stdout.pipe(text)
  const [exit] = await Promise.all([
    new Promise((done) => child.on('close', (code) => done(code ?? 1)).on('error', () => done(1))),
    new Promise((done) => text.on('close', done)),
  ])
  process.stdout.write(
    `\n::${listen}::\n${existsSync(file('annotations')) ? readFileSync(file('annotations'), 'utf8') : ''}`,
  )
  const outputs = {
    exit,
    command,
    report: file('report.md'),
    text: file('report.txt'),
    json: file('report.json'),
    sha256: planDigest(),
    junit: acting.has(command) ? file('junit.xml') : '',
  }
  const lines = Object.entries(outputs).map(([name, value]) => `${name}<<${listen}\n${value}\n${listen}\n`)
  appendFileSync(env.GITHUB_OUTPUT ?? '/dev/null', lines.join(''))
  // Pending changes are no failure.
  return exit === 2 ? 0 : exit
}
