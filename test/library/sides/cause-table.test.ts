// One row for each way in which a branch, its base and the service can differ, with the causes that a plan gives.
import { expect, onTestFinished, test } from 'vitest'
import { gitIn } from '../../../src/library/sides/git.ts'
import { createSandbox, type ProfileName, type Seed } from '../../../src/sandbox/index.ts'
import { put, type Files } from '../../support/cli-process.ts'
import { runProgram } from '../../support/cli.ts'
import { plainEnv, repositoryWith } from '../../support/trees.ts'

type Fields = Readonly<Record<string, unknown>>

/** What one side has: resources, and settings of the project file. */
interface Side {
  readonly integrations?: readonly Fields[]
  readonly subscribers?: readonly Fields[]
  readonly project?: Fields
}

interface Row {
  readonly name: string
  readonly base: Side
  readonly branch: Side
  readonly service: Pick<Side, 'integrations' | 'subscribers'>
  readonly args?: readonly string[]
  readonly profile?: ProfileName
  /** Each change with its cause, then each field with its own. */
  readonly causes: Readonly<Record<string, unknown>>
}

const credentials = { apiKey: '${env:MAIL_KEY}', from: 'a@acme.example' }
const mail = { identifier: 'mail', name: 'Mail', providerId: 'sendgrid', channel: 'email', active: true }
const shown = { apiKey: 'made-up-mail-key', from: 'a@acme.example' }
const unset = { ...credentials, apiKey: '${env:UNSET_KEY}' }
const other = { ...mail, identifier: 'other', name: 'Other' }
const chat = { identifier: 'chat', name: 'Chat', providerId: 'slack', channel: 'chat', active: true }
const ada = { subscriberId: 'ada', locale: 'de' }
const channel = { providerId: 'slack', integrationIdentifier: 'chat' }
const push = { identifier: 'push', name: 'Push', providerId: 'fcm', channel: 'push', active: true }
const withTokens = (...deviceTokens: readonly string[]): Fields => ({
  subscriberId: 'ada',
  channels: [{ providerId: 'fcm', integrationIdentifier: 'push', credentials: { deviceTokens } }],
})
const deactivate = { unmanaged: 'deactivate' }

