import { expect, test } from 'vitest'
import { folderWith, type Files } from '../../support/cli-process.ts'
import { diff } from '../../support/trees.ts'

const project = `
targets:
  Development: { variables: { sender: dev@acme.example } }
  Production: { variables: { sender: notify@acme.example } }
manifests: [manifests]
`

const sendgrid = `
integrations:
  - identifier: sendgrid-main
    targets: [Production]
    name: SendGrid
    providerId: sendgrid
    channel: email
    active: true
    primary: true
    credentials: { apiKey: "\${env:SENDGRID_KEY}", from: "\${var:sender}", senderName: Acme }
`

const base: Files = { 'belfry.yaml': project, 'manifests/email.yaml': sendgrid }

/** What is told of two project folders, their names as `before` and `after`. */
async function between(before: Files, after: Files, ...flags: string[]) {
  const prefixed = (name: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]))
  const cwd = folderWith({ ...prefixed('before', before), ...prefixed('after', after) })
  return diff(cwd, ['before', 'after', ...flags])
}

const changed = (from: string | RegExp, to: string): Files => ({
  ...base,
  'manifests/email.yaml': sendgrid.replace(from, to),
})

test('two trees that say the same have no difference', async () => {
  const moved = { 'belfry.yaml': project, 'manifests/other/moved.yaml': `# moved\n${sendgrid}` }
  expect(await between(base, moved, '--detailed-exitcode')).toEqual({
    exit: 0,
    err: '',
    out: `From before to after
Development   nothing declared
Production    no changes, 1 resource matches

No changes. 1 resource matches.
`,
  })
})

test('a side effect on a field that is ignored is no mistake of a difference', async () => {
  const second = sendgrid.replaceAll('sendgrid-main', 'sendgrid-two').replace('\nintegrations:\n', '')
  const ignored = sendgrid.replace('    primary: true\n', '    ignore: [primary]\n')
  const both = (one: string, other: string): Files => ({ ...base, 'manifests/email.yaml': one + other })
  const before = both(sendgrid, second.replace('    primary: true\n', ''))
  const { exit, err } = await between(before, both(ignored, second))
  expect([exit, err]).toEqual([0, ''])
})

test('personal data is masked if the earlier side wants it', async () => {
  const people = (name: string): string => `subscribers: [{ subscriberId: ada, firstName: ${name} }]\n`
  const before = { 'belfry.yaml': `${project}privacy: mask\n`, 'manifests/people.yaml': people('Eva') }
  const { out } = await between(before, { 'belfry.yaml': project, 'manifests/people.yaml': people('Iris') })
  expect(out).toMatch(/firstName/)
  expect(out).not.toMatch(/Eva|Iris/)
})

test('what a change refers to may be in the service only', async () => {
  const inside = (parent: string): Files => ({
    'belfry.yaml': project,
    'manifests/all.yaml': `environments: [{ name: Production, parent: ${parent} }]\n`,
  })
  const sides = [inside('Development'), inside('Staging')] as const
  expect((await between(...sides)).err).toBe('')
  for (const [target, isShown] of [
    ['Production', true],
    ['Development', false],
  ] as const)
    expect((await between(...sides, '-t', target)).out.includes('environment Production')).toBe(isShown)
  const none = { ...sides[0], 'manifests/all.yaml': 'subscribers: [{ subscriberId: ada }]\n' }
  expect((await between(sides[0], none)).out).toContain('x environment Production  no longer managed')
})

test('a target is also chosen by its alias, if its environment has another name', async () => {
  const side = (color: string): Files => ({
    'belfry.yaml': project.replace('Production: {', 'Live: { environment: Production,'),
    'manifests/all.yaml': `environments: [{ name: Production, color: '${color}' }]\n`,
  })
  const { out } = await between(side('#111111'), side('#222222'), '-t', 'Live')
  expect(out).toContain('~ environment Production ')
})

test('a renamed target shows its renamed environment as renamed, by the new and the old name', async () => {
  const side = (name: string, more = ''): Files => ({
    'belfry.yaml': project.replace('Development', name),
    'manifests/all.yaml': `environments: [{ name: ${name}${more} }]\n`,
  })
  const sides = [side('Stage'), side('Staging', ', previously: Stage')] as const
  for (const target of ['Staging', 'Stage'])
    expect((await between(...sides, '-t', target)).out).toContain('~ environment Staging  renamed from Stage')
})

