// The examples for drift alerts: valid for the tools that know them, and what they run does what they say.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createSandbox, developmentApiKey, productionApiKey } from '../../src/sandbox/index.ts'
import { bash } from '../support/action.ts'
import { folderWith } from '../support/cli-process.ts'
import { runProgram } from '../support/cli.ts'
import { people, unchanged } from '../support/cli-world.ts'
import { workflowProblems } from '../support/workflow-lint.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (name: string): string => readFileSync(join(root, 'examples/pipelines/drift', name), 'utf8')

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> }
  readonly spec: Readonly<Record<string, unknown>>
}

function manifestsIn(name: string): readonly Manifest[] {
  const documents = parseAllDocuments(read(name))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  return documents.map((each) => each.toJS() as Manifest)
}

/** The pod of a Job, or of the job of a CronJob. */
function podOf({ spec }: Manifest) {
  const { template } = ((spec['jobTemplate'] as Manifest | undefined)?.spec ?? spec) as unknown as {
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] }
    }
  }
  return template.spec
}

const project = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: '\${env:BELFRY_PRODUCTION_API_KEY}' }
  Staging: { environment: Production, apiKey: '\${env:BELFRY_PRODUCTION_API_KEY}' }
  Operations: { environment: Development, apiKey: '\${env:BELFRY_OPERATIONS_API_KEY}' }
manifests: [manifests]
`

async function world(manifest = people) {
  const environment = 'Development'
  const step = { _id: 'step', active: true }
  const sandbox = await createSandbox({
    seed: {
      workflows: [{ environment, identifier: 'belfry-drift', name: 'Drift', active: true, steps: [step] }],
      topics: [{ environment, key: 'platform', subscribers: ['ops-oncall'] }],
    },
  })
  onTestFinished(() => sandbox.close())
  // A key belongs to one target of a file.
  const own = (without: string): string =>
    project
      .split('\n')
      .filter((line) => !line.startsWith(`  ${without}:`))
      .join('\n')
  const cwd = folderWith({ 'belfry.yaml': own('Staging'), 'manifests/people.yaml': manifest })
  mkdirSync(join(cwd, 'metrics'))
  const env = {
    BELFRY_URL: sandbox.url,
    BELFRY_PRODUCTION_API_KEY: productionApiKey,
    BELFRY_OPERATIONS_API_KEY: developmentApiKey,
  }
  const staging = folderWith({ 'belfry.yaml': own('Production'), 'manifests/people.yaml': manifest })
  mkdirSync(join(staging, 'metrics'))
  const run = (args: readonly string[]) =>
    runProgram(args, { cwd: args.includes('--target=Staging') ? staging : cwd, env })
  const writes = () => sandbox.log.filter(({ method }) => method !== 'GET').map(({ operation }) => operation)
  return { run, writes, env, cwd, staging }
}

test('the jobs of Kubernetes and Argo CD run as nobody in particular, and do not repeat', () => {
  const all = ['cronjob.yaml', 'argocd-hooks.yaml', 'flux.yaml'].flatMap(manifestsIn)
  const jobs = all.filter(({ kind }) => kind.endsWith('Job'))
  expect(jobs.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'CronJob belfry-drift-production',
    'CronJob belfry-drift-staging',
    'Job belfry-plan',
    'Job belfry-apply',
    'Job belfry-apply',
  ])
  for (const job of jobs) {
    expect(podOf(job)).toMatchObject({
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          workingDir: '/project',
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    })
    expect(JSON.stringify(job)).toContain('"backoffLimit":0')
  }
})

test('each CronJob notifies of the drift of its target once a day, and writes figures', async () => {
  const { env, writes, cwd, staging } = await world()
  const PATH = await programs()
  const jobs = manifestsIn('cronjob.yaml')
  const folders = [cwd, staging]
  for (const round of ['first', 'second of the day'])
    for (const [index, job] of jobs.entries()) {
      expect(job.spec['concurrencyPolicy']).toBe('Forbid')
      const [container] = podOf(job).containers
      expect(container).toMatchObject({ command: ['sh', '-c'] })
      const ended = await bash(container?.args[0] ?? '', folders[index] ?? '', { ...env, PATH })
      expect([round, ended.code]).toEqual([round, 2])
    }
  expect(writes()).toEqual(['triggerEvent', 'triggerEvent'])
  const figures = [
    readFileSync(join(cwd, 'metrics/belfry-production.prom'), 'utf8'),
    readFileSync(join(staging, 'metrics/belfry-staging.prom'), 'utf8'),
  ]
  expect(figures[0]).toContain('belfry_drift{target="Production",kind="subscriber"} 1')
  expect(figures[1]).toContain('belfry_drift{target="Staging",kind="subscriber"} 1')
  // The alerts name metrics that are there.
  const { groups } = parse(read('prometheus-rules.yaml')) as {
    readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[]
  }
  const named = groups.flatMap(({ rules }) => rules.flatMap(({ expr }) => expr.match(/belfry_\w+/g) ?? []))
  expect(named).toHaveLength(3)
  expect(named.filter((name) => !figures[0]?.includes(`\n${name}{`))).toEqual([])
})

test('the hooks of Argo CD: the plan before the sync writes nothing, the apply after it is done once', async () => {
  const { run, writes } = await world()
  const hooks = manifestsIn('argocd-hooks.yaml')
  expect(hooks.map(({ metadata }) => metadata.annotations?.['argocd.argoproj.io/hook'])).toEqual([
    'PreSync',
    'PostSync',
  ])
  const [plan, apply] = hooks.map((each) => podOf(each).containers[0]?.args ?? [])
  expect(await run(plan ?? [])).toMatchObject({ exit: 0 })
  expect(writes()).toEqual([])
  expect(await run(apply ?? [])).toMatchObject({ exit: 0 })
  expect(await run(apply ?? [])).toMatchObject({ exit: 0 })
  expect(writes()).toEqual(['updateSubscriber'])
})

test('Flux replaces the job, waits for it, and sends an alert if it fails', async () => {
  const { run } = await world()
  const [kustomization, job, alert] = manifestsIn('flux.yaml')
  expect(kustomization?.spec).toMatchObject({ force: true, wait: true })
  expect(alert?.spec).toMatchObject({
    eventSeverity: 'error',
    eventSources: [{ kind: 'Kustomization', name: kustomization?.metadata.name }],
  })
  expect(await run((job && podOf(job).containers[0]?.args) ?? [])).toMatchObject({ exit: 0 })
})

/** A folder of programs that run belfry from its sources. */
async function programs(): Promise<string> {
  const belfry = `#!/bin/sh\nexec node "${join(root, 'dist/bin.js')}" "$@"\n`
  const npx = `#!/bin/sh\nshift 2\nexec node "${join(root, 'dist/bin.js')}" "$@"\n`
  const bin = folderWith({ belfry, npx })
  await bash('chmod +x belfry npx', bin, { PATH: process.env['PATH'] ?? '' })
  return `${bin}:${process.env['PATH'] ?? ''}`
}

