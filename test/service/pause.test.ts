// A pause is told of once: by the refusal that began it.
import { expect, test } from 'vitest'
import { patient, type Wait } from '../../src/service/retry.ts'
import type { Transport } from '../../src/service/transport.ts'
import { virtualClock } from '../support/virtual-clock.ts'

test('one refusal, three requests that wait for it: one line', async () => {
  const clock = virtualClock()
  const waits: Wait[] = []
  let calls = 0
  const transport: Transport = async () => {
    calls += 1
    return { status: calls === 1 ? 429 : 200, headers: { 'retry-after': '2' }, body: '{}' }
  }
  const send = patient(transport, {
    rate: { share: 1 },
    clock: clock.now,
    sleep: clock.sleep,
    random: () => 0.5,
    budget: 60_000,
    onWait: (wait) => waits.push(wait),
  })
  const request = { method: 'GET', url: 'http://x.example/v1/integrations', headers: {} } as const
  await clock.run(
    (async () => {
      const first = send(request)
      await clock.sleep(1000)
      await Promise.all([first, send(request), send(request)])
    })(),
  )
  expect(waits).toEqual([{ milliseconds: 2125, reason: '429', attempt: 1, of: 6 }])
})
