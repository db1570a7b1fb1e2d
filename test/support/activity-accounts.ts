// Accounts of the commands that have text and JSON alone.
import { Secret } from '../../src/core/secrets/secret.ts'
import type { Delivery } from '../../src/core/delivery/delivery.ts'
import type { AnyAccount, TriggerAccount } from '../../src/report/account.ts'
import { accounts, journal } from './sample-accounts.ts'
import { changeOf } from './sketched-change.ts'

const event = {
  _id: '6b0000000000000000000001',
  transactionId: 'order-42',
  createdAt: '2026-01-05T09:00:00.000Z',
  template: { name: 'Order shipped', triggers: [{ identifier: 'order-shipped' }] },
  subscriber: { subscriberId: 'ada', firstName: 'Ada', email: 'ada@acme.example' },
  channels: ['email'],
  payload: { order: '42' },
  jobs: [
    {
      type: 'email',
      status: 'failed',
      step: { name: 'Mail' },
      executionDetails: [
        { createdAt: '2026-01-05T09:00:01.000Z', status: 'Failed', detail: 'Unexpected provider error' },
      ],
    },
  ],
}

const message = {
  _id: '6c0000000000000000000001',
  createdAt: '2026-01-05T09:00:01.000Z',
  channel: 'email',
  status: 'error',
  providerId: 'sendgrid',
  subscriber: { subscriberId: 'ada' },
  email: 'ada@acme.example',
  subject: 'Your order',
  content: 'It is on its way.',
  errorText: 'Unauthorized',
  transactionId: 'order-42',
}

const managed = { file: 'manifests/all.yaml', line: 4, column: 5, length: 1 }

const explanations = [
  {
    recipient: 'ada',
    channel: 'email',
    why: 'sendgrid refused the key',
    advice: 'Check credentials.apiKey.',
    resource: 'integration sendgrid',
    position: { file: 'manifests/integrations.yaml', line: 4, column: 5, length: 1 },
  },
]

const delivery: Delivery = {
  recipient: 'ada',
  event: event._id,
  workflow: 'order-shipped',
  created: event.createdAt,
  state: 'over',
  milliseconds: 1200,
  steps: [
    {
      channel: 'email',
      name: 'Mail',
      status: 'failed',
      senders: [{ provider: 'sendgrid', integration: 'sendgrid' }],
      guess: 'sendgrid',
      waits: '',
      details: [
        { status: 'Failed', text: 'Unexpected provider error', raw: 'Unauthorized', source: 'Internal' },
      ],
      filters: [],
    },
  ],
  messages: [],
  payload: { order: '42' },
}

const sent: TriggerAccount = {
  command: 'trigger',
  exit: 0,
  problems: [],
  target: 'Production',
  workflow: 'order-shipped',
  answer: {
    workflow: 'order-shipped',
    target: 'Production',
    acknowledged: true,
    status: 'processed',
    transactionId: 'order-42',
    error: [],
  },
  transactionId: 'order-42',
}

const windows = [
  {
    from: Date.parse('2026-01-05T08:40:00.000Z'),
    to: Date.parse('2026-01-05T08:50:00.000Z'),
    delivered: 83,
    refused: 83,
  },
  {
    from: Date.parse('2026-01-05T08:50:00.000Z'),
    to: Date.parse('2026-01-05T09:00:00.000Z'),
    delivered: 70,
    refused: 90,
  },
]

const failover = {
  command: 'failover',
  exit: 0,
  problems: [],
  target: 'Production',
  channel: 'email',
} as const

