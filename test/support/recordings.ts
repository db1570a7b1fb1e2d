// The runs whose accounts tests render, by the names of their files in `test/report/golden`: a row of the matrix of exit codes,
// or one of its own where that shows more.
import type { FormatName } from '../../src/report/formats.ts'
import { unchanged } from './cli-world.ts'
import { failoverFiles, history } from './failover-world.ts'
import { files as usual, table, twoTargets, type Row } from './exit-table.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'

interface Recording {
  readonly command: string
  /** The name of a row of the command, or a row. */
  readonly row: string | Omit<Row, 'exit'>
  /** Text, if absent. */
  readonly format?: FormatName
}

const manifest = `integrations:
  - { identifier: mailgun-old, name: Mail, providerId: mailgun, channel: email, primary: true, credentials: { apiKey: '\${env:MAILGUN_KEY}', user: postmaster }, targets: [Production] }
  - { identifier: ses-eu, name: SES, providerId: ses, channel: email, active: false, credentials: { apiKey: '\${env:SES_KEY}', region: eu-west-1 }, targets: [Development] }
subscribers:
  - { subscriberId: ops-oncall, firstName: '\${env:FIRST_NAME}', lastName: Duty }
`
const two = { ...twoTargets, 'manifests/people.yaml': manifest }
const env = { MAILGUN_KEY: 'key-of-mailgun-1234', SES_KEY: 'key-of-ses-1234', FIRST_NAME: 'Off' }
/** Whatever a plan may do to the integrations and subscribers that the sandbox starts with. */
const changes = `integrations:
  - { identifier: mailgun-old, providerId: mailgun, channel: email, active: false }
  - identifier: ses-eu
    name: SES Europe
    providerId: ses
    channel: email
    primary: true
    credentials: { apiKey: '\${env:SES_KEY}', secretKey: '\${env:SES_SECRET}', region: eu-west-1, from: notify@acme.example, senderName: Acme }
  - identifier: slack-ops
    providerId: slack
    channel: chat
    conditions:
      - type: GROUP
        isNegated: false
        value: AND
        children: [{ on: subscriber, field: locale, operator: IN, value: 'de,fr' }]
  - { identifier: twilio-sms, providerId: twilio, channel: sms, configurations: { inboundWebhookEnabled: true } }
subscribers:
  - subscriberId: ops-oncall
    timezone: Europe/Berlin
    data:
      team: operations
      tier: 2
      note: |
        Dear colleague,

        call at night.
    channels:
      - { providerId: slack, integrationIdentifier: slack-ops, credentials: { webhookUrl: '\${env:OPS_SLACK_WEBHOOK}' } }
`
const sendsAll = { 'manifests/people.yaml': `${changes}targets: [Production]\n` }
const secrets = {
  SES_KEY: 'key-of-ses-1234',
  SES_SECRET: 'secret-of-ses-1234',
  OPS_SLACK_WEBHOOK: 'https://hooks.slack.example/new',
}
/** A target that waits for its environment, one where little changes, and all kinds of resources. */
const three = {
  'belfry.yaml': two['belfry.yaml'].replace(
    '  Production:',
    "  Staging: { apiKey: '${env:STAGING_KEY}' }\n  Production:",
  ),
  'manifests/people.yaml': `integrations:
  - { identifier: mailgun-old, providerId: mailgun, channel: email, active: false, targets: [Production] }
  - { identifier: ses-eu, providerId: ses, channel: email, primary: true, credentials: { apiKey: '\${env:SES_KEY}', secretKey: '\${env:SES_SECRET}', region: eu-west-1, from: ses@acme.example, senderName: Acme }, targets: [Production, Staging] }
  - { identifier: slack-ops, providerId: slack, channel: chat, conditions: [{ type: GROUP, isNegated: false, value: AND, children: [{ on: subscriber, field: locale, operator: IN, value: 'de,fr' }] }], targets: [Production] }
  - { identifier: twilio-sms, providerId: twilio, channel: sms, configurations: { inboundWebhookEnabled: true }, targets: [Production] }
subscribers:
  - { subscriberId: ops-oncall, timezone: Europe/Berlin }
  - { subscriberId: nobody, firstName: Nobody, targets: [Production, Staging] }
environments:
  - { name: Staging, color: '#ff8800', parent: Development }
`,
}
const few = `integrations:
  - { identifier: mailgun-old, providerId: mailgun, channel: email, active: false }
subscribers:
  - { subscriberId: ops-oncall, timezone: Europe/Berlin }
`
const onPurpose = `integrations:
  - &ses { identifier: ses-eu, providerId: ses, channel: email, credentials: { from: development@acme.example }, perTarget: { Production: { credentials: { from: production@acme.example } } } }
  - { <<: *ses, identifier: ses-us }
`
const suites = `primary: { email: mailgun-old }
cases:
  - { name: reaches <b>everybody</b>, tags: [orders], workflow: welcome, to: user-0001, retries: 1, expect: { email: sent, within: 30s } }
  - { name: a text message, skip: the provider is being replaced, workflow: welcome, to: user-0001, expect: { sms: sent } }
`
const older = {
  'belfry.yaml': two['belfry.yaml'],
  'old/belfry.yaml': two['belfry.yaml'].replace(/ {2}Development.*\n/, ''),
  'old/manifests/people.yaml': changes.replace('Berlin', 'Paris').replace('twilio-sms', 'twilio-old'),
  'manifests/people.yaml': changes,
}
const failing = {
  files: failoverFiles,
  seed: history(160, 'refused', 2, 'sendgrid-main', Date.parse('2026-02-01')),
  args: 'email --if-failing 20%/10m',
}
/** One integration twice, and one that conditions select. */
const twice = ({ state }: Sandbox): void => {
  const twilio = { environment: 'Production', providerId: 'twilio', channel: 'sms', active: true } as const
  for (const name of ['Twilio', 'Twilio EU'])
    state.integrations.add({ ...twilio, identifier: 'twilio-eu', name })
  const conditions = [
    {
      isNegated: false,
      type: 'GROUP',
      value: 'AND',
      children: [{ field: 'locale', value: 'de', operator: 'EQUAL', on: 'subscriber' }],
    },
  ]
  state.integrations.add({ ...twilio, identifier: 'twilio-de', name: 'Twilio\u202E', conditions })
}
const order = '--transaction-id order-42'

