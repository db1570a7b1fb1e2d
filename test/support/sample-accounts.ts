// Accounts of every command, made of plain data: each format shows them.
import { given } from '../../src/core/given.ts'
import type { Cause } from '../../src/core/plan/cause.ts'
import type { Change } from '../../src/core/plan/change.ts'
import type { Difference } from '../../src/core/plan/compare.ts'
import type { JournalRead } from '../../src/core/plan/journal-runs.ts'
import { notesFrom } from '../../src/core/plan/plan-json.ts'
import type { ApplyResult, Outcome, Result } from '../../src/core/plan/outcome.ts'
import type { Plan, Section } from '../../src/core/plan/plan.ts'
import type { Position, Problem } from '../../src/core/problem.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import { IdOf, Unreadable, type Value, type ValueMap } from '../../src/core/value.ts'
import type {
  Account,
  ApplyAccount,
  PlanAccount,
  SmokeAccount,
  ValidateAccount,
} from '../../src/report/account.ts'
import { sectionWith } from './sketched-change.ts'

function at(file: string, line: number): Position {
  return { file, line, column: 5, length: 1 }
}

function fieldOf(path: string, after: Value, before?: Value): Difference {
  return { path: path.split('.'), answer: 'different', before, after }
}

const operations: Readonly<Record<Change['action'], Change['call']['operation']>> = {
  create: { id: 'createIntegration', method: 'POST', path: '/v1/integrations' },
  update: { id: 'updateIntegration', method: 'PUT', path: '/v1/integrations/{integrationId}' },
  'set-primary': {
    id: 'setPrimary',
    method: 'POST',
    path: '/v1/integrations/{integrationId}/set-primary',
  },
  resend: { id: 'updateIntegration', method: 'PUT', path: '/v1/integrations/{integrationId}' },
}

type Sketch = Partial<Change> & Pick<Change, 'name' | 'action'>

export function sketch(more: Sketch): Change {
  const { target = 'Production', kind = 'integration', name, action, differences = [] } = more
  const after = Object.fromEntries(differences.map((each) => [each.path[0] ?? '', each.after]))
  return {
    id: `${target}/${kind}/${name}/${action}`,
    target,
    via: target,
    kind,
    stage: kind === 'subscriber' ? 'attributes' : 'gain',
    call: {
      operation: operations[action],
      parameters: action === 'create' ? {} : { integrationId: new IdOf(kind, name) },
      ...(action !== 'set-primary' && { body: after }),
    },
    before: action === 'create' ? null : {},
    after,
    differences,
    needs: [],
    sideEffects: [],
    position: at('manifests/email.yaml', 3),
    ...more,
  }
}

const credentials: ValueMap = {
  apiKey: Secret.of('canary-ses-key', 'env:SES_KEY'),
  secretKey: Secret.of('canary-ses-secret', 'env:SES_SECRET'),
  region: 'eu-west-1',
  from: 'notify@acme.example',
  senderName: 'Acme',
}

const sesEu = sketch({
  name: 'ses-eu',
  action: 'create',
  position: at('manifests/email.yaml', 18),
  differences: [
    fieldOf('name', 'SES Europe'),
    fieldOf('providerId', 'ses'),
    fieldOf('channel', 'email'),
    fieldOf('active', true),
    fieldOf('credentials', credentials),
    {
      ...fieldOf('conditions', [{ type: 'GROUP' }]),
      display: [{ sign: '+', path: 'conditions', after: 'subscriber.locale IN "de,fr"' }],
    },
  ],
})

const sendgrid = sketch({
  name: 'sendgrid-main',
  action: 'set-primary',
  summary: 'becomes primary for email',
  sideEffects: ['mailgun-old stops being primary'],
})

const mailgun = sketch({
  name: 'mailgun-old',
  action: 'update',
  stage: 'lose',
  position: at('manifests/email.yaml', 31),
  before: { active: true },
  after: { active: false },
  needs: [sendgrid.id],
  differences: [fieldOf('active', false, true)],
})

