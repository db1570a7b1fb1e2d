// Green means equal: what could not be compared with exactly one resource of the service is no match, in any format.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { cliWorld, type CliWorld } from '../../support/cli-world.ts'

const twilio = `targets: [Production]
integrations: [{ identifier: twilio-sms, providerId: twilio, channel: sms }]
`
const hint =
  'Declare a different identifier, or delete all but one of these resources in the dashboard of the service.'

/** An identifier that two integrations of the service share. */
async function twins(more: Readonly<Record<string, string>> = {}): Promise<CliWorld> {
  const world = await cliWorld({ 'manifests/sms.yaml': twilio, ...more })
  world.sandbox.state.integrations.add({
    environment: 'Production',
    identifier: 'twilio-sms',
    name: 'Twilio again',
    providerId: 'twilio',
    channel: 'sms',
  })
  return world
}

function idsIn({ sandbox }: CliWorld): string {
  const all = sandbox.state.integrations.list('Production')
  return all.flatMap(({ identifier, _id }) => (identifier === 'twilio-sms' ? [_id] : [])).join(', ')
}

describe('an identity that is in the service twice', () => {
  test.each(['text', 'json', 'markdown', 'html'])('is no match in %s', async (format) => {
    const world = await twins()
    const said = await world.run(`plan -t Production --detailed-exitcode --format ${format}`)
    expect(said.exit).toBe(2)
    expect(said.out).not.toMatch(/no changes/i)
    const told = format === 'json' || format === 'html' ? said.out : said.out + said.err
    expect(told.replaceAll('&#39;', "'")).toContain(
      `integration twilio-sms is in the service 2 times (${idsIn(world)})`,
    )
    expect(told).toContain(hint)
  })

  test('is counted apart, and told with what to do', async () => {
    const world = await twins()
    const { out, err } = await world.run('plan -t Production')
    expect(out).toContain('Nothing to send. 3 unmanaged, 1 duplicated in the service.')
    expect(err).toBe(`manifests/sms.yaml:2:18  warning  duplicate
  integration twilio-sms is in the service 2 times (${idsIn(world)}); not compared, left unchanged (target Production)
  ${hint}
1 warning in 1 file. Nothing was written.
`)
  })

  test.each(['text', 'json', 'markdown', 'html'])(
    'ends an apply with nothing to send with 6 and why, in %s',
    async (format) => {
      const world = await twins()
      const { exit, out } = await world.run(`apply -t Production --yes --format ${format}`)
      expect(exit).toBe(6)
      expect(out).toContain(hint)
      expect(out).not.toMatch(/no changes|refused/i)
      expect(world.writes()).toEqual([])
    },
  )

  test('ends an apply with 6 and why, after everything else is done', async () => {
    const people = 'targets: [Production]\nsubscribers: [{ subscriberId: ops-oncall, lastName: Duty }]\n'
    const world = await twins({ 'manifests/people.yaml': people })
    const { exit, out } = await world.run('apply -t Production --yes')
    expect(exit).toBe(6)
    expect(world.writes()).toEqual(['PATCH /v2/subscribers/ops-oncall'])
    expect(out).toContain(`Not verified: integration twilio-sms is duplicated in the service. ${hint}\n`)
    expect(out).not.toContain('Verified: a new plan shows no changes')
  })

  test('ends an apply of a saved plan with 6 and why', async () => {
    const people = 'targets: [Production]\nsubscribers: [{ subscriberId: ops-oncall, lastName: Duty }]\n'
    const world = await twins({ 'manifests/people.yaml': people })
    expect((await world.run('plan -t Production --out plan.json')).exit).toBe(0)
    for (const writes of [['PATCH /v2/subscribers/ops-oncall'], []]) {
      world.sandbox.clearLog()
      const { exit, out, err } = await world.run('apply plan.json')
      expect({ exit, writes: world.writes() }).toEqual({ exit: 6, writes })
      expect(out + err).toContain(hint)
    }
    expect((await world.run('show plan.json')).out).toContain(
      'integration twilio-sms is in the service 2 times',
    )
  })

  test('fails a test of the JUnit report, and gives GitLab no counts', async () => {
    const world = await twins()
    await world.run('apply -t Production --yes --report junit=belfry.xml')
    const junit = readFileSync(join(world.folder, 'belfry.xml'), 'utf8')
    expect(junit).toContain('<failure message="1 resource is duplicated in the service"')
    await world.run('plan -t Production --report gitlab=gitlab.json')
    expect(readFileSync(join(world.folder, 'gitlab.json'), 'utf8')).toBe('{}\n')
  })
})

test('a resource in error is not counted under No changes', async () => {
  const world = await cliWorld({
    'manifests/sms.yaml': twilio.replace('twilio, channel', 'clicksend, channel'),
  })
  const { exit, out } = await world.run('plan -t Production')
  expect(exit).toBe(3)
  expect(out).toContain('Nothing to send. 3 unmanaged, 1 with an error.')
  const json = await world.run('plan -t Production --format json')
  expect(envelopeIn(json.out)).toMatchObject({
    plan: { counts: { unchanged: 0, inError: 1, duplicates: 0 } },
  })
})

test('what is verified names what was read for it', async () => {
  const world = await cliWorld({ 'manifests/sms.yaml': `${twilio.trim().slice(0, -2)}, name: Text } ]\n` })
  const { out } = await world.run('apply -t Production --yes')
  expect(out).toContain('Verified: a new plan shows no changes (2 reads).\n')
})
