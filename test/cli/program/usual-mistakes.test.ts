// The mistakes of docs/troubleshooting.md: what is printed names the fix, and with that fix the command succeeds.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { developmentApiKey, productionApiKey } from '../../../src/sandbox/index.ts'
import { cliWorld, project } from '../../support/cli-world.ts'

interface State {
  readonly args?: string
  /** The lines of `manifests/a.yaml`; by default a manifest without a mistake. */
  readonly yaml?: readonly string[]
  readonly project?: string
  /** `{sandbox}` stands for the sandbox's address. */
  readonly env?: Readonly<Record<string, string>>
}

const mail = (...more: readonly string[]): string[] => [
  'integrations:',
  '  - identifier: mail',
  '    providerId: sendgrid',
  '    channel: email',
  ...more.map((line) => `    ${line}`),
]
const person = (fields: string): string[] => [`subscribers: [{ subscriberId: ops-oncall, ${fields} }]`]
const key = (value: string): string[] =>
  mail('credentials:', `  apiKey: ${value}`, '  from: a@b.example', '  senderName: A')
const one = (condition: string): string[] =>
  mail(
    'conditions:',
    '  - { isNegated: false, type: GROUP, value: AND, children: [',
    `      { on: subscriber, field: locale, ${condition}, value: de }] }`,
  )

/** Name in the docs, the mistake, the exit code, what names the fix, the fix. */
const mistakes: readonly (readonly [string, State, number, string, State])[] = [
  [
    'Misspelt field',
    { yaml: mail('actve: true') },
    3,
    'did you mean "active"?',
    { yaml: mail('active: true') },
  ],
  ['Misspelt list', { yaml: ['integration: []'] }, 3, 'did you mean "integrations"?', { yaml: mail() }],
  [
    'Tab as indentation',
    { yaml: [...mail(), '\tname: Mail'] },
    3,
    'use spaces',
    { yaml: mail('name: Mail') },
  ],
  [
    'Merge conflict',
    { yaml: [...mail(), '<<<<<<< HEAD', '    name: A', '=======', '    name: B', '>>>>>>> b'] },
    3,
    'delete the lines with <<<<<<<, ======= and >>>>>>>',
    { yaml: mail('name: A') },
  ],
  [
    'Phone number without quotes',
    { yaml: person('phone: +4915') },
    3,
    'put it in quotes: "+4915"',
    { yaml: person('phone: "+4915"') },
  ],
  [
    'yes and no instead of true and false',
    { yaml: mail('active: yes') },
    3,
    'must be true or false',
    { yaml: mail('active: true') },
  ],
  [
    'Reference in brackets',
    { yaml: mail('credentials: { apiKey: ${env:K} }') },
    3,
    'put a reference in quotes: "${…}"',
    { yaml: mail('credentials: { apiKey: "${env:K}" }') },
  ],
  [
    'Two integrations with the same identifier',
    { yaml: [...mail(), ...mail().slice(1)] },
    3,
    'already declared at manifests/a.yaml:2:5',
    { yaml: mail() },
  ],
  [
    'primary: false',
    { yaml: mail('primary: false') },
    3,
    'Write true, or leave the field out.',
    { yaml: mail() },
  ],
  [
    'Misspelt target in a manifest',
    { yaml: mail('targets: [Prod]') },
    3,
    'the targets are Development, Production',
    { yaml: mail('targets: [Production]') },
  ],
  [
    'Misspelt -t',
    { args: 'validate -t Prod' },
    3,
    "Use one or more of the project's targets: Development, Production.",
    { args: 'validate -t Production' },
  ],
  [
    'Misspelt --only',
    { args: 'plan --only subscriber/ops-oncal' },
    3,
    'did you mean "subscriber/ops-oncall"?',
    { args: 'plan --only subscriber/ops-oncall' },
  ],
  [
    'Pattern that matches nothing',
    { project: project.replace('[manifests]', '[manifest]') },
    3,
    'belfry.yaml:5:13',
    {},
  ],
  [
    'Wrong folder',
    { args: 'validate --config none.yaml' },
    3,
    'project file "none.yaml" not found',
    { args: 'validate --config belfry.yaml' },
  ],
  [
    'Unset variable',
    { args: 'plan', yaml: key('${env:MAIL_KEY}') },
    3,
    'the environment variable MAIL_KEY is not set',
    { args: 'plan', yaml: key('${env:MAIL_KEY}'), env: { MAIL_KEY: 'SG.abcdefghijklmnop-qrstuvwxyz' } },
  ],
  [
    'Misspelt variable',
    { yaml: mail('name: ${var:sendr}'), project: `${project}variables: { sender: A }\n` },
    3,
    'did you mean "sender"?',
    { yaml: mail('name: ${var:sender}'), project: `${project}variables: { sender: A }\n` },
  ],
  [
    'Invalid time zone',
    { yaml: person('timezone: Berlin') },
    3,
    'such as Europe/Berlin',
    { yaml: person('timezone: Europe/Berlin') },
  ],
  [
    'Variable of a shell in a manifest',
    { yaml: key('$MAIL_KEY') },
    3,
    'did you mean ${env:MAIL_KEY}?',
    { yaml: key('${env:MAIL_KEY}') },
  ],
  [
    'Misspelt credential',
    { yaml: mail('credentials: { apikey: "${env:MAIL_KEY}" }') },
    3,
    'did you mean "apiKey"?',
    { yaml: mail('credentials: { apiKey: "${env:MAIL_KEY}" }') },
  ],
  [
    'Operator in lower case',
    { yaml: one('operator: equal') },
    3,
    'did you mean "EQUAL"?',
    { yaml: one('operator: EQUAL') },
  ],
  [
    'Missing API key',
    { args: 'plan', env: { PRODUCTION_KEY: '' } },
    3,
    'Set PRODUCTION_KEY',
    { args: 'plan' },
  ],
  [
    'API keys swapped',
    { args: 'plan', env: { PRODUCTION_KEY: developmentApiKey, DEVELOPMENT_KEY: productionApiKey } },
    4,
    'the API key belongs to environment',
    { args: 'plan' },
  ],
  [
    'API key that is not accepted',
    { args: 'plan', env: { PRODUCTION_KEY: 'abc' } },
    3,
    'API key: env:PRODUCTION_KEY',
    { args: 'plan' },
  ],
  [
    'Address that ends in /v1',
    { args: 'plan', env: { BELFRY_URL: '{sandbox}/v1' } },
    1,
    'If the URL has a path such as /v1 or /v2, remove the path',
    { args: 'plan' },
  ],
  [
    'Service that is not running',
    { args: 'plan', env: { BELFRY_URL: 'http://127.0.0.1:9' } },
    1,
    'nothing listens at http://127.0.0.1:9',
    { args: 'plan' },
  ],
  [
    'Option of another tool',
    { args: 'apply --auto-approve' },
    3,
    'Did you mean --yes?',
    { args: 'apply --yes' },
  ],
  [
    'apply without a terminal',
    { args: 'apply', yaml: person('lastName: Duty') },
    4,
    '--yes',
    { args: 'apply --yes', yaml: person('lastName: Duty') },
  ],
  [
    'apply belfry.yaml',
    { args: 'apply belfry.yaml' },
    3,
    'To apply manifests, run belfry apply or belfry apply --config belfry.yaml',
    { args: 'apply --yes' },
  ],
  [
    'Primary integration with conditions',
    { yaml: [...one('operator: EQUAL'), '    primary: true'] },
    3,
    "can't be primary and have conditions",
    { yaml: one('operator: EQUAL') },
  ],
  [
    'Routing rules and conditions together',
    { yaml: [...one('operator: EQUAL'), '    rules: { "!!": { var: subscriber.email } }'] },
    3,
    "can't have both rules and conditions",
    { yaml: one('operator: EQUAL') },
  ],
]

