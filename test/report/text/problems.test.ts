// Problems as people read them, whole.
import { describe, expect, it } from 'vitest'
import type { Problem, Severity } from '../../../src/core/problem.ts'
import { problemsText } from '../../../src/report/text/problems.ts'
import { visible } from '../../../src/core/visible.ts'

it('shows each problem with its lines, and sums them up', () => {
  const text = problemsText(
    [
      {
        rule: 'unknown-field',
        severity: 'error',
        message: 'an integration has no field "actve"; did you mean "active"?',
        position: { file: 'manifests/email.yaml', line: 12, column: 5, length: 5 },
        frame: [
          { number: 11, text: '    channel: email' },
          { number: 12, text: '    actve: true', mark: { column: 5, length: 5 } },
        ],
      },
      {
        rule: 'bad-email',
        severity: 'warning',
        message: '"日本" is not a valid email address',
        hint: 'Write it as name@example.com.',
        position: { file: 'a.yaml', line: 10, column: 9, length: 2 },
        frame: [
          { number: 9, text: '' },
          { number: 10, text: '\t日: 日本', mark: { column: 5, length: 2 } },
        ],
        target: 'Production',
      },
      {
        rule: 'ndjson-syntax',
        severity: 'error',
        message: 'this line is not valid JSON',
        position: { file: 'people.ndjson', line: 3, column: 1, length: 1 },
      },
      {
        rule: 'no-manifests',
        severity: 'error',
        message: 'nothing names the manifests',
        hint: 'Write them.',
      },
    ],
    { files: 6 },
  )
  expect(text).toBe(`manifests/email.yaml:12:5  error  unknown-field
  11 |     channel: email
> 12 |     actve: true
     |     ^^^^^ an integration has no field "actve"; did you mean "active"?
a.yaml:10:9  warning  bad-email
   9 |
> 10 | \\t日: 日本
     |       ^^^^ "日本" is not a valid email address (target Production)
     |            Write it as name@example.com.
people.ndjson:3:1  error  ndjson-syntax
  this line is not valid JSON
error  no-manifests
  nothing names the manifests
  Write them.
3 errors, 1 warning in 3 of 6 files. Nothing was sent.
More about a rule: belfry explain unknown-field
`)
})

it('names the command that explains the first error, and none for warnings', () => {
  const of = (rule: string, severity: Severity): Problem => ({ rule, severity, message: 'm' })
  const problems = [of('own-key', 'warning'), of('limit', 'error'), of('protected', 'error')]
  expect(problemsText(problems, { files: 0 })).toMatch(/\nMore about a rule: belfry explain limit\n$/)
  expect(problemsText(problems.slice(0, 1), { files: 0 })).not.toContain('explain')
})

it('colors pieces, not lines', () => {
  const text = problemsText([{ rule: 'x', severity: 'error', message: 'm' }], {
    files: 0,
    paint: (style, piece) => `<${style}>${piece}</>`,
  })
  expect(text.split('\n')[0]).toBe('<error>error</>  x')
})

it('makes what hides or acts visible', () => {
  expect(visible('a\u001B[31m\u202Eb\u200B\n\t\uD800c\u{E0041}')).toBe(
    'a\\u{1b}[31m\\u{202e}b\\u{200b}\\n\\t\\u{d800}c\\u{e0041}',
  )
  expect(visible('größer 日本 👍🏽 é')).toBe('größer 日本 👍🏽 é')
})

describe('of many problems', () => {
  const problem = (severity: Severity, line: number): Problem => ({
    rule: 'bad-email',
    severity,
    message: 'is not a valid email address',
    position: { file: 'people.ndjson', line, column: 1, length: 1 },
  })
  const lines = (text: string) => text.split('\n').filter((line) => line.startsWith('people.ndjson'))

  it('shows the first 100, and counts the others', () => {
    const all = Array.from({ length: 130_000 }, (_, index) => problem('error', index + 1))
    const text = problemsText(all, { files: 1 })
    expect(lines(text)).toHaveLength(100)
    expect(lines(text).at(-1)).toBe('people.ndjson:100:1  error  bad-email')
    expect(text).toMatch(
      /email address\n129900 more problems are not shown\. Add --format json to list all problems\.\n130000 errors in 1 file\. Nothing was sent\.\nMore about a rule: belfry explain bad-email\n$/,
    )
  })

  it('shows all 100, and of 101 all but one', () => {
    const all = Array.from({ length: 101 }, (_, index) => problem('warning', index + 1))
    expect(problemsText(all.slice(0, 100), { files: 1, extent: 'full' })).not.toContain('not shown')
    expect(problemsText(all, { files: 1, extent: 'full' })).toContain('1 more problem is not shown.')
  })

  it('counts each warning of a group that is not shown, and each finding', () => {
    const errors = Array.from({ length: 101 }, (_, index) => problem('error', index + 1))
    const group = Array.from({ length: 40 }, (_, index) => problem('warning', index + 1))
    const folded = { ...problem('warning', 1), rule: 'own-key', findings: 5 }
    // One error, three warnings, the 37 others of their rule, and a problem with five findings.
    expect(problemsText([...errors, ...group, folded], { files: 1 })).toContain(
      '46 more problems are not shown.',
    )
  })

  it('shows warnings beside an error with many findings', () => {
    const error = { ...problem('error', 1), findings: 500 }
    const all = [error, ...Array.from({ length: 150 }, (_, index) => problem('warning', index + 2))]
    expect(lines(problemsText(all, { files: 1, extent: 'full' }))).toHaveLength(100)
  })

  it('shows errors before warnings, in the order of the file', () => {
    const all = Array.from({ length: 150 }, (_, index) =>
      problem(index < 120 ? 'warning' : 'error', index + 1),
    )
    const shown = lines(problemsText(all, { files: 1, extent: 'full' }))
    expect(shown.filter((line) => line.includes('error'))).toHaveLength(30)
    expect(shown[0]).toBe('people.ndjson:1:1  warning  bad-email')
    expect(shown[70]).toBe('people.ndjson:121:1  error  bad-email')
  })
})

