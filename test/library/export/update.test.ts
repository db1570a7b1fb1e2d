// belfry export without --out: brings manifests up to date by changing only the values that differ.
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { umask } from 'node:process'
import { expect, test } from 'vitest'
import { createFilter } from '../../../src/core/secrets/redact.ts'
import { developmentApiKey, productionApiKey, type Seed } from '../../../src/sandbox/index.ts'
import { cliWorld, project } from '../../support/cli-world.ts'

const groupOf = (value: string) => ({
  type: 'GROUP' as const,
  isNegated: false,
  value: 'AND' as const,
  children: [{ on: 'subscriber' as const, field: 'locale', operator: 'EQUAL' as const, value }],
})
const sendgrid = { providerId: 'sendgrid', channel: 'email', active: true } as const
const seed: Seed = {
  integrations: [
    {
      environment: 'Production',
      identifier: 'sendgrid',
      ...sendgrid,
      name: "Send 'grid'",
      credentials: { apiKey: 'canary-key', from: 'new@acme.example', senderName: 'Acme' },
      conditions: [groupOf('de')],
    },
    {
      environment: 'Development',
      identifier: 'sendgrid-dev',
      ...sendgrid,
      name: 'Dev',
      credentials: { apiKey: 'canary-dev', from: 'dev@acme.example', senderName: 'Acme' },
    },
    {
      environment: 'Production',
      identifier: 'twilio',
      name: 'Twilio',
      providerId: 'twilio',
      channel: 'sms',
      active: false,
      credentials: { token: 'canary-token', from: '+15005550006' },
    },
  ],
  subscribers: [{ environment: 'Production', subscriberId: 'ada', firstName: 'Ada', locale: 'en_GB' }],
}
const manifest = `# The e-mail of Acme.
x-names: &sender Acme
integrations:
  - identifier:   sendgrid      # odd spacing
    targets: [ Production ]
    name: 'Sendgrid'            # quoted
    providerId: sendgrid
    channel: email
    active: false
    credentials: { apiKey: "\${env:SENDGRID}", from: "old@acme.example", senderName: *sender }
    conditions:
    - type: GROUP
      isNegated: false
      value: AND
      children: [{ on: subscriber, field: locale, operator: EQUAL, value: en }]

  # The last one.
  - identifier: sendgrid-dev
    targets: [Development]
    name: &dev Other
    providerId: sendgrid
    channel: email
    credentials:
      apiKey: \${env:DEV_KEY}
      from: \${env:DEV_FROM|plain}
      senderName: Acme
    # a note of sendgrid-dev

# Persons
subscribers:
  - subscriberId: ada
    targets: [Production]
    firstName: Eva
    locale: en_GB
`
const updated = manifest
  .replace(`'Sendgrid' `, `'Send ''grid''' `)
  .replace('active: false', 'active: true')
  .replace('old@', 'new@')
  .replace(
    / {4}- type: GROUP[^]*?\n\n/,
    `    - isNegated: false
      type: GROUP
      value: AND
      children:
        - field: locale
          value: de
          operator: EQUAL
          on: subscriber

`,
  )
  .replace('firstName: Eva', 'firstName: Ada')
  .replace(
    'a note of sendgrid-dev\n',
    `a note of sendgrid-dev

  - identifier: twilio
    name: Twilio
    providerId: twilio
    channel: sms
    active: false
    credentials:
      token: \${env:TWILIO_TOKEN}
      from: '+15005550006'
    targets: [Production]
`,
  )
const options = '--exclude environment/*'
const more = { env: { DEV_FROM: 'other@acme.example' } }
const file = 'manifests/all.yaml'