test.each(mistakes)('%s', async (_, wrong, exit, says, right) => {
  const fails = await tried(wrong)
  expect(fails.exit).toBe(exit)
  expect(fails.err).toContain(says)
  expect(await tried(right)).toMatchObject({ exit: 0 })
})

test('the docs list them all', () => {
  const docs = readFileSync(
    fileURLToPath(new URL('../../../docs/troubleshooting.md', import.meta.url)),
    'utf8',
  )
  // The page has other tables too.
  const [section = ''] = /^## Usual mistakes$.*?(?=^## |$(?![\s\S]))/ms.exec(docs) ?? []
  const names = [...section.matchAll(/^\| (?!Mistake|-)(.+?) +\| /gm)].map(([, name]) =>
    name?.replaceAll('`', ''),
  )
  expect(names).toEqual(mistakes.map(([name]) => name))
  expect(names.length).toBeGreaterThanOrEqual(25)
})

async function tried({
  args = 'validate',
  yaml = person('firstName: On'),
  project: text = project,
  env = {},
}: State) {
  const { run, sandbox } = await cliWorld({ 'belfry.yaml': text, 'manifests/a.yaml': `${yaml.join('\n')}\n` })
  const filled = Object.entries(env).map(([name, value]) => [name, value.replace('{sandbox}', sandbox.url)])
  return run(args, { env: Object.fromEntries(filled) as Record<string, string> })
}