describe('many warnings of one rule', () => {
  const warnings = (count: number): Problem[] =>
    Array.from({ length: count }, (_, index) => ({
      rule: 'literal-secret',
      severity: 'warning',
      message: `secret ${index + 1}`,
      position: { file: 'a.yaml', line: index + 1, column: 5, length: 1 },
    }))
  const other: Problem = { rule: 'bad-email', severity: 'warning', message: 'not an email address' }

  it('are shown up to three, and the others with their places', () => {
    const { position: _position, ...unplaced } = { ...warnings(1)[0], findings: 3 } as Problem
    const text = problemsText([...warnings(13), unplaced, other], { files: 1, closing: '' })
    expect(text).toBe(`a.yaml:1:5  warning  literal-secret
  secret 1
a.yaml:2:5  warning  literal-secret
  secret 2
a.yaml:3:5  warning  literal-secret
  secret 3
13 more warnings  literal-secret
  a.yaml:4, a.yaml:5, a.yaml:6 and 7 more. Add --format json to list all problems.
warning  bad-email
  not an email address
17 warnings in 1 file.
`)
  })

  it('without places are counted', () => {
    const unplaced = warnings(6).map(({ position: _position, ...rest }) => rest)
    expect(problemsText(unplaced, { files: 1, closing: '' })).toContain(`
3 more warnings  literal-secret
  Add --format json to list all problems.
6 warnings.
`)
  })

  it('are all shown if there is only one more, if everything is asked for, and if they are errors', () => {
    expect(problemsText(warnings(4), { files: 1 })).toContain('secret 4')
    expect(problemsText(warnings(14), { files: 1, extent: 'full' })).toContain('secret 14')
    const errors = warnings(14).map((each) => ({ ...each, severity: 'error' as const }))
    expect(problemsText(errors, { files: 1 })).toContain('secret 14')
  })
})

it('a warning at one place that holds for several targets is printed once, and counted for each', () => {
  const place = { file: 'a.yaml', line: 3, column: 5, length: 4 }
  const warning = {
    rule: 'idle-conditions',
    severity: 'warning' as const,
    message: 'conditions on subscriber have no effect on this release',
    position: place,
    target: 'Development',
  }
  const other = { ...warning, target: 'Production' }
  const elsewhere = { ...warning, position: { ...place, line: 9 } }
  const hinted = { ...warning, hint: 'Remove them.' }
  const { target: _target, ...own } = warning
  // A failover reports an unanswered list twice.
  const all = [
    warning,
    warning,
    other,
    elsewhere,
    hinted,
    { ...hinted, severity: 'error' as const },
    own,
    own,
  ]
  expect(problemsText(all, { files: 1, extent: 'full' })).toBe(`a.yaml:3:5  warning  idle-conditions
  conditions on subscriber have no effect on this release (targets Development, Production)
a.yaml:9:5  warning  idle-conditions
  conditions on subscriber have no effect on this release (target Development)
a.yaml:3:5  warning  idle-conditions
  conditions on subscriber have no effect on this release (target Development)
  Remove them.
a.yaml:3:5  error  idle-conditions
  conditions on subscriber have no effect on this release (target Development)
  Remove them.
a.yaml:3:5  warning  idle-conditions
  conditions on subscriber have no effect on this release
a.yaml:3:5  warning  idle-conditions
  conditions on subscriber have no effect on this release
1 error, 7 warnings in 1 file. Nothing was sent.
More about a rule: belfry explain idle-conditions
`)
})

it('problems that are alike are one if they have a rule, targets and a hint in common', () => {
  const of = (resource: string, more: Partial<Problem> = {}): Problem => ({
    rule: 'r',
    severity: 'error',
    message: 'm',
    alike: 'topics lack a name',
    resource,
    ...more,
  })
  const named = (subject: string, hint = 'Name it.') => of('x', { subject, hint, findings: 2 })
  const resources = [
    of('a\n', { hint: 'A.' }),
    of('b', { hint: 'B.' }),
    of('c', { rule: 's' }),
    of('d', { target: 'EU' }),
  ]
  const subjects = [...['1', '2', '3', '4'].map((subject) => named(subject)), named('5', 'Other.')]
  expect(problemsText([...resources, ...subjects], { files: 0, closing: '' })).toBe(`error  r
  2 topics lack a name
  a\\n, b
  A.
error  s
  m
error  r
  m (target EU)
error  r
  8 topics lack a name
  1, 2, 3 and 5 more. Add --format json to list all problems.
  Name it.
error  r
  m
  Other.
14 errors.
More about a rule: belfry explain r
`)
})
