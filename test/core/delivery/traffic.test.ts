// Messages of a period → what an integration delivered, and the words for it.
import { expect, test } from 'vitest'
import {
  countedWords,
  tallyOf,
  trafficOf,
  trafficWords,
  type CountedMessage,
  type CountedMessages,
} from '../../../src/core/delivery/traffic.ts'

function message(status: string, ...integrations: readonly string[]): CountedMessage {
  return { channel: 'email', provider: 'ses', status, integrations }
}

const messages = [
  message('sent', 'eu', 'us'),
  message('sent', 'eu'),
  message('error', 'eu'),
  message('warning', 'eu'),
  message('queued', 'eu'),
  message('sent', 'other'),
  message('sent'),
]

test('messages are counted by status, including unknown statuses', () => {
  expect(tallyOf(messages)).toEqual({ messages: 7, delivered: 4, failed: 1, warnings: 1 })
})

test('an integration has its own messages first, and apart those that may be of another', () => {
  expect(trafficOf('eu', messages)).toEqual([
    { integrations: ['eu'], messages: 4, delivered: 1, failed: 1, warnings: 1 },
    { integrations: ['eu', 'us'], messages: 1, delivered: 1, failed: 0, warnings: 0 },
  ])
  expect(trafficOf('none', messages)).toEqual([
    { integrations: ['none'], messages: 0, delivered: 0, failed: 0, warnings: 0 },
  ])
})

test.each([
  ['eu', '1 delivered, 1 failed, 1 warning; 1 delivered, 0 failed, counted together with us (same provider)'],
  ['us', '1 delivered, 0 failed, counted together with eu (same provider)'],
  ['other', '1 delivered, 0 failed'],
  ['none', 'no messages'],
])('in words: %s', (name, words) => {
  expect(trafficWords(trafficOf(name, messages), name)).toBe(words)
})

const day = { period: 86_400_000, since: '2026-01-05T09:00:00Z', messages: 312, isSample: false }

test.each<[Partial<CountedMessages>, string]>([
  [{}, 'last 24 h: all 312 messages counted'],
  [{ messages: 1 }, 'last 24 h: all 1 message counted'],
  [{ messages: 0 }, "last 24 h: the service has no messages, or doesn't keep them"],
  [{ isSample: true }, 'last 24 h: a sample, only the newest 312 messages counted'],
  [{ isSample: true, oldest: 'T' }, 'last 24 h: a sample, only the newest 312 messages counted, back to T'],
  [{ period: 7 * 86_400_000 }, 'last 7 d: all 312 messages counted'],
  [{ period: 90 * 60_000 }, 'last 90 min: all 312 messages counted'],
  [{ period: 3_600_000 }, 'last 60 min: all 312 messages counted'],
  [{ period: 30_000 }, 'last 30 s: all 312 messages counted'],
  [{ period: 1500 }, 'last 1500 ms: all 312 messages counted'],
])('what was counted: %j', (part, words) => {
  expect(countedWords({ ...day, ...part })).toBe(words)
})
