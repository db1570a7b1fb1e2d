// belfry trigger: what is refused, lost on the way, or wrong before anything is sent.
import { describe, expect, test } from 'vitest'
import { productionApiKey, virtualClock } from '../../../src/sandbox/index.ts'
import { activitySeed } from '../../support/activity-seed.ts'
import { activityWorld } from '../../support/activity-world.ts'
import { belfry, startBelfry } from '../../support/cli-process.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { runProgram } from '../../support/cli.ts'
import { answering, known, look, reply, triggers } from '../../support/trigger-replies.ts'

describe('what is refused was not sent', () => {
  test('a workflow that is not there', async () => {
    const world = await activityWorld(activitySeed)
    expect(await world.run(['trigger', 'welcom', '--to', 'ada'])).toEqual({
      exit: 3,
      out: '',
      err: `error  unknown-workflow
  the environment has no workflow with the trigger identifier welcom (target Production)
  Check the identifier in the service's dashboard, and check that the workflow is published to this environment.
1 error. The service refused the trigger.
More about a rule: belfry explain unknown-workflow
`,
    })
  })

  test.each([
    [400, 3],
    [401, 3],
    [402, 1],
    [403, 3],
    [413, 3],
    [422, 3],
  ])('%i ends with %i', async (status, code) => {
    const world = await activityWorld(activitySeed)
    const url = await answering(world, failure(status, 'no such luck'))
    const { exit, out, err } = await world.run(known, url)
    expect({ exit, out }).toEqual({ exit: code, out: '' })
    expect(err).toContain(`triggerEvent was refused with status ${status}: no such luck (target Production)`)
    expect(err).toContain('1 error. The service refused the trigger.')
    const json = await world.run([...known, '--format', 'json'], url)
    expect(envelopeIn(json.out)).toMatchObject({ exit: code, problems: [{ rule: 'service-refused' }] })
    expect(envelopeIn(json.out)).not.toHaveProperty('transactionId')
  })
})

function lost(reason: string): string {
  return `the reply was lost; checking whether the service accepted the trigger
looking for the trigger, 15 s
looking for the trigger, 30 s
looking for the trigger, 45 s
looking for the trigger, 60 s
error  lost-reply
  belfry doesn't know whether the service accepted the trigger with transaction ID t-1: ${reason}; no event of the trigger appeared within 60 s (target Production)
  belfry sent the trigger once. belfry doesn't send the trigger again, because the service might then deliver the notification twice. To find the event, run ${look}
1 error. The trigger may have been sent.
More about a rule: belfry explain lost-reply
`
}

describe('a lost reply', () => {
  test('cut on the way', async () => {
    const world = await activityWorld(activitySeed)
    let count = 0
    const url = await startProxy(world.sandbox.url, ({ method }) => {
      if (method === 'GET') return undefined
      count += 1
      throw new Error('cut')
    })
    expect(await world.run(known, url)).toEqual({
      exit: 5,
      out: 't-1\n',
      err: lost(
        `the connection to ${url} was closed before the reply was complete: check proxies and the service's log`,
      ),
    })
    expect(count).toBe(1)
  })

  test.each([
    ['a failure inside the service', failure(500, 'oh'), 'triggerEvent was refused with status 500: oh'],
    [
      'a web page',
      { status: 201, body: '<html>' },
      'the reply to triggerEvent is invalid: the body is a web page, not JSON; check the service URL',
    ],
    [
      'a reply without a status',
      reply({ acknowledged: true }),
      'the reply to triggerEvent is invalid: status is missing',
    ],
  ])('%s', async (_, answer, reason) => {
    const world = await activityWorld(activitySeed)
    const url = await answering(world, answer)
    expect(await world.run(known, url)).toEqual({ exit: 5, out: 't-1\n', err: lost(reason) })
    const json = await world.run([...known, '--format', 'json'], url)
    expect(envelopeIn(json.out)).toMatchObject({
      exit: 5,
      transactionId: 't-1',
      problems: [{ rule: 'lost-reply' }],
    })
  })
})

