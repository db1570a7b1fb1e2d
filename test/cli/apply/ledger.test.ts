// What the service doesn't show is sent where the ledger doesn't know that it was applied; what it dropped is not forced back.
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { createGate } from '../../support/cli-gate.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'
import { gitIn } from '../../../src/library/sides/git.ts'
import { beforeLedgerWrites } from '../../support/ledger-writes.ts'
import { commit, git, plainEnv } from '../../support/trees.ts'

const withLedger = `${project}unreadable: ledger\n`
const integrations = `integrations:
  - identifier: inbound
    name: Inbound
    providerId: nodemailer
    channel: email
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: '\${env:SIGNING_KEY}' }
`
const secret = 'canary-of-the-signing-key'
const env = { SIGNING_KEY: secret }

interface LedgerWorld extends CliWorld {
  readonly ledger: string
  readonly text: () => string
}

async function ledgerWorld(manifest = integrations): Promise<LedgerWorld> {
  const world = await cliWorld({ 'belfry.yaml': withLedger, 'manifests/all.yaml': manifest })
  const ledger = join(world.folder, '.belfry/ledger.json')
  return { ...world, ledger, text: () => readFileSync(ledger, 'utf8') }
}

test('what a create sent is known: nothing is sent again, and the ledger holds no secret', async () => {
  const { run, writes, text, folder } = await ledgerWorld()
  expect(await run('apply --yes', { env })).toMatchObject({ exit: 0 })
  expect(writes()).toEqual(['POST /v1/integrations', 'POST /v1/integrations'])
  expect(text()).not.toContain(secret)
  const masked = text().replaceAll(/"[\w-]{16}","[\w-]{43}"/g, '"KEY","FINGERPRINT"')
  expect(masked.replaceAll(/[0-9a-f]{24}/g, 'ID')).toBe(`{
  "formatVersion": 1,
  "entries": {
    "integration/ID/configurations": ["KEY","FINGERPRINT"],
    "integration/ID/configurations": ["KEY","FINGERPRINT"]
  }
}
`)
  const again = await run('plan --detailed-exitcode', { env })
  expect(again).toMatchObject({ exit: 0 })
  expect(again.out).toContain('No changes in what can be compared. 2 resources match')
  expect(again.out).not.toContain('unreadable: ledger')
  writeFileSync(join(folder, 'belfry.yaml'), withLedger.replace("_KEY}' }", "_KEY}', protected: true }"))
  const once = 'belfry plan --resend integration/inbound --out plan.json, then belfry apply plan.json'
  expect((await run('plan', { env })).out).toContain(`To send these fields once: ${once}\n`)
  expect(again.out).toContain(
    "2 resources have fields that can't be compared and are not sent: integration inbound (configurations) of Development; integration inbound (configurations) of Production",
  )
})

test('a ledger that is lost: what it knew is sent once more, as an ordinary change, and a plan never writes it', async () => {
  const { run, writes, ledger, text } = await ledgerWorld()
  await run('apply --yes', { env })
  const before = text()
  rmSync(ledger)
  const { exit, out } = await run('plan --detailed-exitcode', { env })
  expect(exit).toBe(2)
  expect(out).toContain('~ integration inbound')
  expect(out).toContain('2 to update')
  expect(existsSync(ledger)).toBe(false)
  expect(await run('apply --yes', { env })).toMatchObject({ exit: 0 })
  expect(writes()).toHaveLength(4)
  expect(text()).toBe(before)
  expect(await run('apply --yes', { env })).toMatchObject({ exit: 0 })
  expect(writes()).toHaveLength(4)
})

test('a saved plan of which others made the visible part still sends the hidden one, once', async () => {
  const credentials =
    "{ apiKey: '${env:SES}', secretKey: '${env:SES}', region: r, from: a@x.example, senderName: A }"
  const manifest = (name: string): string =>
    `integrations: [{ identifier: ses-eu, name: ${name}, providerId: ses, channel: email, targets: [Production], credentials: ${credentials} }]\n`
  const files = { 'belfry.yaml': withLedger, 'manifests/all.yaml': manifest('Old') }
  const { run, writes, sandbox, folder } = await cliWorld(files, {}, 'novu-2026-09')
  await run('apply --yes', { env: { SES: 'canary-one' } })
  writeFileSync(join(folder, 'manifests/all.yaml'), manifest('New'))
  const next = { env: { SES: 'canary-two' } }
  await run('plan --out plan.json', next)
  const { integrations: live } = sandbox.state
  live.edit('Production', 'ses-eu', { name: 'New' })
  expect(await run('apply plan.json', next)).toMatchObject({ exit: 0 })
  expect(live.get('Production', 'ses-eu')?.credentials).toMatchObject({ apiKey: 'canary-two' })
  expect((await run('apply plan.json', next)).out).toContain('is already done')
  expect(writes()).toHaveLength(2)
})

