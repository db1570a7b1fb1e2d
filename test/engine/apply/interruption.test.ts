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