const rows: readonly Row[] = [
  {
    name: 'only the branch changes a field',
    base: { integrations: [mail] },
    branch: { integrations: [{ ...mail, name: 'New' }] },
    service: { integrations: [mail] },
    causes: { 'update mail': ['branch', { name: 'branch' }] },
  },
  {
    name: 'only the service has another value',
    base: { integrations: [mail] },
    branch: { integrations: [mail] },
    service: { integrations: [{ ...mail, name: 'By hand' }] },
    causes: { 'update mail': ['drift', { name: 'drift' }] },
  },
  {
    name: 'all three have different values',
    base: { integrations: [mail] },
    branch: { integrations: [{ ...mail, name: 'New' }] },
    service: { integrations: [{ ...mail, name: 'By hand' }] },
    causes: { 'update mail': ['both', { name: 'both' }] },
  },
  {
    name: 'one field of each',
    base: { integrations: [mail] },
    branch: { integrations: [{ ...mail, name: 'New' }] },
    service: { integrations: [{ ...mail, active: false }] },
    causes: { 'update mail': ['both', { name: 'branch', active: 'drift' }] },
  },
  {
    name: 'a field that the base leaves to the service',
    base: { integrations: [{ ...mail, name: undefined }] },
    branch: { integrations: [mail] },
    service: { integrations: [{ ...mail, name: 'By hand' }] },
    causes: { 'update mail': ['branch', { name: 'branch' }] },
  },
  {
    name: 'a field that the base leaves to the service, and the branch clears',
    base: { subscribers: [ada] },
    branch: { subscribers: [{ ...ada, firstName: null }] },
    service: { subscribers: [{ ...ada, firstName: 'Ada' }] },
    causes: { 'update ada': ['branch', { firstName: 'branch' }] },
  },
  {
    name: 'a field that the base clears too',
    base: { subscribers: [{ ...ada, firstName: null }] },
    branch: { subscribers: [{ ...ada, firstName: null }] },
    service: { subscribers: [{ ...ada, firstName: 'Ada' }] },
    causes: { 'update ada': ['drift', { firstName: 'drift' }] },
  },
  {
    name: 'a new resource',
    base: { integrations: [mail] },
    branch: { integrations: [mail, { ...other, active: false }] },
    service: { integrations: [mail] },
    causes: {
      'create other': [
        'branch',
        { name: 'branch', providerId: 'branch', channel: 'branch', active: 'branch' },
      ],
    },
  },
  {
    name: 'a resource that the service lost',
    base: { integrations: [mail, { ...other, active: false }] },
    branch: { integrations: [mail, { ...other, active: false }] },
    service: { integrations: [mail] },
    causes: {
      'create other': ['drift', { name: 'drift', providerId: 'drift', channel: 'drift', active: 'drift' }],
    },
  },
  {
    name: 'a resource that the service lost and the branch changes',
    base: { integrations: [mail, { ...other, active: false }] },
    branch: { integrations: [mail, { ...other, active: false, name: 'New' }] },
    service: { integrations: [mail] },
    causes: {
      'create other': ['both', { name: 'both', providerId: 'drift', channel: 'drift', active: 'drift' }],
    },
  },
  {
    name: 'a resource that the service lost, and a field that only the branch declares',
    base: { subscribers: [{ subscriberId: 'ada' }], project: { subscribers: { create: 'api' } } },
    branch: { subscribers: [ada], project: { subscribers: { create: 'api' } } },
    service: { integrations: [], subscribers: [] },
    profile: 'novu-2026-09',
    causes: { 'create ada': ['both', { locale: 'branch' }] },
  },
  {
    name: 'a resource that the branch renames',
    base: { integrations: [mail] },
    branch: { integrations: [{ ...mail, identifier: 'post', previously: 'mail' }] },
    service: { integrations: [{ ...mail, name: 'By hand' }] },
    causes: { 'update post': ['both', { identifier: 'branch', name: 'drift' }] },
  },
  {
    name: 'the branch chooses another primary',
    base: { integrations: [{ ...mail, primary: true }, other] },
    branch: { integrations: [mail, { ...other, primary: true }] },
    service: { integrations: [{ ...mail, primary: true }, other] },
    causes: { 'set-primary other': ['branch', { primary: 'branch' }] },
  },
  {
    name: 'the service has another primary',
    base: { integrations: [mail, { ...other, primary: true }] },
    branch: { integrations: [mail, { ...other, primary: true }] },
    service: { integrations: [{ ...mail, primary: true }, other] },
    causes: { 'set-primary other': ['drift', { primary: 'drift' }] },
  },
  {
    name: 'the branch removes a resource',
    base: { integrations: [mail, other], project: deactivate },
    branch: { integrations: [mail], project: deactivate },
    service: { integrations: [{ ...mail, primary: true }, other] },
    causes: { 'update other': ['branch', { active: 'branch' }] },
  },
  {
    name: 'a resource that neither declares',
    base: { integrations: [mail], project: deactivate },
    branch: { integrations: [mail], project: deactivate },
    service: { integrations: [{ ...mail, primary: true }, other] },
    causes: { 'update other': ['drift', { active: 'drift' }] },
  },
  {
    name: 'a resource that neither declares, and the branch sets unmanaged',
    base: { integrations: [mail] },
    branch: { integrations: [mail], project: deactivate },
    service: { integrations: [{ ...mail, primary: true }, other] },
    causes: { 'update other': ['branch', { active: 'branch' }] },
  },
  {
    name: 'a resource that neither declares, and unmanaged.ignore of the base named',
    base: {
      integrations: [mail],
      project: { unmanaged: { mode: 'deactivate', ignore: ['ot*'] } },
    },
    branch: { integrations: [mail], project: deactivate },
    service: { integrations: [{ ...mail, primary: true }, other] },
    causes: { 'update other': ['branch', { active: 'branch' }] },
  },
  {
    name: 'a resource that neither declares, and unmanaged.ignore of the base left in',
    base: {
      integrations: [mail],
      project: { unmanaged: { mode: 'deactivate', ignore: ['none'] } },
    },
    branch: { integrations: [mail], project: deactivate },
    service: { integrations: [{ ...mail, primary: true }, other] },
    causes: { 'update other': ['drift', { active: 'drift' }] },
  },
  {
    name: 'a resource that neither declares, and that was outside of owns in the base',
    base: { integrations: [mail], project: { ...deactivate, owns: { integration: ['mail'] } } },
    branch: { integrations: [mail], project: deactivate },
    service: { integrations: [{ ...mail, primary: true }, other] },
    causes: { 'update other': ['branch', { active: 'branch' }] },
  },
  {
    name: 'a resource that neither declares, inside of owns in both',
    base: { integrations: [mail], project: { ...deactivate, owns: { integration: ['*'] } } },
    branch: { integrations: [mail], project: { ...deactivate, owns: { integration: ['*'] } } },
    service: { integrations: [{ ...mail, active: false }, other] },
    causes: {
      'update mail': ['drift', { active: 'drift' }],
      'update other': ['drift', { active: 'drift' }],
    },
  },
  {
    name: 'a secret with the same reference',
    base: { integrations: [{ ...mail, credentials }] },
    branch: { integrations: [{ ...mail, credentials }] },
    service: { integrations: [{ ...mail, credentials: { ...credentials, apiKey: 'by-hand-key' } }] },
    causes: { 'update mail': ['drift', { 'credentials.apiKey': 'drift' }] },
  },
  {
    name: 'a secret with another reference, beside a field that was edited',
    base: { integrations: [{ ...mail, credentials }] },
    branch: { integrations: [{ ...mail, credentials: { ...credentials, apiKey: '${env:NEXT_KEY}' } }] },
    service: {
      integrations: [{ ...mail, credentials: { apiKey: 'made-up-mail-key', from: 'by-hand@acme.example' } }],
    },
    causes: {
      'update mail': ['both', { 'credentials.apiKey': 'branch', 'credentials.from': 'drift' }],
    },
  },
  {
    name: 'keys of a section: one is new, one goes, and one is only in the service',
    base: { integrations: [{ ...mail, credentials: { ...credentials, senderName: 'Acme' } }] },
    branch: { integrations: [{ ...mail, credentials: { ...credentials, region: 'eu' } }] },
    service: {
      integrations: [
        {
          ...mail,
          credentials: { ...shown, region: 'us', senderName: 'Acme', host: 'x' },
        },
      ],
    },
    causes: {
      'update mail': [
        'both',
        { 'credentials.region': 'branch', 'credentials.senderName': 'branch', 'credentials.host': 'drift' },
      ],
    },
  },
  {
    name: 'a variable of the project file',
    base: { integrations: [{ ...mail, name: '${var:name}' }], project: { variables: { name: 'Mail' } } },
    branch: { integrations: [{ ...mail, name: '${var:name}' }], project: { variables: { name: 'New' } } },
    service: { integrations: [mail] },
    causes: { 'update mail': ['branch', { name: 'branch' }] },
  },
  {
    name: 'a value of one target',
    base: { integrations: [{ ...mail, perTarget: { Production: { name: 'Was' } } }] },
    branch: { integrations: [{ ...mail, perTarget: { Production: { name: 'New' } } }] },
    service: { integrations: [{ ...mail, name: 'Was' }] },
    causes: { 'update mail': ['branch', { name: 'branch' }] },
  },
  {
    name: 'conditions: the branch adds one, and one was replaced by hand',
    base: { integrations: [mail, { ...other, conditions: [group('de'), group('es')] }] },
    branch: { integrations: [mail, { ...other, conditions: [group('de'), group('es'), group('fr')] }] },
    service: { integrations: [mail, { ...other, conditions: [group('de'), group('it')] }] },
    causes: {
      'update other': [
        'both',
        {
          'conditions - subscriber.locale EQUAL "it"': 'drift',
          'conditions + subscriber.locale EQUAL "es"': 'drift',
          'conditions + subscriber.locale EQUAL "fr"': 'branch',
        },
      ],
    },
  },
  ...rulesRows(),
  {
    name: 'a device token that the branch adds, and one that the service lost',
    base: { integrations: [push], subscribers: [withTokens('${env:MAIL_KEY}')] },
    branch: { integrations: [push], subscribers: [withTokens('${env:MAIL_KEY}', '${env:NEXT_KEY}')] },
    service: { integrations: [push], subscribers: [withTokens()] },
    causes: {
      'update ada fcm@push': [
        'both',
        {
          'channels.fcm@push.deviceTokens + (secret env:MAIL_KEY)': 'drift',
          'channels.fcm@push.deviceTokens + (secret env:NEXT_KEY)': 'branch',
        },
      ],
    },
  },
  {
    name: 'attributes and channels of a subscriber are changes of their own',
    base: {
      integrations: [chat],
      subscribers: [{ ...ada, channels: [{ ...channel, credentials: { title: 'Ops' } }] }],
    },
    branch: {
      integrations: [chat],
      subscribers: [{ ...ada, locale: 'fr', channels: [{ ...channel, credentials: { title: 'Ops' } }] }],
    },
    service: {
      integrations: [chat],
      subscribers: [{ ...ada, channels: [{ ...channel, credentials: { title: 'By hand' } }] }],
    },
    causes: {
      'update ada': ['branch', { locale: 'branch' }],
      'update ada slack@chat': ['drift', { 'channels.slack@chat.title': 'drift' }],
    },
  },
  {
    name: 'keys of the data of a subscriber',
    base: { subscribers: [{ ...ada, data: { team: 'a', tier: 1, '1.a': 1, tags: [1] } }] },
    branch: { subscribers: [{ ...ada, data: { team: 'b', tier: 1, '1.a': 2, tags: [1, 2], new: true } }] },
    service: { subscribers: [{ ...ada, data: { team: 'a', tier: 2, '1.a': 3, tags: [2, 1] } }] },
    causes: {
      'update ada': [
        'both',
        {
          'data.team': 'branch',
          'data.tier': 'drift',
          'data.1.a': 'both',
          'data.tags': 'both',
          'data.new': 'branch',
        },
      ],
    },
  },
  {
    name: 'a resend of what the base declares too has no cause',
    base: { integrations: [{ ...mail, configurations: { inboundWebhookEnabled: true } }] },
    branch: { integrations: [{ ...mail, configurations: { inboundWebhookEnabled: true } }] },
    service: { integrations: [mail] },
    args: ['--resend', 'integration/mail'],
    causes: { 'resend mail': [undefined, { configurations: undefined }] },
  },
  {
    name: 'a resend of what the branch declares anew',
    base: { integrations: [{ ...mail, configurations: { inboundWebhookEnabled: false } }] },
    branch: { integrations: [{ ...mail, configurations: { inboundWebhookEnabled: true } }] },
    service: { integrations: [mail] },
    args: ['--resend', 'integration/mail'],
    causes: { 'resend mail': ['branch', { configurations: 'branch' }] },
  },
  {
    name: 'a secret without a value, beside a field that was edited',
    base: { integrations: [{ ...mail, credentials: unset }] },
    branch: { integrations: [{ ...mail, credentials: unset }] },
    service: { integrations: [{ ...mail, credentials: { ...shown, from: 'b@acme.example' } }] },
    args: ['--secrets=defer'],
    causes: { 'update mail': ['drift', { 'credentials.from': 'drift' }] },
  },
  {
    name: 'a target that the base does not have',
    base: { integrations: [mail], project: { targets: { Staging: {} } } },
    branch: { integrations: [{ ...mail, name: 'New' }] },
    service: { integrations: [mail] },
    causes: { 'update mail': ['branch', { name: 'branch' }] },
  },
]