describe('a plan without secrets, approved and applied with a value that the ledger does not know', () => {
  const defer = 'plan -t Production --secrets=defer --out pr.json --detailed-exitcode'
  const rotated = { SIGNING_KEY: 'canary-of-the-next-key' }
  async function approvedWorld(): Promise<LedgerWorld> {
    const world = await ledgerWorld()
    await world.run('apply --yes', { env })
    return world
  }

  test('it does not say that nothing changes, and the secret is left, or sent if that is asked for', async () => {
    const { run, writes } = await approvedWorld()
    const { out } = await run(defer)
    expect(out).not.toContain('No changes.')
    expect(out).toContain('secrets of 1 integration not compared')
    const left = await run('apply -t Production --approved pr.json', { env: rotated })
    expect(left.err).toContain('secrets-left')
    expect(left.out).toContain('1 left unchanged')
    expect(left.out).not.toMatch(/no changes|matches/)
    expect(left.err).toContain('integration inbound of target Production (configurations')
    expect(writes()).toHaveLength(2)
    const sent = await run('apply -t Production --approved pr.json --approve-secrets integration/inbound', {
      env: rotated,
    })
    expect(sent).toMatchObject({ exit: 0 })
    expect(writes()).toHaveLength(3)
    expect((await run('plan -t Production --detailed-exitcode', { env: rotated })).exit).toBe(0)
  })

  test('resent in the plan, it is sent', async () => {
    const { run, writes } = await approvedWorld()
    await run(`${defer} --resend integration/inbound`)
    const { exit, err } = await run('apply -t Production --approved pr.json', { env: rotated })
    expect(exit).toBe(0)
    expect(err).toContain('not-compared')
    expect(writes()).toHaveLength(3)
  })

  test('with a new reference since the base, it is listed and sent', async () => {
    const { run, writes, folder } = await approvedWorld()
    git(folder, 'init', '--quiet', '--initial-branch=main')
    commit(folder, {}, 'base')
    writeFileSync(join(folder, 'manifests/all.yaml'), integrations.replace('SIGNING_KEY', 'SIGNING_KEY_TWO'))
    const { out } = await run(`${defer} --diff-base main`, { git: gitIn(plainEnv) })
    expect(out).toContain('Changed by this branch:\n~ integration inbound ')
    expect(out).toContain('inboundWebhookSigningKey (secret env:SIGNING_KEY_TWO)')
    const two = { SIGNING_KEY_TWO: 'canary-of-the-second-key' }
    expect(await run('apply -t Production --approved pr.json', { env: two })).toMatchObject({ exit: 0 })
    expect(writes()).toHaveLength(3)
  })

  test('a visible field beside it that is declared differently since is not sent', async () => {
    const { run, writes, folder } = await approvedWorld()
    await run(defer)
    writeFileSync(join(folder, 'manifests/all.yaml'), integrations.replace('true', 'false'))
    const { err } = await run(
      'apply -t Production --approved pr.json --approve-secrets integration/inbound',
      { env: rotated },
    )
    expect(err).toContain('not-in-approved-plan')
    expect(writes()).toHaveLength(2)
  })
})

/** Holds back the writes through this address until it is opened. */
async function holding({ sandbox }: LedgerWorld) {
  const arrival = createGate()
  const gate = createGate()
  const url = await startProxy(sandbox.url, async ({ method }) => {
    if (method === 'GET') return undefined
    arrival.open()
    await gate.opened
    return undefined
  })
  return { url, reached: arrival.opened, open: gate.open }
}

