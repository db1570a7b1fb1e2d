// Placeholders in place of values: which values are one, in which fields, and what a project can set about it.
import { describe, expect, it, test } from 'vitest'
import { loadProject } from '../../../src/project/load-project.ts'
import { problemsText } from '../../../src/report/text/problems.ts'
import { folderWith } from '../../support/cli-process.ts'
import { load, project, settingsIn } from '../load-files.ts'

async function problemsOf(
  field: string,
  value: string,
  rules = '',
  settings: Parameters<typeof load>[1] = {},
) {
  const manifest = `integrations:
  - identifier: mail
    providerId: postmark
    channel: email
    credentials:
      ${field}: ${JSON.stringify(value)}
`
  const files = { 'belfry.yaml': `${project}${rules}`, 'manifests/a.yaml': manifest }
  const { problems, text } = await load(files, settings)
  return { text, rules: problems.map(({ rule, severity }) => `${severity} ${rule}`), problems }
}

describe('in a secret field', () => {
  it.each([
    ['$POSTMARK_TOKEN', '${env:POSTMARK_TOKEN}'],
    ['$_TOKEN2', '${env:_TOKEN2}'],
    ['$S3KEY', '${env:S3KEY}'],
    ['%SMTP2GO_KEY%', '${env:SMTP2GO_KEY}'],
    ['$${POSTMARK_TOKEN}', '${env:POSTMARK_TOKEN}'],
    ['%POSTMARK_TOKEN%', '${env:POSTMARK_TOKEN}'],
    ['{{ POSTMARK_TOKEN }}', '${env:POSTMARK_TOKEN}'],
    ['{{secrets.POSTMARK_TOKEN}}', '${env:POSTMARK_TOKEN}'],
    ['{{ .Values.postmarkToken }}', '${env:POSTMARK_TOKEN}'],
    [' $POSTMARK_TOKEN ', '${env:POSTMARK_TOKEN}'],
  ])('%s is an error, and shown', async (value, suggestion) => {
    const { rules, text } = await problemsOf('apiKey', value)
    expect(rules).toEqual(['error placeholder-secret'])
    expect(text).toContain(`did you mean ${suggestion}?`)
    expect(text).toContain(`apiKey: ${JSON.stringify(value)}\n`)
  })

  it.each([
    '$(op read x)',
    '%postmark_token%',
    '{{ a token }}',
    '<token>',
    '<your token>',
    'changeme',
    'CHANGE_ME',
    'Todo',
  ])('%s is an error, and not shown', async (value) => {
    const { rules, text } = await problemsOf('apiKey', value)
    expect(rules).toEqual(['error placeholder-secret'])
    expect(text).toContain('did you mean ${env:POSTMARK_API_KEY}?')
    expect(text).not.toContain(value)
  })

  it.each([
    '$ecret',
    '$',
    'a$POSTMARK_TOKEN',
    '$POSTMARK_TOKEN/1',
    '100%SURE%',
    '%%',
    '{{}}',
    '{{a}}{{b}}',
    '<<a>>',
    '<a',
    'changeme!',
    'todos',
    'mytodo',
  ])('%s is a password', async (value) => {
    const { rules } = await problemsOf('apiKey', value)
    expect(rules).toEqual(['warning literal-secret'])
  })

  test('${NAME} is an invalid reference with the same suggestion, and shown', async () => {
    const { rules, text } = await problemsOf('apiKey', '${POSTMARK_TOKEN}')
    expect(rules).toEqual(['error bad-reference'])
    expect(text).toContain('did you mean ${env:POSTMARK_TOKEN}?')
    expect(text).toContain('apiKey: "${POSTMARK_TOKEN}"\n')
  })

  it.each(['${hunter2}', 'ab${HUNTER2}', '${HUNTER2}cd', '${HUNTER2:-hunter2}'])(
    'of %s nothing is shown',
    async (value) => {
      const { rules, text } = await problemsOf('apiKey', value)
      expect(rules).toEqual(['error bad-reference'])
      expect(text).not.toMatch(/hunter2/i)
    },
  )

  it.each(['changeme', '$POSTMARK_TOKEN', '{{ secrets.A }}'])(
    '%s in what a reference gives is a warning that names the reference only',
    async (value) => {
      const env = { TOKEN: value, DEVELOPMENT_KEY: 'one', PRODUCTION_KEY: 'other' }
      const { rules, text } = await problemsOf('apiKey', '${env:TOKEN}', '', { env, need: 'live' })
      expect(rules).toEqual(['warning placeholder-secret'])
      expect(text).toContain('the value of ${env:TOKEN} is a placeholder')
      expect(text).not.toContain(value)
    },
  )
})

test.each(['$SENDER', '%SENDER%', '{{ sender }}', '<sender>', 'changeme', 'TODO'])(
  'in a visible field %s is a warning',
  async (value) => {
    const { rules, problems } = await problemsOf('senderName', value)
    expect(rules).toEqual(['warning placeholder-secret'])
    expect(problems[0]?.message).not.toContain('did you mean')
  },
)

test.each([
  ['off', '$TOKEN', ['warning literal-secret']],
  ['off', 'changeme', ['warning literal-secret']],
  ['warn', '$TOKEN', ['warning placeholder-secret']],
])('placeholder-secret: %s for %s', async (severity, value, expected) => {
  const { rules } = await problemsOf('apiKey', value, `rules: { placeholder-secret: ${severity} }\n`)
  expect(rules).toEqual(expected)
})

test('an API key that is a placeholder is reported like other literals if the rule is off', async () => {
  const files = {
    'belfry.yaml': `service: { url: 'https://api.acme.example' }
targets: { Production: { apiKey: changeme } }
manifests: [manifests]
rules: { placeholder-secret: off }
`,
    'manifests/a.yaml': 'integrations: []\n',
  }
  const { problems } = await load(files)
  expect(problems.map(({ rule }) => rule)).toContain('literal-secret')
  expect(problems.map(({ rule }) => rule)).not.toContain('placeholder-secret')
})

