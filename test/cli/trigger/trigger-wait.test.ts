// belfry trigger --wait and --expect: whole texts, on a sandbox whose time passes while the program waits.
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, virtualClock, type SandboxOptions } from '../../../src/sandbox/index.ts'
import { folderWith, startBelfry } from '../../support/cli-process.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { keys, project } from '../../support/cli-world.ts'
import { beginProgram, runProgram } from '../../support/cli.ts'
import { activityWorld, type ActivityWorld } from '../../support/activity-world.ts'
import { triggers } from '../../support/trigger-replies.ts'

const manifest = `integrations:
  - identifier: mailgun-old
    name: Mailgun
    providerId: mailgun
    channel: email
    active: true
    primary: true
    credentials:
      apiKey: x
`

function world(
  options: SandboxOptions = {},
  files: Readonly<Record<string, string>> = {},
): Promise<ActivityWorld> {
  return activityWorld(
    {},
    { 'manifests/all.yaml': manifest, ...files },
    { clock: virtualClock(), ...options },
  )
}

const id = ['--transaction-id', 't-1']
const welcome = ['trigger', 'welcome', '--to', 'user-0001', ...id]
const lookAgain = 'Look again: belfry events list --transaction-id t-1 -t Production\n'

test('all is well', async () => {
  const { run } = await world()
  expect(await run([...welcome, '--wait'])).toEqual({
    exit: 0,
    out: 't-1\n',
    err: `user-0001: email completed
user-0001: in_app completed
user-0001  welcome  event 6b0000080000000000000004
  email   completed  mailgun  50 ms  Message sent
  in_app  completed  svc      50 ms  Message sent

1 recipient, 2 steps: 2 completed. Finished after 0.5 s.
`,
  })
})

test('a provider refuses: the integration, and its line in the manifest', async () => {
  const { run, sandbox } = await world()
  sandbox.providers.set('mailgun', { outcome: 'refuse', text: 'over\u001B[2J quota' })
  expect(await run([...welcome, '--wait'])).toEqual({
    exit: 7,
    out: 't-1\n',
    err: String.raw`user-0001: email failed
user-0001: in_app completed
user-0001  welcome  event 6b0000080000000000000004
  email   failed     mailgun  50 ms  Unexpected provider error: over\u{1b}[2J quota
  in_app  completed  svc      50 ms  Message sent

user-0001: email failed: mailgun didn't accept the message: Unexpected provider error: over\u{1b}[2J quota
  Check the credentials of integration mailgun-old, and the log of mailgun.
  → integration mailgun-old  manifests/all.yaml:8

1 recipient, 2 steps: 1 failed, 1 completed. Finished after 0.5 s.
`,
  })
})

test('expectations, met and not', async () => {
  const { run } = await world()
  const args = [
    '--expect',
    'email=sent',
    '--expect',
    'sms=sent',
    '--expect',
    'subject=Hello',
    '--expect',
    'within=1ms',
  ]
  const { exit, err } = await run([...welcome, '--payload', '{"product":"Bell"}', ...args])
  expect(exit).toBe(7)
  // By the real clock: the steps aren't done when belfry looks after 1 ms, and it looks again after half a second.
  const shown = err.slice(err.indexOf('\n\n') + 2).replace(/within=\d{3,}ms/, 'within=Nms')
  expect(shown).toBe(`user-0001: the event has no sms step, only email and in_app
  Correct the expectation, or add an active sms step to the workflow in this environment.

expected  sms=sent  for user-0001
seen      sms=none
expected  subject=Hello  for user-0001
seen      subject=Welcome to Bell, subject=Welcome
expected  within=1ms  for user-0001
seen      within=Nms

1 recipient, 2 steps: 2 completed. Finished after 0.5 s.
3 of 4 expectations are not met.
`)
  const met = await run([
    'trigger',
    'welcome',
    '--to',
    'user-0001',
    '--expect',
    'email=sent',
    '--expect',
    'within=30s',
  ])
  expect(met.exit).toBe(0)
  expect(met.err).toMatch(/\nAll 2 expectations are met\.\n$/)
})

test('a failure that is expected is none', async () => {
  const { run, sandbox } = await world()
  sandbox.providers.set('mailgun', { outcome: 'refuse', text: 'no' })
  const { exit, err } = await run([...welcome, '--expect', 'email=failed:provider'])
  expect(exit).toBe(0)
  expect(err).toMatch(/\nThe expectation is met\.\n$/)
})