describe('two applies at once that send different values', () => {
  const values = ['canary-of-the-first-run', 'canary-of-the-second'] as const
  const shownIn = ({ sandbox }: LedgerWorld): unknown =>
    (
      sandbox.state.integrations.get('Production', 'inbound')?.configurations as
        Record<string, unknown> | undefined
    )?.['inboundWebhookSigningKey']

  test.each(['the first', 'the second'])(
    '%s ends last: no value passes for the one in the service',
    async (last) => {
      const world = await ledgerWorld()
      await world.run('apply --yes -t Production', { env })
      const held = [await holding(world), await holding(world)] as const
      const runs = values.map((value, index) =>
        world.run(`apply --yes -t Production --url ${held[index]?.url}`, { env: { SIGNING_KEY: value } }),
      )
      await Promise.all(held.map(({ reached }) => reached))
      const order = last === 'the first' ? ([1, 0] as const) : ([0, 1] as const)
      for (const index of order) {
        held[index].open()
        await runs[index]
      }
      expect(shownIn(world)).toBe(values[order[1]])
      for (const value of values) {
        const { exit } = await world.run('plan -t Production --detailed-exitcode', {
          env: { SIGNING_KEY: value },
        })
        expect([value, exit]).toEqual([value, 2])
      }
      // One apply alone is known again.
      await world.run('apply --yes -t Production', { env })
      expect((await world.run('plan -t Production --detailed-exitcode', { env })).exit).toBe(0)
    },
  )

  test('also where the one that wrote last is killed before it ends', async () => {
    const world = await ledgerWorld()
    await world.run('apply --yes -t Production', { env })
    const [arrival, gate, written] = [createGate(), createGate(), createGate()]
    let isWritten = false
    const url = await startProxy(world.sandbox.url, async ({ method }) => {
      if (method === 'GET' && !isWritten) return undefined
      isWritten = true
      arrival.open()
      await gate.opened
      if (method !== 'GET') return undefined
      written.open()
      return new Promise(() => undefined)
    })
    const killed = world.start('apply --yes -t Production', {
      env: { SIGNING_KEY: values[0], BELFRY_URL: url },
    })
    await arrival.opened
    await world.run('apply --yes -t Production', { env: { SIGNING_KEY: values[1] } })
    gate.open()
    await written.opened
    killed.kill('SIGKILL')
    await killed.ended
    expect(shownIn(world)).toBe(values[0])
    const { exit } = await world.run('plan -t Production --detailed-exitcode', {
      env: { SIGNING_KEY: values[1] },
    })
    expect(exit).toBe(2)
  })

  test.each([
    ['the ledger had no line of the field', true],
    ['the first one creates the resource', false],
  ])('also where %s, and the first to write is the last to end', async (_, exists) => {
    const world = await ledgerWorld()
    if (exists) {
      await world.run('apply --yes -t Production', { env })
      rmSync(world.ledger)
    }
    const arrival = createGate()
    const gate = createGate()
    let isWritten = false
    const url = await startProxy(world.sandbox.url, async ({ method }) => {
      isWritten ||= method !== 'GET'
      if (!isWritten || method !== 'GET') return undefined
      arrival.open()
      await gate.opened
      return undefined
    })
    const first = world.run(`apply --yes -t Production --url ${url}`, { env: { SIGNING_KEY: values[0] } })
    await arrival.opened
    await world.run('apply --yes -t Production', { env: { SIGNING_KEY: values[1] } })
    gate.open()
    await first
    expect(shownIn(world)).toBe(values[1])
    const { exit } = await world.run('plan -t Production --detailed-exitcode', {
      env: { SIGNING_KEY: values[0] },
    })
    expect(exit).toBe(2)
  })
})

describe('sent once more, and then known', () => {
  const moved: readonly (readonly [
    string,
    Readonly<Record<string, string>>,
    (world: LedgerWorld) => void,
  ])[] = [
    ['when the value moved', { SIGNING_KEY: 'canary-of-another-key' }, () => undefined],
    [
      'under another fingerprint key',
      { BELFRY_FINGERPRINT_KEY: 'a-long-key-of-a-pipeline' },
      () => undefined,
    ],
    [
      'when somebody made another one of that name',
      {},
      ({ sandbox }) => {
        for (const environment of ['Development', 'Production']) {
          sandbox.state.integrations.remove(environment, 'inbound')
          sandbox.state.integrations.add({
            environment,
            identifier: 'inbound',
            name: 'Inbound',
            providerId: 'nodemailer',
            channel: 'email',
          })
        }
      },
    ],
    ['when the ledger is damaged', {}, ({ ledger }) => writeFileSync(ledger, '<<<<<<< HEAD\n')],
  ]
  test.each(moved)('%s', async (_, more, move) => {
    const world = await ledgerWorld()
    const { run, sandbox } = world
    await run('apply --yes', { env })
    move(world)
    sandbox.clearLog()
    const changed = { env: { ...env, ...more } }
    expect(await run('apply --yes', changed)).toMatchObject({ exit: 0 })
    const sent = sandbox.log.filter(({ method }) => method !== 'GET').map(({ body }) => body)
    const configurations = {
      inboundWebhookEnabled: true,
      inboundWebhookSigningKey: changed.env.SIGNING_KEY,
    }
    expect(sent).toEqual([{ configurations }, { configurations }])
    expect((await run('plan --detailed-exitcode', changed)).exit).toBe(0)
  })
})

