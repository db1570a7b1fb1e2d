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

const show = "belfry events list --transaction-id txn_1 -t 'EU 1'"
const later = `belfry doesn't know the result yet. To see the result, run ${show}. To wait for the result next time, use wait: true`

test.each<[Partial<Triggered>, string]>([
  [{}, `The trigger is queued. ${later}`],
  [{ isSeen: true }, `The service has accepted the trigger. ${later}`],
  [{ status: 'trigger_not_active' }, "Nothing is sent: the workflow welcome is inactive. Activate the workflow in the service's dashboard, then trigger again."],
  [{ status: 'no_workflow_steps_defined' }, "Nothing is sent: the workflow welcome has no steps. Add a step in the service's dashboard, then trigger again."],
  [{ status: 'no_workflow_active_steps_defined' }, "Nothing is sent: all steps of the workflow welcome are inactive. Activate a step in the service's dashboard, then trigger again."],
  [{ status: 'no_tenant_found' }, 'Nothing is sent: the environment has no tenant with this identifier. Fix tenant, or create the tenant first.'],
  [{ status: 'invalid_recipients' }, 'Nothing is sent: no recipient is valid. Check each to: a subscriberId is an email address, or contains only letters, digits and the characters "_", ":", "." and "-".'],
  [{ status: 'error' }, 'The service rejected the trigger and returned no reason. Check the workflow, the recipients and the payload, then trigger again.'],
  [{ status: 'error', error: ['no'] }, 'The service rejected the trigger. Fix the error that the service returned, then trigger again.'],
  [{ status: 'tomorrow' }, `belfry doesn't know this status, so belfry can't determine whether the service sends a message. To see the events of the trigger, run ${show}`],
])('the advice on the reply %j', (part, advice) => {
  expect(adviceOn({ ...answer, ...part }, triggerTerms())).toBe(advice)
}) // prettier-ignore

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