describe('a reply that was lost on the way back', () => {
  const slow = ['500-after:triggerEvent', 'stale=40s:listEvents']

  test('is found as soon as the service shows it, and not sent again until then', async () => {
    const world = await activityWorld(activitySeed, {}, { clock: virtualClock() })
    const { run, sandbox } = world
    sandbox.faults.set(slow)
    const { exit, out, err } = await run(known)
    expect({ exit, out }).toEqual({ exit: 0, out: 't-1\n' })
    expect(err).toContain('acknowledged, status processed (the reply was lost, but the event exists)')
    expect(triggers(world)).toHaveLength(1)
  })

  test('is looked for as long as --timeout allows', async () => {
    const world = await activityWorld(activitySeed, {}, { clock: virtualClock() })
    const { run, sandbox } = world
    sandbox.faults.set(slow)
    const { exit, out, err } = await run([...known, '--timeout', '20s', '--wait'])
    expect({ exit, out }).toEqual({ exit: 5, out: 't-1\n' })
    expect(err).toContain('; no event of the trigger appeared within 20 s (target Production)')
    expect(err).toContain(`To find the event, run ${look}`)
    expect(triggers(world)).toHaveLength(1)
  })

  test('and then shown is waited for', async () => {
    const { run, sandbox } = await activityWorld(activitySeed, {}, { clock: virtualClock() })
    sandbox.faults.set(slow)
    const { exit, out, err } = await run([...known, '--wait'])
    expect({ exit, out }).toEqual({ exit: 0, out: 't-1\n' })
    expect(err).toContain('Finished after')
  })
})

test('a service that is busy for a while is waited for, as it asks', async () => {
  const world = await activityWorld(activitySeed)
  let count = 0
  const busy = { status: 503, body: '{}', headers: { 'retry-after': '2' } }
  const url = await startProxy(world.sandbox.url, ({ method }) => {
    if (method === 'GET') return undefined
    count += 1
    return count === 1 ? busy : undefined
  })
  expect(await world.run(known, url)).toMatchObject({ exit: 0, out: 't-1\n' })
  expect(triggers(world)).toHaveLength(1)
  const always = await startProxy(world.sandbox.url, ({ method }) => (method === 'GET' ? undefined : busy))
  const { exit, out, err } = await world.run(['trigger', 'welcome', '--to', 'ada'], always)
  expect({ exit, out }).toEqual({ exit: 1, out: '' })
  expect(err).toContain(
    "The service is busy and didn't accept the trigger. Try again later.\n1 error. The service refused the trigger.",
  )
})

