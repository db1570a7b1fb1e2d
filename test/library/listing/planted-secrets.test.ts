// A secret of the manifests in what the service answers and in what the caller types: a label is in its place, in every format.
import { expect, test } from 'vitest'
import { eachLeaf, isList, isMap, mapOf, type Value } from '../../../src/core/value.ts'
import { virtualClock } from '../../../src/sandbox/index.ts'
import { formatsFor } from '../../../src/report/formats.ts'
import { activitySeed, incidentId } from '../../support/activity-seed.ts'
import { activityWorld, type ActivityWorld } from '../../support/activity-world.ts'
import { failure, forwarded, startProxy } from '../../support/cli-proxy.ts'
import { getCommands } from '../../support/get-commands.ts'
import { answering } from '../../support/trigger-replies.ts'
import { runProgram, type Said } from '../../support/cli.ts'

const secret = 'SG.very-secret-000111'
const pin = '8412907355'
const manifest = `integrations:
  - identifier: mailgun-old
    name: Mailgun
    providerId: mailgun
    channel: email
    active: true
    credentials: { apiKey: '\${env:LEAKED}', user: '\${env:PIN}' }
`
const body = { k: secret, n: Number(pin), deep: [{ [`key ${secret}`]: `in ${secret} a text` }] }
const json = JSON.stringify(body)
const suite = `targets: [Production]
workflow: welcome
cases:
  - { name: one, to: ada, payload: ${json}, expect: { sms: sent } }
`

const messageId = '6b0000050000000000000001'

function world(): Promise<ActivityWorld> {
  const files = { 'manifests/all.yaml': manifest, 'smoke/all.yaml': suite }
  return activityWorld(activitySeed, files, { clock: virtualClock() })
}

function run(
  { sandbox, folder, env }: ActivityWorld,
  args: readonly string[],
  url = sandbox.url,
): Promise<Said> {
  return runProgram([...args, '-t', 'Production'], {
    cwd: folder,
    env: { ...env, BELFRY_URL: url, LEAKED: secret, PIN: pin },
    pass: (milliseconds) => sandbox.clock.advance(milliseconds),
  })
}

function expectLabels({ out, err }: Said): void {
  expect(out + err).not.toContain('LeakError')
  for (const each of [secret, pin]) expect(out + err).not.toContain(each)
}

const trigger = ['trigger', 'welcome', '--to', 'ada']
const typed = [
  '--payload',
  json,
  '--overrides',
  json,
  '--context',
  `a=${secret}`,
  '--tenant',
  secret,
  '--actor',
  JSON.stringify({ subscriberId: 'ada', data: body }),
]
const rows = [
  ['trigger', [...trigger, '--payload', json]],
  ['trigger', [...trigger, '--payload', json, '--wait']],
  ['trigger', [...trigger, '--payload', json, '--expect', 'sms=sent']],
  ['trigger', [...trigger, '--transaction-id', secret, '--wait']],
  ['trigger', ['trigger', 'welcome', '--to', secret, '--create-recipients', '--wait']],
  ['trigger', ['trigger', 'welcome', '--to', secret]],
  ['trigger', ['trigger', secret, '--to', 'ada']],
  ['trigger', [...trigger, ...typed, '--dry-run']],
  ['trigger', ['trigger', secret, '--to', secret, '--transaction-id', secret, '--dry-run']],
  ['smoke', ['smoke', 'smoke/all.yaml']],
] as const
const cases = rows.flatMap(([command, args]) =>
  formatsFor('stdout', command).map((format) => [args.join(' '), format, args] as const),
)

test.each(cases)('%s --format %s', async (_words, format, args) => {
  const said = await run(await world(), [...args, '--format', format])
  expect(said.exit).not.toBe(1)
  expectLabels(said)
  // Without a wait, a text shows only the transaction ID.
  const isShown = format === 'json' && (args.length > 6 || [args[1], args[3]].includes(secret))
  expect(said.out.includes('(secret env:LEAKED)') || !isShown).toBe(true)
})

test.each(formatsFor('stdout', 'trigger'))('a service that repeats it in a refusal; %s', async (format) => {
  const all = await world()
  const refusing = await answering(all, failure(400, `payload.k is ${secret}`))
  const said = await run(all, [...trigger, '--format', format], refusing)
  expect(said.exit).toBe(3)
  expect(said.out + said.err).toContain('payload.k is (secret env:LEAKED)')
  expectLabels(said)
})

const reads = [
  ['events list', ['events', 'list']],
  ['events get', ['events', 'get', incidentId]],
  ['events get', ['events', 'get', incidentId, '--explain']],
  ['messages list', ['messages', 'list']],
  ['messages get', ['messages', 'get', messageId]],
  ...getCommands.map((command) => [command, command.split(' ')] as const),
  ['doctor', ['doctor']],
  ['audit', ['audit']],
  ['trigger', [...trigger, '--wait', '--timeout', '1']],
  ['smoke', ['smoke', 'smoke/all.yaml']],
] as const
const readings = reads.flatMap(([command, args]) =>
  formatsFor('stdout', command).map((format) => [args, format] as const),
)

/** What belfry looks up or compares: one at a time, so that the rest is still found. All others at once. */
const single = ['_id', 'identifier', 'name', 'subscriberId', 'transactionId', '_notificationId']

test('each field of each reply', async () => {
  const all = await world()
  const fields = new Set<string>()
  let planted: readonly string[] = []
  const url = await startProxy(all.sandbox.url, async (request) => {
    const { status, body: text } = await forwarded(all.sandbox.url, request)
    const reply = JSON.parse(text) as Value
    eachLeaf(reply, (leaf, path) => {
      const field = path.findLast((step) => typeof step === 'string')
      if (field !== undefined && typeof leaf === 'string') fields.add(field)
    })
    return { status, body: JSON.stringify(withSecretAt(reply, planted)) }
  })
  const leaks: string[] = []
  const runAll = async (): Promise<void> => {
    for (const [args, format] of readings) {
      const { out, err } = await run(all, [...args, '--format', format], url)
      if (/this is a bug|SG\.very/.test(out + err))
        leaks.push(`${planted.join(' ')}: ${args.join(' ')} ${format}`)
    }
  }
  await runAll()
  const others = [...fields].filter((field) => !single.includes(field))
  for (planted of [others, ...single.map((field) => [field])]) await runAll()
  expect(leaks).toEqual([])
}, 120_000)

/** The same with the secret in place of the texts of some fields. */
function withSecretAt(value: Value, fields: readonly string[], name = ''): Value {
  if (isList(value)) return value.map((each) => withSecretAt(each, fields, name))
  if (isMap(value))
    return mapOf(Object.entries(value).map(([key, each]) => [key, withSecretAt(each, fields, key)] as const))
  if (!fields.includes(name)) return value
  return typeof value === 'string' ? `was ${secret}` : typeof value === 'number' ? Number(pin) : value
}
