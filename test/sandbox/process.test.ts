// The sandbox's own flags, in the built binary.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampled } from '../support/form.ts'
import { sender } from '../support/sandbox-client.ts'
import { startProcess } from '../support/sandbox-process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-process-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('--save writes a seed at the end that only its owner can read, and --seed starts from it', async () => {
  const file = join(folder, 'seed.json')
  const first = await startProcess(['--save', file])
  await sender(first)('PATCH', '/v2/subscribers/user-0001', { firstName: 'Kept' })
  expect(existsSync(file)).toBe(false)
  expect(await first.end('SIGTERM')).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const second = await startProcess(['--seed', file, '--save', file])
  const { body } = await sender(second)('GET', '/v2/subscribers?subscriberId=user-0001')
  expect(body).toMatchObject({ data: [{ firstName: 'Kept' }] })
  rmSync(folder, { recursive: true })
  expect(await second.end('SIGTERM')).toBe(3)
  await expect(startProcess(['--save', file])).rejects.toThrow(
    `it ended with 3: --save ${file} can't be written: `,
  )
})

test('a fast sandbox gets through a week in seconds', async () => {
  const sandbox = await startProcess(['--speed', '1000000'])
  const send = sender(sandbox)
  await send('POST', '/v1/events/trigger', { name: 'weekly-digest', to: 'user-0001', transactionId: 't' })
  const statuses = async () => {
    const { body } = await send<{ data: { jobs: { status: string }[] }[] }>(
      'GET',
      '/v1/notifications?transactionId=t',
    )
    return body.data[0]?.jobs.map(({ status }) => status)
  }
  await expect.poll(statuses).toEqual(['completed', 'completed', 'completed'])
  await sandbox.end('SIGTERM')
})

test.each(sampled(['0', '-1', 'fast', '2000000'], 2))('--speed %s is no speed', async (speed) => {
  await expect(startProcess(['--speed', speed])).rejects.toThrow(
    `it ended with 3: --speed ${speed} is not a valid speed`,
  )
})

test('what goes wrong is said by flags', async () => {
  const sandbox = await startProcess([
    '--fault',
    '429=3:GET@2',
    '--fault',
    '500-before:50%',
    '--fault-seed',
    '7',
  ])
  const send = sender(sandbox)
  expect((await send('GET', '/_sandbox/faults')).body).toEqual({
    faults: [
      { fault: '429=3:GET@2', seen: 0, hits: 0 },
      { fault: '500-before:50%', seen: 0, hits: 0 },
    ],
    seed: 7,
  })
  await send('GET', '/v1/environments')
  expect((await send('GET', '/v1/environments')).status).toBe(429)
  await sandbox.end('SIGTERM')
})