describe('before anything is sent', () => {
  test('everything that is wrong with the flags, at once, without repeating secrets', async () => {
    const world = await activityWorld(activitySeed, {
      'list.json': '[1]',
      'big.json': '{"n":12345678901234567890}',
    })
    const secret = 'hush-hush'
    const result = await world.run([
      'trigger', 'welcome', '--to', '', '--to', 'emial=a@b.example,subscriberId=bo,locale=!', '--to', `{"x": ${secret}`, '--to', 'topic:', '--to', '[]',
      '--payload', '@list.json', '--overrides', 'plain', '--actor', '@gone.json', '--tenant', '@big.json',
      '--context', 'novalue', '--context', 'a=1', '--context', 'a=2', '--context', '{"n":1}',
    ]) // prettier-ignore
    expect(result).toEqual({
      exit: 3,
      out: '',
      err: `error  bad-flag
  --to is empty
  Remove the option, or check the environment variable that the value comes from.
error  bad-flag
  --to (2) has the unknown recipient attribute "emial"; did you mean "email"?
  Write subscriberId, email, firstName, lastName, phone, avatar, locale, timezone or data.KEY. Channels can be written only in JSON.
error  bad-flag
  --to (2): locale is not a valid locale
  Deployed services ignore such a recipient without an error. Correct the value.
error  bad-flag
  --to (3) is not valid JSON
  Put keys and strings in double quotes, and in a shell put the whole value in single quotes: '{"key": "value"}'.
error  bad-flag
  --to (4) contains "topic:" without a topic key
  Write topic:KEY, for example topic:staff.
error  bad-flag
  --to (5) needs at least one recipient: subscriber IDs or JSON objects
error  bad-flag
  the JSON of --payload is not an object
  Write an object, for example '{"key": "value"}'.
error  bad-flag
  --overrides needs a JSON object, @FILE for a file that contains a JSON object, or - for stdin
  In a shell, put the JSON object in single quotes: --overrides '{"key": "value"}'.
error  bad-flag
  --actor @gone.json can't be read: no such file or folder
  The path is relative to the working directory.
error  bad-flag
  --tenant @big.json contains a number that can't be stored exactly
  Write the number as a string, in double quotes.
error  bad-flag
  --context must be key=value or a JSON object
error  bad-flag
  --context a is given twice
error  bad-flag
  --context n must be a string
13 errors. Nothing was sent.
More about a rule: belfry explain bad-flag
`,
    })
    expect(world.sent()).toEqual([])
  })

  test('nothing on stdin', async () => {
    const { run, sent } = await activityWorld(activitySeed)
    const { exit, err } = await run([...known, '--payload', '-'])
    expect([exit, sent()]).toEqual([3, []])
    expect(err).toContain('--payload from stdin is empty\n  Write an object, for example ')
  })

  test('no recipient', async () => {
    const { run } = await activityWorld(activitySeed)
    const { exit, err } = await run(['trigger', 'welcome'])
    expect(exit).toBe(3)
    expect(err).toContain('no recipient is given\n  Add a recipient, for example --to SUBSCRIBER.')
  })

  test('a recipient without an id is a warning', async () => {
    const world = await activityWorld(activitySeed)
    const { exit, out, err } = await world.run([
      ...known,
      '--create-recipients',
      '--to',
      '{"email":"x@acme.example"}',
    ])
    expect({ exit, out }).toEqual({ exit: 0, out: 't-1\n' })
    expect(err).toContain('warning  no-subscriber-id\n  --to (2) has no subscriberId')
  })

  test('attributes in JSON that no service knows', async () => {
    const { run } = await activityWorld()
    const person = { subscriberId: 'user-0001', emial: 'x@acme.example', channels: [] }
    const topic = { type: 'Topic', topicKey: 'operations', exlcude: ['user-0003'] }
    const { exit, err } = await run([...known, '--dry-run', '--to', JSON.stringify([person, topic])])
    expect(exit).toBe(0)
    expect(err).toContain(`warning  unknown-field
  --to (2) has the unknown recipient attribute "emial"; did you mean "email"?
  belfry sends the attribute unchanged. Services ignore unknown attributes without an error.
warning  unknown-field
  --to (2) has the unknown topic attribute "exlcude"; did you mean "exclude"?
`)
    expect(err).not.toContain('channels')
  })

  test('several targets', async () => {
    const { folder, env, sent } = await activityWorld(activitySeed)
    expect(await runProgram(known, { cwd: folder, env })).toEqual({
      exit: 3,
      out: '',
      err: `error  one-target
  this command needs exactly one target, and 2 are selected
  Choose a target with -t: Development, Production.
1 error. Nothing was sent.
More about a rule: belfry explain one-target
`,
    })
    expect(sent()).toEqual([])
  })

  test('no key', async () => {
    const { folder, env } = await activityWorld(activitySeed)
    const { exit, err } = await runProgram([...known, '-t', 'Production'], {
      cwd: folder,
      env: { ...env, PRODUCTION_KEY: '' },
    })
    expect(exit).toBe(3)
    expect(err).toContain('the API key is missing: env:PRODUCTION_KEY is unset or empty (target Production)')
  })

  test("another environment's key", async () => {
    const world = await activityWorld(activitySeed)
    const swapped = { ...world.env, PRODUCTION_KEY: world.env['DEVELOPMENT_KEY'] ?? '', DEVELOPMENT_KEY: 'x' }
    const { exit, out, err } = await runProgram([...known, '-t', 'Production'], {
      cwd: world.folder,
      env: swapped,
    })
    expect({ exit, out }).toEqual({ exit: 4, out: '' })
    expect(err).toContain('error  wrong-environment')
    expect(triggers(world)).toEqual([])
  })

  test('without a project file: an address and a key are enough', async () => {
    const world = await activityWorld(activitySeed)
    const env = { BELFRY_URL: world.sandbox.url, BELFRY_API_KEY: world.env['PRODUCTION_KEY'] ?? '' }
    const { exit, out, err } = await belfryInNowhere(env)
    expect({ exit, out }).toEqual({ exit: 0, out: 't-1\n' })
    expect(err).toContain('-t default. To wait for the result next time, use --wait')
  })
})

