// A reply that comes drop by drop ends at the deadline of its request, and says whether anything was sent.
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { TransportError } from '../../src/service/errors.ts'
import { after, sleep } from '../../src/library/run.ts'
import { patient, type PatienceOptions } from '../../src/service/retry.ts'
import { createTransport, type Transport } from '../../src/service/transport.ts'
import { startServer } from '../support/local-server.ts'

async function dripping(drip: (response: ServerResponse) => void): Promise<string> {
  const timers: NodeJS.Timeout[] = []
  const { origin, close } = await startServer((_, response) => {
    drip(response)
    timers.push(setInterval(() => !response.destroyed && response.write(' '), 20))
  })
  onTestFinished(async () => {
    timers.forEach(clearInterval)
    await close()
  })
  return origin
}

function limited(transport: Transport, more: Partial<PatienceOptions> = {}): Transport {
  const clock = (): number => Date.now()
  return patient(transport, {
    rate: { share: 1 },
    clock,
    sleep,
    after,
    random: () => 0.5,
    budget: 150,
    ...more,
  })
}

const failureOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => undefined,
    (error: unknown) => error,
  )

test.each(['GET', 'PUT'] as const)(
  'a body that drips ends a %s, of which it is not known what it did',
  async (method) => {
    const url = await dripping((response) =>
      response.writeHead(200, { 'content-length': '1000000' }).write('{'),
    )
    const plain = createTransport()
    onTestFinished(() => plain.close())
    const error = await failureOf(limited(plain)({ method, url: `${url}/v1/integrations`, headers: {} }))
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({
      phase: 'unknown',
      code: 'TIMEOUT',
      message: expect.stringMatching(/^http:.* didn't finish its reply within 150 ms: check/) as string,
    })
  },
)

test('the request is not sent once its time is over', async () => {
  let now = 0
  let sent = 0
  const transport: Transport = async () => {
    sent += 1
    now += 200
    return { status: 503, headers: {}, body: '{}' }
  }
  const request = { method: 'GET', url: 'http://x.example/v1/integrations', headers: {} } as const
  const reply = await limited(transport, { clock: () => now, budget: 150, after: () => () => undefined })(
    request,
  )
  expect([reply.status, sent]).toEqual([503, 1])
  const late = await failureOf(
    limited(transport, { clock: () => now, budget: 0, after: () => () => undefined })(request),
  )
  expect(late).toMatchObject({
    phase: 'connect',
    code: 'TIMEOUT',
    message: expect.stringMatching(
      /^not sent: the time limit passed while the request waited for its turn/,
    ) as string,
  })
  expect(sent).toBe(1)
})

test('what is under way is given up with the run, and nothing is sent after it', async () => {
  const over = new AbortController()
  let sent = 0
  const transport: Transport = ({ signal }) => {
    sent += 1
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () =>
        reject(new TransportError({ phase: 'unknown', code: 'ABORTED', sentence: 'aborted' })),
      )
    })
  }
  const service = limited(transport, { giveUp: over.signal, budget: 60_000 })
  const request = { method: 'PUT', url: 'http://x.example/v1/integrations/1', headers: {} } as const
  const first = failureOf(service(request))
  await new Promise((next) => setImmediate(next))
  over.abort('the run took longer than --run-timeout 1 s')
  expect(await first).toMatchObject({
    phase: 'unknown',
    code: 'ABORTED',
    message: 'the run took longer than --run-timeout 1 s',
  })
  expect(await failureOf(service(request))).toMatchObject({ phase: 'connect', code: 'ABORTED' })
  expect(sent).toBe(1)
})

test('many requests under way share the end of a run without a warning', async () => {
  const warnings: string[] = []
  const hear = (warning: Error): void => void warnings.push(warning.message)
  process.on('warning', hear)
  onTestFinished(() => void process.off('warning', hear))
  const over = new AbortController()
  const held: (() => void)[] = []
  const transport: Transport = () =>
    new Promise((resolve) => void held.push(() => resolve({ status: 200, headers: {}, body: '{}' })))
  const service = limited(transport, {
    giveUp: over.signal,
    stop: new AbortController().signal,
    budget: 60_000,
  })
  const requests = Array.from({ length: 20 }, (_, index) =>
    service({ method: 'PUT', url: `http://x.example/v1/integrations/${index}`, headers: {} }),
  )
  while (held.length < 20) await new Promise((next) => setImmediate(next))
  held.forEach((release) => release())
  await Promise.all(requests)
  expect(warnings).toEqual([])
})
