// An account → what GitLab's merge request shows of it.
import { expect, test } from 'vitest'
import type { Problem } from '../../../src/core/problem.ts'
import { gitlabReport } from '../../../src/report/ci/gitlab.ts'
import { actingIn, hostileText } from '../../support/hostile-text.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

interface Finding {
  readonly description: string
  readonly fingerprint: string
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } }
}

const requests = { reads: 1, writes: 0, milliseconds: 5 }

function findings(problems: readonly Problem[], folder = ''): readonly Finding[] {
  const text = gitlabReport({ command: 'validate', exit: 3, files: 1, problems }, { source: { folder } })
  return JSON.parse(text) as readonly Finding[]
}

const unknown: Problem = { rule: 'unknown-field', severity: 'error', message: 'no "actve"', position }

test('a plan is three numbers; what is switched off stands where others delete', () => {
  const sections = [
    sectionWith({
      changes: [
        changeOf({ name: 'a', action: 'create' }),
        changeOf({ name: 'b' }),
        changeOf({ name: 'c', action: 'set-primary' }),
        changeOf({ name: 'd', before: { active: true }, after: { active: false } }),
        changeOf({ name: 'e', action: 'resend' }),
      ],
    }),
  ]
  const plan = { sections, problems: [], requests }
  const text = gitlabReport({ command: 'plan', exit: 0, problems: [], plan }, {})
  expect(text).toBe('{\n  "create": 1,\n  "update": 3,\n  "delete": 1\n}\n')
})

test('without a plan no number is made up', () => {
  expect(gitlabReport({ command: 'plan', exit: 3, problems: [unknown] }, {})).toBe('{}\n')
})

test('problems are findings at their lines', () => {
  expect(
    findings(
      [unknown, { rule: 'literal-secret', severity: 'warning', message: 'so', hint: 'Not so.' }],
      'notify/',
    ),
  ).toEqual([
    {
      description: 'no "actve"',
      check_name: 'unknown-field',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      severity: 'major',
      location: { path: 'notify/belfry.yaml', lines: { begin: 7 } },
    },
    {
      description: 'so Not so.',
      check_name: 'literal-secret',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      severity: 'minor',
      location: { path: 'notify/belfry.yaml', lines: { begin: 1 } },
    },
  ])
})

test('a fingerprint stays where lines move, and differs where anything else does', () => {
  const marks = (...problems: Problem[]): string[] => findings(problems).map(({ fingerprint }) => fingerprint)
  const [first] = marks(unknown)
  expect(marks({ ...unknown, position: { ...position, line: 90, column: 1 } })).toEqual([first])
  const others = marks(
    unknown,
    unknown,
    { ...unknown, message: 'other' },
    { ...unknown, rule: 'other' },
    { ...unknown, position: { ...position, file: 'other.yaml' } },
    { ...unknown, target: 'Production' },
  )
  expect(new Set(others).size).toBe(6)
  expect(others[0]).toBe(first)
})

test('nothing to find is an empty list', () => {
  expect(findings([])).toEqual([])
})

test('hostile text stays text', () => {
  const [finding] = findings([
    { ...unknown, message: hostileText, position: { ...position, file: hostileText } },
  ])
  expect(finding?.description).toContain('<script>')
  expect(actingIn(`${finding?.description}${finding?.location.path}`)).toEqual([])
})
