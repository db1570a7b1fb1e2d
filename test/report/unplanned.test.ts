// Where a target could not be planned, no format counts as if it were without changes.
import { expect, test } from 'vitest'
import type { Section } from '../../src/core/plan/plan.ts'
import type { PlanAccount } from '../../src/report/account.ts'
import { accountHtml } from '../../src/report/html/account-html.ts'
import { accountText } from '../../src/report/text/text.ts'
import { outputsOf } from '../../src/report/ci/github.ts'
import { gitlabReport } from '../../src/report/ci/gitlab.ts'
import { markdown } from '../../src/report/markdown/markdown.ts'
import { plain } from '../../src/report/text/style.ts'
import { planOf } from '../support/html-accounts.ts'
import { wholeOf } from '../support/golden.ts'
import { changeOf, sectionWith } from '../support/sketched-change.ts'

const refused = {
  rule: 'service-refused',
  severity: 'error',
  message: 'refused',
  target: 'Production',
} as const
const context = { style: plain, version: '0.1.0', madeAt: '', reports: {} }

function accountOf(sections: readonly string[]): PlanAccount {
  const plan = {
    sections: sections.map((target) => ({ ...sectionWith({}), target })),
    problems: [],
    requests: { reads: 1, writes: 0, milliseconds: 5 },
  }
  return { command: 'plan', exit: 3, problems: [refused], plan }
}

test.each([[[]], [['Development']]])('of the targets only %j', (sections) => {
  const account = accountOf(sections)
  expect(gitlabReport(account, {})).toBe('{}\n')
  expect(outputsOf(account)).toEqual({ exit: 3, errors: 1, warnings: 0 })
  for (const shown of [accountText, markdown])
    expect(shown(account, context).includes('not planned')).toBe(sections.length > 0)
})

test('the target is named with those that were planned', () => {
  const account = accountOf(['Development'])
  expect(markdown(account, context)).toContain('\n- **Production**: not planned, see the error\n')
  expect(wholeOf(accountHtml(account, context))).toContain(
    '<strong>Production</strong>: not planned, see the error',
  )
  expect(accountText(account, context)).toMatch(
    /^Development .*\nProduction {31}not planned, see the error\n/,
  )
})

test('a refusal of a target that was planned leaves its counts', () => {
  const account = accountOf(['Production'])
  expect(gitlabReport(account, {})).toContain('"create": 0')
  expect(outputsOf(account)).toMatchObject({ changes: 0 })
  expect(markdown(account, context)).not.toContain('not planned')
})

test('an organisation for which nothing is declared leaves the target alone', () => {
  const section = sectionWith({ resources: 1, changes: [changeOf({ name: 'ses' })] })
  const { target: _target, ...organisation } = sectionWith({})
  const textOf = (...sections: readonly Section[]) =>
    markdown({ ...accountOf([]), problems: [], plan: planOf(sections) }, context)
  expect(textOf(organisation, section)).toBe(textOf(section))
})
