// Ctrl-C in the middle of an apply, and readers who leave early.
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../support/form.ts'
import { createGate } from '../../support/cli-gate.ts'
import { failure, startProxy, type Answer, type Passing } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { cliWorld } from '../../support/cli-world.ts'

const six = `targets: [Production]
subscribers:
${Array.from({ length: 6 }, (_, index) => `  - { subscriberId: user-000${index + 1}, lastName: New }`).join('\n')}
`

/** Holds writes back until they are let go; `full` opens when so many are held. */
function holding(count: number) {
  const full = createGate()
  const gate = createGate()
  let held = 0
  const intercept = async ({ method }: Passing): Promise<Answer | undefined> => {
    if (method === 'GET') return undefined
    held += 1
    if (held === count) full.open()
    await gate.opened
    return undefined
  }
  return { intercept, full: full.opened, letGo: gate.open }
}

describe('an apply that is interrupted', () => {
  test.each([
    ['SIGINT', 130, 'begin'],
    ['SIGTERM', 143, 'start'],
  ] as const)('%s: what is in flight ends, nothing new begins', async (signal, code, how) => {
    const { sandbox, run, writes, ...world } = await cliWorld({ 'manifests/people.yaml': six })
    const { intercept, full, letGo } = holding(2)
    const env = { BELFRY_URL: await startProxy(sandbox.url, intercept) }
    const running = world[how]('apply --yes --concurrency 2', { env })
    await full
    running.kill(signal)
    await running.says('Interrupted. belfry sends no new requests')
    letGo()
    const { exit, out } = await running.ended
    expect(exit).toBe(code)
    expect(out).toContain('Applied: 2 done, 0 failed, 4 skipped, 0 unknown.')
    expect(out.match(/the run was interrupted/g)).toHaveLength(4)
    expect(out).toContain('\nNext: run belfry apply again. The new run sends only the missing changes.\n')
    expect(writes()).toHaveLength(2)

    const after = await run('apply --yes')
    expect(after.exit).toBe(0)
    expect(after.out).toContain('Applied: 4 done, 0 failed, 0 skipped, 0 unknown.')
  })

  test('in a pause that the service asked for: what waits was not sent', async () => {
    const { sandbox, begin, writes } = await cliWorld({ 'manifests/people.yaml': six })
    const refused = createGate()
    const env = {
      BELFRY_URL: await startProxy(sandbox.url, async ({ method }) => {
        if (method === 'GET') return undefined
        refused.open()
        return { status: 429, headers: { 'retry-after': '60' }, body: '{}' }
      }),
    }
    const running = begin('apply --yes --concurrency 2', { env })
    await refused.opened
    await running.says('waiting 60')
    running.kill('SIGINT')
    const { exit, out } = await running.ended
    expect(exit).toBe(130)
    expect(out).toContain('Applied: 0 done, 0 failed, 6 skipped, 0 unknown.')
    expect(writes()).toEqual([])
  })

  test('with JSON the account is still one envelope', async () => {
    const { sandbox, begin } = await cliWorld({ 'manifests/people.yaml': six })
    const { intercept, full, letGo } = holding(2)
    const env = { BELFRY_URL: await startProxy(sandbox.url, intercept) }
    const running = begin('apply --yes --concurrency 2 --format json', { env })
    await full
    running.kill('SIGINT')
    await running.says('Interrupted')
    letGo()
    const { exit, out } = await running.ended
    expect(exit).toBe(130)
    const { exit: told, results } = JSON.parse(out) as { exit: number; results: { status: string }[] }
    expect(told).toBe(130)
    expect(results.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'skipped',
      'skipped',
      'skipped',
      'skipped',
    ])
  })

  test('twice: it leaves at once, and says what it does not know', async () => {
    const { sandbox, start } = await cliWorld({ 'manifests/people.yaml': six })
    const { intercept, full } = holding(2)
    const env = { BELFRY_URL: await startProxy(sandbox.url, intercept) }
    const running = start('apply --yes --concurrency 2', { env })
    await full
    running.kill('SIGINT')
    await running.says('Interrupted')
    running.kill('SIGINT')
    const { exit, err } = await running.ended
    expect(exit).toBe(130)
    expect(err).toContain('unknown  Production  ~ subscriber user-0001\n')
    expect(err).toContain('Stopped. Changes: 0 done')
    expect(err).toContain('To finish the apply, run the command again.')
  })

  test('of further targets too it says that it was interrupted, and not that something failed', async () => {
    const everywhere = six.replace('targets: [Production]\n', '')
    const { sandbox, begin } = await cliWorld({ 'manifests/people.yaml': everywhere })
    const { intercept, full, letGo } = holding(2)
    const env = { BELFRY_URL: await startProxy(sandbox.url, intercept) }
    const running = begin('apply --yes --concurrency 2', { env })
    await full
    running.kill('SIGINT')
    await running.says('Interrupted')
    letGo()
    const { out } = await running.ended
    expect(out).toContain('Applied: 2 done, 0 failed, 10 skipped, 0 unknown.')
    expect(out.match(/the run was interrupted/g)).toHaveLength(10)
    expect(out).not.toContain('failed\n')
  })

  test.runIf(isFull)('by a terminal that is closed, as by SIGTERM', async () => {
    const { sandbox, start, writes } = await cliWorld({ 'manifests/people.yaml': six })
    const { intercept, full, letGo } = holding(2)
    const env = { BELFRY_URL: await startProxy(sandbox.url, intercept) }
    const running = start('apply --yes --concurrency 2', { env })
    await full
    running.kill('SIGHUP')
    await running.says('Interrupted')
    letGo()
    expect(await running.ended).toMatchObject({ exit: 143, signal: null })
    expect(writes()).toHaveLength(2)
  })

  test('while it waits for a limit: what waits was not sent, and is not waited for', async () => {
    const { sandbox, begin, writes } = await cliWorld({ 'manifests/people.yaml': six })
    const url = await startProxy(sandbox.url, ({ method }) =>
      method === 'GET' ? undefined : failure(429, 'slow down'),
    )
    const running = begin('apply --yes --concurrency 2', { env: { BELFRY_URL: url } })
    await running.says('waiting')
    running.kill('SIGINT')
    const { exit, out } = await running.ended
    expect(exit).toBe(130)
    expect(out).toContain(' 0 done, ')
    expect(out).toContain(' 0 unknown.')
    expect(writes()).toEqual([])
  })

  test.each([
    ['apply --yes', 'start'],
    ['plan', 'begin'],
    ['apply --yes --format json', 'begin'],
    ['plan --format json', 'begin'],
  ] as const)('before the first write: %s says so and ends', async (command, how) => {
    const { sandbox, writes, ...world } = await cliWorld({ 'manifests/people.yaml': six })
    const reached = createGate()
    const gate = createGate()
    const env = {
      BELFRY_URL: await startProxy(sandbox.url, async () => {
        reached.open()
        await gate.opened
        return undefined
      }),
    }
    const running = world[how](command, { env })
    await reached.opened
    running.kill('SIGINT')
    const { exit, out, err } = await running.ended
    expect({ exit, err }).toEqual({ exit: 130, err: 'Interrupted: nothing was written.\n' })
    const isText = !command.includes('json')
    expect(isText ? out : envelopeIn(out).problems.map(({ rule }) => rule)).toEqual(
      isText ? '' : ['interrupted'],
    )
    gate.open()
    expect(writes()).toEqual([])
  })
})

