// belfry messages: filters as they are sent, lists as they are printed, and one message that is looked for in the list.
import { describe, expect, test } from 'vitest'
import { activitySeed, secrets } from '../../support/activity-seed.ts'
import { activityWorld } from '../../support/activity-world.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'

const email = '0000000000000000000000a1'
const chat = '0000000000000000000000b1'
const push = '0000000000000000000000b2'

function idsIn(text: string): unknown[] {
  const { data } = envelopeIn(text) as unknown as { data: { _id: unknown }[] }
  return data.map(({ _id: id }) => id)
}

describe('messages list', () => {
  test('as a table', async () => {
    const { run } = await activityWorld(activitySeed)
    expect(await run(['messages', 'list'])).toEqual({
      exit: 0,
      out: `CREATED               MESSAGE                   CHANNEL  STATUS  PROVIDER  RECIPIENT  SUBJECT OR CONTENT             TRANSACTION
2026-01-06 03:12:02Z  ${push}  push     sent    fcm       ops        Incident 42                    txn-incident
2026-01-06 03:12:01Z  ${chat}  chat     error   slack     ops        Incident 42 Something is down  txn-incident
2026-01-05 09:00:01Z  ${email}  email    sent    mailgun   ada        Welcome to Acme                txn-welcome
`,
      err: '',
    })
  })

  test('as JSON and NDJSON, with the names of the service', async () => {
    const { run } = await activityWorld(activitySeed)
    const json = await run(['messages', 'list', '--format', 'json', '--limit', '1'])
    expect(envelopeIn(json.out)).toMatchObject({
      command: 'messages list',
      target: 'Production',
      hasMore: true,
      pageSize: 1,
      data: [
        { _id: push, channel: 'push', deviceTokens: ['(secret live)'], payload: { code: '(secret live)' } },
      ],
    })
    const lines = (await run(['messages', 'list', '--format', 'ndjson'])).out.split('\n').slice(0, -1)
    expect(lines.map((line) => (JSON.parse(line) as { _id: string })._id)).toEqual([push, chat, email])
  })

  test('every filter is sent', async () => {
    const { run, sent } = await activityWorld(activitySeed)
    const { exit } = await run([
      'messages', 'list', '--channel', 'email', '--subscriber', 'ada', '--transaction-id', 'txn-welcome', '--transaction-id', 'x',
      '--context-key', 'tenant:acme', '--page', '1', '--limit', '200',
    ]) // prettier-ignore
    expect(exit).toBe(0)
    expect(sent()).toEqual([
      'GET /v1/messages?channel=email&subscriberId=ada&transactionId=txn-welcome&transactionId=x&contextKeys=tenant%3Aacme&page=1&limit=200',
    ])
  })

  test.each([
    [['--channel', 'chat'], [chat]],
    [['--subscriber', 'ada'], [email]],
    [
      ['--transaction-id', 'txn-incident'],
      [push, chat],
    ],
    [
      ['--transaction-id', 'txn-incident', '--transaction-id', 'txn-welcome'],
      [push, chat, email],
    ],
    [['--context-key', 'tenant:acme'], [email]],
    [
      ['--context-key', ''],
      [push, chat],
    ],
    [
      ['--all', '--limit', '2'],
      [push, chat, email],
    ],
    [
      ['--all', '--max', '2'],
      [push, chat],
    ],
  ])('%j finds', async (flags, ids) => {
    const { run } = await activityWorld(activitySeed)
    expect(idsIn((await run(['messages', 'list', '--format', 'json', ...flags])).out)).toEqual(ids)
  })

  test('a subscriber that the service does not know', async () => {
    const { run, sandbox } = await activityWorld(activitySeed)
    const url = await startProxy(sandbox.url, () => failure(404, 'Subscriber not found'))
    expect(await run(['messages', 'list', '--subscriber', 'adda'], url)).toEqual({
      exit: 3,
      out: '',
      err: `error  unknown-subscriber
  the environment has no subscriber adda (target Production)
  Check --subscriber: the value must be the exact subscriber ID that your application uses.
1 error. Nothing is shown.
More about a rule: belfry explain unknown-subscriber
`,
    })
  })

  test('nothing found, and flags that are wrong', async () => {
    const { run, sent } = await activityWorld(activitySeed)
    expect((await run(['messages', 'list', '--transaction-id', 'none'])).out).toBe('No messages match.\n')
    expect(sent()).toHaveLength(1)
    const { exit, err } = await run(['messages', 'list', '--limit', '0', '--transaction-id', ''])
    expect(exit).toBe(3)
    expect(err).toContain('--transaction-id is empty')
    expect(err).toContain('--limit 0 is not a whole number of at least 1')
    expect(sent()).toHaveLength(1)
  })
})