test('rules that are declared no longer are cleared, and replace conditions', async () => {
  const routed = (routing: string): Files => changed(/ {4}primary: true\n/, routing)
  const rules = routed('    rules: { "!!": { var: subscriber.email } }\n')
  const group = '[{ type: GROUP, isNegated: false, value: AND, children: [] }]'
  const gone = await between(rules, routed(''))
  expect(gone.out).toMatch(/- rules +not subscriber\.email is empty/)
  expect(gone.out).not.toContain('no longer managed')
  const replaced = await between(routed(`    conditions: ${group}\n`), rules)
  expect(replaced.out).toMatch(/\+ rules +not subscriber\.email is empty\n +- conditions +always\n/)
})

test('what changes, comes and goes is told by target', async () => {
  const after = {
    ...changed('name: SendGrid', 'name: Mail'),
    'manifests/people.yaml': `
subscribers:
  - subscriberId: ada
    timezone: Europe/Berlin
    data: { team: platform }
integrations:
  - { identifier: ses-eu, name: SES, targets: [Production], providerId: ses, channel: email, active: true }
`,
  }
  const before = {
    ...base,
    'manifests/old.yaml': `
integrations:
  - { identifier: mailgun-old, name: Mailgun, targets: [Production], providerId: mailgun, channel: email }
`,
  }
  expect(await between(before, after, '--detailed-exitcode')).toMatchObject({
    exit: 2,
    out: `From before to after
Development   1 resource
Production    3 resources

Development
~ subscriber ada  newly declared                          after/manifests/people.yaml:3
    + timezone   Europe/Berlin
    + data.team  platform

Production
~ integration sendgrid-main                               after/manifests/email.yaml:3
    ~ name  SendGrid → Mail
+ integration ses-eu                                      after/manifests/people.yaml:7
    + name        SES
    + providerId  ses
    + channel     email
    + active      true
~ subscriber ada  newly declared                          after/manifests/people.yaml:3
    + timezone   Europe/Berlin
    + data.team  platform
x integration mailgun-old  no longer managed              before/manifests/old.yaml:3

Diff: 1 to create, 3 to update, 1 no longer managed.
`,
  })
})

test('a device token that is declared no longer stays in the service, so nothing is sent for it', async () => {
  const tokens = (list: string): Files => ({
    'belfry.yaml': project,
    'manifests/push.yaml': `
integrations: [{ identifier: push, providerId: fcm, channel: push, active: false }]
subscribers:
  - subscriberId: ada
    channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { deviceTokens: [${list}] } }]
`,
  })
  const [both, one] = [tokens('"${env:ONE}", "${env:TWO}"'), tokens('"${env:ONE}"')]
  expect((await between(both, one)).out).toContain('no longer managed: channels')
  expect((await between(one, both)).out).not.toContain('no longer managed')
})

test('references are compared by name, wherever they stand', async () => {
  const after = changed('${env:SENDGRID_KEY}', '${env:MAIL_KEY}')
  expect((await between(base, after)).out).toContain(
    '    ~ credentials.apiKey  (secret env:SENDGRID_KEY) → (secret env:MAIL_KEY)\n',
  )
})

test('what stands around a reference counts too', async () => {
  const before = changed('${env:SENDGRID_KEY}', 'live-${env:SENDGRID_KEY}')
  expect((await between(before, before)).out).toContain('No changes.')
  expect((await between(base, before)).out).toContain(
    '    ~ credentials.apiKey  (secret env:SENDGRID_KEY) → (secret env:SENDGRID_KEY)\n',
  )
})

test('a variable that changes is a change wherever it is used, and one that is renamed is none', async () => {
  const other = { ...base, 'belfry.yaml': project.replace('notify@acme', 'hello@acme') }
  expect((await between(base, other)).out).toContain(
    '    ~ credentials.from  notify@acme.example → hello@acme.example\n',
  )
  const renamed = {
    'belfry.yaml': project.replaceAll('sender:', 'from:'),
    'manifests/email.yaml': sendgrid.replace('var:sender', 'var:from'),
  }
  expect((await between(base, renamed)).out).toContain('No changes.')
})

