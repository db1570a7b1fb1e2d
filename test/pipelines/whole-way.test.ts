// From the pull request to the night after: the workflows of the example, run step by step, write what their comments listed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  createSandbox,
  profileNames,
  type LoggedRequest,
  type ProfileName,
  type Seed,
} from '../../src/sandbox/index.ts'
import { bash } from '../support/action.ts'
import { fork, pull } from './action-world.ts'
import { belfry, folderWith } from '../support/cli-process.ts'
import { editIntegration } from './dashboard.ts'
import { isFull } from '../support/form.ts'
import { githubApi } from '../support/github-api.ts'
import { jqProgram } from '../support/jq.ts'
import { commit, git } from '../support/trees.ts'
import { ghProgram, runWorkflow, type JobEnded, type Run } from '../support/workflow-run.ts'

const integration = (identifier: string, name: string, more: object) => ({
  environment: 'Production',
  identifier,
  name,
  active: true,
  ...more,
})
const twilio = {
  providerId: 'twilio',
  channel: 'sms',
  credentials: { accountSid: 'AC', token: 'canary-token', from: '+15005550006' },
}
const spares = ['Spare A', 'Spare B', 'Spare C']
const seed: Seed = {
  integrations: [
    integration('mail', 'Mail', {
      providerId: 'sendgrid',
      channel: 'email',
      primary: true,
      credentials: { apiKey: 'SG.canary-key', from: 'a@acme.example', senderName: 'Acme' },
    }),
    integration('sms', 'SMS', { ...twilio, primary: true }),
    ...spares.map((name) => integration(name.toLowerCase().replace(' ', '-'), name, twilio)),
  ] as never,
}

const project = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: '\${env:BELFRY_PRODUCTION_API_KEY}', limits: { subscriber: { updates: 1 } } }
manifests: [manifests]
smoke: { suites: [smoke], recipients: [ops-oncall] }
`
const sms = (name: string) =>
  `  - { identifier: sms, name: ${name}, providerId: twilio, channel: sms, active: true, primary: true }\n`
const spare = (name: string) =>
  `  - { identifier: ${name.toLowerCase().replace(' ', '-')}, name: ${name}, providerId: twilio, channel: sms, active: true }\n`
const mail = (name: string) => `integrations:
  - { identifier: mail, name: ${name}, providerId: sendgrid, channel: email, active: true, primary: true, credentials: { apiKey: '\${env:SENDGRID_KEY}', from: a@acme.example, senderName: Acme } }
