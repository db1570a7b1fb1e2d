// Parts of a document that no golden file shows: what moves, what has no advice, and where the rest is.
import { expect, test } from 'vitest'
import { given } from '../../../src/core/given.ts'
import type { Problem } from '../../../src/core/problem.ts'
import type { ApplyAccount, PlanAccount } from '../../../src/report/account.ts'
import type { Change } from '../../../src/core/plan/change.ts'
import type { Result } from '../../../src/core/plan/outcome.ts'
import type { SmokeRun } from '../../../src/core/delivery/smoke.ts'
import type { Plan } from '../../../src/core/plan/plan.ts'
import { targetList, type Node } from '../../../src/report/document/document-node.ts'
import { textLine } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'
import { deliveryNodes, nodesOf, wholeText } from '../../../src/report/document/document.ts'
import { leadTexts, remarks } from '../../../src/report/document/plan-nodes.ts'
import { warningNodes } from '../../../src/report/document/warnings.ts'
import { channelLines } from '../../../src/report/words/plan-notes.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { planOf } from '../../support/html-accounts.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

const state = { active: true, primary: false, conditional: false }

test('what moves is first in its channel', () => {
  const still = { channel: 'email', providerId: 'ses', before: state, after: state }
  const delivery = [
    { ...still, name: 'stays' },
    { ...still, name: 'stays too' },
    { ...still, providerId: 'mailgun', name: 'moves', after: { ...state, primary: true } },
    { name: 'arrives', channel: 'email', providerId: 'ses', after: state },
  ]
  expect(JSON.stringify(deliveryNodes([planOf([sectionWith({ delivery })])]))).toMatch(
    /"!".*moves .*"\+".*arrives .*" ".*stays .*" ".*stays too /,
  )
})

test('a channel that failed over is up already', () => {
  const primary = { ...state, primary: true }
  const own = { name: 'ses', channel: 'email', providerId: 'ses', before: primary, after: primary }
  const failover = { field: 'primary', channel: 'email', to: 'ses' }
  const note = { sort: 'failedOver', target: 'Production', kind: 'integration', name: 'main', position, ...failover } as const // prettier-ignore
  const section = sectionWith({ delivery: [own], notes: [note] })
  expect(channelLines(planOf([section]))).toEqual([
    'email failed over in Production: ses is primary (time not known)',
  ])
})

test('fields that were not compared for want of a value get no advice for every apply', () => {
  const wanted = [{ path: ['credentials', 'apiKey'], after: Secret.named('env:KEY') }]
  const paths = ['credentials.apiKey']
  const note = { sort: 'unreadable', kind: 'integration', name: 'ses', position, paths, wanted } as const
  const text = JSON.stringify(remarks([planOf([sectionWith({ notes: [note], resources: 1 })])]))
  expect(text).toContain('secrets that were not compared')
  expect(text).not.toContain('unreadable: always')
})

/** Each item with its rank, below the titles that a comment shows. */
function outline(nodes: readonly Node[], indent = ''): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.is === 'group')
      return [
        `${indent}${node.isObvious ? '' : textLine(node.title, plain)}:`,
        ...outline(node.nodes, `${indent}  `),
      ]
    if (node.is === 'targets') return outline([targetList(node)], indent)
    if (node.is === 'list')
      return [
        ...node.items.map(({ rank, text }) => `${indent}${rank} ${textLine(text, plain)}`),
        ...(node.below ?? []).map((text) => indent + textLine(text, plain)),
      ]
    if (node.is === 'changes')
      return `${indent}${node.changes.map(({ name }) => name).join()} ${node.isAlone}`
    return node.items.map((item) => `${indent}${'name' in item ? item.name : item.subject}`)
  })
}

const of = (rule: string, severity: Problem['severity'], more: Partial<Problem> = {}): Problem => ({
  rule,
  severity,
  message: `${rule} 1`,
  ...more,
})

const problems = [
  of('no-primary', 'warning'),
  of('guards-changed', 'warning'),
  of('guards-changed', 'warning', { target: 'US' }),
  of('limit', 'error', { target: 'US', position }),
  ...[1, 2].map(() => of('own-key', 'warning', { isOld: true })),
]
const notes = [
  { sort: 'unmanaged', kind: 'integration', name: 'old' },
  { sort: 'unreadable', kind: 'integration', name: 'sms', position, paths: ['x'], wanted: [] },
] as const
const delivery = [{ name: 'ses', channel: 'email', providerId: 'ses', before: state, after: state }]
const [branch, drift] = (['branch', 'drift'] as const).map((cause) => changeOf({ name: cause, cause }))
const whole = sectionWith({
  target: 'EU',
  changes: [branch, drift] as Change[],
  notes,
  delivery,
  resources: 4,
  unchanged: 2,
})

const before = `This branch changes the guards::
  -2 guards-changed 1
  -2 guards-changed 1 (target US)
:
  -2 belfry.yaml:7 limit: limit 1 (target US)`
