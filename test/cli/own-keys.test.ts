// A change that needs an environment's own API key, from plan to apply: what waits, what is left out, and the exit codes.
import { expect, test } from 'vitest'
import { envelopeIn } from '../support/cli-schemas.ts'
import { cliWorld, project, type CliWorld } from '../support/cli-world.ts'

const environments = `environments:
  - { name: Staging, color: '#ff8800', identifier: staging-app }
`
const people = `subscribers:
  - { subscriberId: ops-oncall, targets: [Production], lastName: Duty }
`
const stagingFirst = project.replace('targets:\n', "targets:\n  Staging: { apiKey: '${env:STAGING_KEY}' }\n")

const open = (file: string): Promise<CliWorld> =>
  cliWorld({ 'belfry.yaml': file, 'manifests/all.yaml': environments + people }, {}, 'novu-2026-09')

const withKey = ({ sandbox }: CliWorld) => ({ env: { STAGING_KEY: sandbox.keys['Staging'] ?? '' } })

test('plan marks the call, apply ends with exit 5, and the next run converges', async () => {
  const world = await open(stagingFirst)
  const plan = await world.run('plan --detailed-exitcode')
  expect(plan.exit).toBe(2)
  expect(plan.out).toContain('. environment Staging (identifier): Staging waits for STAGING_KEY\n')
  expect(plan.out).toContain(
    'Plan: 1 to create, 1 to update, 0 to set primary, 0 to deactivate, 0 unchanged, 1 waiting.',
  )

  const first = await world.run('apply --yes')
  expect(first.exit).toBe(5)
  expect(first.out).toContain(
    'Target Staging still waits: find the API key of target Staging in the dashboard of the service; then set env:STAGING_KEY; then run belfry apply again.\n',
  )
  expect(world.writes()).toEqual(['POST /v1/environments', 'PATCH /v2/subscribers/ops-oncall'])

  const second = await world.run('apply --yes', withKey(world))
  expect(second).toMatchObject({ exit: 0, err: '' })
  expect(second.out).toContain('Verified: a fresh plan is empty (')
  expect((await world.run('plan --detailed-exitcode', withKey(world))).exit).toBe(0)
})

test('without a target of the environment apply ends with exit 0 and a warning, and so does a later plan', async () => {
  const world = await open(project)
  const first = await world.run('apply --yes')
  expect(first.exit).toBe(0)
  expect(first.out).toContain('Applied: 2 done, 0 failed, 0 skipped, 0 unknown.')
  const message = "identifier of environment Staging can't be set: this needs a target with Staging's key"
  expect(first.err).toContain(message)
  const later = await world.run('plan --detailed-exitcode')
  expect(later.exit).toBe(0)
  expect(later.out).toContain("! environment Staging (identifier): needs a target with Staging's key\n")
  expect(later.err).toContain(message)
  expect((await world.run('apply --yes')).exit).toBe(0)
})

test.each([
  [
    'with a target that waits',
    stagingFirst,
    'target Staging waited for its environment when plan.json was made',
  ],
  [
    'without a target',
    project,
    "identifier of environment Staging can't be set: this needs a target with Staging's key",
  ],
])('a saved plan %s has the create and not the second call', async (_, file, warning) => {
  const world = await open(file)
  expect((await world.run('plan --out plan.json')).exit).toBe(0)
  expect((await world.run('show plan.json')).out).toContain('environment Staging (identifier): ')
  const { exit, err } = await world.run('apply plan.json')
  expect({ exit, err }).toMatchObject({ exit: 0, err: expect.stringContaining(warning) as string })
  expect(world.writes()).toEqual(['POST /v1/environments', 'PATCH /v2/subscribers/ops-oncall'])
  const approved = await world.run('apply --approved plan.json', withKey(world))
  expect(approved.exit).toBe(file === project ? 0 : 4)
})

test.each(['json', 'markdown'])('%s names what waits', async (format) => {
  const world = await open(stagingFirst)
  const { out } = await world.run(`plan --format ${format}`)
  if (format === 'json') envelopeIn(out)
  expect(out).toContain(
    format === 'json' ? '"apiKeyFrom": "env:STAGING_KEY"' : 'Staging waits for `STAGING_KEY`',
  )
})