`
const people = (lastName: string, more = '') =>
  `subscribers:\n  - { subscriberId: ops-oncall, lastName: ${lastName} }\n  - { subscriberId: user-0001${more} }\n`
const start = {
  'belfry.yaml': project,
  'manifests/mail.yaml': mail('Mail'),
  'manifests/sms.yaml': `integrations:\n${sms('SMS')}`,
  'manifests/spares.yaml': `integrations:\n${spares.map(spare).join('')}`,
  'manifests/people.yaml': people('Call'),
  'policy/few.jq': '[(.plan // .saved.plan).sections[].changes[]] | select(length > 4) | "too many"\n',
  'smoke/all.yaml':
    'targets: [Production]\nworkflow: app-update\ncases: [{ name: first, to: ops-oncall, expect: { status: processed } }]\n',
}

async function world(profile: ProfileName) {
  const [sandbox, api] = [await createSandbox({ profile, seed }), await githubApi()]
  onTestFinished(() => sandbox.close())
  const [artifacts, merged, runs] = [folderWith({}), folderWith({}), folderWith({})]
  const bin = folderWith({ jq: jqProgram, gh: ghProgram({ artifacts, merged, runs }) })
  const path = `${bin}:${process.env['PATH']}`
  await bash('chmod +x jq gh', bin, { PATH: path })
  const workspace = folderWith({})
  git(workspace, 'init', '--quiet', '--initial-branch=main')
  commit(workspace, start, 'start')
  const secrets = {
    BELFRY_PRODUCTION_API_KEY: sandbox.keys['Production'] ?? '',
    SENDGRID_KEY: 'SG.canary-key',
  }
  const vars = { BELFRY_URL: sandbox.url }
  const env = { ...vars, ...secrets }
  const byPeople = new Set<LoggedRequest | undefined>()
  let last = 0
  return {
    sandbox,
    api,
    workspace,
    env,
    /** Runs a workflow of the example on a branch or commit. */
    run: async (file: string, on: string, run: Omit<Run, 'id' | 'sha'>, more: object = {}) => {
      git(workspace, 'clean', '-fdq')
      git(workspace, 'update-ref', 'refs/remotes/origin/main', 'main')
      git(workspace, 'checkout', '-q', '--detach', on)
      const sha = git(workspace, 'rev-parse', 'HEAD')
      const id = String((last += 1))
      if (run.event.name === 'pull_request') writeFileSync(join(runs, sha), id)
      const text = readFileSync(new URL(`../../examples/pipelines/github/${file}`, import.meta.url), 'utf8')
      const runner = { workspace, api: api.url, path, vars, secrets: { ...secrets, ...more }, artifacts }
      return { id, sha, jobs: await runWorkflow(text, runner, { ...run, id, sha }) }
    },
    propose: (branch: string, files: Readonly<Record<string, string | undefined>>): void => {
      git(workspace, 'switch', '-qfC', branch, 'main')
      commit(workspace, files, branch)
    },
    merge: (branch: string): string => {
      git(workspace, 'switch', '-qf', 'main')
      git(workspace, 'merge', '--quiet', '--no-ff', '--message', branch, branch)
      const sha = git(workspace, 'rev-parse', 'main')
      writeFileSync(join(merged, sha), git(workspace, 'rev-parse', branch))
      return sha
    },
    edit: async (identifier: string, name: string): Promise<void> => {
      await editIntegration(sandbox, identifier, { name })
      byPeople.add(sandbox.log.at(-1))
    },
    comment: (number: number): string => api.comments.get(number)?.at(-1)?.body ?? '',
    /** What belfry wrote: each field of each request. */
    written: (): readonly string[] =>
      sandbox.log
        .filter(
          (each) =>
            !['GET'].includes(each.method) && each.operation !== 'triggerEvent' && !byPeople.has(each),
        )
        .flatMap((each) => Object.keys(each.body as object).map((field) => `${resourceIn(each)} ${field}`)),
  }
}

/** `integration mail`, as comments name it. */
function resourceIn({ template = '', path, reply }: LoggedRequest): string {
  if (template.includes('subscribers')) return `subscriber ${path.split('/').at(-1)}`
  const { data = reply } = reply as { readonly data?: unknown }
  return `integration ${(data as { readonly identifier: string }).identifier}`
}

/** The fields below each change in the blocks of a comment, in the same words; a change without fields by its name. */
function listedIn(comment: string): readonly string[] {
  const blocks = [...comment.matchAll(/^```diff\n([^`]*)^```$/gm)].map(([, lines]) => lines).join('')
  return [...blocks.matchAll(/^[!+-] (\w+ \S+) .*\n((?:[!+-] {5}.*\n)*)/gm)].flatMap(
    ([, resource = '', below = '']) => {
      const fields = [...below.matchAll(/^. {5}(\S+)/gm)]
      return fields.length === 0 ? [resource] : fields.map(([, field]) => `${resource} ${field}`)
    },
  )
}

const proposedAs = (number: number) => ({
  event: {
    name: 'pull_request',
    payload: pull('acme/notify', { number, head: { repo: { full_name: 'acme/notify' } } }),
  },
})
const outcomes = (jobs: Readonly<Record<string, JobEnded>>): object =>
  Object.fromEntries(
    Object.entries(jobs).map(([id, { outcome, log }]) => [id, outcome === 'success' ? outcome : log]),
  )