test('two triggers of one id that are both taken are shown as sent twice', async () => {
  const { sandbox, folder, env } = await world({ profile: 'novu-2026-04' })
  sandbox.faults.set(['lag=5s'])
  const another = async (): Promise<void> => {
    const key = `ApiKey ${env['PRODUCTION_KEY'] ?? ''}`
    await fetch(`${sandbox.url}/v1/events/trigger`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'welcome', to: 'user-0001', payload: {}, transactionId: 't-1' }),
    })
  }
  let waits = 0
  const { exit, out, err } = await runProgram([...welcome, '--expect', 'email=sent', '-t', 'Production'], {
    cwd: folder,
    env,
    pass: async (milliseconds) => {
      waits += 1
      if (waits === 1) await another()
      sandbox.clock.advance(milliseconds)
    },
  })
  expect({ exit, out }).toEqual({ exit: 7, out: 't-1\n' })
  const [, first] = /^user-0001 {2}welcome {2}event (\w+)$/m.exec(err) ?? []
  expect(err).toContain(`  the trigger was sent twice: event ${first} is the earlier event\n`)
  expect(err).toContain(
    `user-0001: the service sent the notification to user-0001 twice: events ${first} and `,
  )
  expect(err).toContain('expected  sent once  for user-0001\nseen      sent 2 times\n')
  expect(err).toContain('1 recipient, 1 repeated event, 4 steps: 4 completed.')
})

