// belfry events: filters as they are sent, lists as they are printed, and the timeline of one event.
import { describe, expect, test } from 'vitest'
import { activitySeed, incidentId, secrets, welcomeId } from '../../support/activity-seed.ts'
import { activityWorld, type ActivityWorld } from '../../support/activity-world.ts'
import { listText } from '../../../src/report/text/list-text.ts'
import { plain } from '../../../src/report/text/style.ts'
import { runProgram } from '../../support/cli.ts'
import { belfry } from '../../support/cli-process.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'

interface ListEnvelope {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly hasMore: boolean
}

function listIn(text: string): ListEnvelope {
  return envelopeIn(text) as unknown as ListEnvelope
}

/** `count` events, the newest first: e4, e3, … */
function many(count: number) {
  const [, first] = activitySeed.notifications ?? []
  const notifications = Array.from({ length: count }, (_, index) => ({
    ...(first as NonNullable<typeof first>),
    _id: index.toString(16).padStart(24, '0'),
    transactionId: `t-${index}`,
    createdAt: new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1000).toISOString(),
  }))
  return { ...activitySeed, messages: [], notifications }
}

/** Every list of events answered so. */
function answering({ sandbox }: ActivityWorld, data: readonly object[], more: object = {}): Promise<string> {
  const body = JSON.stringify({ data, hasMore: false, page: 0, pageSize: 10, ...more })
  return startProxy(sandbox.url, () => ({ status: 200, body }))
}

