// The checks of a policy in the action: what they refuse is not applied, and what they judged is what is applied.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionWorld, posted, proposed, push } from './action-world.ts'
import { folderWith, put, type Files } from '../support/cli-process.ts'
import { people } from '../support/cli-world.ts'
import { isFull } from '../support/form.ts'
import { jqProgram } from '../support/jq.ts'
import { bash } from '../support/action.ts'
import { commit, git } from '../support/trees.ts'
import { workflowCommands } from '../support/workflow-commands.ts'

const fewer = `[(.plan // .saved.plan).sections[].changes[]] | select(length > 1) | "::error::\\(length) changes"\n`

/** `use` finds jq. */
async function world(checks: Readonly<Record<string, string>>, jq = jqProgram) {
  const scene = await actionWorld()
  const bin = folderWith({ jq })
  await bash('chmod +x jq', bin, { PATH: process.env['PATH'] ?? '' })
  put(
    scene.folder,
    Object.fromEntries(Object.entries(checks).map(([name, text]) => [`policy/${name}`, text])),
  )
  const env = { PATH: `${bin}:${process.env['PATH']}` }
  const { use } = scene
  return {
    ...scene,
    use: (event: Parameters<typeof use>[0], inputs: Readonly<Record<string, string>>) =>
      use(event, { policy: 'policy', ...inputs }, env),
  }
}

test('a plan that a check refuses fails the step, with its reasons, and starts no command of the runner', async () => {
  const { use, writes } = await world({ 'fewer.jq': fewer, 'other.jq': 'empty\n' })
  for (const event of [proposed, push]) {
    const ended = await use(event, { plan: 'plan.json' })
    expect(ended).toMatchObject({ outcome: 'failure', steps: ['Node', 'Build', 'Run', 'Policy'] })
    expect(ended.log).toContain('\n"::error::2 changes"\n')
    expect(workflowCommands(ended.log).map(({ message }) => message)).toEqual([
      'A policy check refuses this plan. The log of the step contains the reasons.',
    ])
  }
  expect(await use(push, { plan: 'plan.json', targets: 'Production' })).toMatchObject({ outcome: 'success' })
  expect(writes()).toBe(0)
})

