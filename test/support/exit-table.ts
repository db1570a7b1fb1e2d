// Every command and the ways in which it can end: the rows of the matrix of exit codes.
import { developmentApiKey, productionApiKey, type Sandbox, type Seed } from '../../src/sandbox/index.ts'
import type { PageAccount } from '../../src/report/account.ts'
import { failure, startProxy, type Intercept } from './cli-proxy.ts'
import { hostileText } from './hostile-text.ts'
import { people, unchanged } from './cli-world.ts'

export type Env = Readonly<Record<string, string>>

export interface Row {
  readonly exit: number
  /** What is typed behind the command's name, split at spaces. */
  readonly args?: string
  /** Besides those of all rows, or in their place. */
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Env
  /** In place of what the sandbox starts with. */
  readonly seed?: Seed
  /** What is so before the command; gives variables for it. */
  readonly given?: (sandbox: Sandbox) => Promise<Env> | void
  /** When a signal comes. */
  readonly interrupted?: 'at once' | 'at the first wait'
  /** Where a format can't end like the others. */
  readonly otherwise?: Readonly<Record<string, number>>
  /** What its account tells of, where that is not what the command mostly tells. */
  readonly tells?: PageAccount['command']
  /** What is run before it. */
  readonly before?: string
  /** Whether a trigger reaches the service; not asked where it isn't said. */
  readonly triggers?: number
}

const projectFile = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
smoke: { suites: [smoke.yaml], recipients: [user-0003] }
`
const suite = `cases:
  - { name: reaches somebody, workflow: welcome, to: user-0001, timeout: 20s, expect: { email: sent } }
`

export const files = {
  'belfry.yaml': projectFile,
  'manifests/people.yaml': people,
  'smoke.yaml': suite,
  'old/belfry.yaml': projectFile,
  'old/manifests/people.yaml': unchanged,
}

const isProtected = {
  'belfry.yaml': projectFile.replace("KEY}' }", "KEY}', protected: true }"),
}
const nothingToDo = { 'manifests/people.yaml': unchanged }
const wrongManifest = { 'manifests/people.yaml': `${people}    nmae: On\n` }
const unmet = { 'smoke.yaml': suite.replace('email: sent', 'email: none') }

const nobodyListens = { BELFRY_URL: 'http://127.0.0.1:9' }
const down: Row = { exit: 1, env: nobodyListens }
const wrongKey: Row = { exit: 3, env: { PRODUCTION_KEY: 'a-key-that-nobody-knows' } }

const refusing = ({ providers }: Sandbox): void =>
  providers.set('mailgun', { outcome: 'refuse', text: hostileText })
const silent = ({ providers }: Sandbox): void => providers.set('mailgun', { outcome: 'silent' })

const behind =
  (intercept: Intercept) =>
  async ({ url }: Sandbox): Promise<Env> => ({ BELFRY_URL: await startProxy(url, intercept) })

const idling = ({ state }: Sandbox): void =>
  void state.integrations.edit('Production', 'twilio-sms', { primary: false })

const failing = behind(({ method }) => (method === 'PATCH' ? failure(422, hostileText) : undefined))
const hiding = behind(({ path }) => (path.includes('/integrations') ? failure(500, hostileText) : undefined))
const forgetting = behind(({ method }) => (method === 'PATCH' ? { status: 200, body: '{}' } : undefined))

const spare = ({ state }: Sandbox): void => {
  state.integrations.add({
    environment: 'Production',
    identifier: 'ses-eu',
    name: 'SES',
    providerId: 'ses',
    channel: 'email',
    active: false,
    credentials: {
      apiKey: 'key-of-a-test-1234',
      secretKey: 'secret-of-a-test-1234',
      region: 'eu-west-1',
      from: 'notify@acme.example',
      senderName: 'Acme',
    },
  })
}
const spareRefusing = (sandbox: Sandbox): void => {
  spare(sandbox)
  sandbox.providers.set('ses', { outcome: 'refuse', text: hostileText })
}
const withStandby = {
  'belfry.yaml': projectFile.replace('user-0003', 'user-0001'),
  'manifests/people.yaml': `integrations:
  - { identifier: mailgun-old, providerId: mailgun, channel: email, primary: true }
  - { identifier: ses-eu, providerId: ses, channel: email, active: false, standby: 1 }
