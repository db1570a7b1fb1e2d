// Steps of an event → the messages that reached the provider of one integration, and their results.
import { expect, test } from 'vitest'
import type { Value, ValueMap } from '../../src/core/value.ts'
import { attemptsIn, measureHealth } from '../../src/delivery/health.ts'
import { json, scripted } from '../support/scripted-transport.ts'
import { deliveryAt } from '../support/suite-case.ts'

const counting = { channel: 'email', name: 'ses-eu', providerId: 'ses' }
const createdAt = '2026-01-05T09:00:00.000Z'

interface Log {
  /** An integration that the log says was selected; without a name, only its provider is known. */
  readonly through?: readonly [provider: string, identifier?: string]
  /** The last line. */
  readonly said?: string
}

function job(status: string, { through, said }: Log = {}, type = 'email'): ValueMap {
  const selected = through && {
    status: 'Pending',
    detail: 'x provider was selected',
    raw: JSON.stringify({ providerId: through[0], identifier: through[1] }),
  }
  const last = said === undefined ? undefined : { status: 'Failed', detail: said, raw: '' }
  return { type, status, executionDetails: [selected, last].filter((line) => line !== undefined) }
}

const refused = 'Unexpected provider error: no'

test.each<[string, ValueMap, 'delivered' | 'refused' | undefined]>([
  ['sent through it', job('completed', { through: ['ses', 'ses-eu'] }), 'delivered'],
  ['refused by its provider', job('failed', { through: ['ses', 'ses-eu'], said: refused }), 'refused'],
  ['sent, the log names no integration', job('completed'), 'delivered'],
  ['refused, the log names no integration', job('failed', { said: refused }), 'refused'],
  ['sent through its provider, without a name', job('completed', { through: ['ses'] }), 'delivered'],
  ['sent through another provider, without a name', job('completed', { through: ['sendgrid'] }), undefined],
  [
    'sent through another integration of its provider',
    job('completed', { through: ['ses', 'ses-us'] }),
    undefined,
  ],
  ['refused by another', job('failed', { through: ['sendgrid', 'main'], said: refused }), undefined],
  ['sent in another channel', job('completed', {}, 'sms'), undefined],
  ['failed for want of an address', job('failed', { said: 'no email address' }), undefined],
  [
    'left out by a condition',
    job('skipped', { said: 'Step was filtered based on steps filters' }),
    undefined,
  ],
  ['not over', job('running', { through: ['ses', 'ses-eu'] }), undefined],
  ['skipped, although a provider is named', job('skipped', { said: refused }), undefined],
])('a step that was %s', (_, each, result) => {
  const attempts = attemptsIn({ createdAt, jobs: [each] }, counting)
  expect(attempts).toEqual(result === undefined ? [] : [{ at: Date.parse(createdAt), result }])
})

test('each step of an event counts, in its order', () => {
  const jobs = [
    job('failed', { said: refused }),
    job('completed', {}, 'in_app'),
    job('completed', { through: ['ses', 'ses-eu'] }),
    job('completed'),
  ]
  expect(attemptsIn({ createdAt, jobs }, counting).map(({ result }) => result)).toEqual([
    'refused',
    'delivered',
    'delivered',
  ])
})

/** Measures at 09:20, in windows of ten minutes, what the service returns for each of these times. */
async function measured(events: Readonly<Record<string, readonly ValueMap[]>>) {
  const asked: string[] = []
  const { transport } = scripted(({ url }) => {
    const { searchParams: query } = new URL(url)
    const [after, page] = [query.get('after') ?? '', Number(query.get('page'))]
    if (page === 0) asked.push([query.getAll('channels').join(), after, query.get('before')].join(' '))
    const all = events[after.slice(11, 16)] ?? []
    return json({ data: all.slice(page * 50, page * 50 + 50), hasMore: all.length > page * 50 + 50 })
  })
  const threshold = { share: 0.2, window: 600_000 }
  const now = Date.parse('2026-01-05T09:20:00.000Z')
  return { asked, ...(await measureHealth(counting, threshold, deliveryAt(transport), now)) }
}

const eventsAt = (minute: string, refusals: number, deliveries: number): ValueMap[] =>
  Array.from({ length: refusals + deliveries }, (_, index) => ({
    _id: `${minute} ${index}`,
    createdAt: `2026-01-05T09:${minute}:00.000Z`,
    jobs: [index < refusals ? job('failed', { said: refused }) : job('completed')],
  }))

test('each window is counted, and only its newest 1,000 events', async () => {
  const [from, middle, to] = ['00', '10', '20'].map((minute) => Date.parse(`2026-01-05T09:${minute}:00.000Z`))
  const exact = eventsAt('10', 200, 800)
  expect(await measured({ '09:00': [...eventsAt('09', 10, 40), ...eventsAt('10', 0, 5)], '09:10': exact })).toEqual({
    asked: ['00', '10'].map((minute) => `email 2026-01-05T09:${minute}:00.000Z 2026-01-05T09:${Number(minute) + 10}:00.000Z`),
    verdict: 'failing',
    windows: [{ from, to: middle, delivered: 40, refused: 10 }, { from: middle, to, delivered: 800, refused: 200 }],
  })
  expect(await measured({ '09:00': exact, '09:10': [...exact, ...eventsAt('11', 1, 0)] })).toMatchObject({
    verdict: 'not enough traffic',
    windows: [{ delivered: 0 }, { delivered: 800, refused: 200, isSample: true }],
  })
}) // prettier-ignore

test('a step that several integrations sent counts for each of them', () => {
  const both = job('completed', { through: ['sendgrid', 'main'] })
  const log = [...(job('completed', { through: ['ses', 'ses-eu'] })['executionDetails'] as readonly Value[])]
  const jobs = [{ ...both, executionDetails: [...(both['executionDetails'] as readonly Value[]), ...log] }]
  expect(attemptsIn({ createdAt, jobs }, counting)).toHaveLength(1)
})