test('a value that a reference takes the place of is not shown', async () => {
  const before = changed('senderName: Acme', 'senderName: Written')
  const after = changed('senderName: Acme', 'senderName: "${env:SENDER_NAME}"')
  const { out } = await between(before, after)
  expect(out).toContain('    ~ credentials.senderName  (secret literal) → (secret env:SENDER_NAME)\n')
  expect(out).not.toContain('Written')
})

test('what was called otherwise before is renamed', async () => {
  const people = (name: string): string => `
subscribers:
  - subscriberId: ada
    targets: [Production]
    channels: [{ providerId: slack, integrationIdentifier: ${name}, credentials: { channel: "#ops" } }]
`
  const slack = (name: string): string =>
    `integrations: [{ identifier: ${name}, targets: [Production], name: Slack, providerId: slack, channel: chat, active: true }]\n`
  const before = { ...base, 'manifests/chat.yaml': slack('slack-old') + people('slack-old') }
  const after = {
    ...base,
    'manifests/chat.yaml': slack('slack-ops, previously: slack-old') + people('slack-ops'),
  }
  expect((await between(before, after)).out).toBe(`From before to after
Development   nothing declared
Production    3 resources

Production
~ integration slack-ops  renamed from slack-old           after/manifests/chat.yaml:1
    ~ identifier  slack-old → slack-ops
      side effect: anything that uses the old name slack-old stops working

Diff: 1 to update, 2 unchanged.
`)
  const cleared = { ...base, 'manifests/chat.yaml': slack('slack-ops') + people('slack-ops') }
  expect((await between(after, cleared)).out).toContain('No changes.')
})

test('fields that are no longer declared are no longer managed', async () => {
  const after = changed('    active: true\n    primary: true\n', '')
  expect(await between(base, after, '--detailed-exitcode')).toMatchObject({
    exit: 2,
    out: `From before to after
Development   nothing declared
Production    1 resource

Production
x integration sendgrid-main  no longer managed: active, primary  after/manifests/email.yaml:3

No other changes. 1 resource matches, 1 no longer managed.
`,
  })
})

test('a field that is no longer declared as null is no longer managed', async () => {
  const ada = (more: string): Files => ({
    'belfry.yaml': project,
    'manifests/people.yaml': `subscribers: [{ subscriberId: ada${more} }]\n`,
  })
  expect((await between(ada(', locale: null'), ada(''))).out).toContain('no longer managed: locale')
})

test('targets that come and go are told', async () => {
  const after = { ...base, 'belfry.yaml': project.replace('Development', 'Staging') }
  const everywhere = { ...after, 'manifests/email.yaml': sendgrid.replace('    targets: [Production]\n', '') }
  const before = { ...base, 'manifests/email.yaml': everywhere['manifests/email.yaml'] }
  const strict = project.replace('Development: {', 'Development: { unmanaged: deactivate,')
  const { err } = await between({ ...before, 'belfry.yaml': strict }, everywhere)
  expect(err).not.toContain('nothing-declared')
  expect((await between(before, everywhere)).out).toBe(`From before to after
Staging       target added, 1 resource
Production    no changes, 1 resource matches
Development   target removed, 1 resource no longer managed

Staging
+ integration sendgrid-main                               after/manifests/email.yaml:3
    + name                    SendGrid
    + providerId              sendgrid
    + channel                 email
    + active                  true
    + credentials.apiKey      (secret env:SENDGRID_KEY)
    + credentials.from        dev@acme.example
    + credentials.senderName  Acme
^ integration sendgrid-main  becomes primary for email    after/manifests/email.yaml:3

Development
x integration sendgrid-main  no longer managed            before/manifests/email.yaml:3

Diff: 1 to create, 1 to set primary, 1 unchanged, 1 no longer managed.
`)
})

