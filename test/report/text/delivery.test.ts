// The lines of a delivery: what of its log a step shows.
import { expect, test } from 'vitest'
import type { Delivery, StepDetail } from '../../../src/core/delivery/delivery.ts'
import { deliveryLines } from '../../../src/report/text/delivery.ts'
import { plain } from '../../../src/report/text/style.ts'

const sent = line('Success', 'Message sent')
const old = line('Failed', 'Subscriber does not have an active integration')
const warned = line('Warning', 'The message is long')

function line(status: string, text: string): StepDetail {
  return { status, text, raw: '', source: 'Internal' }
}

test.each([
  ['completed', [sent, old], 'Message sent'],
  ['completed', [old, sent], 'Message sent'],
  ['completed', [warned, sent, old], 'The message is long'],
  ['completed', [old], 'Subscriber does not have an active integration'],
  ['failed', [sent, old], 'Subscriber does not have an active integration'],
] as const)('a chat step that is %s, with the log %j', (status, details, text) => {
  const step = { channel: 'chat', name: '', status, senders: [], guess: '', waits: '', filters: [] }
  const delivery: Delivery = {
    recipient: 'ada',
    event: 'e',
    workflow: 'welcome',
    created: '',
    state: 'over',
    steps: [{ ...step, details: [...details] }],
    messages: [],
    payload: {},
  }
  const [, shown] = deliveryLines([delivery], plain)
  expect(shown).toBe(`  chat  ${status}  ${text}`)
})