describe('a delay', () => {
  const digest = ['trigger', 'weekly-digest', '--to', 'user-0001', ...id]
  const lines = `user-0001: delay delayed
user-0001: digest pending
user-0001: email pending
`
  const steps = `user-0001  weekly-digest  event 6b0000080000000000000004
  delay   delayed                   delayed by the workflow for 10 minutes
  digest  pending
  email   pending  mailgun (guess)

user-0001: the delay step is delayed by the workflow for 10 minutes
  Set a --timeout that is longer than the delay, or treat the delay as done with --skip-delayed.

`

  test('outlasts the waiting', async () => {
    const { run } = await world()
    const { exit, out, err } = await run([...digest, '--wait', '--timeout', '12'])
    // The looks before it are spread at random.
    expect({ exit, out, err: err.replace(/result after 1\d s/, 'result after 10 s') }).toEqual({
      exit: 7,
      out: 't-1\n',
      err: `${lines}still waiting for the result after 10 s
${steps}1 recipient, 3 steps: 2 pending, 1 delayed. Not finished after 12 s. To wait longer, raise --timeout.
${lookAgain}`,
    })
  })

  test('with JSON, stderr shows only that it still waits', async () => {
    const { run } = await world()
    const { exit, err } = await run([...digest, '--wait', '--timeout', '12', '--format', 'json'])
    expect(exit).toBe(7)
    expect(err).toMatch(/^still waiting for the result after 1\d s\n$/)
  })

  test('on a terminal with --debug, no line is removed, and none is continued', async () => {
    const { sandbox, folder: cwd, env } = await world()
    const args = [...digest, '--wait', '--timeout', '12', '-t', 'Production', '--debug']
    const { err } = await runProgram(args, {
      cwd,
      env,
      io: { errIsTty: true },
      pass: (milliseconds) => sandbox.clock.advance(milliseconds),
    })
    expect(err.replaceAll('\r\u001B[K', '')).not.toContain('\u001B')
    expect(err).toContain(lines.split('\n')[0])
    expect(err.replaceAll('\r\u001B[K', '\n')).not.toMatch(/[^\n][<>] #\d/)
  })

  test.each([['--skip-delayed'], ['--expect=digest=any']])('with %s', async (flag) => {
    const { run } = await world()
    const { exit, err } = await run([...digest, '--wait', flag])
    expect(exit).toBe(flag === '--skip-delayed' ? 0 : 7)
    expect(err.includes('treat the delay as done with --skip-delayed')).toBe(flag !== '--skip-delayed')
  })

  test('that is expected is not waited for', async () => {
    const { run } = await world()
    const { exit, err } = await run([...digest, '--expect', 'delay=delayed'])
    expect(exit).toBe(0)
    expect(err).toContain('Finished after 0.5 s. Steps that the workflow delays are treated as done.')
    expect(err).not.toContain('--skip-delayed')
  })
})

describe('nothing appears', () => {
  const advice =
    "Possible reasons: the service's worker is late or not running; the service's list of events isn't updated yet; the workflow has no step in this environment; or the service ignored the trigger, because the transaction ID t-1 was used before. Look again in a minute. If you trigger again, use a new transaction ID."

  test('for a subscriber', async () => {
    const { run } = await world({ faults: ['dropped-trigger'] })
    expect(await run([...welcome, '--wait', '--timeout', '5'])).toEqual({
      exit: 7,
      out: 't-1\n',
      err: `user-0001  no event found

user-0001: no event was found for user-0001
  ${advice}

1 recipient, 0 steps. Not finished after 5.0 s. To wait longer, raise --timeout.
${lookAgain}`,
    })
  })

  test('for a topic, and for a definition without an id', async () => {
    const { run } = await world({ profile: 'novu-2026-09' })
    const to = ['--to', 'topic:nobody', '--to', 'email=x@acme.example', '--create-recipients']
    const { exit, err } = await run(['trigger', 'welcome', ...to, ...id, '--wait', '--timeout', '2'])
    expect(exit).toBe(7)
    expect(err).toContain(`
no event was found for the topic nobody
  Possible reasons: the topic doesn't exist in this environment; the topic has no subscribers; the service's worker is late or not running; the service's list of events isn't updated yet; or the workflow has no step in this environment. Check the topic key, and check the subscribers of the topic in the dashboard. Then look again.
no event was found for a recipient without a subscriberId
  Deployed services ignore a recipient without a subscriberId and report no error. Add a subscriberId to the recipient.

0 recipients, 0 steps. Not finished after 2.0 s. To wait longer, raise --timeout.
`)
  })

  test('until --run-timeout ends the run', async () => {
    const { sandbox, folder: cwd, env } = await world({ faults: ['dropped-trigger'] })
    const over = new AbortController()
    const pass = (milliseconds: number): void => {
      sandbox.clock.advance(milliseconds)
      if (milliseconds > 1000) over.abort('the run took longer than --run-timeout 3 s')
    }
    const args = [...welcome, '--wait', '--run-timeout', '3', '-t', 'Production']
    const { exit, err } = await runProgram(args, { cwd, env, io: { over }, pass })
    expect(exit).toBe(5)
    expect(err).toContain(`  the run took longer than --run-timeout 3 s (target Production)
  belfry itself ended the request. If the run needs more time, raise --run-timeout. To check whether the service replies, run belfry doctor -t Production.
`)
    expect(err).toMatch(
      /steps\. Interrupted after \d\.\d s\. The service continues to process the trigger\.\n/,
    )
  })

  test('until --run-timeout ends the run before the first read: that is not known', async () => {
    const { folder: cwd, env } = await world()
    const over = new AbortController()
    const pass = (): void => over.abort('the run took longer than --run-timeout 3 s')
    const args = [...welcome, '--expect', 'email=sent', '--run-timeout', '3', '-t', 'Production']
    const { exit, err } = await runProgram(args, { cwd, env, io: { over }, pass })
    expect(exit).toBe(5)
    expect(err).not.toContain('no event')
    expect(err).toContain(`seen      events not read

Stopped after 0.5 s, because belfry couldn't read events from the service.
`)
    expect(err).toContain('1 of 1 expectation is not known to be met.\n')
  })

  test('until an interruption before the first read: that is not known', async () => {
    const { folder: cwd, env } = await world()
    const running = beginProgram([...welcome, '--expect', 'email=sent', '-t', 'Production'], {
      cwd,
      env,
      pass: () => running.kill('SIGINT'),
    })
    const { exit, err } = await running.ended
    expect(exit).toBe(130)
    expect(err).not.toContain('no event')
    expect(err).toContain('1 of 1 expectation is not known to be met.\n')
  })

  test('and the lists can not be read', async () => {
    const { run, sandbox } = await world()
    sandbox.faults.set(['500-before:listEvents:100%'])
    const args = ['trigger', 'welcome', '--to', 'user-0001', '--wait', '--timeout', '5']
    const { exit, err } = await run([...args, '--expect', 'email=none', '--expect', 'status=processed'])
    expect(exit).toBe(5)
    expect(err).toContain('error  service-refused\n  listEvents was refused with status 500')
    expect(err).toContain('1 error. The trigger was sent.\n')
    expect(err).toContain('seen      events not read\n')
    expect(err).toContain('1 of 2 expectations is not known to be met.\n')
    expect(err).not.toContain('no event')
  })

  test('and the messages can not be read, although all is well', async () => {
    const { run, sandbox } = await world()
    sandbox.faults.set(['500-before:listMessages:100%'])
    const { exit, err } = await run([...welcome, '--wait'])
    expect(exit).toBe(0)
    expect(err).toContain('warning  service-refused\n  listMessages was refused with status 500')
    expect(err).toContain('1 warning. The trigger was sent.\n')
  })
})

describe('what is not processed', () => {
  test('is not waited for', async () => {
    const { run } = await world()
    const { exit, err } = await run(['trigger', 'retired-newsletter', '--to', 'user-0001', '--wait'])
    expect(exit).toBe(7)
    expect(err).toContain(
      'status trigger_not_active\nNothing is sent: the workflow retired-newsletter is inactive.',
    )
  })

  test.each([
    ['retired-newsletter', 'trigger_not_active'],
    ['nowhere', 'workflow_not_found'],
  ])('%s may be expected to be', async (workflow, status) => {
    const { run } = await world()
    const to = ['trigger', workflow, '--to', 'user-0001']
    expect((await run([...to, '--expect', `status=${status}`])).exit).toBe(0)
    const { exit, err } = await run([...to, '--expect', 'status=processed'])
    expect(exit).toBe(status === 'workflow_not_found' ? 3 : 7)
    expect(err).toContain(`expected  status=processed\nseen      status=${status}\n`)
  })
})

test('with JSON, one envelope with all of it', async () => {
  const { run, sandbox } = await world()
  sandbox.providers.set('mailgun', { outcome: 'refuse', text: 'no' })
  const { exit, out, err } = await run([...welcome, '--expect', 'email=sent', '--format', 'json'])
  expect({ exit, err }).toEqual({ exit: 7, err: '' })
  expect(envelopeIn(out)).toMatchObject({
    exit: 7,
    status: 'processed',
    transactionId: 't-1',
    waited: { end: 'settled' },
    deliveries: [
      {
        recipient: 'user-0001',
        state: 'over',
        steps: [
          { channel: 'email', status: 'failed', senders: [{ provider: 'mailgun', integration: '' }] },
          { channel: 'in_app' },
        ],
      },
    ],
    judgements: [
      { recipient: 'user-0001', expected: 'email=sent', seen: 'email=failed:provider', isMet: false },
    ],
    explanations: [
      {
        channel: 'email',
        resource: 'integration mailgun-old',
        position: { file: 'manifests/all.yaml', line: 8 },
      },
    ],
  })
})

test('mistakes in expectations are found before anything is sent', async () => {
  const { run, sent } = await world()
  expect(
    await run([...welcome, '--expect', 'emial=sent', '--expect', 'email=snet', '--expect', 'within=1']),
  ).toEqual({
    exit: 3,
    out: '',
    err: `error  bad-flag
  --expect: unknown expectation "emial"; did you mean "email"?
  Write one of CHANNEL=OUTCOME, CHANNEL=failed:CAUSE, provider=ID, integration=IDENTIFIER, subject=TEXT, content~=PART, within=30s, status=STATUS or events=N.
error  bad-flag
  --expect: unknown outcome "snet" for email; did you mean "sent"?
  Write one of sent, completed, failed, skipped, canceled, merged, delayed, none, any.
error  bad-flag
  --expect: within=1 is not a valid duration
  Write a number above 0 with a unit: 500ms, 30s, 5m or 1h.
3 errors. Nothing was sent.
More about a rule: belfry explain bad-flag
`,
  })
  expect(await run([...welcome, '--skip-delayed'])).toMatchObject({ exit: 3 })
  const { exit, out, err } = await run([...welcome, '--dry-run', '--expect', 'email=sent'])
  expect([exit, out, err.split('\n').slice(1, 3)]).toEqual([
    3,
    '',
    ["  --dry-run and --expect can't be used together", '  Remove one of them.'],
  ])
  expect(sent()).toEqual([])
})

describe('--dry-run', () => {
  test('a target of the sandbox has the key of the sandbox', async () => {
    const file = 'service: { url: sandbox }\ntargets: { Production: {} }\nmanifests: []\n'
    const cwd = folderWith({ 'belfry.yaml': file })
    const { exit, err } = await runProgram([...welcome, '--dry-run'], { cwd, env: {} })
    expect(exit).toBe(0)
    expect(err).toContain('and then sends this request with the API key of the target.')
  })

  test('an empty option is refused, as without it', async () => {
    const { run } = await world()
    const refused = await run([...welcome, '--config', ''])
    expect(refused).toMatchObject({ exit: 3, err: expect.stringContaining('--config is empty') as string })
    expect(await run([...welcome, '--config', '', '--dry-run'])).toEqual(refused)
  })

  test('shows the request, with labels for secrets, and sends nothing', async () => {
    const { run, sent } = await world()
    const payload = JSON.stringify({ order: 17, resetToken: 'canary-reset', note: 'a\u001Bb' })
    expect(await run([...welcome, '--payload', payload, '--dry-run'])).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^POST http:\/\/127\.0\.0\.1:\d+\/v1\/events\/trigger\n\{/) as string,
      err: 'Nothing was sent. Without --dry-run, belfry looks up each recipient, checks that no event has the transaction ID, and then sends this request with the API key of the target.\n',
    })
    const creating = await run([...welcome, '--create-recipients', '--dry-run'])
    expect(creating.err).toBe(
      "Nothing was sent. Without --dry-run, belfry checks that no event has the transaction ID, sends this request with the API key of the target, and looks up no recipient: the service permanently creates each recipient that doesn't exist, for example one with a misspelt ID.\n",
    )
    const { out } = await run([...welcome, '--payload', payload, '--dry-run'])
    expect(JSON.parse(out.slice(out.indexOf('\n')))).toEqual({
      name: 'welcome',
      to: 'user-0001',
      payload: { order: 17, resetToken: '(secret literal)', note: 'a\u001Bb' },
      transactionId: 't-1',
    })
    const json = await run([...welcome, '--payload', payload, '--dry-run', '--format', 'json'])
    expect(envelopeIn(json.out)).toMatchObject({
      exit: 0,
      workflow: 'welcome',
      request: { method: 'POST', body: { payload: { resetToken: '(secret literal)' } } },
    })
    expect(sent()).toEqual([])
  })
})

