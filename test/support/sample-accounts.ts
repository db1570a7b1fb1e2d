// Recorded accounts of plans, applies and what else reports are made of. What no run brings about is a difference to a recorded
// one: texts that act, thousands of changes, every outcome at once.
import type { Cause } from '../../src/core/plan/shapes.ts'
import type { Difference } from '../../src/core/plan/compare-fields.ts'
import { notesFrom } from '../../src/core/plan/plan-json.ts'
import type { SmokeResult } from '../../src/core/delivery/smoke.ts'
import type { JournalRun } from '../../src/core/plan/journal-runs.ts'
import type { ApplyResult, Outcome } from '../../src/core/plan/outcome.ts'
import type { Plan, Section } from '../../src/core/plan/plan.ts'
import type { Position } from '../../src/core/problem.ts'
import type { Value } from '../../src/core/value.ts'
import type { Account, ApplyAccount, PlanAccount } from '../../src/report/account.ts'
import { recordedOf } from './recorded.ts'
import { changeOf, sectionWith } from './sketched-change.ts'

type Planned = PlanAccount & { readonly plan: Plan }

function at(file: string, line: number): Position {
  return { file, line, column: 5, length: 1 }
}

const usual = (await recordedOf('plan', 'one of each change')) as Planned
const [section] = usual.plan.sections as readonly [Section]

function fieldOf(path: string, after: Value, before?: Value): Difference {
  return { path: path.split('.'), answer: 'different', before, after }
}

function planWith(sections: readonly Section[], more: Partial<Plan> = {}): Planned {
  const plan = { ...usual.plan, problems: [], sections, ...more }
  return { ...usual, problems: plan.problems, plan }
}

/** What would act where it isn't escaped, one thing in each text. */
export const hostileTexts: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '![x](https://evil.example/x.png)',
  '[x](javascript:alert(1))',
  'https://evil.example/ www.evil.example evil@evil.example',
  '@everyone @acme/ops #1 GH-1 acme/app#2 !3 ~bug %4 &5 $6',
  'a|b\\|c`d``e```f',
  '```\n</details>\n<!-- belfry:plan -->',
  '\u001B[31mred\u001B[0m \u202Edesrever\u202C \u200Binvisible\uFEFF',
  '${7*7} {{7*7}} %0A::error::x ##[error]x',
  '-->]]></script><b>',
  '=cmd|x!A1 *bold* _it_ ~~gone~~ # title',
  'deadbeefcafe1234 1. - + > :smile:',
  'line\r\nbreak\tand tab\u2028end',
  '日本語のテキスト 👩‍👩‍👧 e\u0301',
]

const hostile = planWith(
  [
    sectionWith({
      resources: hostileTexts.length + 1,
      target: 'Prod|<b>`@ops`',
      unchanged: 1,
      changes: hostileTexts.map((text, index) =>
        changeOf({
          kind: index % 2 === 0 ? 'integration' : 'subscriber',
          name: text,
          target: 'Prod|<b>`@ops`',
          action: 'update',
          position: at(`manifests/${text}.yaml`, index + 1),
          sideEffects: [text],
          ...(index === 5 && { part: text }),
          ...(index === 6 && { summary: text }),
          differences: [fieldOf(`data.${text.replaceAll('.', '')}`, `${text} after`, text)],
        }),
      ),
      waitsFor: hostileTexts.join(' '),
      notes: notesFrom({
        unmanaged: hostileTexts.map((name) => ({ kind: 'integration', name })),
        unreadable: [
          {
            kind: 'integration',
            name: hostileTexts.join(' '),
            position: at('manifests/email.yaml', 1),
            paths: [hostileTexts.slice(0, 2).join('.')],
            wanted: [],
          },
        ],
      }),
    }),
  ],
  {
    problems: hostileTexts.map((message) => ({
      rule: 'unknown-provider',
      severity: 'warning',
      message,
      hint: message,
      target: message,
      position: at(message, 1),
    })),
  },
)