describe('events list', () => {
  test('as a table', async () => {
    const { run } = await activityWorld(activitySeed)
    expect(await run(['events', 'list'])).toEqual({
      exit: 0,
      out: `CREATED               EVENT                     WORKFLOW  RECIPIENT  STEPS                  TRANSACTION   CHANNELS
2026-01-06 03:12:00Z  ${incidentId}  incident  ops        1 failed, 1 completed  txn-incident  chat, push
2026-01-05 09:00:00Z  ${welcomeId}  welcome   ada        1 completed            txn-welcome   email
`,
      err: '',
    })
  })

  test('wider, if the terminal is', () => {
    const events = [
      { _id: 'e1', transactionId: 't1', channels: ['email', 'sms'], _subscriberId: 's1', jobs: [] },
    ]
    expect(listText('events list', events, { ...plain, terminal: true, columns: 140 })).toBe(
      'CREATED  EVENT  WORKFLOW  RECIPIENT  STEPS     TRANSACTION  CHANNELS\n         e1               s1         none yet  t1           email, sms\n',
    )
  })

  test('counts that are none in the reply come from what was asked', async () => {
    const world = await activityWorld(activitySeed)
    const url = await answering(world, [], { page: { data: 0 }, pageSize: 'ten', hasMore: 'no' })
    const args = ['events', 'list', '--page', '2', '--limit', '5', '--format', 'json']
    const { exit, out } = await world.run(args, url)
    expect({ exit, list: listIn(out) }).toMatchObject({
      exit: 0,
      list: { page: 2, pageSize: 5, hasMore: false },
    })
  })

  test('as JSON, with the names of the service', async () => {
    const { run } = await activityWorld(activitySeed)
    const { exit, out, err } = await run(['events', 'list', '--limit', '1', '--format', 'json'])
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(envelopeIn(out)).toMatchObject({
      command: 'events list',
      exit: 0,
      target: 'Production',
      page: 0,
      pageSize: 1,
      hasMore: true,
      data: [{ _id: incidentId, transactionId: 'txn-incident', jobs: [{ type: 'chat' }, { type: 'push' }] }],
    })
  })

  test('as NDJSON, an event a line', async () => {
    const { run } = await activityWorld(activitySeed)
    const { out, err } = await run(['events', 'list', '--format', 'ndjson'])
    const ids = out
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { _id: string })._id)
    expect({ ids, err }).toEqual({ ids: [incidentId, welcomeId], err: '' })
  })

  test('every filter is sent', async () => {
    const { run, sent } = await activityWorld(activitySeed)
    const { exit } = await run([
      'events', 'list', '--channel', 'email', '--channel', 'sms', '--template', 't1', '--template', 't2', '--email', 'a+b@acme.example',
      '--subscriber', 'auth0|x', '--search', 'ada', '--transaction-id', 'x y', '--topic', 'orders', '--after', '2026-01-01',
      '--before', '2026-02-01T00:00:00+01:00', '--page', '2', '--limit', '50',
    ]) // prettier-ignore
    expect(exit).toBe(0)
    expect(sent()).toEqual([
      'GET /v1/notifications?channels=email&channels=sms&templates=t1&templates=t2&emails=a%2Bb%40acme.example' +
        '&subscriberIds=auth0%7Cx&search=ada&transactionId=x+y&topicKey=orders&after=2026-01-01' +
        '&before=2026-02-01T00%3A00%3A00%2B01%3A00&page=2&limit=50',
    ])
  })

  test.each([
    [['--channel', 'push'], [incidentId]],
    [['--subscriber', 'ada'], [welcomeId]],
    [
      ['--email', 'ops@acme.example', '--subscriber', 'ada'],
      [incidentId, welcomeId],
    ],
    [['--transaction-id', 'txn-welcome'], [welcomeId]],
    [['--topic', 'operations'], [incidentId]],
    [['--search', 'ada@'], [welcomeId]],
    [['--after', '2026-01-06T00:00:00Z'], [incidentId]],
    [['--before', '2026-01-06T00:00:00Z'], [welcomeId]],
    [['--template', 'no-such-template'], []],
  ])('%j finds', async (flags, ids) => {
    const { run } = await activityWorld(activitySeed)
    const { out } = await run(['events', 'list', '--format', 'json', ...flags])
    expect(listIn(out).data.map(({ _id: id }) => id)).toEqual(ids)
  })

  test('nothing found', async () => {
    const { run } = await activityWorld(activitySeed)
    expect(await run(['events', 'list', '--topic', 'none'])).toEqual({
      exit: 0,
      out: 'No events match. A trigger without a recipient in the service makes no event.\n',
      err: '',
    })
  })

  test('says that there are more', async () => {
    const { run } = await activityWorld(activitySeed)
    const first = await run(['events', 'list', '--limit', '1'])
    expect(first.err).toBe(
      'There are more events. All of them: --all, without --page.\nNext page: --page 1\n',
    )
    const second = await run(['events', 'list', '--limit', '1', '--page', '1'])
    expect({ lines: second.out.split('\n').length, err: second.err }).toEqual({ lines: 3, err: '' })
    const third = await run(['events', 'list', '--limit', '1', '--page', '2'])
    expect(third).toEqual({ exit: 0, out: 'No events on page 2. The first page is page 0.\n', err: '' })
  })

  test('--all walks every page', async () => {
    const { run, sent } = await activityWorld(many(120))
    const { out, err } = await run(['events', 'list', '--all', '--format', 'ndjson'])
    expect({ lines: out.split('\n').length - 1, err }).toEqual({ lines: 120, err: '' })
    expect(sent()).toEqual([0, 1, 2].map((page) => `GET /v1/notifications?limit=50&page=${page}`))
  })

  test('--all with --page is refused, because pages have another size then', async () => {
    const { run, sent } = await activityWorld(many(12))
    const { exit, err } = await run(['events', 'list', '--all', '--page', '1'])
    expect(exit).toBe(3)
    expect(err).toContain("--page and --all can't be used together")
    expect(sent()).toEqual([])
  })

  test('--max ends it, and says so', async () => {
    const { run, sent } = await activityWorld(many(12))
    const args = ['events', 'list', '--all', '--limit', '5', '--max', '5']
    const { out, err } = await run([...args, '--format', 'ndjson'])
    expect({ lines: out.split('\n').length - 1, err }).toEqual({
      lines: 5,
      err: 'The list ends after 5 events, but there are more events. Raise --max to list more.\n',
    })
    expect(sent()).toHaveLength(2)
    const json = await run([...args, '--format', 'json'])
    expect(listIn(json.out)).toMatchObject({ hasMore: true })
    const whole = await run(['events', 'list', '--all', '--max', '12', '--format', 'json'])
    expect(listIn(whole.out)).toMatchObject({ hasMore: false })
    expect(listIn(whole.out)).not.toHaveProperty('pageSize')
  })

  test('what goes wrong on the way leaves NDJSON whole, and exits with 1', async () => {
    const { run, sandbox } = await activityWorld(many(60))
    const url = await startProxy(sandbox.url, ({ path }) =>
      path.includes('page=1') ? failure(402, 'too old') : undefined,
    )
    const { exit, out, err } = await run(['events', 'list', '--all', '--format', 'ndjson'], url)
    expect({ exit, lines: out.split('\n').length - 1 }).toEqual({ exit: 1, lines: 50 })
    expect(err).toContain('listEvents was refused with status 402: too old (target Production)')
    expect(err).toContain('1 error. The list is incomplete.')
    const page = await run(['events', 'list', '--page', '1', '--format', 'ndjson'], url)
    expect({ out: page.out, isNothing: page.err.includes('1 error. Nothing is shown.') }).toEqual({
      out: '',
      isNothing: true,
    })
    const json = await run(['events', 'list', '--all', '--format', 'json'], url)
    expect(envelopeIn(json.out)).toMatchObject({ exit: 1, problems: [{ rule: 'service-refused' }] })
  })

  test('a filter that the service refuses is a flag of ours', async () => {
    const { run, sandbox } = await activityWorld(activitySeed)
    const url = await startProxy(sandbox.url, () => failure(422, 'templates must be a mongodb id'))
    const { exit, err } = await run(['events', 'list', '--template', 'welcome'], url)
    expect(exit).toBe(3)
    expect(err).toContain(
      'templates must be a mongodb id (target Production)\n  The service rejected the value of an option.',
    )
  })

  test('what is wrong with the flags, at once, and nothing sent', async () => {
    const { run, sent } = await activityWorld(activitySeed)
    expect(
      await run([
        'events', 'list', '--subscriber', '', '--after', 'yesterday', '--page', '-1', '--limit', '51', '--max', '0',
      ]), // prettier-ignore
    ).toEqual({
      exit: 3,
      out: '',
      err: `error  bad-flag
  --subscriber is empty
  Remove the option, or check the environment variable that the value comes from.
error  bad-flag
  --after yesterday is not a valid time
  Write ISO 8601, such as 2026-01-31T09:00:00Z.
error  bad-flag
  --page -1 is not a whole number of at least 0
error  bad-flag
  --limit 51 is not a whole number from 1 to 50
error  bad-flag
  --max 0 is not a whole number of at least 1
error  bad-flag
  --max works only with --all or --follow
  Add --all or --follow, or remove --max.
6 errors. Nothing was sent.
More about a rule: belfry explain bad-flag
`,
    })
    const { err } = await run(['events', 'list', '--after', '2026-02-01', '--before', '2026-01-01'])
    expect(err).toContain('--after 2026-02-01 is not earlier than --before 2026-01-01')
    expect(sent()).toEqual([])
  })

  test('an unknown channel is sent all the same, with a warning', async () => {
    const { run, sent } = await activityWorld(activitySeed)
    const { exit, out, err } = await run(['events', 'list', '--channel', 'fax'])
    expect({ exit, out }).toEqual({
      exit: 0,
      out: 'No events match. A trigger without a recipient in the service makes no event.\n',
    })
    expect(err).toContain('warning  unknown-channel')
    expect(sent()).toEqual(['GET /v1/notifications?channels=fax'])
  })
})