test.each(rows)('$name', async ({ base, branch, service, args = [], profile = 'contract', causes }) => {
  const folder = repositoryWith(filesOf(base))
  put(folder, filesOf(branch))
  const placed = (items: readonly Fields[] = []): Fields[] =>
    items.map((item) => ({ environment: 'Production', ...item }))
  const seed = {
    integrations: placed(service.integrations),
    subscribers: placed(service.subscribers),
    workflows: [],
    topics: [],
    messages: [],
    notifications: [],
  } as unknown as Seed
  const sandbox = await createSandbox({ seed, profile })
  onTestFinished(() => sandbox.close())
  const env = {
    BELFRY_URL: sandbox.url,
    KEY: sandbox.keys['Production'],
    MAIL_KEY: 'made-up-mail-key',
    NEXT_KEY: 'made-up-next-key',
  }
  const command = ['plan', '--diff-base', 'main', '--format', 'json', ...args]
  const { out } = await runProgram(command, { cwd: folder, git: gitIn(plainEnv), env })
  expect(causesIn(out)).toEqual(causes)
})

/** Rules are shown as one sentence. */
function rulesRows(): readonly Row[] {
  const withRules = (locale: string | undefined): Side => ({
    integrations: [mail, { ...other, ...(locale !== undefined && { rules: rule(locale) }) }],
  })
  const row = (
    name: string,
    [base, branch, service]: readonly [string | undefined, string, string | undefined],
    cause: string,
  ): Row => ({
    name: `rules: ${name}`,
    base: withRules(base),
    branch: withRules(branch),
    service: withRules(service),
    profile: 'novu-2026-09',
    causes: { 'update other': [cause, { rules: cause }] },
  })
  return [
    row('only the branch changes them', ['de', 'fr', 'de'], 'branch'),
    row('only the service has others', ['de', 'de', 'it'], 'drift'),
    row('all three have others', ['de', 'fr', 'it'], 'both'),
    row('the service lost them', ['de', 'fr', undefined], 'both'),
    row('the branch adds them', [undefined, 'fr', undefined], 'branch'),
    row('the branch adds them, and the service has others', [undefined, 'fr', 'it'], 'branch'),
  ]
}