const huge = planWith([
  sectionWith({
    resources: 3000,
    changes: Array.from({ length: 3000 }, (_, index) =>
      changeOf({
        kind: 'subscriber',
        name: `user-${String(index).padStart(4, '0')}`,
        action: index % 7 === 0 ? 'create' : 'update',
        position: at('manifests/people.yaml', index * 4 + 2),
        id: `Production/subscriber/user-${index}/update`,
        differences: [
          fieldOf('lastName', `New ${index}`, `Old ${index}`),
          fieldOf('data.note', 'x'.repeat(600), `${'x'.repeat(590)}y`),
        ],
      }),
    ),
    notes: notesFrom({
      unmanaged: Array.from({ length: 200 }, (_, index) => ({ kind: 'integration', name: `old-${index}` })),
    }),
  }),
])

/** Detail lines as a plan with a base has them. */
function caused(path: string, cause: Cause, after: Value, before?: Value): Difference {
  const sign = before === undefined ? '+' : '~'
  return {
    ...fieldOf(path, after, before),
    display: [{ sign, path, after, ...(before !== undefined && { before }), cause }],
  }
}

const branchAndDrift = planWith(
  [
    sectionWith({
      unchanged: 4,
      resources: 15,
      changes: [
        changeOf({
          name: 'mailgun-old',
          action: 'update',
          cause: 'drift',
          summary: 'becomes inactive',
          position: at('manifests/email.yaml', 31),
          before: { active: true },
          after: { active: false },
          differences: [caused('active', 'drift', false, true)],
        }),
        changeOf({
          name: 'ses-eu',
          action: 'update',
          cause: 'both',
          position: at('manifests/email.yaml', 18),
          differences: [
            caused('name', 'branch', 'SES Frankfurt', 'SES Europe'),
            caused('credentials.region', 'both', 'eu-central-1', 'eu-west-1'),
            caused('credentials.from', 'drift', 'notify@acme.example', 'by-hand@acme.example'),
          ],
        }),
        ...Array.from({ length: 8 }, (_, index) =>
          changeOf({
            kind: 'subscriber',
            name: `reader-${index + 1}`,
            action: 'update',
            cause: 'branch',
            position: at('manifests/people.yaml', 2 + 5 * index),
            differences: [caused('timezone', 'branch', 'Europe/Berlin', 'Europe/Paris')],
          }),
        ),
        changeOf({
          kind: 'subscriber',
          name: 'ops-oncall',
          action: 'update',
          cause: 'drift',
          position: at('manifests/people.yaml', 50),
          differences: [caused('locale', 'drift', 'de_DE', 'en_US')],
        }),
      ],
    }),
  ],
  { declaredSince: { base: '3f2c1e0d9b8a (merge base of HEAD and origin/main)', changes: [] } },
)

const unreadable = planWith(
  [
    sectionWith({
      unchanged: 7,
      resources: 8,
      changes: section.changes.filter(({ kind, part }) => kind === 'subscriber' && part === undefined),
      notes: notesFrom({
        unreadable: ['ses-eu', 'twilio-main', 'push-main', 'chat-main', 'in-app', 'slack-ops'].map(
          (name, index) => ({
            kind: 'integration',
            name,
            position: at('manifests/email.yaml', 3 + index),
            paths: index % 2 === 0 ? ['configurations'] : ['credentials.senderId', 'configurations'],
            wanted: [],
          }),
        ),
        pruned: [
          {
            kind: 'subscriber',
            name: 'ops-oncall',
            count: 2,
            position: at('manifests/people.yaml', 12),
            path: 'channels.fcm@push.deviceTokens',
          },
        ],
        duplicates: [{ kind: 'integration', name: 'twice', ids: ['64f0c0ffee', '64f0decade'] }],
      }),
    }),
  ],
  {
    problems: [
      {
        rule: 'duplicate',
        severity: 'warning',
        target: 'Production',
        resource: 'integration twice',
        message:
          'integration twice is in the service 2 times (64f0c0ffee, 64f0decade); not compared, left unchanged',
        hint: 'Declare a different identifier, or delete all but one of these resources in the dashboard of the service.',
      },
    ],
  },
)

const applied = await recordedOf('apply', 'failures')