test('a dry run shows the changes and writes nothing', async () => {
  const { run, folder, writes } = await cliWorld({ [file]: manifest }, seed)
  const { exit, out, err } = await run(`export ${options}`, more)
  expect({ exit, err }).toEqual({ exit: 0, err: expect.any(String) as string })
  expect(out).toContain(
    `-    name: 'Sendgrid'            # quoted\n+    name: 'Send ''grid'''            # quoted\n`,
  )
  expect(out.slice(out.indexOf('To write'))).toBe(
    `To write: 5 changes and 1 new resource in 2 files, secrets of 2 integrations not compared.
  manifests/all.yaml:6   integration sendgrid in Production name: "Sendgrid" -> "Send 'grid'"
  manifests/all.yaml:9   integration sendgrid in Production active: false -> true
  manifests/all.yaml:10  integration sendgrid in Production credentials.from: "old@acme.example" -> "new@acme.example"
  manifests/all.yaml:11  integration sendgrid in Production conditions: ${JSON.stringify([group('en')])} -> ${JSON.stringify([group('de')])}
  manifests/all.yaml:33  subscriber ada in Production firstName: "Eva" -> "Ada"
  manifests/all.yaml  integration twilio is added

belfry does not write these differences to the manifests. Edit the manifests by hand, or run belfry plan to list the changes that belfry apply sends to the service:
  manifests/all.yaml:20  integration sendgrid-dev in Development name: "Other" -> "Dev" (the value is written with an anchor, an alias, a merge key or a tag)
  manifests/all.yaml:25  integration sendgrid-dev in Development credentials.from: "other@acme.example" -> "dev@acme.example" (the value is a reference)

Next: belfry export --exclude 'environment/*' --write
`,
  )
  expect(out).not.toContain('canary')
  expect(readFileSync(join(folder, file), 'utf8')).toBe(manifest)
  expect(writes()).toEqual([])
})

test('a dry run shows of .env.example only what it adds', async () => {
  const { run } = await cliWorld({ [file]: manifest, '.env.example': example }, seed)
  const { out } = await run(`export ${options}`, more)
  const [, shown = ''] = out.split(/--- \.env\.example\n\+\+\+ .*\n/)
  expect(shown.slice(0, shown.indexOf('---'))).toBe(`@@ -4,0 +5,3 @@
+
+# integration twilio: credentials.token
+TWILIO_TOKEN=
`)
})

const example = '# Of the team.\nSENDGRID=\nDEV_KEY=\nDEV_FROM=\n'
const extended = `${example}\n# integration twilio: credentials.token\nTWILIO_TOKEN=\n`
test.each([
  ['without a final line break', example.trimEnd(), extended],
  ['with all names, from a run that was killed', extended, extended],
  ['that is empty', '', extended.slice(example.length)],
  ['with CRLF', example.replaceAll('\n', '\r\n'), extended.replaceAll('\n', '\r\n')],
  ['with a longer name', `${example}TWILIO_TOKEN_2=\n`, extended.replace('\n\n', '\nTWILIO_TOKEN_2=\n\n')],
])('--write extends an .env.example %s', async (_, before, after) => {
  const { run, folder } = await cliWorld({ [file]: manifest, '.env.example': before }, seed)
  expect((await run(`export ${options} --write`, more)).exit).toBe(0)
  expect(readFileSync(join(folder, '.env.example'), 'utf8')).toBe(after)
})

test('an .env.example that is not a regular file is not called unwritable', async () => {
  const { run } = await cliWorld({ [file]: manifest, '.env.example/x': '' }, seed)
  const { exit, err } = await run(`export ${options} --write`, more)
  expect(exit).toBe(3)
  expect(err).toContain(`error  file-unreadable
  .env.example can't be read: the path is not a regular file
  Check the path and the permissions of the file.
`)
})

test('an .env.example above the project is left alone', async () => {
  const { run, folder } = await cliWorld(
    { '.env.example': example, 'sub/belfry.yaml': project, [`sub/${file}`]: manifest },
    seed,
  )
  expect((await run(`export ${options} --write`, { ...more, cwd: join(folder, 'sub') })).exit).toBe(0)
  expect(readFileSync(join(folder, '.env.example'), 'utf8')).toBe(example)
  expect(existsSync(join(folder, 'sub/manifests/.env.example'))).toBe(true)
})