describe('a reader that leaves early', () => {
  test('does not make a plan crash', async () => {
    const people = Array.from({ length: 240 }, (_, index) => String(index + 1).padStart(4, '0'))
    const { start } = await cliWorld({
      'manifests/people.yaml': `subscribers:\n${people.map((id) => `  - { subscriberId: user-${id}, lastName: New }`).join('\n')}\n`,
    })
    const running = start('plan')
    running.stopReading()
    expect(await running.ended).toMatchObject({ exit: 0, signal: null, err: '' })
  })

  test('does not stop an apply', async () => {
    const { start, writes } = await cliWorld({ 'manifests/people.yaml': six })
    const running = start('apply --yes')
    running.stopReading()
    expect(await running.ended).toMatchObject({ exit: 0, signal: null, err: '' })
    expect(writes()).toHaveLength(6)
  })

  test.runIf(isFull)('on both streams does not stop an apply either, and its exit code stays', async () => {
    const { start, writes } = await cliWorld({ 'manifests/people.yaml': six })
    const running = start('apply --yes --format json')
    running.stopReading('all')
    expect(await running.ended).toMatchObject({ exit: 0, signal: null })
    expect(writes()).toHaveLength(6)
  })

  test.runIf(existsSync('/dev/full'))(
    'a disk that is full: the apply goes on, the result is missed',
    async () => {
      const { start, writes } = await cliWorld({ 'manifests/people.yaml': six })
      const { exit, err } = await start('apply --yes', { out: '/dev/full' }).ended
      expect(exit).toBe(5)
      expect(err).toContain('belfry: the result could not be written to stdout: the disk is full.')
      expect(writes()).toHaveLength(6)
    },
  )
})

test.each([
  'plan --api-key-file -',
  'apply --yes --api-key-file -',
  'audit --api-key-file -',
  'trigger onboarding --to ops-oncall --api-key-file -',
])('%s: a signal ends the command while it still reads the API key', async (command) => {
  const { begin } = await cliWorld({ 'manifests/people.yaml': six })
  const asked = createGate()
  const readStdin = (): Promise<never> => {
    asked.open()
    return new Promise(() => undefined)
  }
  const running = begin(`${command} --format json`, { io: { readStdin } })
  await asked.opened
  running.kill('SIGINT')
  const { exit, out, err } = await running.ended
  expect({ exit, err }).toEqual({ exit: 130, err: 'Interrupted: nothing was written.\n' })
  expect(envelopeIn(out)).toMatchObject({ exit: 130, problems: [{ rule: 'interrupted' }] })
})
