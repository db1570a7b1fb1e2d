// belfry trigger: what is sent, and what is said for each status that a service answers with.
import { describe, expect, test } from 'vitest'
import { activitySeed } from '../../support/activity-seed.ts'
import { activityWorld } from '../../support/activity-world.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { answering, known, look, reply, triggers } from '../../support/trigger-replies.ts'

test('the transaction id stands alone on stdout, all else on stderr', async () => {
  const world = await activityWorld(activitySeed)
  expect(await world.run(known)).toEqual({
    exit: 0,
    out: 't-1\n',
    err: `Production: acknowledged, status processed
The trigger is queued. belfry doesn't know the result yet. To see the result, run ${look}. To wait for the result next time, use --wait
`,
  })
  expect(triggers(world)).toEqual([{ name: 'welcome', to: 'ada', transactionId: 't-1' }])
})

test('an id of its own is fixed before it is sent', async () => {
  const world = await activityWorld(activitySeed)
  const { out, err } = await world.run(['trigger', 'welcome', '--to', 'ada'])
  expect(out).toMatch(/^belfry-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n$/)
  expect(triggers(world)).toEqual([{ name: 'welcome', to: 'ada', transactionId: out.trim() }])
  expect(err).toContain(
    `The trigger is queued. belfry doesn't know the result yet. To see the result, run belfry events list --transaction-id ${out.trim()} `,
  )
})

test('with JSON, one envelope', async () => {
  const world = await activityWorld(activitySeed)
  const { exit, out, err } = await world.run([...known, '--format', 'json'])
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  expect(envelopeIn(out)).toEqual({
    formatVersion: 1,
    command: 'trigger',
    exit: 0,
    problems: [],
    target: 'Production',
    workflow: 'welcome',
    acknowledged: true,
    status: 'processed',
    transactionId: 't-1',
    error: [],
  })
})

test('every field of the body', async () => {
  const world = await activityWorld(activitySeed, {
    'payload.json': '\uFEFF{ "order": 17, "nested": { "list": [1, null, true] } }',
    'more.json': '["bea", { "subscriberId": "cem", "locale": "tr" }]',
  })
  const { exit } = await world.run([
    'trigger', 'welcome', '--to', 'ada', '--to', '{"subscriberId":"eve","email":"eve@acme.example"}', '--to', 'topic:orders',
    '--to', '@more.json', '--payload', '@payload.json', '--overrides', '{"email":{"from":"a@acme.example"}}', '--actor', 'ada',
    '--create-recipients', '--tenant', '{"identifier":"acme"}', '--context', 'region=eu', '--context', 'note=a=b', '--context', '{"shop":"x"}',
    '--transaction-id', 't-1',
  ]) // prettier-ignore
  expect(exit).toBe(7)
  expect(triggers(world)).toEqual([
    {
      name: 'welcome',
      to: [
        'ada',
        { subscriberId: 'eve', email: 'eve@acme.example' },
        { type: 'Topic', topicKey: 'orders' },
        'bea',
        { subscriberId: 'cem', locale: 'tr' },
      ],
      payload: { order: 17, nested: { list: [1, null, true] } },
      overrides: { email: { from: 'a@acme.example' } },
      actor: 'ada',
      tenant: { identifier: 'acme' },
      context: { region: 'eu', note: 'a=b', shop: 'x' },
      transactionId: 't-1',
    },
  ])
})