test('an .env.example of a project in another folder is extended', async () => {
  const files = { 'sub/belfry.yaml': project, [`sub/${file}`]: manifest, 'sub/.env.example': example }
  const { run, folder } = await cliWorld(files, seed)
  expect((await run(`export ${options} --config sub/belfry.yaml --write`, more)).exit).toBe(0)
  expect(readFileSync(join(folder, 'sub/.env.example'), 'utf8')).toBe(extended)
})

test('names for a manifest outside of the project are in the .env.example of the project', async () => {
  const { run, folder } = await cliWorld(
    {
      'sub/belfry.yaml': project.replace('[manifests]', "['../lists/*.yaml']"),
      'lists/all.yaml': manifest,
    },
    seed,
  )
  const inProject = { ...more, cwd: join(folder, 'sub') }
  expect(await run(`export ${options} --write --file-root ../lists`, inProject)).toMatchObject({ exit: 0 })
  expect(readFileSync(join(folder, 'sub/.env.example'), 'utf8')).toMatch(/\nTWILIO_TOKEN=\n$/)
  expect(existsSync(join(folder, 'lists/.env.example'))).toBe(false)
})

/** In the order in which the service's replies are read. */
function group(value: string) {
  const { type, isNegated, value: joined, children } = groupOf(value)
  return {
    isNegated,
    type,
    value: joined,
    children: children.map(({ on, field, operator, value: text }) => ({ field, value: text, operator, on })),
  }
}

test.each([
  ['as it is', (text: string) => text],
  ['with a byte order mark', (text: string) => `\uFEFF${text}`],
  ['with CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['without a final line break', (text: string) => text.trimEnd()],
])('--write changes a file %s and keeps the rest of it', async (_, written) => {
  const { run, folder } = await cliWorld({ [file]: written(manifest) }, seed)
  chmodSync(join(folder, file), 0o640)
  const said = await run(`export ${options} --write`, more)
  expect([said.exit, said.out]).toEqual([
    0,
    expect.stringContaining('set TWILIO_TOKEN, which manifests/.env.example lists'),
  ])
  expect(readFileSync(join(folder, file), 'utf8')).toBe(written(updated))
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o640)
  expect(readFileSync(join(folder, 'manifests/.env.example'), 'utf8')).toMatch(/\nTWILIO_TOKEN=\n$/)
  const again = await run(`export ${options} --write`, more)
  expect(again.out).toContain(
    'Nothing to write. belfry leaves 2 differences between the manifests and the service unchanged, secrets of 3 integrations not compared.',
  )
  expect(readFileSync(join(folder, file), 'utf8')).toBe(written(updated))
})

const shared = (extra: string) => `integrations:
  - identifier: mail
    name: Old
    providerId: sendgrid
    channel: email
${extra}`
const perTarget = (names: Readonly<Record<string, string>>): string =>
  `    perTarget:\n${Object.entries(names)
    .map(([target, name]) => `      ${target}:\n        name: ${name}\n`)
    .join('')}`
const named = (production: string): Seed => ({
  integrations: [
    { environment: 'Development', identifier: 'mail', ...sendgrid, name: 'New' },
    { environment: 'Production', identifier: 'mail', ...sendgrid, name: production },
  ],
})

test.each([
  [
    'is written for one if the other is not selected',
    'New',
    '',
    ' -t Production',
    'name: Old',
    perTarget({ Production: 'New' }),
  ],
  ['is changed for one if perTarget has the other', 'Live', '    perTarget: { Production: { name: Live } }\n', ' -t Development', 'name: New', ''], // prettier-ignore
])('a value of several targets %s', async (_, production, extra, selected, expected, added) => {
  const { run, folder } = await cliWorld({ [file]: shared(extra) }, named(production))
  expect((await run(`export --write ${options}${selected}`)).exit).toBe(0)
  expect(readFileSync(join(folder, file), 'utf8')).toBe(shared(extra).replace('name: Old', expected) + added)
})

