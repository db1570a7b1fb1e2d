// belfry export --write where users made another integration primary: the field moves, and no other line changes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Seed } from '../../../src/sandbox/index.ts'
import { cliWorld, project } from '../../support/cli-world.ts'

const file = 'manifests/email.yaml'
const fields = { providerId: 'sendgrid', channel: 'email', name: 'Mail', active: true } as const

/** The primary integrations of Production; Development has `old` only, which is its primary one. */
const seed = (...primaries: readonly string[]): Seed => ({
  integrations: [
    { environment: 'Development', identifier: 'old', ...fields, primary: true },
    ...['old', 'new'].map((identifier) => ({
      environment: 'Production',
      identifier,
      ...fields,
      primary: primaries.includes(identifier),
    })),
  ],
})
const rest = 'name: Mail\n    providerId: sendgrid\n    channel: email\n'
const fresh = (more = '') =>
  `  - identifier: new\n    targets: [Production]\n    ${rest}${more}  # The end.\n`
const moved = fresh('    primary: true\n')

async function exported(before: string, shown: Seed, options = '') {
  const world = await cliWorld(
    { [file]: `integrations:\n${before}`, 'belfry.yaml': `${project}variables: { main: true }\n` },
    shown,
  )
  const { exit, out, err } = await world.run(`export --write --exclude environment/* ${options}`.trim())
  expect([exit, err]).toEqual([0, ''])
  const text = readFileSync(join(world.folder, file), 'utf8').replace('integrations:\n', '')
  const planned = await world.run('plan --detailed-exitcode --only integration/old --only integration/new')
  return { out, text, isEmpty: planned.exit === 0 }
}

const ofProduction = '    targets: [Production]\n'
const start = `  - identifier: old # first\n${ofProduction}`
test.each([
  ['at the end', `${start}    ${rest}    primary: true\n`, `${start}    ${rest}`],
  ['with a comment', `${start}    primary: true # by contract\n    ${rest}`, `${start}    # by contract\n    ${rest}`],
  ['between others', `${start}    primary:  true\n\n    ${rest}`, `${start}\n    ${rest}`],
  ['first, with a comment', `  - primary: true # by contract\n    identifier: old\n${ofProduction}    ${rest}`, `  - # by contract\n    identifier: old\n${ofProduction}    ${rest}`],
  ['first, above a comment', `  - primary: true\n    # by contract\n    identifier: old\n${ofProduction}    ${rest}`, `  - # by contract\n    identifier: old\n${ofProduction}    ${rest}`],
  ['in several lines of a flow map, with a comment', `  - { identifier: old, targets: [Production],\n      primary: true, # by contract\n      name: Mail, providerId: sendgrid, channel: email }\n`, `  - { identifier: old, targets: [Production],\n      # by contract\n      name: Mail, providerId: sendgrid, channel: email }\n`],
  ['first', `  - primary: true\n    identifier: old\n${ofProduction}    ${rest}`, `  - identifier: old\n${ofProduction}    ${rest}`],
  ['in one line', `  - { primary: true, identifier: old, targets: [Production], name: Mail, providerId: sendgrid, channel: email }\n`, `  - { identifier: old, targets: [Production], name: Mail, providerId: sendgrid, channel: email }\n`],
  ['last in one line', `  - { identifier: old, targets: [Production], name: Mail, providerId: sendgrid, channel: email, primary: true }\n`, `  - { identifier: old, targets: [Production], name: Mail, providerId: sendgrid, channel: email }\n`],
  ['of one target', `${start}    ${rest}    perTarget:\n      Production:\n        primary: true\n`, `${start}    ${rest}    perTarget:\n      Production: {}\n`],
])('primary: true moves from an entry that has it %s', async (_, old, expected) => {
  const { text, isEmpty } = await exported(old + fresh(), seed('new'), '-t Production')
  expect(text).toBe(expected + moved)
  expect(isEmpty).toBe(true)
}) // prettier-ignore

const shared = (more = '') => `  - identifier: old\n    ${rest}${more}`

