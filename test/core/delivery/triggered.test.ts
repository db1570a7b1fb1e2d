// The service's answer to a trigger → whether something is sent, and what to do.
import { expect, test } from 'vitest'
import { adviceOn, triggerTerms, suiteTerms, type Triggered } from '../../../src/core/delivery/triggered.ts'

const answer: Triggered = {
  workflow: 'welcome',
  target: 'EU 1',
  acknowledged: true,
  status: 'processed',
  transactionId: 'txn_1',
  error: [],
}

const nothing = /^Nothing is sent: /

test.each<[string, Partial<Triggered>, RegExp, RegExp]>([
  ['queued', {}, /^The trigger is queued\. belfry doesn't know the result yet/, /wait: true$/],
  ['lost, and seen later', { isSeen: true }, /^The service has accepted the trigger\./, /wait: true$/],
  ['of an inactive workflow', { status: 'trigger_not_active' }, nothing, /welcome is inactive\. Activate/],
  ['without steps', { status: 'no_workflow_steps_defined' }, nothing, /welcome has no steps\. Add/],
  ['without active steps', { status: 'no_workflow_active_steps_defined' }, nothing, /all steps.*Activate/],
  ['of no tenant', { status: 'no_tenant_found' }, nothing, /Fix tenant, or create the tenant first/],
  ['without a recipient', { status: 'invalid_recipients' }, nothing, /Check each to: a subscriberId/],
  ['rejected', { status: 'error' }, /returned no reason/, /Check the workflow/],
  [
    'rejected with a reason',
    { status: 'error', error: ['no'] },
    /^The service rejected the trigger\. Fix/,
    /error/,
  ],
  ['of a status of tomorrow', { status: 'tomorrow' }, /^belfry doesn't know this status/, /txn_1/],
])('a trigger that is %s', (_, part, ...patterns) => {
  const advice = adviceOn({ ...answer, ...part }, triggerTerms())
  for (const pattern of patterns) expect(advice).toMatch(pattern)
})

test('the command that shows the result can be pasted', () => {
  for (const status of ['processed', 'tomorrow'])
    expect(adviceOn({ ...answer, status, transactionId: "it's" }, triggerTerms())).toContain(
      `belfry events list --transaction-id 'it'\\''s' -t 'EU 1'`,
    )
})

test('hints for a suite name fields of the suite, and no options', () => {
  const advice = ['no_tenant_found', 'invalid_recipients'].map((status) =>
    adviceOn({ ...answer, status }, suiteTerms),
  )
  expect(advice.map((text) => /`tenant`|each entry of `to`/.exec(text)?.[0])).toEqual([
    '`tenant`',
    'each entry of `to`',
  ])
  expect(advice.filter((text) => text.includes('--'))).toEqual([])
})
