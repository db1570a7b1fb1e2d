// The next step after an apply that did not do everything: values that another process changed are read before they are overwritten.
import { expect, test } from 'vitest'
import { sentences } from '../../../src/report/document/document-node.ts'
import { nodesOf } from '../../../src/report/document/document.ts'
import { verdictNodes } from '../../../src/report/document/apply.ts'
import { accounts } from '../../support/sample-accounts.ts'

const look = 'Next: run belfry plan to see the current values, then run belfry apply again.'
const again = 'run belfry apply again. The new run sends only the missing changes.'

test.each([
  [['stale'], look],
  [['stale', 'skipped'], look],
  [['done', 'stale', 'skipped'], look],
  [['unknown'], `Next: ${again}`],
  [['stale', 'unknown'], `Next: ${again}`],
  [['stale', 'failed'], `Next: fix the failed changes, then ${again}`],
])('%s', (statuses, next) => {
  const { result } = accounts.failures
  if (result === undefined) throw new Error('the sample has no result')
  const results = result.results.filter(({ outcome: { status } }) => statuses.includes(status))
  expect(new Set(results.map(({ outcome }) => outcome.status))).toEqual(new Set(statuses))
  expect(verdictNodes({ result: { ...result, results, waiting: [] } })).toEqual([sentences([next])])
})

test('the document of an apply ends with its smoke cases', () => {
  const { applied, smoke } = accounts
  const text = (more: object) => JSON.stringify(nodesOf({ ...applied, ...more }))
  expect(text({})).not.toContain('nobody knows')
  expect(text({ smoke: smoke.run })).toContain('nobody knows')
})