test.runIf(isFull).each(profileNames)('on %s, nothing is written that no comment listed', async (profile) => {
  const { sandbox, api, workspace, env, run, propose, merge, edit, comment, written } = await world(profile)
  const requests = (): number => sandbox.log.length

  // A branch that lowers what it is judged by is judged as before.
  propose('lowered', {
    'belfry.yaml': project
      .replace(', limits: { subscriber: { updates: 1 } }', '')
      .replace('[ops-oncall]', "['*']"),
    'manifests/people.yaml': people('Duty', ', firstName: Night'),
    'policy/few.jq': undefined,
  })
  const lowered = await run('belfry-plan.yml', 'lowered', proposedAs(1))
  expect(lowered.jobs['plan']?.outcome).toBe('failure')
  expect(comment(1)).toContain(
    'guard targets.Production.limits: `{"subscriber":{"updates":1}}` → not declared',
  )
  expect(comment(1)).toContain('limits.subscriber.updates allows at most 1')
  // The limit is in another commit than the one that links lead to.
  expect(comment(1)).toContain('> - `origin/main:belfry.yaml:3` `limit`')

  // A fork gets a diff of its files, and nothing reaches the service.
  propose('forked', { 'manifests/people.yaml': people('Stranger') })
  const before = requests()
  const forked = await run('belfry-plan.yml', 'forked', { event: fork }, { BELFRY_PRODUCTION_API_KEY: '' })
  expect(outcomes(forked.jobs)).toEqual({ diff: 'success' })
  api.pulls.push({ number: 2, head: { sha: forked.sha, label: 'stranger:forked' } })
  const head = {
    head_sha: forked.sha,
    head_branch: 'forked',
    head_repository: { full_name: 'stranger/notify', owner: { login: 'stranger' } },
  }
  const told = {
    name: 'workflow_run',
    payload: { workflow_run: { id: forked.id, event: 'pull_request', html_url: 'https://x', ...head } },
  }
  await run('belfry-fork-comment.yml', 'main', { event: told })
  expect(comment(2)).toContain('Stranger')
  expect([requests(), written()]).toEqual([before, []])

  // Three pull requests; somebody edits the service meanwhile.
  propose('a', { 'manifests/mail.yaml': mail('Mail EU') })
  propose('b', { 'manifests/people.yaml': people('Duty') })
  propose('c', { 'manifests/sms.yaml': `integrations:\n${sms('Texts')}` })
  for (const [index, branch] of ['a', 'b', 'c'].entries())
    expect(outcomes((await run('belfry-plan.yml', branch, proposedAs(3 + index))).jobs)).toEqual({
      plan: 'success',
    })
  expect([3, 4, 5].map((number) => listedIn(comment(number)))).toEqual([
    ['integration mail name'],
    ['subscriber ops-oncall lastName'],
    ['integration sms name'],
  ])
  expect(written()).toEqual([])
  await edit('spare-a', 'Edited A')
  await edit('spare-b', 'Edited B')
  await edit('spare-c', 'Edited C')

  // Three quick merges. The run of the second is dropped, the job of the third has a wrong secret, and the second runs late.
  const [a, b, c] = ['a', 'b', 'c'].map(merge)
  const push = { event: { name: 'push', payload: {} } }
  const wrong = { SENDGRID_KEY: 'SG.wrong' }
  for (const [sha = '', field, more] of [
    [a, 'integration mail name', {}],
    [c, 'integration sms name', wrong],
    [b, 'subscriber ops-oncall lastName', {}],
  ] as const) {
    const already = written()
    const { jobs } = await run('belfry-apply-approved.yml', sha, push, more)
    expect(outcomes(jobs)).toEqual({ apply: 'success' })
    expect(written()).toEqual([...already, field])
    expect(jobs['apply']?.log).toContain('not in the approved plan')
    const differs = more === wrong && profile !== 'novu-2026-09'
    expect(jobs['apply']?.outputs['secrets-left']).toBe(differs ? '1' : '0')
    expect(readFileSync(jobs['apply']?.outputs['junit'] ?? '', 'utf8')).toContain('first')
  }
  expect(JSON.stringify(sandbox.log)).not.toContain('SG.wrong')
  expect(sandbox.log.filter(({ operation }) => operation === 'triggerEvent')).toHaveLength(3)

  // The night finds what was edited by hand: one edit is put back by the workflow, one by the command of the issue, one is adopted.
  const night = { event: { name: 'schedule', payload: {} } }
  await run('belfry-drift.yml', 'main', night)
  const [issue] = api.issues
  expect(listedIn(issue?.body ?? '')).toEqual(['a', 'b', 'c'].map((each) => `integration spare-${each} name`))
  const drift = await run('belfry-apply-drift.yml', 'main', {
    event: { name: 'workflow_dispatch', payload: {} },
    inputs: { only: 'integration/spare-a', 'approve-secrets': '' },
  })
  expect(outcomes(drift.jobs)).toEqual({ plan: 'success', apply: 'success' })
  expect(listedIn(drift.jobs['plan']?.summary ?? '')).toEqual(['integration spare-a name'])
  const commands = issue?.body.split('\n').filter((line) => line.startsWith('belfry ')) ?? []
  const back = 'belfry apply -t Production --only integration/spare-b'
  const adopt = 'belfry export --write -t Production --only integration/spare-c'
  expect(commands).toEqual(expect.arrayContaining([back, adopt]))
  const { SENDGRID_KEY: _, ...plain } = env
  git(workspace, 'switch', '-qf', 'main')
  for (const command of [`${back} --yes`, adopt])
    expect(await belfry(command.split(' ').slice(1), { cwd: workspace, env: plain })).toMatchObject({
      exit: 0,
    })
  commit(workspace, {}, 'adopted')
  await run('belfry-drift.yml', 'main', night)
  expect(api.issues).toMatchObject([{ state: 'closed' }])
  expect(existsSync(join(workspace, 'manifests/spares.yaml'))).toBe(true)

  const listed = new Set([
    ...[3, 4, 5].flatMap((number) => listedIn(comment(number))),
    ...listedIn(issue?.body ?? ''),
  ])
  expect(written().filter((each) => !listed.has(each))).toEqual([])
  expect(written()).toEqual([
    'integration mail name',
    'integration sms name',
    'subscriber ops-oncall lastName',
    'integration spare-a name',
    'integration spare-b name',
  ])
})
