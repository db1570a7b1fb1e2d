// Which requests a fault hits, how it is written, and how it is switched over HTTP.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts'
import { sender } from '../../support/sandbox-client.ts'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await createSandbox()
})
afterEach(() => sandbox.close())

const list = () => sender(sandbox)('GET', '/v1/integrations')
const patch = () => sender(sandbox)('PATCH', '/v2/subscribers/ops-oncall', { lastName: 'x' })
async function statuses(call: () => Promise<{ status: number }>, times: number): Promise<number[]> {
  const all: number[] = []
  for (let time = 0; time < times; time += 1) all.push((await call()).status)
  return all
}

test('always, the n-th of its operation or method, and not the others', async () => {
  sandbox.faults.set(['500-before:updateSubscriber@2', '429:GET@3'])
  expect(await statuses(patch, 3)).toEqual([200, 500, 200])
  expect(await statuses(list, 4)).toEqual([200, 200, 429, 200])
  sandbox.faults.set(['500-after'])
  expect(await statuses(list, 2)).toEqual([500, 500])
})

test('of two that decide the reply the first, and both are counted', async () => {
  sandbox.faults.set(['500-after@2', '429:GET'])
  expect(await statuses(list, 3)).toEqual([429, 500, 429])
  expect(sandbox.faults.list()).toEqual([
    { fault: '500-after@2', seen: 3, hits: 1 },
    { fault: '429:GET', seen: 3, hits: 2 },
  ])
})

test('at a rate, the same for the same seed', async () => {
  const run = async (seed: number): Promise<number[]> => {
    sandbox.faults.set(['500-before:GET:30%'], seed)
    return statuses(list, 200)
  }
  const first = await run(7)
  expect(await run(7)).toEqual(first)
  expect(await run(8)).not.toEqual(first)
  const hits = first.filter((status) => status === 500).length
  expect(hits).toBeGreaterThan(35)
  expect(hits).toBeLessThan(85)
})

test('the admin route shows, replaces and clears, and is never hit', async () => {
  const send = sender(sandbox)
  expect(await send('GET', '/_sandbox/faults')).toEqual({ status: 200, body: { faults: [], seed: 1 } })
  const faults = ['500-before', 'reset-after:updateSubscriber@3']
  expect(await send('PUT', '/_sandbox/faults', { faults, seed: 5 })).toEqual({
    status: 200,
    body: { faults: faults.map((fault) => ({ fault, seen: 0, hits: 0 })), seed: 5 },
  })
  expect((await list()).status).toBe(500)
  expect((await send('GET', '/_sandbox/faults')).body).toMatchObject({ faults: [{ seen: 1, hits: 1 }, {}] })
  expect((await send('DELETE', '/_sandbox/faults')).body).toEqual({ faults: [], seed: 1 })
  expect((await list()).status).toBe(200)
})

test.each([
  ['', '" is not a valid fault; write NAME[=AMOUNT][:OPERATION][@N or :N%], for example reset-after@3'],
  [
    'reset-after@',
    'reset-after@" is not a valid fault; write NAME[=AMOUNT][:OPERATION][@N or :N%], for example reset-after@3',
  ],
  ['explode', 'unknown fault "explode"; use one of 409, 429, latency, 500-before, 500-after, '],
  ['toString', 'unknown fault "toString"; use one of '],
  [
    'reset-after:nothing',
    'reset-after:nothing": unknown operation or method "nothing"; use one of GET, PATCH, POST, PUT, createEnvironment, ',
  ],
  [
    'race-create:updateIntegration',
    "the fault race-create doesn't apply to updateIntegration; remove :updateIntegration",
  ],
  ['stale:PUT', "the fault stale doesn't apply to PUT; remove :PUT"],
  ['429@0', '429@0": the request number after @ must be at least 1'],
  ['429@00', '429@00": the request number after @ must be at least 1'],
  ['429:101%', '429:101%": the rate after the colon must be at most 100%'],
  ['latency', 'latency": a duration is required, for example latency=200ms'],
  ['latency:GET', 'latency:GET": a duration is required, for example latency=200ms'],
  ['latency=2h', '"latency=2h": "2h" is not a duration such as 200ms or 2s'],
  ['429=soon', '"429=soon": "soon" is not a number of seconds, nor the word "date"'],
  ['html-after=99', '"html-after=99": "99" is not a status from 200 to 599'],
  ['reset-after=2', 'reset-after=2": the fault reset-after has no amount; remove =2'],
])('%j is refused', async (fault, message) => {
  expect(() => sandbox.faults.set([fault])).toThrow(message)
  const { status, body } = await sender(sandbox)('PUT', '/_sandbox/faults', { faults: [fault] })
  expect([status, JSON.stringify(body)]).toEqual([
    422,
    expect.stringContaining(JSON.stringify(message).slice(1, -1)),
  ])
  await expect(createSandbox({ faults: [fault] })).rejects.toThrow(message)
})
