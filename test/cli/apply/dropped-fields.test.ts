// Fields that a service accepts and doesn't keep: told once a run, and no difference where a manifest expects it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWorld } from '../../support/cli-world.ts'
import type { ProfileName } from '../../../src/sandbox/index.ts'

const integration = {
  environment: 'Production',
  identifier: 'slack-ops',
  providerId: 'slack',
  channel: 'chat' as const,
  active: true,
}
const people = ['ada', 'bob', 'cyd']
const seed = {
  integrations: [integration],
  subscribers: people.map((subscriberId) => ({ environment: 'Production', subscriberId })),
}

function manifest(more: string): string {
  const one = (id: string) => `  - subscriberId: ${id}
    targets: [Production]
${more}    channels:
      - providerId: slack
        integrationIdentifier: slack-ops
        credentials: { webhookUrl: 'https://hooks.example/${id}', title: Alert, state: on-call }
`
  return `subscribers:\n${people.map(one).join('')}`
}

function world(more: string, profile: ProfileName = 'novu-2026-04') {
  return cliWorld({ 'manifests/people.yaml': manifest(more) }, seed, profile)
}

test('are told once for each field, with what to write', async () => {
  const { run } = await world('')
  const { exit, err } = await run('apply --yes')
  expect(exit).toBe(6)
  expect(err.match(/not-kept/g)).toHaveLength(2)
  expect(err)
    .toContain(`the service accepted channels.slack@slack-ops.title of subscriber ada and of 2 other subscribers, but a later read didn't return this field (target Production)
  If the next plan contains this change again, the service doesn't store the field: remove it from the manifest, or if this is expected, add expectDropped: [title] to the subscriber.`)
})

test('are not those of an integration that a late read does not show yet', async () => {
  const one = '{ identifier: new, providerId: slack, channel: chat, active: false, targets: [Production] }'
  const { run, sandbox } = await cliWorld({ 'manifests/all.yaml': `integrations: [${one}]\n` }, seed)
  sandbox.faults.set(['stale'])
  const { exit, out, err } = await run('apply --yes')
  expect({ exit, err }).toEqual({ exit: 6, err: '' })
  expect(out).toContain('Either the read returned an earlier state, or another client changed the values')
})

test('are no difference where they are expected', async () => {
  const { run } = await world('    expectDropped: [title, state]\n')
  expect(await run('apply --yes')).toMatchObject({ exit: 0 })
  const { exit, out } = await run('plan --detailed-exitcode')
  expect(exit).toBe(0)
  expect(out).toContain('No changes in what can be compared.')
})

test('are one where only another one is expected', async () => {
  const { run } = await world('    expectDropped: [title]\n')
  const { exit, err } = await run('apply --yes')
  expect(exit).toBe(6)
  expect(err.match(/not-kept/g)).toHaveLength(1)
  expect(err).toContain('slack-ops.state of subscriber ada')
})

test('are sent, and compared with what a service shows that keeps them', async () => {
  const yaml = '    expectDropped: [title, state]\n'
  const { run, sandbox, folder } = await world(yaml, 'contract')
  expect(await run('apply --yes')).toMatchObject({ exit: 0 })
  const [channel] = sandbox.state.subscribers.get('Production', 'ada')?.channels ?? []
  expect(channel?.credentials).toMatchObject({ title: 'Alert', state: 'on-call' })
  writeFileSync(join(folder, 'manifests/people.yaml'), manifest(yaml).replaceAll('Alert', 'Other'))
  const { exit, out } = await run('plan --detailed-exitcode')
  expect(exit).toBe(2)
  expect(out).toContain('~ title  Alert → Other')
})

const expected = '    expectDropped: [title, state]\n'

test("are shown as fields that can't be compared, and sent again if asked for", async () => {
  const { run, writes } = await world(expected)
  await run('apply --yes')
  const { out } = await run('plan')
  expect(out).toContain("3 resources have fields that can't be compared and are not sent: subscriber ")
  expect(out).toContain('ada (channels.slack@slack-ops.title, channels.slack@slack-ops.state)')
  const { length } = writes()
  expect(await run('apply --yes --resend subscriber/ada')).toMatchObject({ exit: 0 })
  expect(writes()).toHaveLength(length + 1)
})

test('rules are sent again, although the conditions that go with them are as wanted', async () => {
  const rules = "rules: { '==': [{ var: subscriber.locale }, de] }, expectDropped: [rules]"
  const one = `{ identifier: slack-ops, providerId: slack, channel: chat, targets: [Production], ${rules} }`
  const { run, sandbox } = await cliWorld({ 'manifests/all.yaml': `integrations: [${one}]\n` }, seed)
  expect(await run('apply --yes --resend integration/slack-ops')).toMatchObject({ exit: 0 })
  expect(sandbox.log.find(({ method }) => method === 'PUT')?.body).toEqual({
    rules: { '==': [{ var: 'subscriber.locale' }, 'de'] },
    conditions: [],
  })
})

test('are no difference to a saved plan that was applied', async () => {
  const { run } = await world(expected)
  expect(await run('plan --out p.json')).toMatchObject({ exit: 0 })
  expect(await run('apply p.json --yes')).toMatchObject({ exit: 0 })
  const { exit, out } = await run('apply p.json --yes')
  expect({ exit, isDone: out.includes('already done') }).toEqual({ exit: 0, isDone: true })
})

test('leave no doubt about a write whose reply was lost', async () => {
  const { run, sandbox } = await world(expected)
  sandbox.faults.set(['half-after:upsertSubscriberCredentials@1'])
  expect(await run('apply --yes')).toMatchObject({ exit: 0 })
})

test('are sent once where a ledger is kept, as all that is not shown', async () => {
  const { run, folder, writes } = await world(expected)
  const file = join(folder, 'belfry.yaml')
  writeFileSync(file, `${readFileSync(file, 'utf8')}unreadable: ledger\n`)
  expect(await run('apply --yes')).toMatchObject({ exit: 0 })
  const { length } = writes()
  expect(await run('apply --yes')).toMatchObject({ exit: 0 })
  expect(writes()).toHaveLength(length)
})

test('are shown in a diff of two trees', async () => {
  const { run, folder } = await world(expected)
  mkdirSync(join(folder, 'before'))
  writeFileSync(
    join(folder, 'before/people.yaml'),
    manifest('    expectDropped: [state]\n').replaceAll('title: Alert, ', ''),
  )
  const { exit, out } = await run('diff before manifests --detailed-exitcode')
  expect(exit).toBe(2)
  expect(out).toContain('+ title  Alert')
})