test('a list that no manifest has goes to a new file', async () => {
  const { run, folder } = await cliWorld({ [file]: 'environments: [{ name: Production }]\n' }, seed)
  const { exit, out } = await run('export --write --only integration/twilio')
  expect(exit).toBe(0)
  expect(out).toMatch(
    /^Next: set TWILIO_TOKEN, which manifests\/\.env\.example lists, then run belfry plan$/m,
  )
  const written = join(folder, 'manifests/integrations.yaml')
  expect(readFileSync(written, 'utf8')).toMatch(/^integrations:\n  - identifier: twilio\n/)
  const modes = [written, join(folder, 'manifests/.env.example')].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual(modes.map(() => 0o666 & ~umask()))
  expect((await run('plan --secrets=needed --only integration/twilio --detailed-exitcode')).exit).toBe(0)
})

test.each([
  ['a file of its name that has other lists', 'manifests', 'integrations.yaml'],
  ['no pattern that such a file matches', 'manifests/*.yml', 'all.yml'],
  ['a file in place of a folder', 'manifests/all.yaml', 'all.yaml'],
])('a list that no manifest has is not written to %s', async (_, pattern, name) => {
  const text = 'environments: [{ name: Production }]\n'
  const files = {
    'belfry.yaml': project.replace('[manifests]', `['${pattern}']`),
    [`manifests/${name}`]: text,
  }
  const { run, folder } = await cliWorld(files, seed)
  const { exit, out } = await run('export --write --only integration/twilio')
  expect([exit, readdirSync(join(folder, 'manifests'))]).toEqual([0, [name]])
  expect(out).toContain('no manifest has a list "integrations" in block style')
  expect(readFileSync(join(folder, 'manifests', name), 'utf8')).toBe(text)
})

test('a channel that names its integration by its alias is no difference', async () => {
  const aliased = `integrations:
  - { identifier: slack-ops, as: ops, providerId: slack, channel: chat, targets: [Production] }
subscribers:
  - { subscriberId: ada, targets: [Production], channels: [{ providerId: slack, integrationIdentifier: ops, credentials: { channel: '#ops' } }] }
`
  const channels = [{ providerId: 'slack', integrationIdentifier: 'slack-ops', credentials: { channel: '#ops' } }]
  const own = { environment: 'Production', identifier: 'slack-ops', name: 'Ops', providerId: 'slack', channel: 'chat' as const }
  const { run } = await cliWorld({ [file]: aliased }, { integrations: [own], subscribers: [{ environment: 'Production', subscriberId: 'ada', channels }] })
  const { out } = await run('export --only subscriber/ada')
  expect(out).toBe('The manifests need no change.\n')
}) // prettier-ignore

test('a resource that has its former name in the service is not added', async () => {
  const renamed =
    'integrations:\n  - { identifier: sms, previously: twilio, providerId: twilio, channel: sms, targets: [Production] }\n'
  const { run } = await cliWorld({ [file]: renamed }, seed)
  const { exit, out } = await run('export --exclude environment/* --exclude integration/sendgrid*')
  expect([exit, out.includes('integration twilio')]).toEqual([0, false])
})

test.each([
  ['changed', `${manifest}# edited\n`],
  ['removed', undefined],
])('a manifest that is %s in the meantime is not overwritten', async (how, text) => {
  const { run, folder } = await cliWorld({ [file]: manifest }, seed)
  const path = join(folder, file)
  const filter = createFilter()
  // The service's replies are read after the manifests.
  const addSecrets: typeof filter.addSecrets = (value) => {
    if (typeof value === 'object' && value !== null && 'conditions' in value)
      if (text === undefined) rmSync(path, { force: true })
      else writeFileSync(path, text)
    filter.addSecrets(value)
  }
  const { exit, err } = await run(`export --write ${options}`, { ...more, filter: { ...filter, addSecrets } })
  expect(exit).toBe(4)
  expect(err).toContain(`${file} was ${how} while belfry was reading`)
  expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(text)
  expect(existsSync(join(folder, 'manifests/.env.example'))).toBe(false)
})

test('manifests with errors are refused', async () => {
  const { run, folder } = await cliWorld({ [file]: 'integrations:\n  - name: x\n' }, seed)
  const { exit } = await run('export --write')
  expect(exit).toBe(3)
  expect(existsSync(join(folder, 'manifests/integrations.yaml'))).toBe(false)
})

