// `unmanaged: fail` judges the integrations of a target for which no manifest declares any.
import { expect, test } from 'vitest'
import { cliWorld, project, unchanged } from '../../support/cli-world.ts'

const only = (does: string): string =>
  project.replace(/ {2}Development.*\n/, '').replace(' }\nmanifests', `, unmanaged: ${does} }\nmanifests`)

test.each([
  ['fail', 4, 'in the service but in no manifest'],
  ['deactivate', 4, 'no manifest declares any integration'],
  ['report', 0, 'No changes. 1 resource matches, no integrations declared or read.'],
])('unmanaged: %s without a declared integration', async (does, exit, words) => {
  const world = await cliWorld({
    'belfry.yaml': only(does),
    'manifests/people.yaml': unchanged,
  })
  const said = await world.run('plan')
  expect([said.exit, `${said.out}${said.err}`]).toEqual([exit, expect.stringContaining(words)])
  expect(world.writes()).toEqual([])
})

const unread = /no integrations.* declared or read/i

test.each([
  ['a plan of all of it says so', '', 'plan', true],
  ['Markdown says so', '', 'plan --format markdown', true],
  ['the page says so', '', 'plan --format html', true],
  ['a plan of selected resources does not look for it', '', 'plan --only subscriber/*', false],
  ['a plan of single files does not look for it', '', 'plan -f manifests/people.yaml', false],
  ['a project without integrations is not for it', 'owns: { subscriber: ["*"] }\n', 'plan', false],
  ['a project with integrations is', 'owns: { subscriber: ["*"], integration: [a] }\n', 'plan', true],
  ['with unmanaged: ignore nobody asks', 'ignore', 'plan', false],
])('integrations that are not read because none is declared: %s', async (_, setting, command, isSaid) => {
  const { run } = await cliWorld({
    'belfry.yaml': setting === 'ignore' ? only('ignore') : `${only('report')}${setting}`,
    'manifests/people.yaml': unchanged,
  })
  const { exit, out, err } = await run(command)
  expect([exit, unread.test(out), err]).toEqual([0, isSaid, err])
})

test('a target of which nothing was read is not called unchanged', async () => {
  const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': `targets: [Development]\n${unchanged}` })
  const { exit, out } = await run('plan -t Production')
  expect([exit, out]).toEqual([0, expect.stringContaining('nothing declared, not read\n\nNothing declared.')])
  expect(sandbox.log.map(({ path }) => path)).not.toContain('/v1/integrations')
})

test('a target without a declared integration says so beside one that has some', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': `targets: [Development]\n${unchanged}` })
  const { out } = await run('plan')
  expect(out).toMatch(
    /Production .*nothing declared, not read\n\nNo changes\. 1 resource matches, no integrations declared or read\./,
  )
})

test.each([
  [
    'note',
    '',
    0,
    "this project doesn't create subscribers; check the spelling of the subscriberId, or set `subscribers: { create: api }` to create the subscriber",
  ],
  ['error', 'subscribers: { missing: fail }\n', 4, 'set "subscribers.create" to "api"'],
])('a subscriber that is not in the service: the %s names the setting', async (_, setting, exit, words) => {
  const { run } = await cliWorld({
    'belfry.yaml': `${only('report')}${setting}`,
    'manifests/people.yaml': unchanged.replace('ops-oncall', 'nobody'),
  })
  const { exit: code, out, err } = await run('plan')
  expect([code, `${out}${err}`]).toEqual([exit, expect.stringContaining(words)])
})