test('GitHub: the linters find nothing, and only a failed plan or trigger fails the job', async () => {
  const text = read('github.yml')
  expect(await workflowProblems(text, 'github.yml')).toEqual([])
  const { jobs } = parse(text) as {
    readonly jobs: {
      readonly drift: { readonly steps: readonly { readonly id?: string; readonly run?: string }[] }
    }
  }
  const script = jobs.drift.steps.find(({ id }) => id === 'belfry')?.run ?? ''
  const { env, cwd, writes } = await world()
  const PATH = await programs()
  expect(await bash(script, cwd, { ...env, PATH })).toMatchObject({ code: 0 })
  expect(writes()).toEqual(['triggerEvent'])
  const down = { ...env, BELFRY_PRODUCTION_API_KEY: 'a-key-that-nobody-knows' }
  expect(await bash(script, cwd, { ...down, PATH })).toMatchObject({ code: 3 })
  const unsent = { ...env, BELFRY_OPERATIONS_API_KEY: 'a-key-that-nobody-knows' }
  expect(await bash(script, cwd, { ...unsent, PATH })).toMatchObject({ code: 3 })
  const pullRequest = await bash(script, cwd, { ...env, PATH, GITHUB_EVENT_NAME: 'pull_request' })
  expect(pullRequest).toMatchObject({ code: 4 })
  expect(pullRequest.log).toContain("doesn't send a trigger")
})

test('GitLab: the job warns of drift, and fails if the plan fails', async () => {
  const { 'drift alert': job } = parse(read('gitlab.yml')) as {
    readonly 'drift alert': {
      readonly script: readonly string[]
      readonly rules: readonly { readonly if: string }[]
      readonly allow_failure: { readonly exit_codes: readonly number[] }
    }
  }
  expect(job.rules).toEqual([{ if: '$CI_PIPELINE_SOURCE == "schedule"' }])
  const { env, cwd, writes } = await world()
  const PATH = await programs()
  const ended = await bash(job.script.join('\n'), cwd, { ...env, PATH })
  expect(job.allow_failure.exit_codes).toContain(ended.code)
  expect(writes()).toEqual(['triggerEvent'])
  const same = await world(unchanged)
  expect(await bash(job.script.join('\n'), same.cwd, { ...same.env, PATH })).toMatchObject({ code: 0 })
  expect(same.writes()).toEqual([])
})
