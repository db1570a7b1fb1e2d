// belfry export without --out: each reason for which a difference stays out of the manifests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Seed } from '../../../src/sandbox/index.ts'
import { cliWorld } from '../../support/cli-world.ts'

const sendgrid = {
  providerId: 'sendgrid',
  channel: 'email',
  active: true,
  environment: 'Production',
} as const
const credentials = { apiKey: 'canary-key-of-sendgrid', from: 'a@acme.example', senderName: 'Acme' }
const mail = (more: object = {}): Seed => ({
  integrations: [{ ...sendgrid, identifier: 'mail', name: 'Mail', credentials, ...more }],
})
const german = [
  {
    type: 'GROUP',
    isNegated: false,
    value: 'AND',
    children: [{ on: 'subscriber', field: 'locale', operator: 'EQUAL', value: 'de' }],
  },
]
const ada = (more: object, environment = 'Production') => ({ environment, subscriberId: 'ada', ...more })
const entry = (name: string, more = ''): string => `integrations:
  - identifier: mail
    targets: [Production]
    name: ${name}
    providerId: sendgrid
    channel: email
${more}`
const person = (fields: string, targets = '[Production]'): string =>
  `subscribers:\n  - subscriberId: ada\n    targets: ${targets}\n${fields}`

interface Row {
  readonly why: string
  readonly manifest: string
  readonly seed: Seed
  readonly field: string
  readonly files?: Readonly<Record<string, string>>
}

const rows: readonly Row[] = [
  {
    why: 'the resource is in an included file',
    manifest: 'subscribers:\n  - include: ../people.ndjson\n',
    files: { 'people.ndjson': '{"subscriberId":"ada","targets":["Production"],"firstName":"Eva"}\n' },
    seed: { subscribers: [ada({ firstName: 'Ada' })] },
    field: 'firstName',
  },
  {
    why: 'the resource is in the service 2 times',
    manifest: entry('Mail'),
    seed: { integrations: [...(mail().integrations ?? []), ...(mail().integrations ?? [])] },
    field: '',
  },
  {
    why: 'the value is a secret or may be a secret',
    manifest: entry('Mail', '    credentials: { apiKey: written-by-hand-1234 }\n'),
    seed: mail({ credentials: {} }),
    field: 'credentials',
  },
  {
    why: 'the value is a secret or may be a secret',
    manifest: entry('Mail', '    credentials: { apiKey: written-by-hand-1234 }\n'),
    seed: mail(),
    field: 'credentials.apiKey',
  },
  {
    why: 'the new value contains a secret of another field',
    manifest: entry('Old'),
    seed: mail({ name: 'Mail canary-key-of-sendgrid' }),
    field: 'name',
  },
  {
    why: 'the new value contains a secret of another field',
    manifest: entry('Old', '    credentials: { apiKey: written-by-hand-1234 }\n'),
    seed: mail({ name: 'Mail written-by-hand-1234' }),
    field: 'name',
  },
  {
    why: "a file can't store the new value exactly",
    manifest: person('    firstName: Eva\n'),
    seed: { subscribers: [ada({ firstName: 'A\ud800da' })] },
    field: 'firstName',
  },
  {
    why: 'the value is written with an anchor, an alias, a merge key or a tag',
    manifest: person('    firstName: !!str Eva\n'),
    seed: { subscribers: [ada({ firstName: 'Ada' })] },
    field: 'firstName',
  },
  {
    why: 'the value is a reference',
    manifest: person('    firstName: ${target:name}\n'),
    seed: { subscribers: [ada({ firstName: 'Ada' })] },
    field: 'firstName',
  },
  {
    why: 'the value contains a comment',
    manifest: entry('Mail', '    conditions: [] # none yet\n').replace('[]', '[ # all\n      ]'),
    seed: mail({ conditions: german }),
    field: 'conditions',
  },
  {
    why: 'the declared value belongs to several targets, which have different values in the service; perTarget would replace the whole map',
    manifest: person('    data: { plan: { name: old } }\n', '[Development, Production]'),
    seed: {
      subscribers: [
        ada({ data: { plan: { name: 'gold' } } }),
        ada({ data: { plan: { name: 'silver' } } }, 'Development'),
      ],
    },
    field: 'data.plan.name',
  },
  {
    why: 'the manifests would not be valid with the value from the service',
    manifest: entry('Mail', '    standby: 1\n    conditions: null\n'),
    seed: mail({
      conditions: german,
    }),
    field: 'conditions',
  },
]