test.each([
  [
    '',
    '~ subscriber bare  newly declared                         after/manifests/people.yaml:1\n~ subscriber ada  newly declared                          after/manifests/people.yaml:1\n    + timezone  UTC\n\nDiff: 2 to update, 1 unchanged.\n',
  ],
  [
    'subscribers: { create: api }\n',
    '+ subscriber bare                                         after/manifests/people.yaml:1\n+ subscriber ada                                          after/manifests/people.yaml:1\n    + timezone  UTC\n\nDiff: 2 to create, 1 unchanged.\n',
  ],
])(
  'a new subscriber is a change, also without a field; only with %j it is created',
  async (create, lines) => {
    const before = { ...base, 'belfry.yaml': `${base['belfry.yaml']}${create}` }
    const people = 'subscribers: [{ subscriberId: bare }, { subscriberId: ada, timezone: UTC }]\n'
    const after = { ...before, 'manifests/people.yaml': people }
    const { exit, out } = await between(before, after, '-t', 'Production', '--detailed-exitcode')
    expect({ exit, out: out.slice(out.indexOf('\n\n') + 2) }).toEqual({
      exit: 2,
      out: `Production\n${lines}`,
    })
  },
)

test('a target whose resources are not selected is not one that declares nothing', async () => {
  const people = 'subscribers: [{ subscriberId: ada, targets: [Development], timezone: UTC }]\n'
  const after = { ...base, 'manifests/people.yaml': people }
  const { out } = await between(base, after, '--only', 'subscriber/*')
  expect(out).toContain('Production    nothing selected')
  const { out: other } = await between(base, changed('Acme', 'Other'), '--only', 'integration/*')
  expect(other).toContain('Development   nothing declared')
})

test('a target and a resource can be picked, of either side', async () => {
  const after = {
    ...changed('name: SendGrid', 'name: Mail'),
    'manifests/people.yaml': 'subscribers: [{ subscriberId: ada, timezone: UTC }]\n',
  }
  const { out } = await between(base, after, '-t', 'Prod*', '--only', 'subscriber/*')
  expect(out).toBe(`From before to after
Production   1 resource

Production
~ subscriber ada  newly declared                          after/manifests/people.yaml:1
    + timezone  UTC

Diff: 1 to update.
`)
  expect((await between(after, base, '--only', 'subscriber/*')).out).toContain('2 no longer managed')
  expect(await between(base, after, '-t', 'Prdo')).toMatchObject({
    exit: 3,
    err: expect.stringContaining('unknown target "Prdo"') as string,
  })
  expect(await between(base, after, '--only', 'subscriber/eve')).toMatchObject({
    exit: 3,
    err: expect.stringContaining('matches no declared resource') as string,
  })
})

test('what differs by target only is told of that target', async () => {
  const after = changed('    providerId', '    perTarget: { Production: { name: Mail } }\n    providerId')
  expect((await between(base, after)).out).toContain('    ~ name  SendGrid → Mail\n')
})

test('what unmanaged: deactivate would switch off is a change', async () => {
  const strict = project.replace('Production: {', 'Production: { unmanaged: deactivate,')
  const more = `${sendgrid}  - { identifier: mailgun-old, targets: [Production], name: M, providerId: mailgun, channel: email, active: true }\n`
  const before = { 'belfry.yaml': strict, 'manifests/email.yaml': more }
  const { out } = await between(before, { ...base, 'belfry.yaml': strict })
  expect(out).toContain(`Production
- integration mailgun-old  becomes inactive               after/belfry.yaml:4
    ~ active  true → false

Diff: 1 to deactivate, 1 unchanged.
`)
})

test('many subscribers in a file are compared one by one', async () => {
  const lines = (zone: string): string =>
    Array.from({ length: 10_000 }, (_, index) =>
      JSON.stringify({ subscriberId: `p${index}`, timezone: index === 7777 ? zone : 'UTC' }),
    ).join('\n')
  const with_ = (zone: string): Files => ({
    'belfry.yaml': 'targets: { Production: {} }\nmanifests: [manifests]\n',
    'manifests/people.yaml': 'subscribers: [{ include: people.ndjson }]\n',
    'manifests/people.ndjson': lines(zone),
  })
  expect((await between(with_('UTC'), with_('Asia/Tokyo'))).out).toBe(`From before to after
Production   10000 resources

Production
~ subscriber p7777                                        after/manifests/people.ndjson:7778
    ~ timezone  UTC → Asia/Tokyo

Diff: 1 to update, 9999 unchanged.
`)
})