test('an entry of two targets keeps it for the one that shows it', async () => {
  const { text, isEmpty } = await exported(shared('    primary: true\n') + fresh(), seed('new'))
  expect(text).toBe(shared('    perTarget:\n      Development:\n        primary: true\n') + moved)
  expect(isEmpty).toBe(true)
})

test('no other becomes primary in the manifests if the service has none', async () => {
  const { text, isEmpty } = await exported(shared('    primary: true\n') + fresh(), seed())
  expect(text).toBe(shared('    perTarget:\n      Development:\n        primary: true\n') + fresh())
  expect(isEmpty).toBe(true)
})

test.each([
  ['it comes from a reference', `${start}    ${rest}    primary: "\${var:main}"\n`, ['new'], '', 'the value is a reference'],
  ['a comment is in a map of a target without other values', `${start}    ${rest}    perTarget:\n      Production:\n        primary: true # by contract\n`, ['new'], '', 'the value contains a comment'],
  ['it has an anchor', `${start}    ${rest}    primary: &main true\n`, ['new'], '', 'the value is written with an anchor'],
  ['two are primary in the service', `${start}    ${rest}    primary: true\n`, ['old', 'new'], '', 'several resources in the service have this value'],
  ['the new one is not selected', `${start}    ${rest}    primary: true\n`, ['new'], '--only integration/new', 'need no change'],
])('it stays if %s', async (_, old, primaries, options, says) => {
  const { text, out } = await exported(old + fresh(), seed(...primaries), `-t Production ${options}`.trim())
  expect(text).toBe(old + fresh())
  expect(out).toContain(says)
}) // prettier-ignore

test('a failover is no edit: the standby of the manifests is not made the declared primary', async () => {
  const before = `${start}    ${rest}    primary: true\n${fresh('    standby: 1\n')}`
  const { text, out } = await exported(before, seed('new'), '-t Production')
  expect(text).toBe(before)
  expect(out).toContain('need no change')
})

test('a map of a target that held nothing else takes what is written for the target', async () => {
  const before = shared('    perTarget: { Production: { primary: true } }\n') + fresh()
  const { integrations = [] } = seed('new')
  const named = integrations.map((each) =>
    each.environment === 'Production' && each.identifier === 'old' ? { ...each, name: 'Old' } : each,
  )
  const { text, isEmpty } = await exported(before, { integrations: named })
  expect(text).toBe(shared('    perTarget: { Production: {name: Old} }\n') + moved)
  expect(isEmpty).toBe(true)
})

test('the manifests get the other edits of an inactive integration that someone made primary', async () => {
  const [first, old, fresher] = seed('new').integrations ?? []
  const edited = { ...fresher, name: 'Renamed', active: false } as NonNullable<typeof fresher>
  const shown = { integrations: [first, old, edited].filter((each) => each !== undefined) }
  const { text, out } = await exported(
    `${start}    ${rest}    active: true\n    primary: true\n${fresh('    active: true\n')}`,
    shown,
    '-t Production',
  )
  expect(text).toBe(
    `${start}    ${rest}    active: true\n${fresh('    active: false\n').replace('name: Mail', 'name: Renamed')}`,
  )
  expect(out).toContain('would not be valid with the value from the service')
})

test('a new folder says why no integration is primary if several are', async () => {
  const world = await cliWorld({}, seed('old', 'new'))
  const { exit, out } = await world.run('export --out out --only integration/old --only integration/new')
  expect(exit).toBe(0)
  const why = 'primary: several integrations of the same channel in Production have this value'
  expect(out.match(/integration \w+ +primary: .*/g)?.map((line) => line.replace(/ +/g, ' '))).toEqual([
    `integration old ${why}`,
    `integration new ${why}`,
  ])
  const text = readFileSync(join(world.folder, 'out/integrations.yaml'), 'utf8')
  expect(text.split(`# ${why}\n`)).toHaveLength(3)
  // Development has one primary, which is written.
  expect(text).toContain('perTarget:\n      Development:\n        primary: true\n')
})
