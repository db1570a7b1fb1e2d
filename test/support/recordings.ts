// The runs whose accounts are recorded, by the names of their files in `test/fixtures/accounts`: a row of the matrix of exit
// codes, or one of its own where that shows more.
import type { FormatName } from '../../src/report/formats.ts'
import { failoverFiles, history } from './failover-world.ts'
import { table, type Row } from './exit-table.ts'
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
const two = { ...table['promote']?.['shown only']?.files, 'manifests/people.yaml': manifest }
const env = { MAILGUN_KEY: 'key-of-mailgun-1234', SES_KEY: 'key-of-ses-1234', FIRST_NAME: 'Off' }
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