/** A service whose requests end in every way. */
const ends: readonly Outcome[] = [
  { status: 'done' },
  { status: 'done', already: true },
  {
    status: 'failed',
    reason: 'the service refused it (422): timezone must be a valid IANA zone',
    hint: 'Fix the field and apply again.',
    fields: [
      {
        path: 'timezone',
        message: 'must be a valid IANA zone',
        position: at('manifests/people.yaml', 5),
      },
    ],
  },
  { status: 'unknown', reason: 'no reply within 30 s' },
  { status: 'skipped', reason: 'this change depends on Production/subscriber/ops-oncall/update (failed)' },
  { status: 'stale', reason: 'credentials changed in the service since the plan was made' },
]

const failures: ApplyAccount & Required<Pick<ApplyAccount, 'result'>> = {
  ...applied,
  exit: 5,
  result: {
    ...(applied.result as ApplyResult),
    results: (applied.result?.results ?? []).map((each, index) => {
      const outcome = ends[index % ends.length] ?? { status: 'done' }
      const isSent = ['done', 'failed', 'unknown'].includes(outcome.status) && !('already' in outcome)
      const { startedAt: _, ...rest } = each
      return isSent
        ? { ...each, outcome, startedAt: 3, milliseconds: 104 }
        : { ...rest, outcome, milliseconds: 0 }
    }),
    waiting: [{ target: 'Staging', steps: ['set BELFRY_STAGING_API_KEY', 'run belfry apply again'] }],
  },
}

const journal = await recordedOf('journal', 'journal')
const results: readonly (readonly [JournalRun['outcomes'][number]['status'], object?])[] = [
  ['failed', { httpStatus: 422, requestId: 'req-17' }],
  ['done', { already: true }],
  ['stale'],
  ['waiting'],
  ['skipped'],
]
const killed = journal.journal.runs.map(({ outcomes, line, ...each }): JournalRun => ({
  run: '81fe',
  line: line + 20,
  started: each.started,
  outcomes: outcomes.slice(0, 5).map(({ httpStatus: _http, ...outcome }, index) => {
    const [status, ...more] = results[index] ?? ['done']
    return Object.assign(outcome, { status }, ...more)
  }),
  inFlight: outcomes
    .slice(5, 6)
    .map(({ status: _status, httpStatus: _http, milliseconds: _time, ...write }) => ({
      ...write,
      type: 'sending',
    })),
}))

const switched = killed.map((each): JournalRun => ({
  ...each,
  run: 'f0f0',
  line: each.line + 20,
  failover: {
    target: 'Production',
    url: '',
    environment: 'e',
    channel: 'email',
    to: 'mailgun-old',
    reason: 'SES is down',
    smoke: 'skipped',
  },
  outcomes: [],
}))

const smoke = await recordedOf('smoke', 'smoke')
const { results: cases = [] } = smoke.run ?? {}
const lost = (each: SmokeResult): SmokeResult => ({
  ...each,
  name: 'nobody knows',
  target: 'Staging',
  outcome: 'unknown',
  attempts: each.attempts.slice(0, 1).map((attempt) => ({
    ...attempt,
    judgements: [],
    explanations: [{ recipient: '', channel: 'email', why: 'the connection was reset', advice: '' }],
    end: 'unknown',
  })),
})

export const accounts = {
  empty: (await recordedOf('plan', 'empty')) as Planned,
  'one of each change': usual,
  'three targets': (await recordedOf('plan', 'three targets')) as Planned,
  hostile,
  huge,
  failures,
  unreadable,
  'refused plan': await recordedOf('plan', 'refused plan'),
  'no plan': await recordedOf('plan', 'no plan'),
  'branch and drift': branchAndDrift,
  saved: await recordedOf('show', 'saved'),
  applied: await recordedOf('apply', 'applied'),
  valid: await recordedOf('validate', 'valid'),
  invalid: await recordedOf('validate', 'invalid'),
  // The reply of the last trigger was lost.
  smoke: { ...smoke, run: { milliseconds: 4200, results: [...cases, ...cases.slice(1, 2).map(lost)] } },
  difference: await recordedOf('diff', 'difference'),
  compared: await recordedOf('compare', 'compared'),
  // A run that was killed: its last request is under way, and half a line is left.
  journal: {
    ...journal,
    journal: {
      runs: [...journal.journal.runs, ...killed, ...switched],
      damaged: [journal.journal.runs.length + 9],
    },
  },
} as const satisfies Readonly<Record<string, Account>>
