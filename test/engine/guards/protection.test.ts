// Whose targets are written to, and who reviewed it → what is refused.
import { expect, test } from 'vitest'
import type { Section } from '../../../src/core/plan/plan.ts'
import type { Target } from '../../../src/engine/engine.ts'
import { protectionProblems, type Permission } from '../../../src/engine/guards/protection.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

const target = (alias: string, more: Partial<Target> = {}): Target => ({
  alias,
  url: 'https://api.acme.example',
  unmanaged: 'report',
  ...more,
})
const targets = [
  target('Development'),
  target('Production', { environment: 'Live', protection: { position } }),
]
const changes = [changeOf({ name: 'ses' })]
const { target: _target, ...organisation } = sectionWith()
const nobody: Permission = { review: 'none', allowed: [] }

const rows: [string, readonly Section[], Permission, string[]][] = [
  ['nothing is to be written', [sectionWith()], nobody, []],
  [
    'another target is written to',
    [sectionWith({ target: 'Development', changes }), sectionWith()],
    nobody,
    [],
  ],
  ['it is written to', [sectionWith({ changes })], nobody, ['Production']],
  ['it waits for its environment', [sectionWith({ waitsFor: 'its environment' })], nobody, ['Production']],
  [
    'its environment changes',
    [{ ...organisation, changes: [changeOf({ kind: 'environment', name: 'Live' })] }],
    nobody,
    ['Production'],
  ],
  [
    'another environment changes',
    [{ ...organisation, changes: [changeOf({ kind: 'environment', name: 'Staging' })] }],
    nobody,
    [],
  ],
  ['a saved plan is applied', [sectionWith({ changes })], { review: 'saved', allowed: [] }, []],
  ['the plan was approved', [sectionWith({ changes })], { review: 'approved', allowed: [] }, []],
  ['it is allowed by name', [sectionWith({ changes })], { review: 'none', allowed: ['Production'] }, []],
  [
    'another is allowed',
    [sectionWith({ changes })],
    { review: 'none', allowed: ['Development'] },
    ['Production'],
  ],
]

test.each(rows)('%s', (_, sections, permission, expected) => {
  const plan = { sections, problems: [], requests: { reads: 0, writes: 0, milliseconds: 0 } }
  const problems = protectionProblems(plan, targets, permission)
  expect(problems.map((problem) => problem.target)).toEqual(expected)
  for (const problem of problems) expect(problem).toMatchObject({ rule: 'protected', exit: 4, position })
})
