// Every command in every format, and every way that it can end: the rows and columns of the table of secrets.
import type { Command } from 'commander'
import { build } from '../../src/cli/program/program.ts'
import type { Io } from '../../src/cli/terminal/io.ts'
import type { Answer, Passing } from './cli-proxy.ts'
import { apiKeys, canary, echoed, echoedAtOnce, files, live } from './cli-canaries.ts'
import { formatsFor } from '../../src/report/formats.ts'
import type { PageAccount } from '../../src/report/account.ts'

export interface Row {
  /** What is typed behind the command's name. */
  readonly args: string
  /** Besides those of all rows. */
  readonly files?: Readonly<Record<string, string>>
  /** Besides that of all rows. */
  readonly env?: Readonly<Record<string, string>>
  /** What is run before it, with a service that does as it should. */
  readonly before?: string
  /** What the command tells, where its account can be reported in files. */
  readonly subject?: PageAccount['command']
  /** Whether it asks the service. */
  readonly asks: 'yes' | 'no'
  /** `key`: it reads no secrets of manifests, so no service ever got more from it than a key and what is typed. */
  readonly holds: 'manifests' | 'key'
  /** What a manifest shows anyway, and other commands keep back as long as no manifest has it. */
  readonly writes?: readonly string[]
}

const someId = '6b0000000000000000000001'

export const rows: Readonly<Record<string, Row>> = {
  init: {
    args: 'new --yes --export --pipeline github',
    env: { BELFRY_API_KEY: apiKeys.PRODUCTION_KEY },
    asks: 'yes',
    holds: 'key',
    writes: [live.condition],
  },
  validate: { args: '', subject: 'validate', asks: 'no', holds: 'manifests' },
  plan: {
    args: '--out plan.json',
    subject: 'plan',
    asks: 'yes',
    holds: 'manifests',
  },
  apply: {
    args: '--yes --keep-going --journal journal.ndjson',
    subject: 'apply',
    asks: 'yes',
    holds: 'manifests',
  },
  failover: {
    args: 'sms -t Production --yes --unverified --no-smoke --reason canary --journal journal.ndjson',
    files: {
      'manifests/standby.yaml':
        'integrations:\n  - { identifier: unmanaged, providerId: twilio, channel: sms, targets: [Production], standby: 1 }\n',
    },
    asks: 'yes',
    holds: 'key',
  },
  show: {
    args: 'plan.json',
    before: 'plan --out plan.json',
    subject: 'show',
    asks: 'no',
    holds: 'manifests',
  },
  diff: {
    args: 'old .',
    files: {
      'old/belfry.yaml': files['belfry.yaml'] ?? '',
      // The same with other references and other literals, and with less.
      'old/manifests/all.yaml': (files['manifests/all.yaml'] ?? '')
        .replaceAll('env:', 'env:OLD_')
        .replaceAll('canary-literal', 'canary-old-literal')
        .replace(/ {4}conditions:[^]*?\n(?=subscribers)/, ''),
    },
    subject: 'diff',
    asks: 'no',
    holds: 'manifests',
  },
  compare: {
    args: 'Development Production --full',
    subject: 'compare',
    asks: 'yes',
    holds: 'key',
  },
  promote: {
    args: 'Development Production --only integration/quiet --only integration/loud --share-secret SENDER --write',
    // A plan is made only if the target need not define a variable first.
    files: {
      'manifests/quiet.yaml': `integrations:
  - { identifier: quiet, name: Quiet, providerId: nodemailer, channel: email, targets: [Development], credentials: { from: "\${env:SENDER}" } }
  - { identifier: loud, name: Loud, providerId: sendgrid, channel: email, credentials: { apiKey: ${JSON.stringify(canary('literal'))} }, perTarget: { Development: { name: Louder } } }
`,
    },
    asks: 'yes',
    holds: 'key',
  },
  log: {
    args: 'journal.ndjson',
    before: 'apply --yes --keep-going --journal journal.ndjson',
    asks: 'no',
    holds: 'manifests',
  },
  trigger: {
    args: 'order-shipped -t Production --to ops-oncall --payload {"token":"canary-payload-token"}',
    asks: 'yes',
    holds: 'key',
  },
  smoke: { args: 'smoke/all.yaml', subject: 'smoke', asks: 'yes', holds: 'key' },
  'events list': { args: '-t Production', asks: 'yes', holds: 'key' },
  'events get': { args: `${someId} -t Production`, asks: 'yes', holds: 'key' },
  'messages list': { args: '-t Production', asks: 'yes', holds: 'key' },
  'get environments': { args: '-t Production', asks: 'yes', holds: 'key' },
  'get integrations': { args: '-t Production', asks: 'yes', holds: 'key', writes: [live.condition] },
  'get subscribers': { args: '-t Production', asks: 'yes', holds: 'key' },
  // A service whose pages never end is asked for the page after the last one until there are enough.
  'messages get': { args: `${someId} -t Production --max 20`, asks: 'yes', holds: 'key' },
  export: {
    args: '--out exported --subscribers all --channels',
    asks: 'yes',
    holds: 'key',
    writes: [live.condition],
  },
  doctor: { args: '', asks: 'yes', holds: 'manifests' },
  audit: {
    args: '--fail-on *',
    // Without findings, NDJSON is empty.
    files: { 'belfry.yaml': (files['belfry.yaml'] ?? '').replace('missing-credentials: off, ', '') },
    subject: 'audit',
    asks: 'yes',
    holds: 'key',
  },
  // What isn't JSON is quoted by those who say so.
  sandbox: { args: '--seed secrets/sms.key', asks: 'no', holds: 'key' },
  explain: { args: 'integration.credentials.apiKey', asks: 'no', holds: 'key' },
  schema: { args: 'manifest', asks: 'no', holds: 'key' },
}