describe('events get', () => {
  test('is a timeline', async () => {
    const { run } = await activityWorld(activitySeed)
    expect(await run(['events', 'get', incidentId])).toEqual({
      exit: 0,
      out: `Event ${incidentId}  Incident (incident)
  recipient    ops, ops@acme.example
  transaction  txn-incident
  created      2026-01-06T03:12:00.000Z
  severity     high
  topics       operations

chat  failed     slack (guess)
  x +1.0 s  Failed   POST (secret in the service) was refused
                     {"webhookUrl":"(secret in the service)","code":404}
push  completed  fcm (guess)
    +0.5 s  Success  Message sent

2 steps: 1 failed, 1 completed.
  chat failed: POST (secret in the service) was refused; the log entry is about the integration's credentials.
`,
      err: '',
    })
  })

  test('as JSON', async () => {
    const { run } = await activityWorld(activitySeed)
    const { exit, out, err } = await run(['events', 'get', welcomeId, '--format', 'json'])
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(envelopeIn(out)).toMatchObject({
      command: 'events get',
      target: 'Production',
      event: {
        _id: welcomeId,
        subscriber: { subscriberId: 'ada' },
        payload: { product: 'Acme', resetToken: '(secret live)' },
      },
    })
  })

  test('an event whose failures cannot be explained is shown, and the last line says what is missing', async () => {
    const { run, sandbox } = await activityWorld(activitySeed)
    const url = await startProxy(sandbox.url, ({ path }) =>
      path.startsWith('/v1/messages') ? failure(403, 'no') : undefined,
    )
    const { exit, out, err } = await run(['events', 'get', incidentId, '--explain'], url)
    expect({ exit, out }).toMatchObject({ exit: 3, out: expect.stringContaining('chat  failed') })
    expect(err).toContain('1 error. The explanations are missing.')
  })

  test.each([
    ['00000000000000000000ffff', 404],
    ['welcome', 422],
  ])('%s, which the service answers with %i', async (id, status) => {
    const { run, sandbox } = await activityWorld(activitySeed)
    const url = await startProxy(sandbox.url, () => failure(status, 'no'))
    expect(await run(['events', 'get', id], url)).toEqual({
      exit: 3,
      out: '',
      err: `error  unknown-event
  the environment has no event ${id} (target Production)
  To list event IDs, run belfry events list -t Production. To list the events of a single trigger, add --transaction-id.
1 error. Nothing is shown.
More about a rule: belfry explain unknown-event
`,
    })
    const json = await run(['events', 'get', id, '--format', 'json'], url)
    expect(envelopeIn(json.out)).toMatchObject({ exit: 3, problems: [{ rule: 'unknown-event' }] })
  })

  test.each(['', '.', '..'])('%j would be another address', async (id) => {
    const { run, sent } = await activityWorld(activitySeed)
    const { exit, err } = await run(['events', 'get', id])
    expect(exit).toBe(3)
    expect(err).toContain(`"${id}" is not a valid event ID`)
    expect(sent()).toEqual([])
  })

  test('the key is refused', async () => {
    const { run, sandbox } = await activityWorld(activitySeed)
    const url = await startProxy(sandbox.url, () => failure(401, 'API Key not found'))
    expect((await run(['events', 'get', incidentId], url)).exit).toBe(3)
  })
})

