// plan --traffic: figures beside what changes, in every format, with reads alone and without persons.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, virtualClock } from '../../../src/sandbox/index.ts'
import { folderWith } from '../../support/cli-process.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { keys, project } from '../../support/cli-world.ts'
import { runProgram } from '../../support/cli.ts'
import { now, trafficSeed, type Sent } from '../../support/traffic-seed.ts'

const manifest = `integrations:
  - { identifier: ses-eu, name: ses-eu, providerId: ses, channel: email, active: true, primary: true }
  - { identifier: mail-two, name: mail-two, providerId: mailgun, channel: email, active: false }
`

const sent: readonly Sent[] = [
  { by: 'mail-one', status: 'sent', age: 10, log: 'named' },
  { by: 'mail-one', status: 'sent', age: 11, log: 'named' },
  { by: 'mail-one', status: 'error', age: 12, log: 'named' },
  { by: 'mail-two', status: 'sent', age: 13, log: 'named' },
  { by: 'mail-two', status: 'warning', age: 14, log: 'silent' },
  { by: 'twilio-sms', status: 'sent', age: 15, log: 'silent' },
  { by: 'twilio-sms', status: 'sent', age: 25 * 60, log: 'silent' },
]

const newest: Sent = { by: 'mail-one', status: 'sent', age: 1, log: 'silent' }

/** The event of the first message may be older than the message, in minutes before now. */
async function world(all: readonly Sent[] = sent, delayed = all[0]?.age) {
  const { notifications: [first, ...others] = [], ...more } = trafficSeed(all)
  const createdAt = new Date(now - (delayed ?? 0) * 60_000).toISOString()
  const seed = { ...more, notifications: first === undefined ? [] : [{ ...first, createdAt }, ...others] }
  const integrations =
    seed.integrations?.map((each, index) => ({
      ...each,
      name: each.identifier ?? '',
      primary: index === 0,
    })) ?? []
  const sandbox = await createSandbox({
    seed: { ...seed, integrations },
    clock: virtualClock(new Date(now).toISOString()),
  })
  onTestFinished(() => sandbox.close())
  const folder = folderWith({ 'belfry.yaml': project, 'manifests/all.yaml': manifest })
  const run = (args: string, url = sandbox.url) =>
    runProgram(args.split(' '), {
      cwd: folder,
      env: { BELFRY_URL: url, ...keys },
      io: { now: () => new Date(now) },
    })
  return { run, sandbox, folder }
}

test('text shows what is deactivated, what stops being primary, and what no manifest declares', async () => {
  const { run, sandbox } = await world()
  const { out, exit } = await run('plan -t Production --traffic 24h')
  expect(exit).toBe(0)
  expect(out.split('\n').filter((line) => /traffic|^[\^-]/.test(line))).toEqual([
    '^ integration ses-eu  becomes primary for email           manifests/all.yaml:2',
    '      traffic: no messages',
    '      traffic of mail-one: 2 delivered, 1 failed; 0 delivered, 0 failed, 1 warning, counted together with mail-two (same provider)',
    '- integration mail-two  becomes inactive                  manifests/all.yaml:3',
    '      traffic: 1 delivered, 0 failed; 0 delivered, 0 failed, 1 warning, counted together with mail-one (same provider)',
    '! integration mail-one is in the service but in no manifest; left unchanged; traffic: 2 delivered, 1 failed; 0 delivered, 0 failed, 1 warning, counted together with mail-two (same provider)',
    '! integration twilio-sms is in the service but in no manifest; left unchanged; traffic: 1 delivered, 0 failed',
    '! traffic of the last 24 h: all 6 messages counted',
  ])
  expect(sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([])
  const reads = / (\d+) reads,/.exec(out)?.[1]
  expect(Number(reads)).toBe(sandbox.log.length)
})

test('all formats have the figures and no person, and the plan can be saved and applied', async () => {
  const { run, folder } = await world()
  const reports = ['markdown', 'html', 'json', 'github', 'gitlab'].map(
    (kind) => `--report ${kind}=${kind}.out`,
  )
  const { out, err } = await run(`plan -t Production --traffic 24h --out plan.json ${reports.join(' ')}`)
  const texts = Object.fromEntries(
    ['markdown', 'html', 'json', 'github', 'gitlab'].map((kind) => [
      kind,
      kind === 'github' ? err : readFileSync(join(folder, `${kind}.out`), 'utf8'),
    ]),
  )
  for (const text of [out, err, ...Object.values(texts)]) expect(text).not.toContain('canary')
  expect(texts['markdown']).toContain('<br>traffic of mail-one: 2 delivered, 1 failed; ')
  expect(texts['html']).toContain('["Traffic of mail-one","2 delivered, 1 failed; ')
  const { plan } = envelopeIn(texts['json'] ?? '') as unknown as {
    plan: { sections: { traffic?: unknown; unmanaged: { name: string; traffic: unknown }[] }[] }
  }
  const section = plan.sections.find(({ traffic }) => traffic !== undefined)
  expect(section?.traffic).toMatchObject({ messages: 6, isSample: false, period: 86_400_000 })
  expect(section?.unmanaged[1]).toMatchObject({
    name: 'twilio-sms',
    traffic: [{ integrations: ['twilio-sms'], messages: 1, delivered: 1, failed: 0, warnings: 0 }],
  })
  expect((await run('apply plan.json')).exit).toBe(0)
})

test('a sample is said to be one', async () => {
  const { run } = await world()
  const { out } = await run('plan -t Production --traffic 24h --max-messages 2')
  expect(out).toContain(
    'traffic of the last 24 h: a sample, only the newest 2 messages counted, back to 2026-03-02T11:49:00.000Z',
  )
})

test('figures cost at most 10 reads, and one for each 50 messages that were counted', async () => {
  const all = Array.from({ length: 1200 }, (_, index) => ({ ...newest, age: 1 + Math.ceil(index / 2) }))
  // The newest message was delayed: its event is the oldest one, after all others.
  const { run, sandbox } = await world(all, 11 * 60)
  const readsOf = async (args: string): Promise<number> => {
    const before = sandbox.log.length
    expect((await run(`plan ${args}`)).exit).toBe(0)
    return sandbox.log.length - before
  }
  const without = await readsOf('-t Production')
  for (const count of [1, 99, 100, 260])
    expect(
      (await readsOf(`-t Production --traffic 24h --max-messages ${count}`)) - without,
    ).toBeLessThanOrEqual(10 + count / 50)
})

test('no history is said, and history that is not shown is a warning', async () => {
  const { run, sandbox } = await world([])
  const none = await run('plan -t Production --traffic 24h')
  expect(none.out).toContain("traffic of the last 24 h: the service has no messages, or doesn't keep them")
  const url = await startProxy(sandbox.url, ({ path }) =>
    path.includes('/messages') ? failure(402, 'Payment Required') : undefined,
  )
  const refused = await run('plan -t Production --traffic 24h', url)
  expect(refused.exit).toBe(0)
  expect(refused.out).not.toContain('traffic')
  expect(refused.err).toMatch(/warning {2}traffic-unread[^]*can't be read: /)
})