describe('each status says what to do', () => {
  test.each([
    [
      'trigger_not_active',
      "Nothing is sent: the workflow welcome is inactive. Activate the workflow in the service's dashboard, then trigger again.",
    ],
    [
      'no_workflow_steps_defined',
      "Nothing is sent: the workflow welcome has no steps. Add a step in the service's dashboard, then trigger again.",
    ],
    [
      'no_workflow_active_steps_defined',
      "Nothing is sent: all steps of the workflow welcome are inactive. Activate a step in the service's dashboard, then trigger again.",
    ],
    [
      'no_tenant_found',
      'Nothing is sent: the environment has no tenant with this identifier. Fix --tenant, or create the tenant first.',
    ],
    [
      'invalid_recipients',
      'Nothing is sent: no recipient is valid. Check each --to: a subscriberId is an email address, or contains only letters, digits and the characters "_", ":", "." and "-".',
    ],
    [
      'error',
      'The service rejected the trigger and returned no reason. Check the workflow, the recipients and the payload, then trigger again.',
    ],
    [
      'queued_for_review',
      `belfry doesn't know this status, so belfry can't determine whether the service sends a message. To see the events of the trigger, run ${look}`,
    ],
  ])('%s', async (status, advice) => {
    const world = await activityWorld(activitySeed)
    const url = await answering(world, reply({ data: { acknowledged: true, status, transactionId: 't-1' } }))
    expect(await world.run(known, url)).toEqual({
      exit: 7,
      out: 't-1\n',
      err: `Production: acknowledged, status ${status}\n${advice}\n`,
    })
    const { exit, out, err } = await world.run([...known, '--format=json'], url)
    expect({ exit, err }).toEqual({ exit: 7, err: '' })
    expect(envelopeIn(out)).toMatchObject({
      exit: 7,
      status,
      transactionId: 't-1',
      problems: [
        { rule: 'not-processed', message: `the service answered with status ${status}`, hint: advice },
      ],
    })
  })

  test('error, with the words of the service', async () => {
    const world = await activityWorld(activitySeed)
    const url = await answering(
      world,
      reply({ acknowledged: false, status: 'error', error: ['No phone', 'No\u001B[2Jway'] }),
    )
    expect(await world.run(known, url)).toEqual({
      exit: 7,
      out: 't-1\n',
      err: String.raw`Production: not acknowledged, status error
  No phone
  No\u{1b}[2Jway
The service rejected the trigger. Fix the error that the service returned, then trigger again.
`,
    })
  })

  test.each([
    ['processed', 'welcome', []],
    ['trigger_not_active', 'retired-newsletter', []],
    ['no_workflow_steps_defined', 'draft-announcement', []],
    ['no_workflow_active_steps_defined', 'paused-survey', []],
    ['no_tenant_found', 'welcome', ['--tenant', 'nobody']],
    ['invalid_recipients', 'welcome', []],
    ['error', 'welcome', ['--actor', '{"firstName":"Ann"}']],
  ])('%s, from a sandbox', async (status, workflow, more) => {
    const { run } = await activityWorld()
    const to = status === 'invalid_recipients' ? '{"firstName":"Ann"}' : 'user-0001'
    const { exit, out } = await run([
      'trigger',
      workflow,
      '--to',
      to,
      '--create-recipients',
      ...more,
      '--format',
      'json',
    ])
    expect(exit).toBe(status === 'processed' ? 0 : 7)
    expect(envelopeIn(out)).toMatchObject({ status, acknowledged: status !== 'error' })
  })

  test('and the words of the sandbox', async () => {
    const world = await activityWorld(activitySeed)
    const { exit, err } = await world.run(['trigger', 'retired', '--to', 'ada'])
    expect(exit).toBe(7)
    expect(err).toContain('status trigger_not_active\nNothing is sent: the workflow retired is inactive.')
  })
})

test('the id of the reply counts, and can not act', async () => {
  const world = await activityWorld(activitySeed)
  const url = await answering(
    world,
    reply({ acknowledged: true, status: 'processed', transactionId: 'other\u0007\nx' }),
  )
  const { exit, out, err } = await world.run(known, url)
  expect({ exit, out }).toEqual({ exit: 0, out: String.raw`other\u{7}\nx` + '\n' })
  expect(err).not.toMatch(/[^\n\P{Cc}]/u)
})

test('what comes of it is found by its transaction id', async () => {
  const { run, sandbox } = await activityWorld()
  const to = ['--to', 'user-0004', '--to', 'nobody-yet', '--create-recipients']
  await run(['trigger', 'welcome', ...to, '--transaction-id', 't-1'])
  sandbox.clock.advance(60_000)
  const list = await run(['events', 'list', '--transaction-id', 't-1', '--format', 'ndjson'])
  const found = list.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly _id: string; readonly to: object })
  expect(found).toHaveLength(2)
  const [first, second] = await Promise.all(found.map(({ _id: id }) => run(['events', 'get', id])))
  const text = `${first?.out}${second?.out}`
  expect(text).toContain('2 steps: 2 completed.\n')
  expect(text).toContain('  email skipped: Subscriber does not have an email address.\n')
  const messages = await run(['messages', 'list', '--transaction-id', 't-1', '--format', 'ndjson'])
  expect(messages.out.match(/"status":"sent"/g)).toHaveLength(3)
})
