// What an interruption ends.
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { endingReads } from '../../../src/engine/apply/apply.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import type { Transport } from '../../../src/service/transport.ts'

test('all reads under way, of which more than ten are no leak that Node.js would warn of', async () => {
  const warnings: string[] = []
  const hear = ({ name }: Error): unknown => warnings.push(name)
  process.on('warning', hear)
  onTestFinished(() => void process.off('warning', hear))
  const untilAborted: Transport = ({ signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('ended'))))
  const stop = new AbortController()
  const { engine } = endingReads({ transport: untilAborted, stop: stop.signal } as unknown as Engine, 0)
  const request = { method: 'GET', url: 'http://127.0.0.1/', headers: {} } as const
  const reads = Array.from({ length: 11 }, () => engine.transport(request))
  stop.abort()
  const ended = await Promise.allSettled(reads)
  await setImmediate()
  expect(ended.map(({ status }) => status)).toEqual(reads.map(() => 'rejected'))
  expect(warnings).toEqual([])
})

test('reads show the result of a change whose reply is lost long after the interruption', async () => {
  const waits: (() => void)[] = []
  const patience = { sleep: () => new Promise<void>((done) => waits.push(done)) }
  const lost = new AbortController()
  const transport: Transport = ({ method, signal }) =>
    new Promise((_, reject) => {
      const ends = method === 'GET' ? signal : lost.signal
      ends?.addEventListener('abort', () => reject(new Error(`${method} ended`)))
    })
  const stop = new AbortController()
  const { engine } = endingReads({ transport, stop: stop.signal, patience } as unknown as Engine, 5000)
  const sent = (method: 'GET' | 'POST') =>
    engine
      .transport({ method, url: 'http://127.0.0.1/', headers: {} })
      .catch((error: unknown) => String(error))
  const write = sent('POST')
  stop.abort()
  await setImmediate()
  expect(waits).toHaveLength(0)
  lost.abort()
  expect(await write).toBe('Error: POST ended')
  expect(waits).toHaveLength(1)
  const read = sent('GET')
  waits[0]?.()
  expect(await read).toBe('Error: GET ended')
})