describe('messages get', () => {
  test('an email', async () => {
    const { run } = await activityWorld(activitySeed)
    expect(await run(['messages', 'get', email])).toEqual({
      exit: 0,
      out: `Message ${email}  email  sent
  recipient    ada
  sent to      ada@acme.example
  provider     mailgun
  workflow     welcome
  event        00000000000000000000000a
  transaction  txn-welcome
  created      2026-01-05T09:00:01.000Z
  context      tenant:acme
  subject      Welcome to Acme

  Good to have you.
  Start  https://acme.example/start
`,
      err: 'Searched 3 messages.\n',
    })
  })

  test('a chat message that failed', async () => {
    const { run } = await activityWorld(activitySeed)
    expect((await run(['messages', 'get', chat])).out).toBe(`Message ${chat}  chat  error
  error        provider_error: no answer from (secret in the service)
  recipient    ops
  sent to      (secret in the service)
  provider     slack
  workflow     incident
  event        00000000000000000000000b
  transaction  txn-incident
  created      2026-01-06T03:12:01.000Z
  overrides    slack { webhookUrl (secret in the service) }

  Incident 42
  Something is down
`)
  })

  test('a push message', async () => {
    const { run } = await activityWorld(activitySeed)
    const { out, err } = await run(['messages', 'get', push])
    expect(out).toContain('\n  sent to      1 device token (secret in the service)\n')
    expect(err).toBe('Searched 1 message.\n')
  })

  test('as JSON', async () => {
    const { run } = await activityWorld(activitySeed)
    const { out, err } = await run(['messages', 'get', chat, '--format', 'json'])
    expect(err).toBe('')
    expect(envelopeIn(out)).toMatchObject({
      command: 'messages get',
      target: 'Production',
      searched: 2,
      message: { _id: chat, directWebhookUrl: '(secret live)', status: 'error' },
    })
  })

  test('filters make the walk shorter', async () => {
    const { run, sent } = await activityWorld(activitySeed)
    const { err } = await run(['messages', 'get', email, '--subscriber', 'ada', '--channel', 'email'])
    expect(err).toBe('Searched 1 message.\n')
    expect(sent()).toEqual(['GET /v1/messages?limit=100&channel=email&subscriberId=ada&page=0'])
  })

  test('not found', async () => {
    const { run } = await activityWorld(activitySeed)
    expect(await run(['messages', 'get', 'nope'])).toEqual({
      exit: 3,
      out: '',
      err: `error  unknown-message
  message nope was not found in 3 messages (all that match) (target Production)
  To list message IDs, run belfry messages list -t Production. The organisation's plan limits how long the service keeps messages.
1 error. Nothing is shown.
More about a rule: belfry explain unknown-message
`,
    })
    const json = await run(['messages', 'get', 'nope', '--format', 'json'])
    expect(envelopeIn(json.out)).toMatchObject({
      exit: 3,
      searched: 3,
      problems: [{ rule: 'unknown-message' }],
    })
  })

  test('not found as far as it may look', async () => {
    const { run } = await activityWorld(activitySeed)
    expect((await run(['messages', 'get', email, '--max', '2'])).err).toBe(`error  unknown-message
  message ${email} was not found in the newest 2 messages, back to 2026-01-06T03:12:01.000Z (target Production)
  Narrow the search with --transaction-id, --subscriber or --channel, or search more messages with --max.
1 error. Nothing is shown.
More about a rule: belfry explain unknown-message
`)
  })

  test('a subscriber that is not there, and a service that fails on the way', async () => {
    const { run, sandbox } = await activityWorld(activitySeed)
    const unknown = await startProxy(sandbox.url, () => failure(404, 'no'))
    const first = await run(['messages', 'get', 'x', '--subscriber', 'adda'], unknown)
    expect(first.exit).toBe(3)
    expect(first.err).toContain('the environment has no subscriber adda')
    const broken = await startProxy(sandbox.url, () => failure(402, 'no'))
    expect((await run(['messages', 'get', 'x'], broken)).exit).toBe(1)
  })
})

describe('what comes from the service', () => {
  test('can not act on a terminal, whatever its shape', async () => {
    const { run, sandbox } = await activityWorld(activitySeed)
    const evil = '\u001B[2J\u202Ex\r\nForged'
    const odd = [null, 1, [], {}, [null], evil]
    const fields = [
      'channel', 'status', 'providerId', 'subscriber', 'template', 'content', 'email', 'deviceTokens', 'directWebhookUrl', 'cta',
      'payload', 'deliveredAt', 'contextKeys', 'errorText', 'createdAt', 'subject', 'title',
    ] // prettier-ignore
    const data = odd.map((value, index) => ({
      _id: `m${index}`,
      ...Object.fromEntries(fields.map((field) => [field, value])),
    }))
    const body = JSON.stringify({ data, hasMore: false })
    const url = await startProxy(sandbox.url, () => ({ status: 200, body }))
    const list = await run(['messages', 'list'], url)
    expect(list.exit).toBe(0)
    for (const args of [['list'], ...data.map(({ _id: id }) => ['get', id])]) {
      const { exit, out, err } = await run(['messages', ...args], url)
      expect(exit).toBe(0)
      expect(`${out}${err}`).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
      expect(`${out}${err}`).not.toMatch(/^Forged/m)
    }
  })
})

test('no secret in any format', async () => {
  const { run } = await activityWorld(activitySeed)
  for (const args of [['list'], ['list', '--all'], ['get', email], ['get', chat], ['get', push]])
    for (const format of args[0] === 'list' ? ['text', 'json', 'ndjson'] : ['text', 'json']) {
      const { exit, out, err } = await run(['messages', ...args, '--format', format])
      expect(exit).toBe(0)
      for (const secret of Object.values(secrets)) expect(`${out}${err}`).not.toContain(secret)
    }
})
