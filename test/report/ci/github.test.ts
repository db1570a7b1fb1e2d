// An account → what GitHub's runner makes of its annotations and outputs.
import { expect, test } from 'vitest'
import type { Account, ApplyAccount, PlanAccount, ValidateAccount } from '../../../src/report/account.ts'
import { githubAnnotations, githubOutputs, outputsOf } from '../../../src/report/ci/github.ts'
import type { Problem } from '../../../src/core/problem.ts'
import type { SmokeAttempt, SmokeResult } from '../../../src/core/delivery/smoke.ts'
import { actingIn, hostileText } from '../../support/hostile-text.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'
import { fileCommands, workflowCommands } from '../../support/workflow-commands.ts'

const requests = { reads: 1, writes: 0, milliseconds: 5 }

function validated(problems: readonly Problem[]): ValidateAccount {
  return { command: 'validate', exit: 3, files: 1, problems }
}

function problem(message: string, more: Partial<Problem> = {}): Problem {
  return { rule: 'unknown-field', severity: 'error', message, position, ...more }
}

test('each problem stands at its file and line', () => {
  const account = validated([
    problem('no field "actve"', { hint: 'Write active.', target: 'Production' }),
    problem('nothing names the manifests', { position: undefined as never, rule: 'no-manifests' }),
    problem('is literal: 100% so', { severity: 'warning', rule: 'literal-secret' }),
  ])
  expect(githubAnnotations(account, { source: { folder: 'notify/' } })).toBe(
    `::error file=notify/belfry.yaml,line=7,col=20,endColumn=23,title=belfry%3A unknown-field::no field "actve" (target Production)%0AWrite active.
::error title=belfry%3A no-manifests::nothing names the manifests
::warning file=notify/belfry.yaml,line=7,col=20,endColumn=23,title=belfry%3A literal-secret::is literal: 100%25 so
`,
  )
})

test('a problem in a file of another revision names the file in its message, and no line of the checkout', () => {
  const found = problem('limit', { position: { ...position, file: 'origin/main:belfry.yaml' } })
  expect(githubAnnotations(validated([found]), { source: { folder: 'notify/' } })).toBe(
    '::error title=belfry%3A unknown-field::origin/main:belfry.yaml:7:20: limit\n',
  )
})

test('more than GitHub shows are counted by the last one', () => {
  const account = validated(
    Array.from({ length: 25 }, (_, index) => [
      problem(`error ${index}`),
      problem(`warning ${index}`, { severity: 'warning' }),
    ]).flat(),
  )
  const found = workflowCommands(githubAnnotations(account, {}))
  expect(found.map(({ name }) => name)).toEqual([
    ...Array.from({ length: 10 }, () => 'error'),
    ...Array.from({ length: 10 }, () => 'warning'),
  ])
  expect(found[8]?.message).toBe('error 8')
  expect(found[9]?.message).toBe('16 more errors are not shown here. See the summary of this step.')
  expect(found[19]?.message).toMatch(/^16 more warnings/)
  const ten = validated(Array.from({ length: 10 }, (_, index) => problem(`error ${index}`)))
  expect(workflowCommands(githubAnnotations(ten, {})).at(-1)?.message).toBe('error 9')
})

const plan = {
  sections: [
    sectionWith({
      changes: [
        changeOf({ name: 'a', action: 'create' }),
        changeOf({ name: 'b' }),
        changeOf({ name: 'c', action: 'set-primary' }),
        changeOf({ name: 'd', before: { active: true }, after: { active: false } }),
        changeOf({ name: 'e', action: 'resend' }),
      ],
      notes: [
        { sort: 'missing', kind: 'subscriber', name: 'nobody', position },
        { sort: 'duplicates', kind: 'integration', name: 'twin', ids: ['1', '2'] },
        { sort: 'unmanaged', kind: 'integration', name: 'old' },
      ],
    }),
  ],
  problems: [],
  requests,
}

test('what a plan leaves alone is a warning', () => {
  const told = (command: PlanAccount['command']): readonly string[] =>
    workflowCommands(githubAnnotations({ command, exit: 0, problems: [], plan }, {})).map(
      ({ name, message }) => `${name} ${message}`,
    )
  const missing =
    "warning subscriber nobody is not in the service, and this project doesn't create subscribers; check the spelling of the subscriberId, or set `subscribers: { create: api }` to create the subscriber (target Production)"
  expect(told('plan')).toEqual([missing])
  // In a plan that was just made a duplicate is a problem.
  expect(told('show')).toEqual([
    missing,
    'warning integration twin is in the service 2 times; not compared, left unchanged (target Production)',
  ])
})

