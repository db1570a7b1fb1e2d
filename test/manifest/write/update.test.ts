// Manifests that become what the service shows: the whole new texts, and what stays as it is.
import { expect, test } from 'vitest'
import type { Value, ValueMap } from '../../../src/core/value.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { declare } from '../../../src/manifest/write/files.ts'
import { Variables } from '../../../src/manifest/write/references.ts'
import { updatedTexts } from '../../../src/manifest/write/update.ts'
import { live } from '../../support/laws-kinds.ts'
import { load } from '../load-files.ts'

type Texts = Readonly<Record<string, string>>

/** `shown`: what the service has, by `TARGET KIND NAME`. `tampered`: what becomes of a text before it is read back. */
async function updated(
  files: Texts,
  shown: Readonly<Record<string, ValueMap>>,
  tampered: (text: string) => string = (text) => text,
): Promise<readonly string[]> {
  const { loaded, project } = await load(files)
  const lives = new Map(
    Object.entries(shown).map(([key, fields]) => [key, live(key.split(' ')[2] ?? '', fields)]),
  )
  const declared = [...loaded.written().collected].flatMap(([target, all]) =>
    [...all].flatMap(({ desired }) => {
      const key = `${target} ${desired.kind} ${desired.name}`
      const kind = registry.find(({ name }) => name === desired.kind)
      const found = { target, desired, live: lives.get(key) }
      lives.delete(key)
      return kind === undefined ? [] : [{ kind, ...found }]
    }),
  )
  const variables = new Variables(
    () => false,
    () => false,
  )
  const entries = registry.flatMap((kind) => {
    const found = [...lives].flatMap(([key, each]) => {
      const [target = '', name] = key.split(' ')
      return name === kind.name ? [{ target: kind.scope === 'target' ? target : undefined, live: each }] : []
    })
    return declare(kind, found, variables, project, registry).entries
  })
  const { texts, changes, left, unplaced } = await updatedTexts(loaded, {
    declared,
    entries,
    allTargets: project.allTargets.map(({ alias }) => alias),
    load: async (next) =>
      (
        await load({
          ...files,
          ...Object.fromEntries([...next].map(([file, text]) => [file, tampered(text)])),
        })
      ).loaded,
    holdsSecret: (value: Value) => JSON.stringify(value).includes('canary'),
    newFile: (list) => (list === 'subscribers' ? undefined : `manifests/${list}.yaml`),
  })
  return [
    ...[...texts].map(([file, text]) => `${file}\n${text}`),
    ...changes.map(({ owner, path, line }) => `${line} ${owner.target} ${owner.desired.name} ${path.join('.')}`),
    ...left.map(({ edit: { owner, path }, why }) => `${owner.target} ${owner.desired.name} ${path.join('.')}: ${why}`),
    ...unplaced.map(({ entry, why }) => `${entry.name}: ${why}`),
  ] // prettier-ignore
}

const mail = { identifier: 'mail', providerId: 'ses', channel: 'email' }
const sms = { identifier: 'sms', providerId: 'twilio', channel: 'sms' }
const inApp = { providerId: 'svc', channel: 'in_app', name: 'New' }

