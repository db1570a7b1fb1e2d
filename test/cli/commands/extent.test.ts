// --summary and --full: less and more of what a plan has to tell, in every command that shows one.
import { expect, test } from 'vitest'
import { cliWorld, people, unchanged } from '../../support/cli-world.ts'
import { runProgram, type Said } from '../../support/cli.ts'

async function world(manifest: string): Promise<(args: string) => Promise<Said>> {
  const { folder, env } = await cliWorld({ 'manifests/people.yaml': manifest })
  return (args) => runProgram(args.split(' '), { cwd: folder, env })
}

test('--full names what matches, with its fields where others differ, and the calls', async () => {
  const run = await world(people)
  const [usual, full] = [await run('plan'), await run('plan --full')]
  expect(usual.out).not.toMatch(/^ {4}= |^= |PATCH/m)
  expect(full.out).toMatch(/^ {6}PATCH \/v2\/subscribers\//m)
  const all = await world(unchanged)
  expect((await all('plan --full')).out).toMatch(/^= subscriber /m)
  expect((await all('plan')).out).not.toMatch(/^= /m)
})

test('a diff with --full names what is alike in both too', async () => {
  const run = await world(people)
  expect((await run('diff manifests manifests')).out).not.toMatch(/^= /m)
  expect((await run('diff manifests manifests --full')).out).toMatch(/^= subscriber ops-oncall +manifests/m)
})

test('--summary has no change by name, and the counts of each target', async () => {
  const run = await world(people)
  for (const command of ['plan --summary', 'apply --yes --summary', 'diff manifests manifests --summary']) {
    const { out } = await run(command)
    expect(out).toMatch(/^Production +/m)
    expect(out).not.toMatch(/^ {4}[~+-] /m)
  }
})

test('json is the same with each of them', async () => {
  const run = await world(people)
  const told = async (flag: string): Promise<object> => {
    const { plan, ...rest } = JSON.parse((await run(`plan --format json${flag}`)).out) as { plan: object }
    return { ...rest, plan: { ...plan, requests: undefined } }
  }
  const usual = await told('')
  expect(await told(' --full')).toEqual(usual)
  expect(await told(' --summary')).toEqual(usual)
})

test('both at once are a mistake', async () => {
  const run = await world(people)
  const { exit, err } = await run('plan --summary --full')
  expect(exit).toBe(3)
  expect(err).toContain("--summary and --full can't be used together")
})

test('a comment with --summary has a line for each target, and no change', async () => {
  const run = await world(people)
  const [usual, summary] = [
    await run('plan --format markdown'),
    await run('plan --format markdown --summary'),
  ]
  expect(usual.out).toMatch(/^! subscriber ops-oncall /m)
  expect(summary.out).toMatch(/^- \*\*Production\*\* .*: \d+ to update/m)
  expect(summary.out).not.toMatch(/```|<details|ops-oncall/)
})

test('more than three that no manifest declares are one line, and --full names all', async () => {
  const integrations = Array.from({ length: 9 }, (_, index) => ({
    environment: 'Production',
    identifier: `chat-${index + 1}`,
    providerId: 'slack',
    channel: 'chat' as const,
  }))
  const yaml =
    'targets: [Production]\nintegrations: [{ identifier: chat-1, providerId: slack, channel: chat }]\n'
  const { run } = await cliWorld({ 'manifests/chat.yaml': yaml }, { integrations })
  const usual = await run('plan')
  expect(usual.out).not.toContain('is in the service but in no manifest')
  expect(usual.out).toContain(
    '! 8 integrations are in the service but in no manifest; left unchanged (--full lists them)',
  )
  const full = await run('plan --full')
  expect(full.out.match(/is in the service but in no manifest; left unchanged/g)).toHaveLength(8)
  expect(full.out).not.toContain('are in the service')
})