describe('what it knew is forgotten before something else is sent', () => {
  const other = { env: { SIGNING_KEY: 'canary-of-another-key' } }
  const shown = ({ sandbox }: LedgerWorld, environment: string): unknown =>
    sandbox.state.integrations.get(environment, 'inbound')?.configurations

  test('as a reply may be lost', async () => {
    const world = await ledgerWorld()
    await world.run('apply --yes', { env })
    world.sandbox.faults.set(['reset-after:updateIntegration'])
    expect(await world.run('apply --yes', other)).toMatchObject({ exit: 5 })
    world.sandbox.faults.set([])
    expect(await world.run('apply --yes', { env })).toMatchObject({ exit: 0 })
    expect(shown(world, 'Development')).toMatchObject({ inboundWebhookSigningKey: secret })
  })

  test('as a run may be killed', async () => {
    const world = await ledgerWorld()
    await world.run('apply --yes', { env })
    const held = createGate()
    let writes = 0
    const url = await startProxy(world.sandbox.url, async ({ method }) => {
      writes += method === 'GET' ? 0 : 1
      if (writes < 2) return undefined
      held.open()
      return new Promise(() => undefined)
    })
    const running = world.start('apply --yes', { env: { ...other.env, BELFRY_URL: url } })
    await held.opened
    running.kill('SIGKILL')
    await running.ended
    expect(shown(world, 'Development')).toMatchObject({ inboundWebhookSigningKey: other.env.SIGNING_KEY })
    // The killed run may still be writing, as far as this one knows.
    const next = await world.run('apply --yes', { env })
    expect(next.exit).toBe(6)
    expect(next.out).not.toContain('Verified:')
    expect(next.out).toContain(
      "Not verified: 2 fields that the service doesn't return may also have been sent",
    )
    expect(shown(world, 'Development')).toMatchObject({ inboundWebhookSigningKey: secret })
    expect((await world.run('plan --detailed-exitcode', { env })).exit).toBe(2)
    expect((await world.run('apply --yes', { env })).exit).toBe(0)
    expect((await world.run('plan --detailed-exitcode', { env })).exit).toBe(0)
  })
})

