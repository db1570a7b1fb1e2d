// Exported subscribers are outside of the manifests, and an include may be optional, so that a clone without the people is complete.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWorld, project } from '../../support/cli-world.ts'

test('a clone that has no exported people is valid, and the printed plan reads them', async () => {
  const { run, folder } = await cliWorld({})
  const exported = await run('export --out manifests --subscribers all -t Production')
  expect([exported.exit, existsSync(join(folder, 'manifests/subscribers.yaml'))]).toEqual([0, false])
  expect(exported.err).toContain('Add the line manifests/.people/ to .gitignore.')
  const next = 'plan -t Production -f manifests/.people -f manifests --secrets=needed'
  expect(exported.out).toContain(`Next: belfry ${next}\n`)
  const planned = await run(next)
  expect([planned.exit, planned.err]).toEqual([0, ''])
  expect(planned.out).toContain('Nothing to send.')
  const all = Number(/(\d+) resources/.exec(planned.out)?.[1])
  rmSync(join(folder, 'manifests/.people'), { recursive: true })
  const clone = await run('plan -t Production --secrets=needed')
  expect([clone.exit, clone.err]).toEqual([0, ''])
  expect(Number(/(\d+) resources/.exec(clone.out)?.[1])).toBeLessThan(all)
})

test.each([
  ['../people', 'Add the line people/.people/ to ../.gitignore.'],
  ['../../elsewhere', "Don't commit the folder ../../elsewhere/.people."],
])(
  'from a subfolder, the line for .gitignore of --out %s is one that git understands',
  async (out, advice) => {
    const { run, folder } = await cliWorld({ 'a/belfry.yaml': project })
    const cwd = join(folder, 'a/sub')
    mkdirSync(cwd)
    const { err } = await run(`export --out ${out} --subscribers all -t Production`, { cwd })
    expect(err).toContain(advice)
  },
)

test.each(['ada@acme.example', 'ada'])(
  'variables of %s: whether .env.example contains an address',
  async (name) => {
    const { run } = await cliWorld(
      {},
      {
        integrations: [
          {
            environment: 'Production',
            identifier: 'slack',
            name: 'Slack',
            providerId: 'slack',
            channel: 'chat',
            active: true,
          },
        ],
        subscribers: [
          {
            environment: 'Production',
            subscriberId: name,
            channels: [
              {
                providerId: 'slack',
                integrationIdentifier: 'slack',
                credentials: { webhookUrl: 'https://hooks.slack.example/made-up' },
              },
            ],
          },
        ],
      },
    )
    const { err, out } = await run('export --out out --subscribers all --channels -t Production')
    expect(out).toContain('out/.env.example')
    expect(
      err.includes("Don't commit out/.env.example either, because it contains IDs of subscribers."),
    ).toBe(name !== 'ada')
  },
)

test('an export of people alone names the folder that has them', async () => {
  const { run } = await cliWorld({})
  const { out } = await run('export --out out --subscribers all --only subscriber/* -t Production')
  expect(out).toContain('Next: belfry plan -t Production -f out/.people --secrets=needed\n')
})

test('the lines of people have no comments, so the fields that are left out are only printed', async () => {
  const { run } = await cliWorld(
    {},
    { subscribers: [{ environment: 'Production', subscriberId: 'ada', email: '' }] },
  )
  const { out } = await run('export --out out --subscribers all --only subscriber/* -t Production')
  expect(out).toContain('\nThese fields were not written:\n  subscriber ada  email: ')
})

test.each([
  ['', true],
  [' --channels', false],
])('subscriber channels of an export%s are only counted: %s', async (args, isLeft) => {
  const { run, folder } = await cliWorld({})
  const { out } = await run(`export --out out --subscribers all -t Production${args}`)
  const lines = readFileSync(join(folder, 'out/.people/subscribers.ndjson'), 'utf8')
  expect([out.includes('channels were not written'), lines.includes('"channels":')]).toEqual([
    isLeft,
    !isLeft,
  ])
})

const include = (more: string) => ({
  'manifests/people.yaml': `subscribers:\n  - { include: people.ndjson${more} }\n  - { subscriberId: eva }\n`,
})

test('an optional include may be missing, and is read if it is there', async () => {
  const missing = await cliWorld(include(', optional: true'))
  const { exit, out, err } = await missing.run('validate')
  expect([exit, err]).toEqual([0, ''])
  expect(out).toBe('Valid. 2 resources for 2 targets in 1 file.\n')
  const there = await cliWorld({
    ...include(', optional: true'),
    'manifests/people.ndjson': '{"subscriberId":"ada"}\n',
  })
  expect((await there.run('validate')).out).toBe('Valid. 4 resources for 2 targets in 2 files.\n')
})

test.each([
  ['', 'does not exist'],
  [', optional: false', 'does not exist'],
  [', optional: maybe', '"optional" must be true or false'],
])('an include%s whose file is missing is an error', async (more, message) => {
  const { run } = await cliWorld(include(more))
  const { exit, err } = await run('validate')
  expect(exit).toBe(3)
  expect(err).toContain(message)
})

test('an optional include can be read no more than others: outside, or no file', async () => {
  const outside = await cliWorld({
    'manifests/people.yaml': 'subscribers:\n  - { include: ../../people.ndjson, optional: true }\n',
  })
  expect((await outside.run('validate')).err).toContain('is outside the folders')
  const folder = await cliWorld({
    'manifests/people.yaml': 'subscribers:\n  - { include: ., optional: true }\n',
  })
  expect((await folder.run('validate')).err).toContain('is not a file')
})

test('integrations have no optional include: without them, an apply could deactivate them', async () => {
  const { run } = await cliWorld({
    'manifests/email.yaml': 'integrations:\n  - { include: email.ndjson, optional: true }\n',
  })
  const { exit, err } = await run('validate')
  expect(exit).toBe(3)
  expect(err).toContain('unknown field "optional" in an include')
})
