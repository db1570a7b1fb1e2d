// A promotion of many resources reads each entry of the manifests a few times, and not once for each other entry.
import { expect, test } from 'vitest'
import { registry } from '../../../src/kinds/registry.ts'
import { promote } from '../../../src/manifest/write/promote.ts'
import { load, project } from '../load-files.ts'

/** How often an entry is read for each of so many resources. */
async function readsOf(count: number): Promise<number> {
  const entries = ['Development', 'Production'].flatMap((target) =>
    Array.from(
      { length: count },
      (_, index) =>
        `  - { identifier: mail-${index}, name: ${target}, providerId: ses, channel: email, targets: [${target}] }\n`,
    ),
  )
  const { loaded } = await load({ 'manifests/mail.yaml': `integrations:\n${entries.join('')}` })
  let reads = 0
  const written = loaded.written()
  for (const { objects } of written.collected.values())
    for (const built of objects) {
      const { root } = built
      Object.assign(built, {
        root: () => {
          reads += 1
          return root()
        },
      })
    }
  const { changes } = promote(loaded, {
    from: 'Development',
    to: 'Production',
    kinds: registry,
    chosen: written.collected.get('Development')?.objects ?? [],
    fields: [],
    isShared: () => false,
    project: { variables: new Map(), targetVariables: new Map() },
  })
  expect(changes).toHaveLength(count)
  return reads / count
}

test('forty resources need as many reads each as four', async () => {
  expect(await readsOf(40)).toBe(await readsOf(4))
})

const three = project.replace('targets:', 'targets:\n  Staging: { variables: { a: x } }').replace("DEVELOPMENT_KEY}\"", "DEVELOPMENT_KEY}\", variables: { a: x, key: '${env:A}' }").replace("PRODUCTION_KEY}\"", "PRODUCTION_KEY}\", variables: { mailSecretKey: x, own: '${env:P}' }") // prettier-ignore
const files: Readonly<Record<string, string>> = {
  'belfry.yaml': `${three}variables: { from: x }\n`,
  'people.ndjson':
    '{"subscriberId":"eve","firstName":"Dev","targets":["Development"]}\n{"subscriberId":"zoe","firstName":"Pro","targets":["Production"]}\n',
  'manifests/a.yaml': `integrations:
  - identifier: mail
    providerId: ses
    channel: email
    targets: [Development, Staging]
    name: '\${var:a}'
    credentials: { apiKey: '\${env:SHARED}', secretKey: written, from: '\${var:from}', senderName: '\${var:a}' }
    perTarget: { Development: { active: true, credentials: { region: '\${env:SHARED}\${env:OTHER}' } } }
  - { identifier: sms, providerId: twilio, channel: sms, targets: [Development], name: New, active: true, credentials: { token: '\${var:key}', accountSid: '\${env:SHARED}', from: '\${var:a}' } }
  - { identifier: fcm, providerId: fcm, channel: push, targets: [Production, Staging, Development], name: All, perTarget: { Development: { name: '\${var:a}' }, Staging: { active: true } } }
subscribers:
  - include: ../people.ndjson
  - { subscriberId: ada, targets: [Development], firstName: A, data: { a: 1, ab: 1 } }
  - { subscriberId: bob, targets: [Development], data: null }
  - { subscriberId: zoe, targets: [Development], firstName: Dev }
`,
  'manifests/b.yaml': `integrations:
  - { identifier: sms, providerId: twilio, channel: sms, targets: [Production], name: Old, credentials: { token: '\${var:own}', accountSid: C }, perTarget: { Production: { name: Odd, credentials: { accountSid: D } } } }
subscribers:
  - { subscriberId: ada, targets: [Production], data: { a: 2, ab: 2, c: 3 } }
  - { subscriberId: bob, targets: [Production], data: { a: 1 } }
  - { subscriberId: eve, targets: [Production], firstName: Pro }
`,
}

async function promoted(fields: readonly string[]): Promise<string> {
  const { loaded, project: own } = await load(files)
  const { texts, changes, variables, left } = promote(loaded, {
    from: 'Development',
    to: 'Production',
    kinds: registry,
    chosen: [...(loaded.written().collected.get('Development') ?? [])],
    fields,
    isShared: ({ name }) => name === 'SHARED',
    project: own,
  })
  return [
    ...[...texts].flatMap(([file, text]) => text.split('\n').filter((line) => !files[file]?.includes(line))),
    ...changes.map(({ resource, field, value }) => `${resource} ${field} = ${JSON.stringify(value)}`),
    ...variables.map(({ resource, field, name }) => `${resource} ${field} needs ${name}`),
    ...left.map(({ resource, field, why }) => `${resource} ${field}: ${why}`),
  ].join('\n')
} // prettier-ignore

test('what a promotion changes, needs and leaves', async () => {
  expect(await promoted([])).toMatchInlineSnapshot(`
    "    targets: [Development, Staging, Production]
        perTarget: { Development: { active: true, credentials: { region: '\${env:SHARED}\${env:OTHER}' } }, Production: {credentials: {secretKey: '\${var:mailSecretKey2}', region: '\${var:mailRegion}'}, active: true} }
      - { identifier: fcm, providerId: fcm, channel: push, targets: [Production, Staging, Development], name: All, perTarget: { Development: { name: '\${var:a}' }, Staging: { active: true }, Production: {name: '\${var:a}'} } }
      - { identifier: sms, providerId: twilio, channel: sms, targets: [Production], name: Old, credentials: { token: '\${var:own}', accountSid: C, from: '\${var:a}' }, perTarget: { Production: { name: New, credentials: { accountSid: '\${env:SHARED}' } } }, active: true }
      - { subscriberId: ada, targets: [Production], data: { a: 1, ab: 1, c: 3 }, firstName: A }
      - { subscriberId: bob, targets: [Production], data: null }
      - { subscriberId: eve, targets: [Production], firstName: Dev }
    integration mail credentials.secretKey = "\${var:mailSecretKey2}"
    integration mail credentials.region = "\${var:mailRegion}"
    integration mail active = true
    integration mail targets = ["Development","Staging","Production"]
    integration sms name = "New"
    integration sms active = true
    integration sms credentials.accountSid = "\${env:SHARED}"
    integration sms credentials.from = "\${var:a}"
    integration fcm name = "\${var:a}"
    subscriber eve firstName = "Dev"
    subscriber ada firstName = "A"
    subscriber ada data.a = 1
    subscriber ada data.ab = 1
    subscriber bob data = null
    integration mail name needs a
    integration mail credentials.secretKey needs mailSecretKey2
    integration mail credentials.region needs mailRegion
    integration sms credentials.token: the value is a secret, and target Production has its own
    subscriber zoe firstName: the resource is in an included file"
  `)
  expect(await promoted(['data.a', 'credentials'])).toMatchInlineSnapshot(`
    "  - { identifier: sms, providerId: twilio, channel: sms, targets: [Production], name: Old, credentials: { token: '\${var:own}', accountSid: C, from: '\${var:a}' }, perTarget: { Production: { name: Odd, credentials: { accountSid: '\${env:SHARED}' } } } }
      - { subscriberId: ada, targets: [Production], data: { a: 1, ab: 2, c: 3 } }
    integration sms credentials.accountSid = "\${env:SHARED}"
    integration sms credentials.from = "\${var:a}"
    subscriber ada data.a = 1
    integration sms credentials.from needs a
    integration mail : target Production doesn't have the resource, so it can only be promoted without fields
    integration sms credentials.token: the value is a secret, and target Production has its own"
  `)
})