describe('what comes from the service', () => {
  const evil = '\u001B[2J\u009B1m\u202Ex\r\nForged'
  const event = {
    _id: evil,
    createdAt: evil,
    transactionId: evil,
    channels: [evil],
    subscriber: { subscriberId: evil },
    template: { name: evil, triggers: [{ identifier: evil }] },
    jobs: [
      { type: evil, status: evil, providerId: evil, executionDetails: [{ status: evil, detail: evil }] },
    ],
  }

  test('can not act on a terminal', async () => {
    const world = await activityWorld(activitySeed)
    const list = await world.run(['events', 'list'], await answering(world, [event]))
    expect(list.out.split('\n')).toHaveLength(3)
    const url = await startProxy(world.sandbox.url, () => ({
      status: 200,
      body: JSON.stringify({ data: event }),
    }))
    const get = await world.run(['events', 'get', 'x'], url)
    for (const { out, err } of [list, get]) {
      expect(`${out}${err}`).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
      expect(`${out}${err}`).not.toMatch(/^Forged/m)
    }
  })

  test('stays what it is in NDJSON and JSON', async () => {
    const world = await activityWorld(activitySeed)
    const url = await answering(world, [event, { newField: [evil] }])
    const { out } = await world.run(['events', 'list', '--format', 'ndjson'], url)
    const lines = out.split('\n')
    expect(lines).toHaveLength(3)
    expect(lines.slice(0, 2).map((line) => JSON.parse(line) as unknown)).toEqual([
      event,
      { newField: [evil] },
    ])
    const json = await world.run(['events', 'list', '--format', 'json'], url)
    expect(listIn(json.out).data).toEqual([event, { newField: [evil] }])
  })

  test('is no list at all', async () => {
    const world = await activityWorld(activitySeed)
    const url = await startProxy(world.sandbox.url, () => ({ status: 200, body: '{"data":{}}' }))
    const { exit, out, err } = await world.run(['events', 'list'], url)
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toContain('error  bad-reply')
  })
})

test('no secret in any format', async () => {
  const { run } = await activityWorld(activitySeed)
  for (const args of [['list'], ['list', '--all'], ['get', incidentId], ['get', welcomeId]])
    for (const format of args[0] === 'list' ? ['text', 'json', 'ndjson'] : ['text', 'json']) {
      const { exit, out, err } = await run(['events', ...args, '--format', format])
      expect(exit).toBe(0)
      for (const secret of Object.values(secrets)) expect(`${out}${err}`).not.toContain(secret)
    }
})

test('several targets are no list', async () => {
  const { folder, env } = await activityWorld(activitySeed)
  const { exit, out, err } = await runProgram(['events', 'list'], { cwd: folder, env })
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toContain('Choose a target with -t: Development, Production.')
})

test('as a process', async () => {
  const { folder, env } = await activityWorld(many(30))
  const { exit, out, err } = await belfry(
    ['events', 'list', '--all', '--format', 'ndjson', '-t', 'Production'],
    { cwd: folder, env },
  )
  expect({ exit, lines: out.split('\n').length - 1, err }).toEqual({ exit: 0, lines: 30, err: '' })
})