test('a lock that stays is waited for before the changes, and not again after them', async () => {
  const { run, writes, ledger, folder } = await ledgerWorld()
  mkdirSync(join(folder, '.belfry'))
  writeFileSync(`${ledger}.lock`, '')
  // Another run takes it again and again: it doesn't grow old.
  const began = Date.now()
  let time = began
  vi.spyOn(Date, 'now').mockImplementation(() => {
    time += 500
    utimesSync(`${ledger}.lock`, time / 1000, time / 1000)
    return time
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const { exit, out, err } = await run('apply --yes', { env })
  expect(exit).toBe(5)
  const said = `${out}${err}`
  expect(said).toContain("belfry can't save the ledger: another run has locked ledger.json.lock")
  expect(said).not.toContain('could not be saved')
  expect([said.includes(folder), writes()]).toEqual([false, []])
  expect(time - began).toBeLessThan(19_000)
})

test('a ledger that cannot be written is found before the first write', async () => {
  const world = await ledgerWorld()
  const open = ledgerClosed()
  const { exit, out, err } = await world.run('apply --yes', { env })
  open()
  expect([exit, world.writes()]).toEqual([3, []])
  expect(out + err).toContain("error  bad-ledger\n  .belfry/ledger.json can't be written: ")
  expect(err).toContain('Make .belfry a folder that belfry can write to.')
  expect(err).toContain('Nothing was written.')
  expect(await world.run('apply --yes', { env })).toMatchObject({ exit: 0 })
  ledgerClosed()
  const idle = await world.run('apply --yes', { env })
  expect(idle).toMatchObject({ exit: 0 })
})

test('a ledger that can not be written after the last write: the next apply sends the fields again, so nothing is verified', async () => {
  const { run } = await ledgerWorld()
  ledgerClosed(3)
  const { exit, out, err } = await run('apply --yes', { env })
  expect(exit).toBe(6)
  expect(out).toContain("Not verified: .belfry/ledger.json can't be saved: ")
  expect(out).not.toContain('Verified:')
  expect(err).toContain("The next apply resends the fields that the service doesn't return.")
  expect((await run('plan --detailed-exitcode', { env })).exit).toBe(2)
})

/** The system lets the ledger be written only so often, until the result is called. Root could write to any folder. */
function ledgerClosed(left = 0): () => void {
  return beforeLedgerWrites((count) => {
    if (count > left) throw Object.assign(new Error('not permitted'), { code: 'EACCES' })
  })
}

test('a target that is applied alone keeps what the ledger knows of the others', async () => {
  const { run, text } = await ledgerWorld()
  await run('apply --yes', { env })
  const before = text().split('\n')
  await run('apply --yes -t Development', { env: { SIGNING_KEY: 'canary-of-another-key' } })
  const after = text().split('\n')
  expect([after.length, after.filter((line) => !before.includes(line)).length]).toEqual([before.length, 1])
})

test('fields of an environment too', async () => {
  const { run, writes } = await ledgerWorld('environments: [{ name: Production, color: "#ff8800" }]\n')
  expect(await run('apply --yes')).toMatchObject({ exit: 0 })
  expect(writes()).toHaveLength(1)
  expect((await run('plan --detailed-exitcode')).exit).toBe(0)
})

describe('what was applied before does not count as what was applied last', () => {
  test('after a change under another name', async () => {
    const { folder, run, sandbox } = await ledgerWorld()
    const credentials = "{ apiKey: '${env:SES}', from: a@x.example, senderName: A }"
    const apply = async (SES: string, names: string): Promise<void> => {
      const entry = `{ ${names}, name: A, providerId: sendgrid, channel: email, targets: [Production], configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: '\${env:SES}' }, credentials: ${credentials} }`
      writeFileSync(join(folder, 'manifests/all.yaml'), `integrations: [${entry}]\n`)
      expect(await run('apply --yes', { env: { SES } })).toMatchObject({ exit: 0 })
    }
    await apply('canary-one', 'identifier: a')
    await apply('canary-one', 'identifier: b, previously: a')
    await apply('canary-two', 'identifier: b')
    await apply('canary-one', 'identifier: a, previously: b')
    const { configurations } = sandbox.state.integrations.get('Production', 'a') ?? {}
    expect(configurations).toMatchObject({ inboundWebhookSigningKey: 'canary-one' })
  })

  test('after a change with the key of another target', async () => {
    const { folder, run, sandbox } = await ledgerWorld()
    const oneKey = { BELFRY_FINGERPRINT_KEY: 'a-long-key-of-a-pipeline' }
    const alone = withLedger.replace(/^ {2}Production:.*\n/m, '')
    expect(alone).not.toContain('Production')
    const apply = async (projectFile: string, color: string): Promise<void> => {
      writeFileSync(join(folder, 'belfry.yaml'), projectFile)
      writeFileSync(
        join(folder, 'manifests/all.yaml'),
        `environments: [{ name: Production, color: '${color}' }]\n`,
      )
      expect(await run('apply --yes', { env: oneKey })).toMatchObject({ exit: 0 })
    }
    await apply(alone, '#aaaaaa')
    await apply(withLedger, '#bbbbbb')
    await apply(alone, '#aaaaaa')
    expect(sandbox.state.environments.get('Production')).toMatchObject({ color: '#aaaaaa' })
  })
})

test('of a newer belfry: refused, and left alone', async () => {
  const { run, ledger, text, writes } = await ledgerWorld()
  await run('apply --yes', { env })
  writeFileSync(ledger, '{"formatVersion":2}')
  const { exit, err } = await run('apply --yes', { env: { SIGNING_KEY: 'canary-of-another-key' } })
  expect(exit).toBe(3)
  expect(err).toContain('was written by a newer version of belfry')
  expect(text()).toBe('{"formatVersion":2}')
  expect(writes()).toHaveLength(2)
})

test('two applies at the same time lose nothing of each other', async () => {
  const { run, text } = await ledgerWorld()
  const ended = await Promise.all(
    ['Development', 'Production'].map((target) => run(`apply --yes -t ${target}`, { env })),
  )
  expect(ended.map(({ exit }) => exit)).toEqual([0, 0])
  expect(Object.keys((JSON.parse(text()) as { entries: object }).entries)).toHaveLength(2)
})

describe('a device token that the service dropped', () => {
  const people = (lastName: string): string => `targets: [Production]
subscribers:
  - subscriberId: user-0007
    lastName: ${lastName}
    channels:
      - providerId: fcm
        integrationIdentifier: fcm-push
        credentials: { deviceTokens: ['\${env:ONE}', '\${env:TWO}'] }
`
  const tokens = { env: { ONE: 'token-one-of-a-phone', TWO: 'token-two-of-a-phone' } }

  async function pruned(
    deviceTokens: readonly string[] = ['token-of-the-app', tokens.env.TWO],
  ): Promise<LedgerWorld & { readonly live: () => readonly string[] }> {
    const world = await ledgerWorld(people('Duty'))
    const { subscribers } = world.sandbox.state
    expect(await world.run('apply --yes', tokens)).toMatchObject({ exit: 0 })
    const channels = subscribers.get('Production', 'user-0007')?.channels ?? []
    const dropping = channels.map((channel) => ({
      ...channel,
      credentials: { ...channel.credentials, deviceTokens: [...deviceTokens] },
    }))
    subscribers.edit('Production', 'user-0007', { channels: dropping })
    world.sandbox.clearLog()
    return {
      ...world,
      live: () =>
        (subscribers.get('Production', 'user-0007')?.channels ?? []).flatMap(
          ({ credentials }) => credentials?.deviceTokens ?? [],
        ),
    }
  }

  test('is listed and not sent', async () => {
    const { run, writes } = await pruned()
    const { exit, out } = await run('plan --detailed-exitcode', tokens)
    expect(exit).toBe(0)
    expect(out).toContain(
      '! subscriber user-0007: the service dropped 1 entry of channels.fcm@fcm-push.deviceTokens that was applied before; belfry sends the entry again only with --resend subscriber/user-0007',
    )
    const json = await run('plan --format json', tokens)
    expect(envelopeIn(json.out)).toMatchObject({
      plan: { sections: [{}, { pruned: [{ name: 'user-0007', count: 1 }] }] },
    })
    expect(`${out}${json.out}`).not.toContain('of-a-phone')
    expect(await run('apply --yes', tokens)).toMatchObject({ exit: 0 })
    expect(writes()).toEqual([])
  })

  test('is no change of a plan that knows its name only', async () => {
    const { run, writes } = await pruned([])
    const { out } = await run('plan --secrets=defer --out plan.json')
    expect(out).toContain('\nNothing to send. Secrets of 1 subscriber not compared.')
    expect(out).toContain('subscriber user-0007 (channels.fcm@fcm-push.deviceTokens)')
    expect(await run('apply --approved plan.json --yes', tokens)).toMatchObject({ exit: 0 })
    expect(writes()).toEqual([])
  })

  test('is listed in a saved plan, too', async () => {
    const { run, folder } = await pruned()
    writeFileSync(join(folder, 'manifests/all.yaml'), people('Night'))
    expect(await run('plan --out plan.json', tokens)).toMatchObject({ exit: 0 })
    expect((await run('show plan.json')).out).toContain('! subscriber user-0007: the service dropped 1 entry')
    const json = envelopeIn((await run('show plan.json --format json')).out)
    expect(json).toMatchObject({ saved: { plan: { sections: [{}, { pruned: [{ count: 1 }] }] } } })
  })

  test('is sent when it is asked for', async () => {
    const { run, live } = await pruned()
    expect(await run('apply --yes --resend subscriber/user-0007', tokens)).toMatchObject({ exit: 0 })
    expect([...live()].sort()).toEqual(['token-of-the-app', tokens.env.ONE, tokens.env.TWO].sort())
  })

  test('does not come back with a new one', async () => {
    const { run, live, folder } = await pruned()
    const another = people('Duty').replace("'${env:TWO}'", "'${env:TWO}', '${env:THREE}'")
    writeFileSync(join(folder, 'manifests/all.yaml'), another)
    const more = { env: { ...tokens.env, THREE: 'token-three-of-a-phone' } }
    expect(await run('apply --yes', more)).toMatchObject({ exit: 0 })
    expect([...live()].sort()).toEqual(['token-of-the-app', 'token-three-of-a-phone', tokens.env.TWO].sort())
    expect((await run('plan --detailed-exitcode', more)).exit).toBe(0)
  })
})
