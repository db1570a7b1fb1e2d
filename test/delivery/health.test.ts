// Steps of an event → the messages that reached the provider of one integration, and their results.
import { expect, test } from 'vitest'
import type { ValueMap } from '../../src/core/value.ts'
import { attemptsIn } from '../../src/delivery/health.ts'

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