test('the comment has the verdict above the plan, with the reasons as text', async () => {
  const { api, folder, use } = await world({ 'fewer.jq': fewer, 'other.jq': 'empty\n' })
  const comment = async (inputs: Readonly<Record<string, string>>): Promise<string> => {
    await use(proposed, { comment: 'true', ...inputs })
    return posted(api)[0] ?? ''
  }
  const refused = await comment({})
  expect(refused).toMatch(
    /^<!-- .* -->\n> \[!CAUTION\]\n> A policy check refuses this plan\.\n\n```text\n"::error::2 changes"\n```\n\n### Plan: /,
  )
  expect(await comment({ targets: 'Production' })).toMatch(
    /^<!-- .* -->\n\*\*Policy\*\*: 2 checks passed\.\n\n### Plan: /,
  )
  put(folder, { 'policy/a.jq': 'error("broken")\n' })
  expect(await comment({ targets: 'Production' })).toMatch(
    /^<!-- .* -->\n> \[!CAUTION\]\n> A policy check failed, so this plan is refused\. For the reason, see \[this run\]\(.*\)\.\n\n### Plan: /,
  )
  expect(await comment({ policy: 'polcy' })).toMatch(/^<!-- .* -->\n\n### Plan: /)
})

test('a branch is judged by the checks of its base and by those that it adds, and the comment says which it changes', async () => {
  const { api, folder, use } = await world({ 'fewer.jq': fewer, 'other.jq': 'empty\n' })
  git(folder, 'init', '--quiet', '--initial-branch=main')
  commit(folder, {}, 'base')
  git(folder, 'switch', '--quiet', '-c', 'branch')
  const judged = async (files: Files): Promise<string> => {
    put(folder, files)
    git(folder, 'add', '.')
    const ended = await use(proposed, { comment: 'true', 'guards-from': 'main' })
    expect(ended.outcome).toBe('failure')
    git(folder, 'reset', '--quiet', '--hard')
    return posted(api)[0] ?? ''
  }
  const because = '> A policy check refuses this plan.\n\n```text\n"::error::2 changes"\n'
  const unchanged = await judged({})
  expect(unchanged).toContain(because)
  expect(unchanged).not.toContain('changes the guards')
  const own = '"only in the branch"\n'
  const changed = await judged({
    'policy/fewer.jq': 'empty\n',
    'policy/other.jq': undefined,
    'policy/own.jq': own,
  })
  expect(changed).toMatch(
    /^<!-- .* -->\n> \[!IMPORTANT\]\n> \*\*This branch changes the guards:\*\* policy checks\./,
  )
  expect(changed).toContain(
    '```text\nchanged  policy/fewer.jq\nremoved  policy/other.jq\nadded    policy/own.jq\n```',
  )
  expect(changed).toContain(`${because}${own}`)
  const gone = await judged({ 'policy/fewer.jq': undefined, 'policy/other.jq': undefined })
  expect(gone).toContain(because)
  expect(existsSync(join(folder, 'policy/fewer.jq'))).toBe(true)
})

test.runIf(isFull)(
  'a check that fails refuses the plan, whatever the next one says; without a folder there is none',
  async () => {
    const { use } = await world({ 'a.jq': 'error("broken")\n', 'b.jq': 'empty\n' })
    const ended = await use(push, { plan: 'plan.json' })
    expect(ended).toMatchObject({ outcome: 'failure' })
    expect(ended.log).toContain('broken')
    expect(await use(push, { plan: 'plan.json', policy: 'polcy' })).toMatchObject({ outcome: 'success' })
    // Only plans are checked.
    expect(await use(push, { command: 'validate' })).toMatchObject({ outcome: 'success' })
  },
)

test.runIf(isFull)('a check gets no environment variable', async () => {
  const { use } = await world({ 'any.jq': '' }, '#!/bin/sh\nexport -p\n')
  const { log } = await use(push, { plan: 'plan.json' })
  expect(log).toContain('PATH=')
  expect(log).not.toMatch(/_KEY|_URL/)
})

test('what the checks read is what is applied, to the byte', async () => {
  const { folder, use, writes } = await world({ 'none.jq': '(.plan // .saved.plan).sections[] | empty\n' })
  await use(push, { plan: 'plan.json' })
  const checked = await use(push, { command: 'show', plan: 'plan.json' })
  expect(checked).toMatchObject({ outcome: 'success', outputs: { command: 'show', exit: '0' } })
  // The summary of the job shows the plan once.
  expect(checked.summary).toBe('')
  const { sha256 = '' } = checked.outputs
  const saved = readFileSync(join(folder, 'plan.json'))
  expect(sha256).toBe(
    (await bash('sha256sum < plan.json', folder, { PATH: process.env['PATH'] ?? '' })).log.split(' ')[0],
  )
  appendFileSync(join(folder, 'plan.json'), '\n')
  const other = await use(push, { command: 'apply', plan: 'plan.json', sha256 })
  expect(other).toMatchObject({ outcome: 'failure' })
  expect(workflowCommands(other.log)).toMatchObject([
    {
      message:
        'plan.json is not the plan that was checked: its SHA-256 digest differs from the input sha256.',
    },
  ])
  expect(await use(push, { command: 'apply', plan: 'gone.json', sha256 })).toMatchObject({
    outcome: 'failure',
  })
  expect(writes()).toBe(0)
  put(folder, { 'plan.json': saved.toString() })
  expect(await use(push, { command: 'apply', plan: 'plan.json', sha256 })).toMatchObject({
    outcome: 'success',
  })
  expect(writes()).toBe(2)
})

test.runIf(isFull)('so it is with an approved plan', async () => {
  const { folder, use, writes } = await world({})
  await use(proposed, { secrets: 'defer', plan: 'approved.json' })
  const { outputs } = await use(push, { command: 'show', plan: 'approved.json' })
  const approved = { command: 'apply', approved: 'approved.json', sha256: outputs['sha256'] ?? '' }
  expect(await use(push, { ...approved, sha256: '0'.repeat(64) })).toMatchObject({ outcome: 'failure' })
  expect(writes()).toBe(0)
  expect(await use(push, approved)).toMatchObject({ outcome: 'success' })
  put(folder, { 'notify/manifests/people.yaml': people })
  expect(await use(push, { command: 'show' })).toMatchObject({ outcome: 'failure' })
})