export interface Cell {
  readonly command: string
  readonly format: string
}

/** Every command of the program with every format that it takes, as commander knows them. */
export function cellsOfProgram(): readonly Cell[] {
  const program = build([], { out: () => undefined, err: () => undefined } as unknown as Io, () => undefined)
  const walk = (command: Command, names: readonly string[]): Cell[] =>
    command.commands.length > 0
      ? command.commands.flatMap((each) => walk(each, [...names, each.name()]))
      : formatsOf(command).map((format) => ({ command: names.join(' '), format }))
  // Those two have no result: one prints help, the other words for a shell.
  return walk(program, []).filter(({ command }) => command !== 'help' && command !== 'completion')
}

function formatsOf(command: Command): readonly string[] {
  return command.options.find(({ long }) => long === '--format')?.argChoices ?? ['text']
}

/** The flags that have a command write all the reports that it can. */
export function reportFlags({ subject }: Row): readonly string[] {
  return subject === undefined
    ? []
    : formatsFor('file', subject).flatMap((kind) => ['--report', `${kind}=${kind}.report`])
}

export type Ending = (request: Passing, holds: Row['holds']) => Answer | undefined | 'reset'

/** What comes back, and whether it repeats what it was sent. */
export const endings: Readonly<Record<string, { readonly answer: Ending; readonly echoes: 'yes' | 'no' }>> = {
  'all goes well': { answer: () => undefined, echoes: 'no' },
  'writes are refused': { answer: (it) => (isWrite(it) ? refusal(422, '') : undefined), echoes: 'no' },
  'writes are refused with a quotation': {
    answer: (it, holds) => (isWrite(it) ? refusal(422, quoted(it, holds)) : undefined),
    echoes: 'yes',
  },
  'writes fail with a quotation': {
    answer: (it, holds) => (isWrite(it) ? refusal(500, quoted(it, holds)) : undefined),
    echoes: 'yes',
  },
  'everything is refused': { answer: () => refusal(401, ''), echoes: 'no' },
  'everything is refused with a quotation': {
    answer: (it, holds) => refusal(401, quoted(it, holds)),
    echoes: 'yes',
  },
  'everything fails with a quotation': {
    answer: (it, holds) => refusal(500, quoted(it, holds)),
    echoes: 'yes',
  },
  'everything is answered with a page': {
    answer: (it, holds) => ({
      status: 403,
      body: `<html><head><title>${quoted(it, holds)}</title></head></html>`,
    }),
    echoes: 'yes',
  },
  'everything is answered with something else': {
    answer: (it, holds) => ({ status: 200, body: quoted(it, holds) }),
    echoes: 'yes',
  },
  'everything is answered with JSON of another shape': {
    answer: (it, holds) => ({
      status: 200,
      body: JSON.stringify({ data: [{ [quoted(it, holds)]: quoted(it, holds) }], [quoted(it, holds)]: 1 }),
    }),
    echoes: 'yes',
  },
  'writes are answered with something else': {
    answer: (it, holds) => (isWrite(it) ? { status: 200, body: quoted(it, holds) } : undefined),
    echoes: 'yes',
  },
  'connections break': { answer: () => 'reset', echoes: 'no' },
  'connections break at writes': { answer: (it) => (isWrite(it) ? 'reset' : undefined), echoes: 'no' },
}

function isWrite({ method }: Passing): boolean {
  return method !== 'GET'
}

function refusal(status: number, text: string): Answer {
  return {
    status,
    body: JSON.stringify({
      statusCode: status,
      message: `no: ${text}`,
      errors: { credentials: { messages: [text] } },
    }),
    headers: { 'x-request-id': encodeURIComponent(text).slice(0, 2000) },
  }
}

/** As it came, and whatever else may be in its log by then, in every form. */
function quoted(it: Passing, holds: Row['holds']): string {
  const texts = holds === 'key' ? [it.key] : isWrite(it) ? echoed : echoedAtOnce
  return [it.body, it.key, ...texts.flatMap((text, index) => forms[index % forms.length]?.(text) ?? [])].join(
    ' ',
  )
}

const forms: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => encodeURIComponent(text),
  (text) => Buffer.from(`user:${text}`).toString('base64'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => JSON.stringify(JSON.stringify(text)),
]