/** In a folder above which there is no project file. */
function belfryInNowhere(env: Readonly<Record<string, string>>) {
  return runProgram(known, { cwd: '/', env })
}

test.each(['text', 'json'])('what was sent in confidence is not repeated, as %s', async (format) => {
  const world = await activityWorld(activitySeed)
  const canaries = ['https://hooks.slack.example/canary-sent', 'canary-sent-token', 'canary-sent-reset']
  const words = [...canaries, productionApiKey].join(' ')
  const [webhookUrl, token, reset] = canaries
  const to = {
    subscriberId: 'ada',
    channels: [{ providerId: 'slack', credentials: { webhookUrl, deviceTokens: [token] } }],
  }
  const args = [
    'trigger',
    'welcome',
    '--to',
    JSON.stringify(to),
    '--payload',
    JSON.stringify({ resetToken: reset }),
    '--format',
    format,
  ]
  for (const answer of [
    failure(422, `wrong: ${words} ${JSON.stringify(to)}`),
    failure(500, `wrong: ${words}`),
    reply({
      acknowledged: false,
      status: 'error',
      error: [`wrong: ${words}`, JSON.stringify(to)],
    }),
  ]) {
    const { out, err } = await world.run(args, await answering(world, answer))
    expect(`${out}${err}`).toContain('wrong: (secret literal) (secret literal) (secret literal)')
    for (const canary of [
      ...canaries,
      ...Object.values(world.env).filter((text) => !text.startsWith('http')),
    ])
      expect(`${out}${err}`).not.toContain(canary)
  }
})

describe('as a process', () => {
  test('stdout holds what a script wants', async () => {
    const { folder, env } = await activityWorld(activitySeed)
    const { exit, out } = await belfry([...known, '-t', 'Production'], { cwd: folder, env })
    expect({ exit, out }).toEqual({ exit: 0, out: 't-1\n' })
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while it is under way: it may have been sent', async (signal, code) => {
    const world = await activityWorld(activitySeed)
    const hold: { arrived?: () => void } = {}
    const reached = new Promise<void>((resolve) => (hold.arrived = resolve))
    const url = await startProxy(world.sandbox.url, ({ method }) => {
      if (method === 'GET') return undefined
      hold.arrived?.()
      return new Promise<never>(() => undefined)
    })
    const running = startBelfry([...known, '-t', 'Production'], {
      cwd: world.folder,
      env: { ...world.env, BELFRY_URL: url },
    })
    await reached
    running.kill(signal)
    const { exit, out, err } = await running.ended
    expect({ exit, out }).toEqual({ exit: code, out: 't-1\n' })
    expect(err).toContain(
      "belfry doesn't know whether the service accepted the trigger with transaction ID t-1: the request was interrupted",
    )
  })

  test('nobody listens', async () => {
    const { folder, env } = await activityWorld(activitySeed)
    // A port that was just closed may already be another test's.
    const origin = 'http://127.0.0.1:9'
    const { exit, out, err } = await belfry([...known, '-t', 'Production'], {
      cwd: folder,
      env: { ...env, BELFRY_URL: origin },
    })
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toContain(`nothing listens at ${origin}`)
    expect(err).toContain('Nothing was sent.')
  })
})