test('what an apply could not do is an error at the field that the service named', () => {
  const change = changeOf({ name: 'ses-eu', kind: 'integration' })
  const fields = [{ path: 'credentials.apiKey', message: 'wrong', position: { ...position, line: 21 } }]
  const account: ApplyAccount = {
    command: 'apply',
    exit: 5,
    problems: [],
    result: {
      plans: [{ ...plan, sections: [] }],
      results: [
        { change, outcome: { status: 'done' }, milliseconds: 1 },
        {
          change,
          outcome: { status: 'failed', reason: 'refused', hint: 'Mend it.', fields },
          milliseconds: 1,
        },
        { change, outcome: { status: 'unknown', reason: 'no reply' }, milliseconds: 1 },
      ],
      problems: [],
      waiting: [],
      keyed: [],
      requests,
    },
  }
  expect(githubAnnotations(account, {})).toBe(
    `::error file=belfry.yaml,line=21,col=20,endColumn=23,title=belfry%3A failed::integration ses-eu: refused%0AMend it.
::error file=belfry.yaml,line=7,col=20,endColumn=23,title=belfry%3A unknown::integration ses-eu: no reply
`,
  )
  expect(fileCommands(githubOutputs(account, 'd'))).toMatchObject({
    exit: '5',
    done: '1',
    failed: '1',
    unknown: '1',
  })
})

test('what a smoke test did not see is an error at its case', () => {
  const result = (
    name: string,
    outcome: SmokeResult['outcome'],
    more: Partial<SmokeResult> = {},
  ): SmokeResult => ({
    suite: 'smoke/all.yaml',
    name,
    target: 'Production',
    tags: [],
    position,
    outcome,
    attempts: [],
    milliseconds: 5,
    ...more,
  })
  const judgement = { expected: 'email sent', seen: '::error::nothing\n', isMet: false }
  const attempt = {
    transactionId: 't',
    milliseconds: 5,
    judgements: [judgement],
    explanations: [],
    end: 'settled',
  }
  const results = [
    result('first', 'met'),
    result('second', 'unmet', { attempts: [attempt as unknown as SmokeAttempt] }),
    result('third', 'skipped', { reason: 'of another target' }),
  ]
  const account: Account = { command: 'smoke', exit: 7, problems: [], run: { results, milliseconds: 9 } }
  const found = workflowCommands(githubAnnotations(account, {}))
  expect(found).toMatchObject([{ name: 'error', properties: { title: 'belfry: smoke', line: '7' } }])
  expect(found[0]?.message).toMatch(
    /^smoke\/all\.yaml: second \(target Production\): expected email sent, seen ::error::nothing\\n/,
  )
  expect(outputsOf(account)).toEqual({
    exit: 7,
    errors: 0,
    warnings: 0,
    'smoke-met': 1,
    'smoke-unmet': 1,
    'smoke-skipped': 1,
    'smoke-unknown': 0,
  })
})

test('outputs are numbers under fixed names', () => {
  const account: Account = {
    command: 'plan',
    exit: 2,
    problems: [problem('x', { severity: 'warning' })],
    plan,
  }
  const text = githubOutputs(account, 'delimiter-1')
  expect(text.startsWith('exit<<delimiter-1\n2\ndelimiter-1\nerrors<<delimiter-1\n0\n')).toBe(true)
  expect(fileCommands(text)).toEqual({
    exit: '2',
    errors: '0',
    warnings: '1',
    changes: '4',
    creates: '1',
    updates: '1',
    'set-primaries': '1',
    deactivations: '1',
    resends: '1',
    unmanaged: '1',
    missing: '1',
    waiting: '0',
    duplicates: '1',
  })
})

test('with a base they count the changes of the branch and those that undo drift', () => {
  const changes = (['branch', 'branch', 'drift', 'both'] as const).map((cause, index) =>
    changeOf({ name: `n${index}`, cause }),
  )
  const based = {
    ...plan,
    sections: [sectionWith({ target: 'Production', changes })],
    declaredSince: { base: 'main', changes: [] },
  }
  expect(outputsOf({ command: 'plan', exit: 0, problems: [], plan: based })).toMatchObject({
    changes: 4,
    'from-branch': 3,
    drift: 2,
  })
})

test('without a plan there are no counts: none is not the same as nothing to do', () => {
  expect(outputsOf({ command: 'plan', exit: 3, problems: [problem('x')] })).toEqual({
    exit: 3,
    errors: 1,
    warnings: 0,
  })
})

test('hostile text is one annotation, and every command in it a text', () => {
  const account = validated([
    problem(hostileText, {
      rule: 'wrong-value',
      target: hostileText,
      hint: hostileText,
      position: { ...position, file: hostileText },
    }),
  ])
  const text = githubAnnotations(account, {})
  expect(text.match(/\n/g)).toHaveLength(1)
  const found = workflowCommands(text)
  expect(found.map(({ name }) => name)).toEqual(['error'])
  expect(Object.keys(found[0]?.properties ?? {})).toEqual(['file', 'line', 'col', 'endColumn', 'title'])
  expect(found[0]?.message).toContain('%0A::warning::decoded')
  expect(found[0]?.message).toMatch(/^\\u\{3a\}:error::owned \\n::set-output/)
  expect(text).not.toContain('##[')
  expect(actingIn(text)).toEqual([])
})