test('a side that is invalid is told with its files, and nothing is compared', async () => {
  const wrong = changed('active: true', 'actve: true')
  expect(await between(wrong, changed('channel: email', 'channel: mail'))).toEqual({
    exit: 3,
    out: '',
    err: `after/manifests/email.yaml:7:14  error  wrong-value
  6 |     providerId: sendgrid
> 7 |     channel: mail
    |              ^^^^ "mail" is not a valid value for "channel"; did you mean "email"?
before/manifests/email.yaml:8:5  error  unknown-field
  7 |     channel: email
> 8 |     actve: true
    |     ^^^^^ unknown field "actve" in an integration; did you mean "active"?
2 errors in 2 of 2 files.
More about a rule: belfry explain wrong-value
`,
  })
})

test('a change of what cannot change in place is warned of', async () => {
  const lowered = { 'belfry.yaml': `${base['belfry.yaml']}rules: { channel-mismatch: warn }\n` }
  const { exit, err, out } = await between(
    { ...base, ...lowered },
    { ...changed('channel: email', 'channel: sms'), ...lowered },
  )
  expect(exit).toBe(0)
  expect(out).toContain('    ~ channel  email → sms\n')
  expect(err).toContain(`after/manifests/email.yaml:7:14  warning  cannot-change
  channel of integration sendgrid-main is email and can't be changed (target Production)
  Declare a new integration with a new identifier, and set active: false for the old integration.
`)
})

test('what cannot be renamed is warned of', async () => {
  const item = (name: string): string =>
    `  - { identifier: ${name}, targets: [Production], name: M, providerId: mailgun, channel: email, active: true }\n`
  const before = { ...base, 'manifests/email.yaml': `${sendgrid}${item('one')}${item('two')}` }
  const after = { ...base, 'manifests/email.yaml': `${sendgrid}${item('two, previously: one')}` }
  expect(await between(before, after)).toMatchObject({
    exit: 0,
    err: expect.stringContaining(
      'the service has both integration two and integration one, but the manifest declares one as the previous name of two (target Production)',
    ) as string,
  })
})

test('the envelope has what changes and what is no longer managed', async () => {
  const after = changed(
    '    active: true\n    primary: true\n    credentials: { apiKey: "${env:SENDGRID_KEY}"',
    '    credentials: { apiKey: "${env:KEY}"',
  )
  const { out } = await between(base, after, '--format', 'json')
  const position = { file: 'after/manifests/email.yaml', line: 3, column: 5, length: 10 }
  expect(JSON.parse(out)).toEqual({
    formatVersion: 1,
    command: 'diff',
    exit: 0,
    problems: [],
    from: 'before',
    to: 'after',
    diff: {
      counts: { create: 0, update: 1, setPrimary: 0, deactivate: 0, unchanged: 0, noLongerManaged: 1 },
      sections: [
        { target: 'Development', changes: [], unchanged: 0, resources: 0, noLongerManaged: [] },
        {
          target: 'Production',
          changes: [
            {
              id: 'Production/integration/sendgrid-main/update',
              target: 'Production',
              kind: 'integration',
              name: 'sendgrid-main',
              action: 'update',
              differences: [
                {
                  sign: '~',
                  path: 'credentials.apiKey',
                  before: '(secret env:SENDGRID_KEY)',
                  after: '(secret env:KEY)',
                },
              ],
              needs: [],
              sideEffects: [],
              position,
            },
          ],
          unchanged: 0,
          resources: 1,
          noLongerManaged: [
            { kind: 'integration', name: 'sendgrid-main', position, paths: ['active', 'primary'] },
          ],
        },
      ],
    },
  })
})

test('files without a project are compared too', async () => {
  const cwd = folderWith({
    'one.yaml': sendgrid.replace('    targets: [Production]\n', '').replace('${var:sender}', 'a@b.example'),
    'two.yaml': sendgrid.replace('    targets: [Production]\n', '').replace('${var:sender}', 'c@d.example'),
  })
  expect((await diff(cwd, ['one.yaml', 'two.yaml'])).out).toBe(`From one.yaml to two.yaml
default   1 resource

default
~ integration sendgrid-main                               two.yaml:3
    ~ credentials.from  a@b.example → c@d.example

Diff: 1 to update.
`)
})