function rule(locale: string): Fields {
  return { '==': [{ var: 'subscriber.locale' }, locale] }
}

function group(locale: string): Fields {
  const children = [{ on: 'subscriber', field: 'locale', operator: 'EQUAL', value: locale }]
  return { isNegated: false, type: 'GROUP', value: 'AND', children }
}

/** JSON is YAML too. */
function filesOf({ integrations, subscribers, project }: Side): Files {
  return {
    'belfry.yaml': JSON.stringify({
      service: { url: '${env:BELFRY_URL}' },
      targets: { Production: { apiKey: '${env:KEY}' } },
      manifests: ['manifests'],
      rules: { 'missing-credentials': 'off' },
      ...project,
    }),
    'manifests/all.yaml': JSON.stringify({ integrations, subscribers }),
  }
}

interface Shown {
  readonly sections: readonly {
    readonly changes: readonly {
      readonly action: string
      readonly name: string
      readonly part?: string
      readonly cause?: string
      readonly differences: readonly {
        readonly sign: string
        readonly path: string
        readonly before?: unknown
        readonly after?: unknown
        readonly cause?: string
      }[]
    }[]
  }[]
}

/** By action, name and part: the cause, and that of each field. Entries of conditions have a name of their own. */
function causesIn(out: string): Fields {
  const { plan } = JSON.parse(out) as { plan: Shown }
  return Object.fromEntries(
    plan.sections
      .flatMap(({ changes }) => changes)
      .map(({ action, name, part, cause, differences }) => [
        [action, name, ...(part === undefined ? [] : [part])].join(' '),
        [
          cause,
          Object.fromEntries(
            differences.map(({ sign, path, before, after, cause: own }) => [
              /conditions$|Tokens$/.test(path) ? `${path} ${sign} ${String(after ?? before)}` : path,
              own,
            ]),
          ),
        ],
      ]),
  )
}
