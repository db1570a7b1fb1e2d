// Runs the jobs of a GitHub workflow file, step by step: the action, scripts, and artifacts from one run to the next.
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { bash, runAction, type ActionEnded, type Event } from './action.ts'
import { evaluate, filled, isTrue } from './expression.ts'

interface Step {
  readonly id?: string
  readonly uses?: string
  readonly run?: string
  readonly if?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}

interface Job {
  readonly if?: string
  readonly needs?: string
  readonly outputs?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

/** What lasts from one run to the next. */
export interface Runner {
  readonly workspace: string
  /** Where GitHub's API is. */
  readonly api: string
  readonly path: string
  readonly vars: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  /** A folder of artifacts, by run and name. */
  readonly artifacts: string
}

export interface Run {
  readonly id: string
  readonly event: Event
  readonly sha?: string
  readonly inputs?: Readonly<Record<string, string>>
}

export interface JobEnded {
  readonly outcome: 'success' | 'failure'
  readonly log: string
  /** The last use of the action. */
  readonly outputs: Readonly<Record<string, string>>
  /** What the action wrote to the summary of the job. */
  readonly summary: string
}

/** The jobs of `text` that run, by id. A job that needs a failed one is skipped. */
export async function runWorkflow(
  text: string,
  runner: Runner,
  run: Run,
): Promise<Readonly<Record<string, JobEnded>>> {
  const { jobs } = parse(text) as { readonly jobs: Readonly<Record<string, Job>> }
  const ended: Record<string, JobEnded> = {}
  const needs: Record<string, { readonly outputs: object }> = {}
  for (const [id, job] of Object.entries(jobs)) {
    const contexts = contextsOf(runner, run, needs)
    const isReady = job.needs === undefined || ended[job.needs]?.outcome === 'success'
    if (!isReady || !isTrue(evaluate(job.if ?? 'true', contexts))) continue
    const { steps, ...result } = await runSteps(job.steps, runner, run, contexts)
    ended[id] = result
    const outputs = Object.entries(job.outputs ?? {}).map(([name, value]) => [
      name,
      filled(value, { ...contexts, steps }),
    ])
    needs[id] = { outputs: Object.fromEntries(outputs) as object }
  }
  return ended
}

function contextsOf({ vars, secrets }: Runner, { event, inputs = {} }: Run, needs: object) {
  const github = {
    event: event.payload,
    event_name: event.name,
    repository: 'acme/notify',
    base_ref: 'main',
    token: 'token-of-the-job',
  }
  return { github, vars, secrets, inputs, needs }
}

async function runSteps(all: readonly Step[], runner: Runner, run: Run, contexts: object) {
  const steps: Record<string, Pick<ActionEnded, 'outputs'>> = {}
  const known = { ...contexts, steps }
  const result = { outcome: 'success' as JobEnded['outcome'], log: '', outputs: {}, summary: '' }
  for (const step of all) {
    if (!shouldRun(step, known, result.outcome)) continue
    const filledIn = (values: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, filled(String(value), known)]))
    const [given, env] = [filledIn(step.with), filledIn(step.env)]
    const [uses = ''] = step.uses?.split('@') ?? []
    if (step.run !== undefined) {
      const { code, log } = await bash(step.run, runner.workspace, {
        PATH: runner.path,
        GITHUB_SHA: run.sha ?? '',
        ...env,
      })
      result.log += log
      if (code !== 0) result.outcome = 'failure'
    } else if (uses === 'actions/upload-artifact' || uses === 'actions/download-artifact') {
      const isUpload = uses.endsWith('upload-artifact')
      const place = artifactOf(runner, given['run-id'] ?? run.id, given['name'] ?? '')
      const own = join(runner.workspace, given['path'] ?? '')
      if (isUpload) upload(given['path']?.startsWith('/') ? given['path'] : own, place)
      else cpSync(place, own, { recursive: true })
    } else if (uses.endsWith('/belfry')) {
      const used = await runAction(given, {
        event: run.event,
        workspace: runner.workspace,
        env: { PATH: runner.path, ...env },
        api: runner.api,
      })
      result.log += used.log
      result.outputs = used.outputs
      result.summary += used.summary
      if (used.outcome === 'failure') result.outcome = 'failure'
      if (step.id !== undefined) steps[step.id] = used
    } else if (uses !== 'actions/checkout') throw new Error(`${uses} is not known`)
  }
  return { ...result, steps }
}

function shouldRun({ if: condition = 'true' }: Step, contexts: object, outcome: string): boolean {
  const source = condition.replace(/^\$\{\{(.*)\}\}$/s, '$1')
  if (!source.includes('cancelled()') && outcome === 'failure') return false
  return isTrue(evaluate(source, { ...contexts }, { cancelled: () => false }))
}

const artifactOf = ({ artifacts }: Runner, run: string, name: string): string => join(artifacts, run, name)

function upload(file: string, place: string): void {
  mkdirSync(place, { recursive: true })
  cpSync(file, join(place, file.slice(file.lastIndexOf('/') + 1)))
}

/**
 * A folder for the path with `gh`, as far as the workflows use it. Of each commit on the main branch, `$MERGED/SHA` is the
 * head of its pull request; `$RUNS/HEAD` is the run that made its plan.
 */
export function ghProgram({
  artifacts,
  merged,
  runs,
}: Readonly<Record<'artifacts' | 'merged' | 'runs', string>>): string {
  return `#!/bin/sh
case "$1 $2" in
  api\\ repos/acme/notify/commits/*) sha=\${2#repos/acme/notify/commits/}; cat "${merged}/\${sha%/pulls}" ;;
  "run list") cat "${runs}/$8" ;;
  "run download") mkdir -p "$7" && cp "${artifacts}/$3/$5/"* "$7" ;;
  *) echo "unknown: gh $*"; exit 1 ;;
esac
`
}
