// Arguments that JavaScript would read as something else: they are refused, not changed on the way.
import { expect, test } from 'vitest'
import { activitySeed } from '../../support/activity-seed.ts'
import { activityWorld } from '../../support/activity-world.ts'
import { known, triggers } from '../../support/trigger-replies.ts'

test.each(['{"n":1e400}', '{"list":[-1e999]}'])('--payload %s would arrive as null', async (payload) => {
  const { run, sent } = await activityWorld(activitySeed)
  expect(await run([...known, '--payload', payload])).toEqual({
    exit: 3,
    out: '',
    err: `error  bad-flag
  --payload contains a number that can't be stored exactly
  Write the number as a string, in double quotes.
1 error. Nothing was sent.
More about a rule: belfry explain bad-flag
`,
  })
  expect(sent()).toEqual([])
})

test.each(['2026-02-30', '2026-04-31T09:00:00Z', '2025-02-29', '2026-01-31T24:30:00Z'])(
  '--after %s is no moment of any calendar',
  async (after) => {
    const { run, sent } = await activityWorld(activitySeed)
    const { exit, err } = await run(['events', 'list', '--after', after])
    expect(exit).toBe(3)
    expect(err).toContain(`--after ${after} is not a valid time`)
    expect(sent()).toEqual([])
  },
)

test.each(['2024-02-29', '2026-01-31T09:00+0100', '2026-12-31T23:59:59.999Z'])(
  '--after %s is one',
  async (after) => {
    const { run } = await activityWorld(activitySeed)
    expect(await run(['events', 'list', '--after', after])).toMatchObject({ exit: 0 })
  },
)

test('an empty id of a message', async () => {
  const { run, sent } = await activityWorld(activitySeed)
  const { exit, err } = await run(['messages', 'get', ''])
  expect(exit).toBe(3)
  expect(err).toContain('"" is not a valid message ID')
  expect(sent()).toEqual([])
})

const odd = (text: string): string => `warning  odd-subscriber-id
  --to (1) is sent as a single subscriber ID: ${JSON.stringify(text)}
  The service creates a subscriber for an unknown ID. For several recipients, repeat --to.
`

test.each([
  ['ada,bea', 0, 'processed'],
  ['"ada"', 0, 'processed'],
  ['a@b@c', 0, 'processed'],
  // It is the service's to say that an id with a gap in it is none.
  ['ada bea', 7, 'invalid_recipients'],
  ['ada\n', 7, 'invalid_recipients'],
])('--to %j is sent as it is, with a warning', async (to, exit, status) => {
  const world = await activityWorld(activitySeed)
  const create = ['--create-recipients', '--transaction-id', 't-1']
  const said = await world.run(['trigger', 'welcome', '--to', to, ...create])
  expect(said.exit).toBe(exit)
  expect(said.err).toContain(odd(to))
  expect(said.err).toContain(`acknowledged, status ${status}`)
  expect(triggers(world)).toEqual([{ name: 'welcome', to, transactionId: 't-1' }])
})

test.each(['ada', 'user_1:x.y-z', 'o.brien+x@acme.example'])('--to %s says nothing more', async (to) => {
  const { run } = await activityWorld(activitySeed)
  expect((await run(['trigger', 'welcome', '--to', to])).err).not.toContain('odd-subscriber-id')
})