test.each(rows)('$field: $why', async ({ why, manifest, seed, field, files = {} }) => {
  const file = 'manifests/all.yaml'
  const { run, folder, writes } = await cliWorld({ [file]: manifest, ...files }, seed)
  const before = readFileSync(join(folder, file), 'utf8')
  const { exit, out } = await run('export --write --format json --exclude environment/*')
  const { leftAlone } = JSON.parse(out) as { leftAlone: { field: string; why: string; before?: string }[] }
  const found = leftAlone.filter((each) => each.field === field)
  expect([exit, new Set(found.map((each) => each.why))]).toEqual([0, new Set([why])])
  // A whole resource has no value to show, and a secret is not shown.
  const isShown = field !== '' && field !== 'credentials.apiKey'
  expect(found.every((each) => (each.before !== undefined) === isShown)).toBe(true)
  expect(readFileSync(join(folder, file), 'utf8')).toBe(before)
  expect(out).not.toContain('canary')
  expect(writes()).toEqual([])
})

test('a resource that the manifest renames gets the other values', async () => {
  const manifest = entry('Old', '    previously: mail\n').replace(': mail', ': new')
  const { run, folder } = await cliWorld({ 'manifests/all.yaml': manifest }, mail())
  const { out } = await run('export --write --format json --only integration/new')
  const { leftAlone } = JSON.parse(out) as { leftAlone: object[] }
  expect(leftAlone).toMatchObject([{ field: 'identifier', why: 'the manifest renames the resource' }])
  expect(readFileSync(join(folder, 'manifests/all.yaml'), 'utf8')).toBe(manifest.replace('Old', 'Mail'))
})

test('a resource of one target is written, although the name of another can not change to its name', async () => {
  const manifest = entry('Mail', '    previously: mail\n    active: true\n').replace(': mail', ': new')
  const seed = [...(mail().integrations ?? []), ...(mail({ environment: 'Development' }).integrations ?? [])]
  const { run } = await cliWorld({ 'manifests/all.yaml': manifest }, { integrations: seed })
  const { out } = await run('export --write --format json --only integration/*')
  const { left, leftAlone, appended } = JSON.parse(out) as Record<string, readonly object[]>
  expect(left).toEqual([])
  expect(appended).toMatchObject([{ resource: 'integration mail' }])
  expect(leftAlone).toMatchObject([{ field: 'identifier' }])
})

test('what a written export leaves has its lines in the new file', async () => {
  const manifest = `${entry('>-\n      a\n      long\n      name')}subscribers:
  - subscriberId: ada
    targets: [Production]
    firstName: \${target:name}
`
  const seed = { ...mail(), subscribers: [ada({ firstName: 'Ada' })] }
  const { run, folder } = await cliWorld({ 'manifests/all.yaml': manifest }, seed)
  const args = '--only integration/mail --only subscriber/ada'
  const { out } = await run(`export --write ${args}`)
  const line =
    readFileSync(join(folder, 'manifests/all.yaml'), 'utf8')
      .split('\n')
      .findIndex((each) => each.includes('firstName')) + 1
  expect(out).toContain(`\n  manifests/all.yaml:${line}  subscriber ada in Production firstName: `)
  expect((await run(`export ${args}`)).out).toContain(`\n  manifests/all.yaml:${line}  subscriber ada`)
})