test('personal data is masked, and the diff with it', async () => {
  const masked = { 'belfry.yaml': `${project}privacy: mask\n`, [file]: manifest }
  const { run } = await cliWorld(masked, seed)
  const { out } = await run('export --only subscriber/*', more)
  expect(out).toContain('To write: 1 change')
  expect(out).toContain('subscriber ada in Production firstName\n')
  expect(out).not.toMatch(/Eva|"Ada"/)
})

test('an environment that repeats the key of an integration is not added', async () => {
  const secret = 'SG.of-an-integration-0123456789'
  const integration = { environment: 'Production', identifier: 'mail', ...sendgrid, name: 'Mail' }
  const credentials = { apiKey: secret, from: 'notify@acme.example', senderName: 'Acme' }
  const { run, folder } = await cliWorld(
    { 'manifests/mail.yaml': 'integrations:\n  - { providerId: svc, channel: in_app }\n' },
    {
      environments: [
        { name: 'Development', apiKey: developmentApiKey },
        { name: 'Production', apiKey: productionApiKey },
        { name: 'QA', identifier: secret },
      ],
      integrations: [{ ...integration, credentials }],
    },
  )
  const { exit, out, err } = await run('export --write')
  expect([exit, out.includes('environment QA is added')]).toEqual([0, true])
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yaml'),
  )
  const texts = written.map((name) => readFileSync(join(folder, name), 'utf8'))
  expect([...texts, out, err].join('')).not.toContain(secret)
})

test('a manifest that can not be written names those that were changed before it', async () => {
  const item = (identifier: string, name: string) =>
    `integrations:\n  - identifier: ${identifier}\n    name: ${name}\n    targets: [Production]\n    providerId: sendgrid\n    channel: email\n`
  // There is no place for the longer name of the file that is to replace it.
  const long = `manifests/${'z'.repeat(230)}.yaml`
  const mail = { environment: 'Production', ...sendgrid }
  const { run, folder } = await cliWorld(
    { 'manifests/a.yaml': item('one', 'Old one'), [long]: item('two', 'Old two') },
    {
      integrations: [
        { ...mail, identifier: 'one', name: 'New one' },
        { ...mail, identifier: 'two', name: 'New two' },
      ],
    },
  )
  const { exit, err } = await run('export --write --only integration/one --only integration/two')
  expect(exit).toBe(3)
  expect(err).toContain("zzz.yaml can't be written: ")
  expect(err).toContain('Already changed: manifests/a.yaml.')
  expect(err).not.toContain('Nothing was')
  expect(readFileSync(join(folder, 'manifests/a.yaml'), 'utf8')).toContain('New one')
  expect(readFileSync(join(folder, long), 'utf8')).toContain('Old two')
})

test('a secret that a manifest writes out is in no diff, even one that is too short to be found in other text', async () => {
  const { run } = await cliWorld(
    {
      'manifests/mail.yaml': `integrations:
  - { identifier: sendgrid, targets: [Production], name: Old, providerId: sendgrid, channel: email, credentials: { apiKey: k3y } }
`,
    },
    seed,
  )
  const { exit, out } = await run('export -t Production --only integration/sendgrid')
  expect(exit).toBe(0)
  expect(out).toContain("name: Send 'grid'")
  expect(out).not.toContain('k3y')
})

test('secrets that manifests only refer to are not compared, and export says so', async () => {
  const mail = (credentials: string): string => `integrations:
  - { identifier: sendgrid, targets: [Production], name: "Send 'grid'", providerId: sendgrid, channel: email${credentials} }
`
  const referring = ", credentials: { apiKey: '${env:MAIL}', from: new@acme.example, senderName: Acme }"
  const { run, folder } = await cliWorld({ 'manifests/mail.yaml': mail(referring) }, seed)
  const shown = async () => (await run('export -t Production --only integration/sendgrid')).out
  expect(await shown()).toBe('The manifests need no change, secrets of 1 integration not compared.\n')
  writeFileSync(join(folder, 'manifests/mail.yaml'), mail(''))
  expect(await shown()).toBe('The manifests need no change.\n')
})