test.each([
  ['rules: { placeholder-secret:                    off }', 'hidden'],
  ['rules:\n  placeholder-secret: # we have such keys\n    off', 'hidden'],
  ['x: &off off\nrules: { placeholder-secret: *off }', 'hidden'],
  ['# rules: { placeholder-secret: off }', 'shown'],
  ['rules: { placeholder-secret: warn } # or off', 'shown'],
  ['rules: { literal-secret: off }\nmanifests: ]', 'hidden'],
])('in a project file with %j the value of an API key is %s', async (rest, seen) => {
  const targets = 'targets:\n  Production:\n    apiKey: $UPERSECRET1\n'
  const [before, broken = ''] = rest.split('manifests')
  const text = `${before}\n${targets}${broken === '' ? '' : `manifests${broken}\n`}`
  const { problems } = await loadProject(settingsIn(folderWith({ 'belfry.yaml': text })))
  expect(problems).not.toEqual([])
  expect(problemsText(problems, { files: 1 }).includes('$UPERSECRET1')).toBe(seen === 'shown')
})

test('a variable is checked where it is used, and reported where it is written', async () => {
  const variables = 'variables: { token: $TOKEN, unused: $UNUSED }\n'
  const { problems } = await problemsOf('apiKey', '${var:token}', variables)
  expect(problems).toMatchObject([
    { rule: 'placeholder-secret', severity: 'error', position: { file: 'belfry.yaml', line: 6, column: 21 } },
  ])
})

test('a placeholder hides no other mistake of its resource', async () => {
  const { problems } = await load(`integrations:
  - identifier: mail
    providerId: sendgrid
    channel: email
    primary: true
    active: false
    credentials: { apiKey: $SENDGRID, sendername: Acme }
`)
  expect(problems.map(({ rule }) => rule).sort()).toEqual([
    'near-miss-credential',
    'placeholder-secret',
    'primary-inactive',
  ])
})

test('one placeholder for two devices is two mistakes, and not also a shared token', async () => {
  const { problems } = await load(`subscribers:
  - { subscriberId: a, channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { deviceTokens: [$TOKEN] } }] }
  - { subscriberId: b, channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { deviceTokens: [$TOKEN] } }] }
`)
  expect(problems.map(({ rule }) => rule)).toEqual(['placeholder-secret', 'placeholder-secret'])
})

describe('a visible field', () => {
  it('of a person, of custom data or of a condition may hold such a string', async () => {
    const { problems } = await load(`subscribers:
  - subscriberId: ops
    firstName: '<3 Anna>'
    lastName: Todo
    data: { status: todo, notes: { draft: '{{ greeting }}', list: [changeme, '%DATE%'] } }
integrations:
  - identifier: mail
    providerId: sendgrid
    channel: email
    conditions:
      - isNegated: false
        type: TEXT
        value: AND
        children: [{ field: status, value: todo, operator: EQUAL, on: payload }]
`)
    expect(problems).toEqual([])
  })

  it.each([
    ['integrations', '{ identifier: mail, name: <name>, providerId: sendgrid, channel: email }', 'name'],
    ['integrations', '{ identifier: todo, providerId: sendgrid, channel: email }', 'identifier'],
    ['subscribers', "{ subscriberId: '{{ id }}' }", 'subscriberId'],
    ['subscribers', '{ subscriberId: ops, phone: $PHONE }', 'phone'],
    ['environments', '{ name: Production, identifier: changeme }', 'identifier'],
  ])('of %s that a provider gets or that identifies something may not: %s', async (list, item, field) => {
    const { problems } = await load(`${list}:\n  - ${item}\n`)
    expect(problems.map(({ rule, severity, message }) => ({ rule, severity, message }))).toEqual([
      {
        rule: 'placeholder-secret',
        severity: 'warning',
        message: expect.stringContaining(`"${field}" is `) as string,
      },
    ])
  })
})

describe('a variable that a secret and a visible field refer to is reported once', () => {
  const fields = ['apiKey', 'senderName'] as const
  const manifestOf = (order: readonly string[]): string => `integrations:
  - identifier: mail
    providerId: sendgrid
    channel: email
    credentials: { ${order.map((field) => `${field}: '\${var:v}'`).join(', ')} }
`
  test.each([
    ['a placeholder', '$TOKEN', 'placeholder-secret', fields],
    ['a placeholder, the other way round', '$TOKEN', 'placeholder-secret', fields.toReversed()],
    ['unset', "'${env:UNSET}'", 'empty-reference', fields],
    ['empty', "''", 'empty-reference', fields],
  ])('%s', async (_, value, rule, order) => {
    const files = {
      'belfry.yaml': `${project}variables: { v: ${value} }\n`,
      'manifests/a.yaml': manifestOf(order),
    }
    const env = { DEVELOPMENT_KEY: 'one', PRODUCTION_KEY: 'other' }
    const { problems } = await load(files, { need: 'live', env })
    expect(problems.map((problem) => `${problem.severity} ${problem.rule}`)).toEqual([`error ${rule}`])
  })

  test('also an unset environment variable that several fields name', async () => {
    const manifest = manifestOf(fields).replaceAll('${var:v}', '${env:UNSET}')
    const env = { DEVELOPMENT_KEY: 'one', PRODUCTION_KEY: 'other' }
    const { problems } = await load(manifest, { need: 'live', env })
    expect(problems.map(({ rule, position }) => `${position?.line} ${rule}`)).toEqual(['5 empty-reference'])
  })
})