export const recordings: Readonly<Record<string, Recording>> = {
  empty: {
    command: 'plan',
    row: {
      files: {
        'manifests/people.yaml': unchanged,
        'manifests/all.yaml': `integrations:
  - { identifier: mailgun-old, providerId: mailgun, channel: email, primary: true }
  - { identifier: twilio-sms, providerId: twilio, channel: sms, primary: true }
  - { identifier: fcm-push, providerId: fcm, channel: push }
  - { identifier: slack-ops, providerId: slack, channel: chat }
`,
      },
    },
  },
  'one of each change': {
    command: 'plan',
    row: { args: '--resend integration/twilio-sms', files: sendsAll, env: secrets },
  },
  'three targets': { command: 'plan', row: { args: '', files: three, env: secrets } },
  'refused plan': { command: 'plan', row: 'a limit' },
  'no plan': { command: 'plan', row: 'invalid' },
  valid: { command: 'validate', row: 'valid' },
  invalid: { command: 'validate', row: 'invalid' },
  saved: {
    command: 'show',
    row: { before: 'plan --out plan.json', args: 'plan.json', files: three, env: secrets },
  },
  difference: { command: 'diff', row: { args: 'old .', files: older } },
  compared: {
    command: 'compare',
    row: {
      args: 'Development Production',
      files: { ...two, 'manifests/people.yaml': onPurpose },
      given: ({ state }) => {
        for (const environment of ['Development', 'Production'])
          for (const identifier of ['ses-eu', 'ses-us'])
            state.integrations.add({
              environment,
              identifier,
              name: identifier === 'ses-eu' ? `SES of ${environment}` : 'SES',
              providerId: 'ses',
              channel: 'email',
              credentials: { from: `${environment.toLowerCase()}@acme.example` },
            })
      },
    },
  },
  smoke: {
    command: 'smoke',
    row: {
      files: {
        'belfry.yaml': `${usual['belfry.yaml']}rules: { smoke-integration: off }\n`,
        'smoke.yaml': suites,
      },
      given: ({ providers }) => providers.set('mailgun', { outcome: 'refuse', text: 'the quota is used up' }),
    },
  },
  journal: {
    command: 'show',
    row: { before: 'apply --yes --journal j.ndjson', args: 'j.ndjson', files: sendsAll, env: secrets },
  },
  applied: { command: 'apply', row: { args: '--yes', files: { 'manifests/people.yaml': few } } },
  failures: { command: 'apply', row: { args: '--yes', files: sendsAll, env: secrets } },

  promoted: {
    command: 'promote',
    row: { args: 'Development Production --only integration/ses-eu', files: two },
  },
  'promoted with a plan': { command: 'promote', row: 'written' },
  logged: {
    command: 'log',
    row: { before: 'apply --yes --journal j.ndjson', args: 'j.ndjson', files: two, env },
  },
  'failed over': { command: 'failover', row: { ...failing, args: `${failing.args} --yes --unverified` } },
  'not failed over': { command: 'failover', row: 'the smoke trigger fails' },
  failing: { command: 'failover', row: failing },
  doctor: { command: 'doctor', row: '401' },
  audited: { command: 'audit', row: 'findings of --fail-on' },
  'audit refused': { command: 'audit', row: 'API down' },
  init: {
    command: 'init',
    row: {
      args: 'new --pipeline github --target Production=PRODUCTION_KEY',
      files: { 'new/.gitignore': 'dist\n', 'new/.vscode/settings.json': '{}\n' },
    },
  },
  'init failed': {
    command: 'init',
    row: { args: 'new --yes --pipeline github', files: { 'new/.github': '' } },
  },
  sandbox: { command: 'sandbox', row: 'stopped' },
  explained: { command: 'explain', row: 'a rule' },
  'explained kind': { command: 'explain', row: { args: 'environment' } },
  explainable: { command: 'explain', row: 'an overview' },
  schema: { command: 'schema', row: { args: 'ledger' } },
  schemas: { command: 'schema', row: 'the names' },
  updated: { command: 'export', row: { args: '', files: two, env } },
  exported: { command: 'export', row: { args: '--out new --subscribers all', given: twice } },
  triggered: { command: 'trigger', row: { args: `welcome --to user-0001 ${order}` } },
  'trigger waited': {
    command: 'trigger',
    row: {
      ...table['trigger']?.['a step fails'],
      args: `welcome --to user-0001 --expect email=sent ${order}`,
    },
  },
  'trigger dry run': { command: 'trigger', row: { args: `welcome --to user-0001 --dry-run ${order}` } },
  events: { command: 'events list', row: { args: '--limit 1' } },
  event: { command: 'events get', row: { args: '6b0000080000000000000001 --explain' } },
  messages: { command: 'messages list', row: { args: '--limit 1' } },
  message: { command: 'messages get', row: 'there is one' },
  environments: { command: 'get environments', row: 'all' },
  'environments as YAML': { command: 'get environments', row: 'all', format: 'yaml' },
  integrations: {
    command: 'get integrations',
    row: { args: '-t Production', files: two, env, given: twice },
  },
  'integrations as YAML': { command: 'get integrations', row: 'all', format: 'yaml' },
  subscribers: { command: 'get subscribers', row: 'a page' },
  'subscribers as YAML': { command: 'get subscribers', row: 'a page', format: 'yaml' },
  'one subscriber': { command: 'get subscribers', row: { args: 'ops-oncall' } },
}

export function rowOf({ command, row }: Recording): Row {
  if (typeof row !== 'string') return { exit: 0, ...row }
  const found = table[command]?.[row]
  if (found === undefined) throw new Error(`${command} has no row ${row}`)
  return found
}
