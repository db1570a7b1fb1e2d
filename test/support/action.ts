// Runs the steps of action.yml as GitHub's runner would: expressions, environment files, bash, and what a failed step skips.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { folderWith } from './cli-process.ts'
import { evaluate, filled, isTrue } from './expression.ts'
import { fileCommands } from './workflow-commands.ts'

interface Step {
  readonly id?: string
  readonly name: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const root = fileURLToPath(new URL('../../', import.meta.url))

export const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action

export interface Event {
  readonly name: string
  readonly payload: object
}

export interface ActionWorld {
  readonly event: Event
  readonly workspace: string
  /** Of the step that uses the action. */
  readonly env?: Readonly<Record<string, string>>
  /** Where GitHub's API is. */
  readonly api?: string
  readonly path?: string
  /** The repository and the ref of the action; absent if the action is in the repository of the workflow. */
  readonly source?: { readonly action_repository: string; readonly action_ref: string }
}

export interface ActionEnded {
  readonly outcome: 'success' | 'failure'
  readonly outputs: Readonly<Record<string, string>>
  readonly log: string
  readonly summary: string
  /** The steps that were run, by name; those of other actions too. */
  readonly steps: readonly string[]
}

export async function runAction(
  inputs: Readonly<Record<string, string>>,
  world: ActionWorld,
): Promise<ActionEnded> {
  const { event, workspace, env = {}, api = 'http://127.0.0.1:9', path = root, source } = world
  const temporary = folderWith({})
  const file = (name: string): string => join(temporary, name)
  mkdirSync(file('temp'))
  writeFileSync(file('event.json'), JSON.stringify(event.payload))
  writeFileSync(file('summary'), '')
  const github = {
    event: event.payload,
    event_name: event.name,
    repository: 'acme/notify',
    server_url: 'https://github.example',
    token: 'token-of-the-job',
    ...(source ?? { action_repository: '', action_ref: '' }),
  }
  const given = Object.entries(action.inputs).map(([name, { default: preset = '' }]) => [
    name,
    inputs[name] ?? filled(preset, { github }),
  ])
  const steps: Record<string, { readonly outputs: Readonly<Record<string, string>> }> = {}
  const contexts = {
    env,
    github,
    inputs: Object.fromEntries(given) as Readonly<Record<string, string>>,
    steps,
  }
  const ran: string[] = []
  let [log, isFailed] = ['', false]
  for (const [index, step] of action.runs.steps.entries()) {
    if (!shouldRun(step, contexts, isFailed ? 'yes' : 'no')) continue
    ran.push(step.name)
    if (step.run === undefined) continue
    if (step.shell !== 'bash') throw new Error(`${step.name} has no shell`)
    const output = file(`output-${index}`)
    writeFileSync(output, '')
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, contexts)])
    const ended = await bash(step.run, workspace, {
      PATH: process.env['PATH'] ?? '',
      ...env,
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: path,
      GITHUB_BASE_REF: event.name.startsWith('pull_request') ? 'main' : '',
      GITHUB_API_URL: api,
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: file('event.json'),
      GITHUB_OUTPUT: output,
      GITHUB_REPOSITORY: github.repository,
      GITHUB_RUN_ID: '77',
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_STEP_SUMMARY: file('summary'),
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: file('temp'),
      ...(Object.fromEntries(own) as Readonly<Record<string, string>>),
    })
    log += ended.log
    isFailed ||= ended.code !== 0
    if (step.id !== undefined) steps[step.id] = { outputs: fileCommands(readFileSync(output, 'utf8')) }
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value, contexts)])
  return {
    outcome: isFailed ? 'failure' : 'success',
    outputs: Object.fromEntries(outputs) as Readonly<Record<string, string>>,
    log,
    summary: readFileSync(file('summary'), 'utf8'),
    steps: ran,
  }
}

/** A condition that asks no function about earlier steps goes with their success. */
function shouldRun({ if: condition = '' }: Step, contexts: object, isFailed: 'yes' | 'no'): boolean {
  const source = condition.replace(/^\$\{\{(.*)\}\}$/s, '$1')
  const asks = /\b(?:always|cancelled|failure|success)\(\)/.test(source)
  if (!asks && isFailed === 'yes') return false
  const functions = { always: () => true, cancelled: () => false, failure: () => isFailed === 'yes' }
  return source === '' || isTrue(evaluate(source, { ...contexts }, functions))
}

/** As runners call it; stdout and stderr are one log. */
export function bash(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env })
    let log = ''
    child.stdout.on('data', (chunk: Buffer) => void (log += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => void (log += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, log }))
  })
}