export const activityAccounts = {
  promoted: {
    command: 'promote',
    exit: 0,
    problems: [],
    result: {
      from: 'Staging',
      to: 'Production',
      files: ['manifests/email.yaml'],
      changes: [
        { resource: 'integration ses-eu', field: 'credentials.apiKey', value: '"${var:sesEuApiKey}"' },
        { resource: 'integration ses-eu', field: 'targets', value: '["Staging","Production"]' },
      ],
      variables: [{ resource: 'integration ses-eu', field: 'credentials.apiKey', name: 'sesEuApiKey' }],
      left: [
        {
          resource: 'integration sendgrid-main',
          field: 'credentials.apiKey',
          why: 'the value is a secret, and target Production has its own',
        },
      ],
      diff: '--- manifests/email.yaml\n+++ manifests/email.yaml\n@@ -3,1 +3,1 @@\n-    targets: [Staging]\n+    targets: [Staging, Production]\n',
      isWritten: false,
    },
  },
  'promoted with a plan': {
    command: 'promote',
    exit: 0,
    problems: [],
    result: {
      from: 'Staging',
      to: 'Production',
      files: ['manifests/email.yaml'],
      changes: [{ resource: 'integration ses-eu', field: 'name', value: '"SES"' }],
      variables: [],
      left: [],
      diff: '',
      isWritten: true,
      plan: accounts.empty.plan,
    },
  },
  logged: {
    command: 'log',
    exit: 0,
    problems: [],
    result: {
      runs: journal.runs.slice(0, 1).map((run) => ({
        ...run,
        file: 'journals/monday.ndjson',
        by: 'ada',
        commit: '3f2c1e0d9b8a7f6e5d4c3b2a1908f7e6d5c4b3a2',
        plan: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      })),
      damaged: [{ file: 'journals/monday.ndjson', line: 4 }],
    },
  },
  failedOver: {
    ...failover,
    from: 'sendgrid-main',
    to: 'ses-eu',
    state: 'switched',
    health: { verdict: 'failing', windows },
    results: [
      {
        change: changeOf({
          name: 'ses-eu',
          action: 'set-primary',
          stage: 'primary',
          summary: 'becomes primary for email',
        }),
        outcome: { status: 'done' },
        milliseconds: 40,
      },
    ],
    smoke: {
      results: [
        {
          suite: 'smoke',
          name: 'an email arrives',
          target: 'Production',
          tags: [],
          position: managed,
          outcome: 'met',
          attempts: [],
          milliseconds: 1200,
        },
      ],
      milliseconds: 1200,
    },
  },
  notFailedOver: {
    ...failover,
    exit: 7,
    from: 'sendgrid-main',
    to: 'ses-eu\u001b[31m',
    state: 'not switched',
    results: [
      {
        change: changeOf({ name: 'ses-eu', summary: 'becomes active' }),
        outcome: { status: 'done' },
        milliseconds: 40,
      },
    ],
  },
  failing: {
    ...failover,
    exit: 2,
    from: 'sendgrid-main',
    to: 'ses-eu',
    state: 'left',
    health: { verdict: 'failing', windows },
  },
  failedOverBefore: { ...failover, from: 'ses-eu', to: 'ses-eu', state: 'left' },
  doctor: {
    command: 'doctor',
    exit: 3,
    problems: [],
    file: 'belfry.yaml',
    examination: {
      project: [{ check: 'manifests', status: 'ok', message: 'declare 1 resource for 1 target in 1 file' }],
      targets: [
        {
          target: 'Production',
          url: 'https://api.acme.example',
          findings: [
            {
              check: 'key',
              status: 'problem',
              message: 'the key is not known',
              hint: 'Check BELFRY_API_KEY.',
            },
          ],
        },
      ],
    },
  },
  audited: {
    command: 'audit',
    exit: 2,
    problems: [
      {
        rule: 'shared-email',
        severity: 'warning',
        target: 'Production',
        message: 'subscribers ada@acme.example and odd\u202e have the same email address (a***@acme.example)',
        hint: 'If this is intended, set rules: { shared-email: off } in the project file.',
      },
      {
        rule: 'unused-integration',
        severity: 'warning',
        target: 'Production',
        resource: 'integration ses-eu',
        message: 'integration ses-eu is active, but it is not the primary integration for email',
        hint: 'Make the integration primary.',
      },
    ],
    targets: [
      { target: 'Development', integrations: 1, subscribers: 0 },
      { target: 'Production', integrations: 12, subscribers: 1204, unchecked: 'credentials' },
    ],
    findings: 2,
  },
  'audit-refused': {
    command: 'audit',
    exit: 1,
    problems: [{ rule: 'no-reply', severity: 'error', message: 'no reply received', exit: 1 }],
  },
  init: {
    command: 'init',
    exit: 0,
    problems: [],
    result: {
      files: [
        { name: 'belfry.yaml', result: 'created' },
        { name: '.github/workflows/belfry-plan.yml', result: 'created' },
        { name: '.vscode/settings.json', result: 'kept' },
        { name: '.gitignore', result: 'extended' },
      ],
      next: [
        'cp .env.example .env  # then set its variables',
        'belfry validate',
        'belfry plan --dotenv .env',
      ],
    },
  },
  'init-failed': {
    command: 'init',
    exit: 3,
    problems: [{ rule: 'file-unwritable', severity: 'error', message: ".env.example can't be written" }],
    result: {
      files: [
        { name: 'belfry.yaml', result: 'created' },
        { name: '.env.example', result: 'not written' },
      ],
      next: [],
    },
  },
  sandbox: {
    command: 'sandbox',
    exit: 0,
    problems: [],
    result: {
      url: 'http://127.0.0.1:4111',
      environments: [
        { name: 'Development', apiKey: 'key-of-development' },
        { name: 'Production', apiKey: 'key-of-production' },
      ],
    },
  },
  explained: {
    command: 'explain',
    exit: 0,
    problems: [],
    result: {
      subject: {
        sort: 'rule',
        name: 'duplicate-key',
        summary: 'A map has the same key twice.',
        facts: { Severity: 'error', 'Exit code': '3' },
        text: ['YAML readers keep only one of the two values.'],
        fix: 'Keep one of the two.',
        examples: [
          { kind: 'bad', language: 'yaml', text: 'name: SES\nname: Amazon SES\n' },
          { kind: 'good', language: 'yaml', file: 'belfry.yaml', text: 'name: Amazon SES\n' },
          { kind: 'fix', language: 'sh', text: 'belfry validate\n' },
        ],
        parts: [
          {
            title: 'Fields',
            entries: [
              { name: 'name', summary: 'The display name.', notes: ['string', 'required'] },
              { name: 'active', summary: 'Whether it is active.' },
            ],
          },
        ],
      },
    },
  },
  explainable: {
    command: 'explain',
    exit: 0,
    problems: [],
    result: {
      groups: [{ sort: 'rule', count: 2, about: 'rules (the IDs in errors and warnings)', example: 'limit' }],
    },
  },
  schema: {
    command: 'schema',
    exit: 0,
    problems: [],
    result: {
      schema: { $id: 'urn:belfry:schema:toy', type: 'object', properties: { name: { type: 'string' } } },
    },
  },
  schemas: {
    command: 'schema',
    exit: 0,
    problems: [],
    result: {
      schemas: [
        { name: 'manifest', about: 'A belfry manifest' },
        { name: 'toy', about: 'A toy' },
      ],
    },
  },
  updated: {
    command: 'export',
    exit: 0,
    problems: [],
    result: {
      files: [{ file: 'manifests/email.yaml', holds: 'updated' }],
      variables: [],
      left: [],
      notes: [],
      channels: 0,
      isWritten: false,
      changes: [
        {
          file: 'manifests/email.yaml',
          line: 3,
          resource: 'integration ses-eu',
          target: 'Production',
          field: 'name',
          before: '"SES"',
          after: '"SES\u202e Europe"',
        },
      ],
      appended: [{ file: 'manifests/email.yaml', resource: 'integration ses-us' }],
      leftAlone: [
        {
          file: 'manifests/email.yaml',
          line: 9,
          resource: 'subscriber anna',
          target: 'Production',
          field: 'firstName',
          before: '"Anna"',
          after: '"Hanna"',
          why: 'the value is a reference',
        },
      ],
      diff: '--- manifests/email.yaml\n+++ manifests/email.yaml\n@@ -3,1 +3,1 @@\n-    name: SES\n+    name: SES Europe\n',
    },
  },
  exported: {
    command: 'export',
    exit: 0,
    problems: [],
    result: {
      out: 'manifests',
      files: [
        { file: 'manifests/subscribers.ndjson', holds: '1200 subscribers' },
        { file: 'manifests/subscribers.yaml', holds: 'includes subscribers.ndjson' },
        { file: 'manifests/integrations.yaml', holds: '2 integrations' },
        { file: 'manifests/.env.example', holds: '1 variable' },
      ],
      variables: [
        {
          name: 'PRODUCTION_SES_EU_API_KEY',
          resource: 'integration ses-eu',
          field: 'credentials.apiKey',
          target: 'Production',
        },
      ],
      left: [
        {
          kind: 'integration',
          name: 'twice',
          target: 'Production',
          why: 'the resource is in the service 2 times',
        },
        { kind: 'subscriber', name: 'odd\u202e', why: '"email" is not a valid email address' },
      ],
      notes: [
        { resource: 'integration ses-eu', note: 'conditions: "isNegated" must be true or false' },
        { resource: 'environment Production', note: 'color, dns, bridge: not returned by the service' },
      ],
      channels: 3,
    },
  },
  triggered: sent,
  'trigger-waited': {
    ...sent,
    exit: 7,
    waited: { end: 'timeout', milliseconds: 60_000, deliveries: [delivery] },
    explanations,
    judgements: [{ recipient: 'ada', expected: 'email=sent', seen: 'email=failed', isMet: false }],
  },
  'trigger-dry-run': {
    command: 'trigger',
    exit: 0,
    problems: [],
    target: 'Production',
    workflow: 'order-shipped',
    request: {
      method: 'POST',
      url: 'https://api.acme.example/v1/events/trigger',
      body: { name: 'order-shipped', to: 'ada', transactionId: 'order-42' },
    },
  },
  events: {
    command: 'events list',
    exit: 0,
    problems: [],
    target: 'Production',
    page: 0,
    pageSize: 1,
    hasMore: true,
    data: [event],
  },
  event: {
    command: 'events get',
    exit: 0,
    problems: [],
    target: 'Production',
    item: event,
    explanations,
  },
  messages: {
    command: 'messages list',
    exit: 0,
    problems: [],
    target: 'Production',
    page: 0,
    hasMore: true,
    data: [message],
    max: 1,
  },
  environments: {
    command: 'get environments',
    exit: 0,
    problems: [],
    target: 'Production',
    data: [
      {
        _id: '6d0000000000000000000001',
        name: 'Development',
        identifier: 'app-dev',
        type: 'dev',
        managed: null,
      },
      {
        _id: '6d0000000000000000000002',
        name: 'Production',
        identifier: 'app-prod',
        parent: 'Development',
        managed,
      },
    ],
    manifest: 'environments:\n  - name: Development\n',
  },
  integrations: {
    command: 'get integrations',
    exit: 0,
    problems: [],
    target: 'Production',
    data: [
      {
        _id: '6e0000000000000000000001',
        identifier: 'sendgrid-main',
        name: 'SendGrid',
        providerId: 'sendgrid',
        channel: 'email',
        active: true,
        primary: true,
        credentials: { apiKey: Secret.named('live'), from: 'notify@acme.example' },
        managed,
      },
      {
        _id: '6e0000000000000000000002',
        identifier: 'twilio-eu',
        name: 'Twilio',
        providerId: 'twilio',
        channel: 'sms',
        active: false,
        rules: { '==': [{ var: 'subscriber.locale' }, 'de'] },
        when: 'subscriber.locale = "de"',
        duplicates: ['6e0000000000000000000002', '6e0000000000000000000003'],
        managed: null,
      },
    ],
    manifest: 'integrations:\n  - identifier: sendgrid-main\n',
  },
  subscribers: {
    command: 'get subscribers',
    exit: 0,
    problems: [],
    target: 'Production',
    pageSize: 1,
    hasMore: true,
    cursors: {
      next: '6f0000000000000000000001',
      previous: '6f0000000000000000000001',
      totalCount: 50_000,
      totalCountCapped: true,
    },
    data: [
      {
        _id: '6f0000000000000000000001',
        subscriberId: 'ada',
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@acme.example',
        phone: '+491701234567',
        locale: 'en-GB',
        timezone: 'Europe/London',
        data: { tier: 'gold' },
        channels: [
          {
            providerId: 'fcm',
            integrationIdentifier: 'fcm-push',
            credentials: { deviceTokens: ['(secret live)', '(secret live)'] },
          },
          { providerId: 'slack', _integrationId: '6e00', credentials: { webhookUrl: '(secret live)' } },
        ],
      },
    ],
    manifest: 'subscribers:\n  - subscriberId: ada\n',
  },
  message: {
    command: 'messages get',
    exit: 0,
    problems: [],
    target: 'Production',
    looked: 3,
    item: message,
  },
} as const satisfies Readonly<Record<string, AnyAccount>>