const onCall = sketch({
  kind: 'subscriber',
  name: 'ops-oncall',
  action: 'update',
  position: at('manifests/people.yaml', 2),
  call: {
    operation: { id: 'updateSubscriber', method: 'PATCH', path: '/v2/subscribers/{subscriberId}' },
    parameters: { subscriberId: 'ops-oncall' },
    body: { timezone: 'Europe/Berlin', data: { team: 'platform', tier: 2 } },
  },
  differences: [
    fieldOf('timezone', 'Europe/Berlin', 'Europe/Paris'),
    fieldOf('data.team', 'platform'),
    fieldOf('data.tier', 2, 1),
  ],
})

const slack = sketch({
  kind: 'subscriber',
  name: 'ops-oncall',
  part: 'slack@slack-ops',
  action: 'update',
  stage: 'credentials',
  position: at('manifests/people.yaml', 9),
  id: 'Production/subscriber/ops-oncall/slack@slack-ops',
  differences: [
    fieldOf(
      'channels.slack@slack-ops.credentials.webhookUrl',
      Secret.of('canary-new-webhook', 'env:OPS_SLACK_WEBHOOK'),
      Secret.of('canary-old-webhook', 'live'),
    ),
  ],
})

const staging: Change = (() => {
  const { target: _target, ...change } = sketch({
    kind: 'environment',
    name: 'Staging',
    action: 'create',
    position: at('manifests/environments.yaml', 2),
    via: 'Development',
    id: 'organisation/environment/Staging/create',
    stage: 'create',
    call: {
      operation: { id: 'createEnvironment', method: 'POST', path: '/v1/environments' },
      parameters: {},
      body: { name: 'Staging', color: '#ff8800', parentId: new IdOf('environment', 'Development') },
    },
    differences: [
      fieldOf('name', 'Staging'),
      fieldOf('color', '#ff8800'),
      fieldOf('parent', new IdOf('environment', 'Development')),
    ],
    sideEffects: ['the service adds an in-app integration and API keys to the new environment'],
  })
  return change
})()

const resend = sketch({
  name: 'twilio-main',
  action: 'resend',
  stage: 'resend',
  position: at('manifests/sms.yaml', 4),
  id: 'Production/integration/twilio-main/resend',
  before: { configurations: new Unreadable(false) },
  sideEffects: [
    "replaces all keys of configurations: undeclared keys are removed, including keys that the service doesn't return",
  ],
  differences: [
    {
      path: ['configurations'],
      answer: 'unreadable',
      before: new Unreadable(false),
      after: { inboundWebhookEnabled: true },
    },
  ],
})

const longText = sketch({
  name: 'push-main',
  action: 'update',
  position: at('manifests/push.yaml', 7),
  differences: [
    fieldOf(
      'credentials.template',
      'Dear customer,\n\nyour order is on its way.\nIt will arrive on Tuesday.\n\nYours,\nAcme\n',
      'Dear customer,\n\nyour order is on its way.\nIt will arrive soon.\n\nYours,\nAcme\n',
    ),
    fieldOf('configurations.tags', ['a', 'c'], ['a', 'b']),
  ],
})

const production = { target: 'Production', url: 'https://api.acme.example' }
const development = { target: 'Development', url: 'https://api.acme.example' }

function planOf(sections: readonly Section[], more: Partial<Plan> = {}): Plan {
  return { sections, problems: [], requests: { reads: 5, writes: 0, milliseconds: 412 }, ...more }
}

const organisation = { url: 'https://api.acme.example' }

function section(more: Partial<Section> = {}): Section {
  const { changes = [], unchanged = 0 } = more
  const names = new Set(changes.map(({ kind, name }) => `${kind}/${name}`))
  return sectionWith({ ...production, resources: unchanged + names.size, ...more })
}

function withoutTarget({ target: _target, ...rest }: Section): Section {
  return rest
}

const warning: Problem = {
  rule: 'primary-lost',
  severity: 'warning',
  target: 'Production',
  position: at('manifests/email.yaml', 31),
  message: 'integration mailgun-old is primary for email and is switched off',
  hint: 'Make another integration primary in the same plan.',
}