describe('what is refused before it is sent', () => {
  test('recipients and actors that nobody knows', async () => {
    const { run, sandbox } = await world()
    const args = [
      'trigger',
      'welcome',
      '--to',
      'user-1',
      '--to',
      'user-0001',
      '--to',
      'subscriberId=eve',
      '--actor',
      '{"subscriberId":"ann"}',
    ]
    const { exit, out, err } = await run(args)
    expect({ exit, out }).toEqual({ exit: 4, out: '' })
    expect(err.match(/no subscriber \S+/g)).toEqual([
      'no subscriber user-1',
      'no subscriber eve',
      'no subscriber ann',
    ])
    expect(triggers({ sandbox } as ActivityWorld)).toEqual([])
    expect((await run([...args, '--create-recipients'])).exit).toBe(0)
  })

  test('an id that was used before', async () => {
    const { run, sandbox } = await world()
    await run([...welcome, '--wait'])
    expect(await run([...welcome, '--wait'])).toEqual({
      exit: 4,
      out: '',
      err: `error  transaction-id-used
  the transaction ID t-1 was used before, for event 6b0000080000000000000004 at 2026-02-01T00:00:00.010Z; the service would ignore this trigger without an error (target Production)
  To see the result of the first trigger, run belfry events list --transaction-id t-1 -t Production. To send a new trigger, leave --transaction-id out, or use a new transaction ID.
1 error. Nothing was sent.
More about a rule: belfry explain transaction-id-used
`,
    })
    expect(triggers({ sandbox } as ActivityWorld)).toHaveLength(1)
  })

  test('on a protected target all but those that the project names', async () => {
    const guarded = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: '\${env:PRODUCTION_KEY}', protected: true }
manifests: [manifests]
smoke: { recipients: [user-0001, 'smoke-*', 'topic:operations'] }
`
    const { run, sent } = await world({}, { 'belfry.yaml': guarded })
    const args = [
      'trigger',
      'welcome',
      '--to',
      'user-0002',
      '--to',
      'topic:customers',
      '--to',
      'smoke-1',
      '--create-recipients',
    ]
    for (const more of [[], ['--dry-run']])
      expect(await run([...args, ...more])).toEqual({
        exit: 4,
        out: '',
        err: `belfry.yaml:3:61  error  protected-recipient
  target Production is protected, and smoke.recipients of the project file doesn't allow user-0002, topic:customers (target Production)
  Add the recipients to the project file, where others can review the change: smoke: { recipients: [ID, topic:KEY] }. In a pattern, * matches any characters.
1 error in 1 file. Nothing was sent.
More about a rule: belfry explain protected-recipient
`,
      })
    const mixed = '{"topicKey":"operations","subscriberId":"stranger-1"}'
    for (const more of [[], ['--dry-run']]) {
      const { exit, err } = await run(['trigger', 'welcome', '--to', mixed, ...more])
      expect({ exit, err }).toMatchObject({
        exit: 3,
        err: expect.stringContaining('a recipient is both a topic and a subscriber') as string,
      })
    }
    expect(sent()).toEqual([])
    expect((await run(['trigger', 'welcome', '--to', 'user-0001', '--to', 'topic:operations'])).exit).toBe(0)
  })
})

describe('recipients from elsewhere', () => {
  test.each([
    ['lines', 'user-0001\n\n  topic:operations\nsubscriberId=user-0002,data.team=a,b,firstName=Ann\n'],
    [
      'JSON',
      '["user-0001", {"type":"Topic","topicKey":"operations"}, {"subscriberId":"user-0002","firstName":"Ann","data":{"team":"a,b"}}]',
    ],
  ])('%s in a file', async (_, text) => {
    const one = await world({}, { 'to.txt': text })
    expect((await one.run(['trigger', 'welcome', '--to', '@to.txt', ...id])).exit).toBe(0)
    expect(triggers(one)).toEqual([
      {
        name: 'welcome',
        to: [
          'user-0001',
          { type: 'Topic', topicKey: 'operations' },
          { subscriberId: 'user-0002', firstName: 'Ann', data: { team: 'a,b' } },
        ],
        transactionId: 't-1',
      },
    ])
  })
})

describe('events get --explain', () => {
  const event = '6b0000080000000000000004'

  test('leads from a failed step to the integration, and its line', async () => {
    const { run, sandbox } = await world()
    sandbox.providers.set('mailgun', { outcome: 'refuse', text: 'over quota' })
    await run([...welcome, '--wait'])
    const { exit, out, err } = await run(['events', 'get', event, '--explain'])
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out.slice(out.indexOf('2 steps'))).toBe(`2 steps: 1 failed, 1 completed.
  email failed: Unexpected provider error: over quota.

user-0001: email failed: mailgun didn't accept the message: Unexpected provider error: over quota
  Check the credentials of integration mailgun-old, and the log of mailgun.
  → integration mailgun-old  manifests/all.yaml:8
`)
    const json = await run(['events', 'get', event, '--explain', '--format', 'json'])
    expect(envelopeIn(json.out)).toMatchObject({
      explanations: [{ channel: 'email', position: { file: 'manifests/all.yaml', line: 8 } }],
    })
  })

  test('says so where all is done', async () => {
    const { run } = await world()
    await run([...welcome, '--wait'])
    const { out } = await run(['events', 'get', event, '--explain'])
    expect(out).toMatch(/\n\nEvery step is done\. There is nothing to explain\.\n$/)
  })
})

test('what is about persons is masked where the project says so, and judged as it is', async () => {
  const masking = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
privacy: mask
`
  const { run, sandbox } = await world({}, { 'belfry.yaml': masking })
  sandbox.state.subscribers.add({
    environment: 'Production',
    subscriberId: 'ada@acme.example',
    email: 'ada@acme.example',
  })
  const args = [
    'trigger',
    'welcome',
    '--to',
    'ada@acme.example',
    '--payload',
    '{"product":"Bell tower"}',
    ...id,
  ]
  const expected = ['--expect', 'subject=Welcome to Bell tower', '--expect', 'content~=nothing']
  for (const format of ['text', 'json']) {
    sandbox.faults.set([])
    const more = format === 'json' ? ['--transaction-id', 't-2'] : []
    const { exit, out, err } = await run([...args, ...more, ...expected, '--format', format])
    expect(exit).toBe(7)
    expect(out + err).toContain('a***@acme.example')
    expect((out + err).replaceAll('subject=Welcome to Bell tower', '')).not.toMatch(
      /ada@acme|Bell tower|Good to have you/,
    )
  }
})

test('an interruption ends the waiting, and says what is known', async () => {
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const running = startBelfry(
    ['trigger', 'weekly-digest', '--to', 'user-0001', ...id, '--wait', '-t', 'Production'],
    {
      cwd: folderWith({ 'belfry.yaml': project }),
      env: { BELFRY_URL: sandbox.url, ...keys },
    },
  )
  await running.says('user-0001: delay delayed')
  running.kill('SIGINT')
  const { exit, out, err } = await running.ended
  expect({ exit, out }).toEqual({ exit: 130, out: 't-1\n' })
  expect(err).toMatch(
    /1 recipient, 3 steps: 2 pending, 1 delayed\. Interrupted after [\d.]+ s\. The service continues to process the trigger\.\nLook again: /,
  )
})
