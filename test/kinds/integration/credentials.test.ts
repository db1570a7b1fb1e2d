// Credentials of integrations: whose they are, which are required, and what a project can set about it.
import { describe, expect, it, test } from 'vitest'
import { load, project } from '../../manifest/load-files.ts'

async function rulesOf(lines: readonly string[], rules = '') {
  const fields = ['- identifier: main', ...lines.map((line) => `  ${line}`)].map((line) => `  ${line}\n`)
  const files = {
    'belfry.yaml': `${project}${rules}`,
    'manifests/a.yaml': `integrations:\n${fields.join('')}`,
  }
  const { problems, text } = await load(files)
  return { text, rules: problems.map(({ rule, severity }) => `${severity} ${rule}`) }
}

function mail(provider: string, credentials: string): string[] {
  return [`providerId: ${provider}`, 'channel: email', `credentials: { ${credentials} }`]
}

describe('a credential', () => {
  it.each([
    ['sendgrid', 'apikey', 'error near-miss-credential', 'did you mean "apiKey"?'],
    ['sendgrid', 'api_key', 'error near-miss-credential', 'did you mean "apiKey"?'],
    ['sendgrid', 'APIKEY', 'error near-miss-credential', 'did you mean "apiKey"?'],
    [
      'sendgrid',
      'accountSid',
      'error foreign-credential',
      'providers with this credential: nodemailer, bandwidth, plivo and 1 more',
    ],
    ['novu-email', 'apiKey', 'error foreign-credential', 'has no credentials'],
    ['sendgrid', 'colour', 'warning unknown-credential', 'unknown credential "colour"'],
    ['pigeon', 'accountsid', 'warning unknown-credential', 'did you mean "accountSid"?'],
  ])('of %s: %s is %s', async (provider, key, rule, message) => {
    const { rules, text } = await rulesOf(mail(provider, `${key}: '\${env:KEY}'`))
    expect(rules.filter((each) => !each.includes('unknown-provider'))).toEqual([rule])
    expect(text).toContain(message)
  })

  test('of another provider is no problem where the catalogue lacks the provider', async () => {
    const { rules } = await rulesOf(mail('pigeon', "accountSid: '${env:SID}'"))
    expect(rules).toEqual(['warning unknown-provider'])
  })
})

describe('required credentials', () => {
  const some = "credentials: { apiKey: '${env:KEY}', from: a@acme.example }"
  it.each([
    ['active: true', some, ['warning missing-credentials']],
    ['primary: true', some, ['warning missing-credentials']],
    ['active: true', 'name: No credentials', ['warning missing-credentials']],
    ['active: false', some, []],
    ['name: Inactive by default', some, []],
    ['active: true', "credentials: { apiKey: '${env:KEY}', from: a@acme.example, senderName: Acme }", []],
    [
      'active: true',
      "credentials: { apikey: '${env:KEY}', from: a@acme.example, senderName: Acme }",
      ['error near-miss-credential'],
    ],
  ])('with %s and %s', async (one, other, expected) => {
    const { rules } = await rulesOf(['providerId: sendgrid', 'channel: email', one, other])
    expect(rules).toEqual(expected)
  })
})

const near = mail('sendgrid', "apikey: '${env:KEY}'")
const foreign = mail('sendgrid', "accountSid: '${env:SID}'")
const missing = ['providerId: sendgrid', 'channel: email', 'active: true']
const operator = [
  'providerId: sendgrid',
  'channel: email',
  'conditions:',
  '  - { type: GROUP, isNegated: false, value: AND, children: [',
  '      { on: payload, field: region, operator: equal, value: eu } ] }',
]

test.each([
  ['near-miss-credential', near],
  ['foreign-credential', foreign],
  ['missing-credentials', missing],
  ['operator-case', operator],
])('%s has the severity that a project sets', async (rule, lines) => {
  const of = async (severity: string) => (await rulesOf(lines, `rules: { ${rule}: ${severity} }\n`)).rules
  expect(await of('error')).toEqual([`error ${rule}`])
  expect(await of('warn')).toEqual([`warning ${rule}`])
  expect(await of('off')).toEqual([])
})