const plans = {
  empty: planOf([section({ ...development, unchanged: 12 }), section({ unchanged: 41 })]),
  'one of each change': planOf([
    section({
      unchanged: 38,
      changes: [sesEu, sendgrid, mailgun, onCall, resend],
      notes: notesFrom({ unmanaged: [{ kind: 'integration', name: 'postmark-trial' }] }),
    }),
  ]),
  'all kinds': planOf([
    withoutTarget(section({ ...organisation, changes: [staging], unchanged: 2 })),
    section({ ...development, unchanged: 3 }),
    section({
      unchanged: 30,
      changes: [sesEu, longText, onCall, slack],
      notes: notesFrom({
        missing: [{ kind: 'subscriber', name: 'nobody', position: at('manifests/people.yaml', 20) }],
      }),
    }),
  ]),
  'three targets': planOf([
    section({ ...development, unchanged: 12 }),
    section({
      target: 'Staging',
      url: 'https://api.acme.example',
      resources: 0,
      waitsFor: 'environment Staging is not in the service yet and has no API key',
      notes: notesFrom({
        waiting: [{ kind: 'integration', name: 'ses-eu', position: at('manifests/email.yaml', 18) }],
      }),
    }),
    section({ unchanged: 40, changes: [onCall] }),
  ]),
} as const

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