const after = `:
  -1 no-primary: no-primary 1
  -1 own-key: own-key 1
  40 own-key: own-key 1`
const always =
  '  With "unreadable: always" in the project file, each apply sends these fields. With "unreadable: ledger", apply sends these fields only if their values changed since the last apply.'

test('a plan with everything: what comes first, what a comment leaves out first, and titles that a comment shows', () => {
  const changes = [{ target: 'EU', kind: 'integration', name: 'sms', position, details: [] }]
  const { target: _target, ...hidden } = sectionWith()
  const plan: Plan = {
    ...planOf([hidden, whole], []),
    isProtected: true,
    declaredSince: { base: 'main', changes },
  }
  const account: PlanAccount = { command: 'plan', exit: 0, problems }
  const all = outline(nodesOf({ ...account, plan }))
  expect(all.join('\n')).toBe(`${before}
-4 email delivers nothing in EU: none of its active integrations (ses) is primary
:
  -3 EU https://api.acme.example: 2 to update, 2 unchanged, 1 unmanaged
  -3 US: not planned, see the error
:
  1 resource changed since main in fields that can't be compared with the service:
    integration sms
Changed by this branch (1):
  branch true
Drift that apply would undo (1):
  drift true
:
  :
    10 integration old is in the service but in no manifest; left unchanged
  11 integration sms (x)
  To send these fields once: belfry plan --resend integration/sms --out plan.json, then belfry apply plan.json
${always}
${after}`)
  expect(outline(nodesOf({ ...account, plan }, 'summary'))).toEqual([...all.slice(0, 9), ...all.slice(-4)])
  // An apply that is refused, or that has nothing to send.
  const ofApply = all.filter((_, index) => index < 9 || index > 11)
  expect(outline(nodesOf({ ...account, command: 'apply', exit: 4, plan }))).toEqual(ofApply)
  expect(outline(nodesOf({ ...account, problems: [], sides: ['A', 'B'] }))).toEqual(['-1 From A to B'])
  const compared = { from: 'A', to: 'B', by: 'declared' } as const
  expect(leadTexts({ ...account, plan: { ...plan, compared } }).map((text) => textLine(text, plain))).toEqual(
    ['What the resources of A would change in B, as the manifests declare them'],
  )
})

test('an apply of two targets, the second of which was planned when its key was known', () => {
  const result = (change: Change): Result => ({ change, outcome: { status: 'done' }, milliseconds: 1 })
  const us = { target: 'US', changes: [changeOf({ name: 'us' })], resources: 1, notes: notes.slice(0, 1) }
  const plans = [planOf([whole]), planOf([sectionWith(us)])]
  const results = [result(changeOf({ name: 'before' })), result(branch as Change)]
  const { requests } = planOf([])
  const attempts = [{ appearedAfter: 6000, judgements: [], explanations: [], transactionId: '' }]
  const smoke = { results: [{ name: 'case', suite: 's', target: 'EU', attempts, outcome: 'met' }] }
  const account: ApplyAccount = {
    command: 'apply',
    exit: 5,
    problems,
    ...given({ plan: plans[0] }),
    result: { plans, results, problems: [], waiting: [], keyed: [], requests },
    smoke: smoke as unknown as SmokeRun,
  }
  expect(outline(nodesOf(account)).join('\n')).toBe(`${before}
Changed by this branch (1):
  branch false
Drift that apply would undo (1):
  drift false
Sent again, because these fields can't be compared (2):
  before,us false
:
  Notes: EU:
    10 integration old is in the service but in no manifest; left unchanged
  11 integration sms (x)
  To send these fields once: belfry apply --resend integration/sms
${always}
  Notes: US:
    10 integration old is in the service but in no manifest; left unchanged
Smoke, 1 case: 1 ok, 0 failed:
  -1 Events appear more than 6.0 s after the trigger; check the queue and the worker of the service
  s  EU:
    case
${after}`)
})

test('warnings of many rules', () => {
  const warnings = [
    ...Array.from({ length: 3 }, () => of('no-primary', 'warning')),
    of('x', 'warning', { target: 'EU' }),
  ]
  expect(outline(warningNodes(warnings))).toEqual([
    ':',
    '  -1 no-primary 1',
    '  40 no-primary 1',
    '  40 no-primary 1',
    '  -1 x 1 (target EU)',
  ])
  expect(outline(warningNodes(warnings.slice(1)))).toEqual([
    ':',
    '  -1 no-primary: no-primary 1',
    '  -1 no-primary: no-primary 1',
    '  -1 x: x 1 (target EU)',
  ])
})

test('a log with only a summary does not show more', () => {
  const run = 'https://git.acme.example/runs/42'
  expect(wholeText({ run, reports: {}, stdout: 'text', extent: 'summary' }, ['html'])).toBe(
    'For the full report, run the command again with `--report html=FILE`.',
  )
})
