// A second Ctrl-C, or the time after the first one, ends the run at once, and even then JSON is one envelope that says what nobody knows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createGate } from '../../support/cli-gate.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { cliWorld, project } from '../../support/cli-world.ts'

const people = `targets: [Production]
subscribers:
  - { subscriberId: user-0001, lastName: New }
  - { subscriberId: user-0002, lastName: New }
  - { subscriberId: user-0003, lastName: New }
`

/** A proxy that keeps the replies of writes, from the given one, until `release`. */
async function holding(service: string, first: number) {
  const [held, gate] = [createGate(), createGate()]
  let writes = 0
  const url = await startProxy(service, async ({ method }) => {
    if (method === 'GET') return undefined
    writes += 1
    if (writes < first) return undefined
    held.open()
    await gate.opened
    return undefined
  })
  return { url, held: held.opened, release: () => gate.open() }
}

test('one is done, one is in flight, one was not begun', async () => {
  const { folder, sandbox, begin } = await cliWorld({ 'manifests/people.yaml': people })
  const { url, held, release } = await holding(sandbox.url, 2)
  const running = begin('apply --yes --concurrency 1 --format json --report json=left.json', {
    env: { BELFRY_URL: url },
  })
  await held
  running.kill('SIGINT')
  await running.says('Interrupted')
  running.kill('SIGINT')
  const { exit, out, err } = await running.ended
  release()
  expect(exit).toBe(130)
  expect(err).toContain('Stopped. Changes: 1 done, 1 unknown.')
  // The report says what stdout says.
  expect(readFileSync(join(folder, 'left.json'), 'utf8')).toBe(out)
  expect(JSON.parse(out)).toMatchObject({
    command: 'apply',
    exit: 130,
    problems: [],
    results: [
      { id: 'Production/subscriber/user-0001/update', status: 'done' },
      {
        id: 'Production/subscriber/user-0002/update',
        status: 'unknown',
        reason: 'the run was stopped before the reply arrived',
      },
    ],
  })
})

test('with privacy: mask, neither the progress nor the end shows an address, and the end counts what failed', async () => {
  const addresses = ['ada@acme.example', 'bea@acme.example', 'cleo@acme.example']
  const declared = addresses.map((address) => `  - { subscriberId: ${address}, lastName: New }\n`).join('')
  const { sandbox, begin } = await cliWorld(
    {
      'belfry.yaml': `${project}privacy: mask\n`,
      'manifests/people.yaml': `targets: [Production]\nsubscribers:\n${declared}`,
    },
    { subscribers: addresses.map((subscriberId) => ({ environment: 'Production', subscriberId })) },
  )
  const gate = createGate()
  let writes = 0
  const url = await startProxy(sandbox.url, async ({ method }) => {
    if (method === 'GET') return undefined
    writes += 1
    if (writes === 2) return failure(400, 'invalid')
    await gate.opened
    return undefined
  })
  // The line changes at most every 100 ms.
  let now = 0
  const running = begin('apply --yes --concurrency 2', {
    env: { BELFRY_URL: url },
    io: { errIsTty: true, clock: () => (now += 100) },
  })
  await running.says('failed ')
  running.kill('SIGINT')
  await running.says('Interrupted')
  running.kill('SIGINT')
  const { err } = await running.ended
  gate.open()
  expect(err).toContain('writing 0 of 3 changes: Production: subscriber a***@')
  expect(err).toContain('unknown  Production  ~ subscriber a***@')
  expect(err).toContain('Stopped. Changes: 0 done, 1 failed, 1 unknown.')
  expect(addresses.filter((address) => err.includes(address))).toEqual([])
})

/** Timers that fire when the test says so: those of ten seconds, and no others. */
function alarms() {
  const due = new Set<() => void>()
  return {
    after: (milliseconds: number, run: () => void) => {
      if (milliseconds !== 10_000) return () => undefined
      due.add(run)
      return () => void due.delete(run)
    },
    ring: () => {
      for (const run of due)
        try {
          run()
        } catch (error) {
          // As the end of the process, which a test goes on after.
          if (!(error instanceof Error) || !error.message.startsWith('the program left')) throw error
        }
    },
  }
}

test('ten seconds after one signal, what is in flight is unknown', async () => {
  const { sandbox, begin } = await cliWorld({ 'manifests/people.yaml': people })
  const { url, held, release } = await holding(sandbox.url, 1)
  const { after, ring } = alarms()
  const running = begin('apply --yes --concurrency 1 --format json', {
    env: { BELFRY_URL: url },
    io: { after },
  })
  await held
  running.kill('SIGTERM')
  await running.says('Interrupted')
  ring()
  const { exit, out } = await running.ended
  release()
  expect(exit).toBe(143)
  expect(JSON.parse(out)).toMatchObject({
    exit: 143,
    results: [{ id: 'Production/subscriber/user-0001/update', status: 'unknown' }],
  })
})

test.each(['the second signal', 'ten seconds after the first one'])(
  'a trigger whose reply does not come is given up at %s, and its result is unknown',
  async (when) => {
    const { sandbox, begin } = await cliWorld({ 'manifests/people.yaml': people })
    const { url, held, release } = await holding(sandbox.url, 1)
    const { after, ring } = alarms()
    const running = begin('trigger welcome --to user-0001 -t Production --format json', {
      env: { BELFRY_URL: url },
      io: { after },
    })
    await held
    running.kill('SIGTERM')
    if (when === 'the second signal') running.kill('SIGTERM')
    else ring()
    const { exit, out } = await running.ended
    release()
    expect(exit).toBe(143)
    expect(JSON.parse(out)).toMatchObject({ command: 'trigger', exit: 143 })
    expect(out).toContain("belfry doesn't know whether the service accepted the trigger")
  },
)