const hostile = planOf(
  [
    section({
      target: 'Prod|<b>`@ops`',
      unchanged: 1,
      changes: hostileTexts.map((text, index) =>
        sketch({
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

const huge = planOf([
  section({
    unchanged: 0,
    changes: Array.from({ length: 3000 }, (_, index) =>
      sketch({
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

const branchAndDrift = planOf(
  [
    section({
      unchanged: 4,
      changes: [
        sketch({
          name: 'mailgun-old',
          action: 'update',
          cause: 'drift',
          summary: 'becomes inactive',
          position: at('manifests/email.yaml', 31),
          before: { active: true },
          after: { active: false },
          differences: [caused('active', 'drift', false, true)],
        }),
        sketch({
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
          sketch({
            kind: 'subscriber',
            name: `reader-${index + 1}`,
            action: 'update',
            cause: 'branch',
            position: at('manifests/people.yaml', 2 + 5 * index),
            differences: [caused('timezone', 'branch', 'Europe/Berlin', 'Europe/Paris')],
          }),
        ),
        sketch({
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

const unreadable = planOf(
  [
    section({
      unchanged: 7,
      changes: [onCall],
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

function planAccount(plan: Plan, more: Partial<PlanAccount> = {}): PlanAccount & { readonly plan: Plan } {
  return {
    command: 'plan',
    exit: 0,
    problems: plan.problems,
    next: ['belfry plan --out plan.json', 'belfry apply plan.json'],
    ...more,
    plan,
  }
}

function resultOf(change: Change, outcome: Outcome, milliseconds: number, startedAt: number): Result {
  return { change, outcome, milliseconds, ...(milliseconds > 0 && { startedAt }) }
}

const failed: ApplyResult = {
  plans: [plans['one of each change']],
  results: [
    resultOf(sesEu, { status: 'done' }, 104, 3),
    resultOf(sendgrid, { status: 'done', already: true }, 0, 0),
    resultOf(
      onCall,
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
      81,
      110,
    ),
    resultOf(mailgun, { status: 'unknown', reason: 'no reply within 30 s' }, 30_004, 110),
    resultOf(
      resend,
      {
        status: 'skipped',
        reason: 'this change depends on Production/subscriber/ops-oncall/update (failed)',
      },
      0,
      0,
    ),
    resultOf(
      slack,
      { status: 'stale', reason: 'credentials changed in the service since the plan was made' },
      0,
      0,
    ),
  ],
  problems: [
    {
      rule: 'not-kept',
      severity: 'warning',
      message: 'integration ses-eu: configurations is not kept by this service',
    },
  ],
  waiting: [{ target: 'Staging', steps: ['set BELFRY_STAGING_API_KEY', 'run belfry apply again'] }],
  keyed: [],
  requests: { reads: 9, writes: 4, milliseconds: 31_020 },
}

const applied: ApplyResult = {
  ...failed,
  results: [sesEu, sendgrid, mailgun, onCall, resend].map((change, index) =>
    resultOf(change, { status: 'done' }, 40 + index * 7, index * 50),
  ),
  after: plans.empty,
  problems: [],
  waiting: [],
}

function applyAccount(result: ApplyResult, exit: number): ApplyAccount {
  const problems = [...result.plans.flatMap((plan) => plan.problems), ...result.problems]
  return { command: 'apply', exit, problems, result }
}

const invalid: ValidateAccount = {
  command: 'validate',
  exit: 3,
  files: 6,
  problems: [
    {
      rule: 'unknown-field',
      severity: 'error',
      position: at('manifests/email.yaml', 12),
      message: 'an integration has no field "actve"; did you mean "active"?',
      frame: [
        { number: 11, text: '    channel: email' },
        { number: 12, text: '    actve: true', mark: { column: 5, length: 5 } },
      ],
    },
    { ...warning, target: 'Production' },
    { rule: 'missing-key', severity: 'error', message: 'target Production has no API key' },
  ],
}

const smokeRun: SmokeAccount = {
  command: 'smoke',
  exit: 7,
  problems: [],
  run: {
    milliseconds: 4200,
    results: [
      {
        suite: 'Orders',
        name: 'sendgrid-main is primary for email',
        target: 'Production',
        tags: [],
        position: at('smoke/orders.yaml', 3),
        outcome: 'met',
        milliseconds: 38,
        attempts: [
          {
            transactionId: '',
            milliseconds: 38,
            judgements: [
              {
                expected: 'primary.email=sendgrid-main',
                seen: 'primary.email=sendgrid-main',
                isMet: true,
              },
            ],
            explanations: [],
            end: 'settled',
          },
        ],
      },
      {
        suite: 'Orders',
        name: 'reaches <b>everybody</b> @you | `x`\u001b[31m',
        target: 'Production',
        tags: ['orders'],
        position: at('smoke/orders.yaml', 8),
        outcome: 'unmet',
        milliseconds: 3100,
        attempts: [1, 2].map((number) => ({
          transactionId: `belfry-smoke-${number}`,
          milliseconds: 1550,
          judgements: [
            { recipient: 'ada', expected: 'email=sent', seen: 'email=failed:integration', isMet: false },
            { recipient: 'ada', expected: 'within=30s', seen: 'within=100ms', isMet: true },
          ],
          explanations: [
            {
              recipient: 'ada',
              channel: 'email',
              why: 'email failed: no email integration is primary',
              advice: 'Set primary: true on integration sendgrid-main, then run belfry apply.',
              resource: 'integration sendgrid-main',
              position: at('manifests/email.yaml', 3),
            },
          ],
          end: 'settled' as const,
        })),
      },
      {
        suite: 'Orders',
        name: 'nobody knows',
        target: 'Development',
        tags: [],
        position: at('smoke/orders.yaml', 14),
        outcome: 'unknown',
        milliseconds: 60_000,
        attempts: [
          {
            transactionId: 'belfry-smoke-3',
            milliseconds: 60_000,
            judgements: [],
            explanations: [],
            end: 'unknown',
          },
        ],
      },
      {
        suite: 'Orders',
        name: 'a text message',
        target: 'Development',
        tags: [],
        position: at('smoke/orders.yaml', 18),
        outcome: 'skipped',
        reason: 'the provider is being replaced',
        milliseconds: 0,
        attempts: [],
      },
    ],
  },
}

const difference = planOf(
  [
    section({
      standing: 'added',
      unchanged: 7,
      changes: [onCall],
      notes: notesFrom({
        released: [{ kind: 'integration', name: 'mailgun-old', position: at('manifests/email.yaml', 31) }],
      }),
    }),
  ],
  { live: 'declared' },
)

function journalEntry(change: Change, time: string) {
  const { id, target, kind, name, action, call } = change
  const { id: operation, method, path } = call.operation
  return { run: '7d0c', time, id, ...given({ target }), kind, name, action, operation, method, path }
}

export const journal: JournalRead = {
  runs: [
    {
      line: 1,
      run: '7d0c',
      started: '2026-01-05T09:00:00.000Z',
      outcomes: [
        {
          ...journalEntry(sesEu, '2026-01-05T09:00:01.000Z'),
          type: 'outcome',
          status: 'done',
          httpStatus: 201,
          milliseconds: 104,
        },
        {
          ...journalEntry(onCall, '2026-01-05T09:00:02.000Z'),
          type: 'outcome',
          status: 'failed',
          httpStatus: 422,
          requestId: 'req-17',
          milliseconds: 81,
        },
      ],
      inFlight: [{ ...journalEntry(mailgun, '2026-01-05T09:00:03.000Z'), type: 'sending' }],
    },
    {
      line: 6,
      run: '81fe',
      started: '2026-01-05T09:10:00.000Z',
      exit: 0,
      ended: '2026-01-05T09:10:04.000Z',
      outcomes: [],
      inFlight: [],
    },
  ],
  damaged: [5],
}

/** One or more of each command. */
const meantFrom: Difference = {
  ...fieldOf('credentials', { from: 'staging@acme.example' }, { from: 'notify@acme.example' }),
  display: [
    {
      sign: '~',
      path: 'credentials.from',
      before: 'notify@acme.example',
      after: 'staging@acme.example',
      cause: 'meant',
    },
  ],
}
const unmeantName: Difference = {
  ...fieldOf('name', 'SES', 'SES Europe'),
  display: [{ sign: '~', path: 'name', before: 'SES Europe', after: 'SES', cause: 'unmeant' }],
}
const compared = planOf(
  [
    section({
      unchanged: 3,
      changes: [
        sketch({ name: 'ses-eu', action: 'update', cause: 'partly', differences: [unmeantName, meantFrom] }),
        sketch({ name: 'sendgrid-main', action: 'update', cause: 'meant', differences: [meantFrom] }),
      ],
      notes: notesFrom({
        absent: [{ kind: 'integration', name: 'mailgun-old', from: 'Staging' }],
        unreadable: [
          {
            kind: 'integration',
            name: 'twilio-main',
            position: at('manifests/sms.yaml', 4),
            paths: ['credentials.token'],
            wanted: [],
          },
        ],
      }),
    }),
  ],
  { compared: { from: 'Staging', to: 'Production', by: 'live' } },
)

export const accounts = {
  empty: planAccount(plans.empty),
  'one-of-each-change': planAccount(plans['one of each change'], { problems: [warning] }),
  'all-kinds': planAccount(plans['all kinds'], { exit: 2 }),
  'three-targets': planAccount(plans['three targets']),
  hostile: planAccount(hostile),
  huge: planAccount(huge),
  failures: applyAccount(failed, 5),
  unreadable: planAccount(unreadable),
  'refused-plan': planAccount(plans['three targets'], {
    exit: 4,
    problems: [
      {
        rule: 'too-many-changes',
        severity: 'error',
        exit: 4,
        target: 'Production',
        message: '1 integration would be switched off, and at most 0 may be',
        hint: 'Raise limits in belfry.yaml, or run with --max-changes integration=1.',
      },
    ],
  }),
  'no-plan': { command: 'plan', exit: 3, problems: invalid.problems },
  'branch-and-drift': planAccount(branchAndDrift),
  saved: {
    ...planAccount(plans['all kinds']),
    command: 'show',
    origin: {
      belfry: '0.1.0',
      madeAt: '2026-01-05T09:00:00.000Z',
      commit: '3f2c1e0d9b8a7f6e5d4c3b2a1908f7e6d5c4b3a2',
      secrets: 'compared',
    },
    next: ['belfry apply plan.json'],
  },
  applied: applyAccount(applied, 0),
  valid: { command: 'validate', exit: 0, problems: [], files: 6, resources: 53, targets: 2 },
  invalid,
  smoke: smokeRun,
  difference: planAccount(difference, { command: 'diff', sides: ['origin/main', 'the working tree'] }),
  compared: planAccount(compared, { command: 'compare', sides: ['Staging', 'Production'] }),
  journal: { command: 'journal', exit: 0, problems: [], journal },
} as const satisfies Readonly<Record<string, Account>>