`,
}
const guarded = {
  ...withStandby,
  'belfry.yaml': withStandby['belfry.yaml'].replace("KEY}' }", "KEY}', protected: true }"),
}
const switching = 'email --yes --unverified'

const finding = { BELFRY_API_KEY: productionApiKey }
const named = '--target Production=PRODUCTION_KEY'

const welcome = 'welcome --to user-0001'

export const twoTargets = {
  'belfry.yaml': projectFile.replace(
    'targets:\n',
    `targets:\n  Development: { apiKey: ${developmentApiKey} }\n`,
  ),
  'manifests/people.yaml': `${unchanged}\ntargets: [Production]\n`,
}
const onPurpose = `subscribers:
  - subscriberId: user-0001
    timezone: Europe/Berlin
    perTarget: { Production: { timezone: Europe/Paris } }
`

const promotable = {
  'belfry.yaml': twoTargets['belfry.yaml'],
  'manifests/people.yaml':
    'subscribers:\n  - { subscriberId: user-0001, firstName: On, targets: [Production] }\n',
}

/** The same for the lists of events and of messages. */
const lists: Readonly<Record<string, Row>> = {
  'a page': { exit: 0, args: '--limit 2' },
  'API down': down,
  '401': wrongKey,
  'a wrong flag': { exit: 3, args: '--limit x' },
  'followed up to a number': { exit: 0, args: '--follow --max 2', otherwise: { json: 3 } },
  'followed until Ctrl-C': {
    exit: 130,
    args: '--follow',
    interrupted: 'at the first wait',
    otherwise: { json: 3 },
  },
  'followed, API down': { ...down, args: '--follow', otherwise: { json: 3 } },
  'followed, 401': { ...wrongKey, args: '--follow' },
}

/** The same for environments and integrations; `name` is one that the sandbox starts with. */
const resources = (name: string): Readonly<Record<string, Row>> => ({
  all: { exit: 0 },
  'one by its name': { exit: 0, args: name },
  'nothing has this name': { exit: 3, args: 'nobody-*' },
  'API down': down,
  '401': wrongKey,
  'wrong manifests': { exit: 0, files: wrongManifest },
})

/** `id` is one that the sandbox starts with. */
const getting = (id: string): Readonly<Record<string, Row>> => ({
  'there is one': { exit: 0, args: id },
  'API down': { ...down, args: id },
  '401': { ...wrongKey, args: id },
  'nothing has this id': { exit: 3, args: '6b00000000000000000000ff' },
})

export const table: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  init: {
    'environments that are found': { exit: 0, args: 'new --pipeline none', env: finding },
    'targets that are named': { exit: 0, args: `new --pipeline github ${named}` },
    'the defaults': { exit: 0, args: 'new --yes --url sandbox:9' },
    'what is in the service': { exit: 0, args: 'new --yes --export', env: finding },
    'what is in the service, without a key': { exit: 3, args: 'new --yes --export -t Production' },
    'what is in the service, API down': { ...down, args: `new --yes --export ${named}` },
    'what is in the service, of which a part is not shown': {
      exit: 1,
      args: `new --yes --export ${named}`,
      given: hiding,
    },
    'there is a project': { exit: 4, args: `--pipeline none ${named}` },
    'nobody to ask': { exit: 3, args: 'new' },
    'a key in place of a variable': { exit: 3, args: `new --yes --target Production=${productionApiKey}` },
    'the folder is a file': { exit: 3, args: `smoke.yaml --yes ${named}` },
    'API down': { ...down, args: 'new --yes', env: { ...nobodyListens, ...finding } },
    '401': { exit: 3, args: 'new --yes', env: { BELFRY_API_KEY: 'a-key-that-nobody-knows' } },
  },
  validate: {
    valid: { exit: 0 },
    invalid: { exit: 3, files: wrongManifest },
  },
  plan: {
    'no change': { exit: 0, args: '--detailed-exitcode', files: nothingToDo },
    changes: { exit: 0 },
    'changes, with a detailed exit code': { exit: 2, args: '--detailed-exitcode' },
    'API down': down,
    invalid: { exit: 3, files: wrongManifest },
    '401': wrongKey,
    'a limit': { exit: 4, args: '--max-changes subscriber=0' },
  },
  apply: {
    done: { exit: 0, args: '--yes' },
    'API down': { ...down, args: '--yes' },
    invalid: { exit: 3, args: '--yes', files: wrongManifest },
    '401': { ...wrongKey, args: '--yes' },
    'nobody says yes': { exit: 4 },
    'a write fails': { exit: 5, args: '--yes', given: failing },
    'not converged': { exit: 6, args: '--yes', given: forgetting },
    'a suite is met': { exit: 0, args: '--yes --smoke smoke.yaml', triggers: 1 },
    'a suite is not met': { exit: 7, args: '--yes --smoke smoke.yaml', files: unmet, triggers: 1 },
    'a suite would not be met, and a write fails': {
      exit: 5,
      args: '--yes --smoke smoke.yaml',
      files: unmet,
      given: failing,
      triggers: 0,
    },
    'a suite would not be met, and nothing is kept': {
      exit: 6,
      args: '--yes --smoke smoke.yaml',
      files: unmet,
      given: forgetting,
      triggers: 0,
    },
    'a suite is wrong': {
      exit: 3,
      args: '--yes --smoke smoke.yaml',
      files: { 'smoke.yaml': 'cases: [{ name: first }]\n' },
      triggers: 0,
    },
  },
  failover: {
    switched: { exit: 0, args: switching, files: withStandby, given: spare, triggers: 1 },
    'not enough traffic': { exit: 0, args: 'email --if-failing 20%/10m', files: withStandby, given: spare },
    'API down': { ...down, args: switching, files: withStandby },
    '401': { ...wrongKey, args: switching, files: withStandby },
    'no standby': { exit: 3, args: switching },
    'another channel': { exit: 3, args: 'chat --yes' },
    'no case of a suite': {
      exit: 3,
      args: switching,
      files: { ...withStandby, 'smoke.yaml': unmet['smoke.yaml'] },
    },
    'nobody says yes': { exit: 4, args: 'email', files: withStandby, given: spare, triggers: 0 },
    'credentials that nobody knows': {
      exit: 4,
      args: 'email --yes',
      files: withStandby,
      given: (sandbox) => {
        spare(sandbox)
        sandbox.state.integrations.edit('Production', 'ses-eu', { credentials: {} })
      },
      triggers: 0,
    },
    'a protected target': { exit: 4, args: switching, files: guarded, given: spare, triggers: 0 },
    'a protected target, allowed': {
      exit: 0,
      args: `${switching} --allow-protected Production --reason outage`,
      files: guarded,
      given: spare,
    },
    'the standby is not in the service': { exit: 4, args: switching, files: withStandby, triggers: 0 },
    'the smoke trigger fails': {
      exit: 7,
      args: switching,
      files: withStandby,
      given: spareRefusing,
      triggers: 1,
    },
    interrupted: {
      exit: 130,
      args: switching,
      files: withStandby,
      given: (sandbox) => {
        spare(sandbox)
        sandbox.providers.set('ses', { outcome: 'silent' })
      },
      interrupted: 'at the first wait',
      triggers: 1,
    },
  },
  show: {
    'a saved plan': { exit: 0, args: 'plan.json', before: 'plan --out plan.json' },
    'a journal': {
      exit: 0,
      args: 'journal.ndjson',
      before: 'apply --yes --journal journal.ndjson',
      tells: 'journal',
      otherwise: { html: 3 },
    },
    'something else': { exit: 3, args: 'smoke.yaml' },
  },
  diff: {
    'no difference': { exit: 0, args: '. . --detailed-exitcode' },
    'a difference': { exit: 0, args: 'old .' },
    'a difference, with a detailed exit code': { exit: 2, args: 'old . --detailed-exitcode' },
    'no service and no key': {
      exit: 2,
      args: 'old . --detailed-exitcode',
      env: { ...nobodyListens, PRODUCTION_KEY: '' },
    },
    invalid: { exit: 3, args: 'old .', files: wrongManifest },
    'nothing to compare with': { exit: 3, args: 'nowhere .' },
  },
  compare: {
    'the same': { exit: 0, args: 'Production Production --detailed-exitcode' },
    differences: { exit: 0, args: 'Development Production', files: twoTargets },
    'differences, with a detailed exit code': {
      exit: 2,
      args: 'Development Production --detailed-exitcode',
      files: twoTargets,
    },
    'differences of manifests, without a service and a key': {
      exit: 2,
      args: 'Development Production --declared --detailed-exitcode',
      files: twoTargets,
      env: { ...nobodyListens, PRODUCTION_KEY: '' },
    },
    'differences on purpose': {
      exit: 0,
      args: 'Development Production --declared --detailed-exitcode',
      files: { ...twoTargets, 'manifests/people.yaml': onPurpose },
    },
    'an unknown target': { exit: 3, args: 'Production Prodution' },
    'manifests that are wrong': { exit: 3, args: 'Production Production --declared', files: wrongManifest },
    'API down': { ...down, args: 'Production Production' },
    '401': { ...wrongKey, args: 'Production Production' },
    'integrations are not shown': { exit: 1, args: 'Production Production', given: hiding },
  },
  promote: {
    'shown only': { exit: 0, args: 'Production Development --only subscriber/user-0001', files: promotable },
    written: {
      exit: 0,
      args: 'Production Development --only subscriber/user-0001 --write',
      files: promotable,
    },
    'the service is down': {
      exit: 0,
      args: 'Production Development --only subscriber/user-0001',
      files: promotable,
      env: nobodyListens,
    },
    'no resources named': { exit: 3, args: 'Production Development', files: promotable },
    'the same target twice': {
      exit: 3,
      args: 'Production Production --only subscriber/user-0001',
      files: promotable,
    },
    'an unknown target': { exit: 3, args: 'Production Developmen --only subscriber/*', files: promotable },
    'an unknown resource': { exit: 3, args: 'Production Development --only subscriber/x', files: promotable },
    'an unknown field': {
      exit: 3,
      args: 'Production Development --only subscriber/user-0001 --field frstName',
      files: promotable,
    },
    'a secret that is not there': {
      exit: 3,
      args: 'Production Development --only subscriber/user-0001 --share-secret X',
      files: promotable,
    },
    'manifests that are wrong': {
      exit: 3,
      args: 'Production Development --only subscriber/*',
      files: { ...promotable, ...wrongManifest },
    },
  },
  log: {
    'a journal': { exit: 0, args: 'journal.ndjson', before: 'apply --yes --journal journal.ndjson' },
    'a folder': { exit: 0, args: '. --only subscriber/*', before: 'apply --yes --journal journal.ndjson' },
    'no change of this name': {
      exit: 0,
      args: '. --only subscriber/nobody',
      before: 'apply --yes --journal journal.ndjson',
    },
    'an unknown kind': {
      exit: 3,
      args: '. --only x/y',
      before: 'apply --yes --journal journal.ndjson',
    },
    'something else': { exit: 3, args: 'smoke.yaml' },
    'a folder without journals': { exit: 3, args: 'manifests' },
    'nothing there': { exit: 3, args: 'nowhere' },
  },
  trigger: {
    processed: { exit: 0, args: welcome, triggers: 1 },
    'all is well': { exit: 0, args: `${welcome} --wait`, triggers: 1 },
    'all is as expected': { exit: 0, args: `${welcome} --expect email=sent`, triggers: 1 },
    'a failure is expected': {
      exit: 0,
      args: `${welcome} --expect email=failed:provider`,
      given: refusing,
    },
    'only shown': { exit: 0, args: `${welcome} --dry-run`, env: nobodyListens, triggers: 0 },
    'API down': { ...down, args: welcome },
    'API down, to be waited for': { ...down, args: `${welcome} --wait` },
    'a wrong flag': { exit: 3, args: `${welcome} --payload {`, triggers: 0 },
    'a wrong flag, only shown': { exit: 3, args: `${welcome} --payload { --dry-run`, triggers: 0 },
    'an expectation that is none': { exit: 3, args: `${welcome} --expect mail=sent`, triggers: 0 },
    '401': { ...wrongKey, args: `${welcome} --wait` },
    'an unknown workflow': { exit: 3, args: 'welcom --to user-0001 --expect email=sent' },
    'somebody unknown': { exit: 4, args: 'welcome --to user-9999 --wait', triggers: 0 },
    'somebody who may not be told': { exit: 4, args: welcome, files: isProtected, triggers: 0 },
    'somebody who may not be told, only shown': {
      exit: 4,
      args: `${welcome} --dry-run`,
      files: isProtected,
      triggers: 0,
    },
    'another status': { exit: 7, args: 'retired-newsletter --to user-0001' },
    'a step fails': { exit: 7, args: `${welcome} --wait`, given: refusing },
    'an expectation is not met': { exit: 7, args: `${welcome} --expect email=none`, triggers: 1 },
    'the time is over': { exit: 7, args: `${welcome} --wait --timeout 10`, given: silent },
    interrupted: {
      exit: 130,
      args: `${welcome} --wait`,
      given: silent,
      interrupted: 'at the first wait',
      triggers: 1,
    },
  },
  smoke: {
    met: { exit: 0, triggers: 1 },
    'API down': down,
    'a suite is wrong': { exit: 3, files: { 'smoke.yaml': 'cases: [{ name: first }]\n' } },
    '401': wrongKey,
    'somebody unknown': { exit: 4, files: { 'smoke.yaml': suite.replace('0001', '9999') }, triggers: 0 },
    'somebody who may not be told': { exit: 4, files: isProtected, triggers: 0 },
    'not met': { exit: 7, files: unmet, triggers: 1 },
    'a provider refuses': { exit: 7, given: refusing },
    'the time is over': { exit: 7, given: silent },
    interrupted: { exit: 130, given: silent, interrupted: 'at the first wait' },
  },
  'events list': lists,
  'events get': getting('6b0000080000000000000001'),
  'messages list': lists,
  'messages get': getting('6b0000070000000000000001'),
  'get environments': resources('Production'),
  'get integrations': resources('mailgun-*'),
  'get subscribers': {
    'a page': { exit: 0, args: '--limit 2' },
    'all of them': { exit: 0, args: '--all --max 3' },
    'one by its id': { exit: 0, args: 'user-0001' },
    'nothing has this id': { exit: 3, args: 'user-9999' },
    'nothing matches': { exit: 0, args: '--name nobody' },
    'a wrong flag': { exit: 3, args: '--limit 101' },
    'API down': down,
    '401': wrongKey,
  },
  export: {
    done: { exit: 0, args: '--out new --subscribers all' },
    // CSV is for subscribers, and --subscribers isn't given.
    'API down': { ...down, args: '--out new', otherwise: { csv: 3 } },
    '401': { ...wrongKey, args: '--out new' },
    'integrations are not shown': { exit: 1, args: '--out new', given: hiding, otherwise: { csv: 3 } },
    'into the manifests, as a dry run': { exit: 0, otherwise: { csv: 3 } },
    'into the manifests': { exit: 0, args: '--write', otherwise: { csv: 3 } },
    'into the manifests, API down': { ...down, otherwise: { csv: 3 } },
    'into the manifests, with undeclared subscribers': { exit: 3, args: '--subscribers all' },
    'a folder and --write': { exit: 3, args: '--out new --write' },
    'a folder with files': { exit: 3, args: '--out manifests' },
    'a wrong search': { exit: 3, args: '--out new --subscribers anna' },
  },
  doctor: {
    'all is well': { exit: 0 },
    'API down': { ...down, exit: 3 },
    '401': wrongKey,
  },
  audit: {
    'no findings': { exit: 0, args: '--fail-on *' },
    findings: { exit: 0, given: idling },
    'findings of --fail-on': { exit: 2, args: '--fail-on unused-*', given: idling },
    'a rule that is unknown': { exit: 3, args: '--fail-on unreachable' },
    'API down': down,
    '401': wrongKey,
    'integrations are not shown': { exit: 1, given: hiding },
    interrupted: { exit: 130, given: hiding, interrupted: 'at the first wait' },
  },
  sandbox: {
    stopped: { exit: 0, args: '--port 0', interrupted: 'at once' },
    'a wrong flag': { exit: 3, args: '--port x' },
  },
  explain: {
    'an overview': { exit: 0 },
    'a rule': { exit: 0, args: 'duplicate-key' },
    'an option': { exit: 0, args: '--max-changes' },
    'an unknown subject': { exit: 3, args: 'dupliate-key' },
    'an ambiguous subject': { exit: 3, args: 'perTarget' },
  },
  schema: {
    'the names': { exit: 0 },
    'a schema': { exit: 0, args: 'manifest' },
    'an unknown schema': { exit: 3, args: 'manifset' },
  },
}