test('several manifests and targets', async () => {
  const files = {
    'manifests/a.yaml': `integrations:
  - identifier: mail
    providerId: ses
    channel: email
    name: Old
    active: true
    credentials: { from: a, senderName: S }
  - { identifier: mail-two, providerId: ses, channel: email, targets: [Production], name: Old, primary: true }
---
integrations:
  - identifier: sms # the first
    targets: [Production]
    providerId: nodemailer
    channel: email
    credentials: { from: a }
  
  - identifier: sms-two
    targets: [Production]
    providerId: twilio
    channel: sms # the last
    # of it
  # of all
`,
    'manifests/b.yaml': `integrations: [{ providerId: svc, channel: in_app, name: Old }, { identifier: b, providerId: fcm, channel: push, targets: [Production] }, { identifier: c, providerId: fcm, channel: push, targets: [Production] }]
subscribers: [{ subscriberId: ada, targets: [Production], data: { a: x, b: x, c: [1], d: { e: 1, f: 1 } } }, { subscriberId: bob, email: old@acme.example }]
`,
    'manifests/c.yaml': `integrations:
  - { identifier: d, providerId: fcm, channel: push, targets: [Production] }
`,
  }
  const found = await updated(files, {
    'Development integration mail': { ...mail, name: '${a}', active: false, credentials: { from: 'b', senderName: 'S' } },
    'Production integration mail': { ...mail, name: 'x', active: true, primary: true, credentials: { from: 'a', senderName: 'T' } },
    'Production integration mail-two': { ...mail, identifier: 'mail-two', name: 'a canary' },
    'Production integration sms': { ...mail, providerId: 'nodemailer', credentials: { from: 'a', tlsOptions: { a: 1 } } },
    'Production integration sms-two': { ...sms, primary: true },
    'Development integration in_app': inApp,
    'Production integration in_app': inApp,
    'Production integration c': { providerId: 'fcm', channel: 'push' },
    'Production integration d': { providerId: 'fcm', channel: 'sms' },
    'Development integration new': { ...mail, identifier: 'new' },
    'Production integration new': { ...mail, identifier: 'new' },
    'Development integration both': { ...mail, identifier: 'both' },
    'Production integration both': { ...sms, identifier: 'both' },
    'Production environment Production': { name: 'Production', identifier: 'p' },
    'Production subscriber ada': { data: { a: { y: 1 }, b: [1], c: [2], d: { e: 2 } } },
    'Production subscriber bob': { email: 'bob@acme.example' },
    'Development subscriber bob': { email: 'nobody' },
    'Production subscriber cleo': { subscriberId: 'cleo' },
  })
  expect(found.join('\n')).toMatchInlineSnapshot(`
    "manifests/b.yaml
    integrations: [{ providerId: svc, channel: in_app, name: New }, { identifier: b, providerId: fcm, channel: push, targets: [Production] }, { identifier: c, providerId: fcm, channel: push, targets: [Production] }]
    subscribers: [{ subscriberId: ada, targets: [Production], data: { a: x, b: x, c: [1], d: { e: 2, f: null } } }, { subscriberId: bob, email: old@acme.example, perTarget: {Production: {email: bob@acme.example}} }]

    manifests/a.yaml
    integrations:
      - identifier: mail
        providerId: ses
        channel: email
        name: Old
        active: true
        credentials: { from: a, senderName: S }
        perTarget:
          Production:
            primary: true
            name: x
            credentials:
              senderName: T
          Development:
            name: $\${a}
            active: false
            credentials:
              from: b
      - { identifier: mail-two, providerId: ses, channel: email, targets: [Production], name: Old }
    ---
    integrations:
      - identifier: sms # the first
        targets: [Production]
        providerId: nodemailer
        channel: email
        credentials: { from: a }
      
      - identifier: sms-two
        targets: [Production]
        providerId: twilio
        channel: sms # the last
        # of it

      - identifier: new
        providerId: ses
        channel: email
        targets: [Development, Production]
        # credentials: not returned by the service; the provider requires apiKey, secretKey, region, from and senderName

      - identifier: both
        providerId: ses
        channel: email
        targets: [Development]
        # credentials: not returned by the service; the provider requires apiKey, secretKey, region, from and senderName

      - identifier: both
        providerId: twilio
        channel: sms
        targets: [Production]
        # credentials: not returned by the service; the provider requires accountSid, token and from
      # of all

    manifests/environments.yaml
    environments:
      - name: Production
        identifier: p

    1 Development in_app name
    1 Production in_app name
    2 Production ada data.d.e
    2 Production ada data.d.f
    8 Production mail-two primary
    2 Production mail primary
    5 Development mail name
    5 Production mail name
    6 Development mail active
    7 Development mail credentials.from
    7 Production mail credentials.senderName
    2 Production bob email
    Production mail-two name: the new value contains a secret of another field
    Production sms credentials.tlsOptions: the value is a secret or may be a secret
    Production b : the resource is not in the service
    Production ada data.a: belfry doesn't replace lists and maps in this field
    Production ada data.b: belfry doesn't replace lists and maps in this field
    Production ada data.c: belfry doesn't replace lists and maps in this field
    Production d channel: the manifests would not be valid with the value from the service
    Development bob email: the manifests would not be valid with the value from the service
    cleo: no manifest has a list "subscribers" in block style (one item per line) to which belfry can add the resource"
  `)
}) // prettier-ignore

const two = `integrations:
  - { identifier: mail, providerId: ses, channel: email, targets: [Production], name: Old }
  - { identifier: two, providerId: ses, channel: email, targets: [Production], name: Old, active: true, primary: true }
`
const invalid = 'the manifests would not be valid with the value from the service'
const none = [`Production mail name: ${invalid}`, `sms: ${invalid}`]
const isNew = `${two}  - identifier: sms
    name: Sms
    providerId: twilio
    channel: sms
    targets: [Production]
    # credentials: not returned by the service; the provider requires accountSid, token and from
`
const isChanged = two.replace('Old', 'New')
test.each<[string, (text: string) => string, readonly string[]]>([
  ['another resource changes', (text) => text.replace(', name: Old', ', name: Odd'), none],
  ['another resource is added', (text) => text.replace(':', ':\n  - { identifier: more, providerId: ses, channel: email, targets: [Production] }'), none],
  ['the value is another one', (text) => text.replace('New', 'Odd'), [isNew, none[0] ?? '']],
  ['the new resource has another value', (text) => text.replace('Sms', 'Odd'), [isChanged, '2 Production mail name', none[1] ?? '']],
  ['a key is unknown', (text) => `${text}unknown: 1\n`, none],
  ['a problem is that of the value', (text) => text.replace('name: New', 'active: New'), [isNew, none[0] ?? '']],
])('what is not read back as it should be is not written: %s', async (_, tampered, expected) => {
  const shown = {
    'Production integration mail': { ...mail, name: 'New' },
    'Production integration two': { ...mail, identifier: 'two', name: 'Old', active: true, primary: true },
    'Production integration sms': { ...sms, name: 'Sms' },
  }
  const found = await updated({ 'manifests/a.yaml': two }, shown, tampered)
  expect(found.map((each) => each.replace('manifests/a.yaml\n', ''))).toEqual(expected)
}) // prettier-ignore

test('an inactive integration does not become primary', async () => {
  const found = await updated(
    { 'manifests/a.yaml': two.replace('Old }', 'Old, active: true }') },
    {
      'Production integration mail': { ...mail, name: 'New', active: false, primary: true },
      'Production integration two': { ...mail, identifier: 'two', name: 'Old', active: true },
    },
  )
  expect(found).toEqual([
    `manifests/a.yaml\n${two.replace('Old }', 'New, active: false }').replace(', primary: true', '')}`,
    '2 Production mail name',
    '2 Production mail active',
    '3 Production two primary',
    `Production mail primary: ${invalid}`,
  ])
})
