// Conditions that a release stores and doesn't compare: plan, doctor and audit say so where the replies show the release.
import { expect, test } from 'vitest'
import { cliWorld, project } from '../../support/cli-world.ts'
import type { ProfileName, Seed } from '../../../src/sandbox/index.ts'

const environment = 'Production'
const source = { subscriber: 'locale', payload: 'tier', tenant: 'identifier' }
const conditionsOn = (sources: readonly (keyof typeof source)[]): object[] => [
  {
    isNegated: false,
    type: 'GROUP',
    value: 'OR',
    children: sources.map((on) => ({ on, field: source[on], operator: 'EQUAL', value: 'x' })),
  },
]

async function say(profile: ProfileName, sources: readonly (keyof typeof source)[], seed?: Seed) {
  const integration = {
    identifier: 'ses-eu',
    name: 'ses-eu',
    providerId: 'ses',
    channel: 'email',
    active: true,
    credentials: {
      apiKey: '${env:KEY}',
      secretKey: '${env:KEY}',
      region: 'eu',
      from: 'a@acme.example',
      senderName: 'A',
    },
    conditions: conditionsOn(sources),
  }
  const world = await cliWorld(
    {
      'belfry.yaml': project.replace(/ {2}Development.*\n/, ''),
      'manifests/email.yaml': JSON.stringify({ integrations: [integration] }),
    },
    seed,
    profile,
  )
  const more = { env: { ...world.env, KEY: 'key-of-ses-0123456789' } }
  const said = async (command: string): Promise<string> => {
    const { out, err } = await world.run(command, more)
    return `${out}${err}`.replaceAll(/\s+/g, ' ')
  }
  return { said, world, more }
}

const idle = (words: string): string => `conditions on ${words} have no effect on this release`

test.each<[string, ProfileName, readonly (keyof typeof source)[], string]>([
  ['on the subscriber', 'novu-2026-04', ['subscriber'], 'subscriber'],
  ['on the payload', 'novu-2026-04', ['payload'], 'payload'],
  [
    'on both beside the tenant',
    'novu-2026-04',
    ['subscriber', 'tenant', 'payload'],
    'subscriber and payload',
  ],
])('plan, doctor and audit: conditions %s have no effect', async (_, profile, sources, words) => {
  const { said, world, more } = await say(profile, sources)
  expect(await said('plan')).toContain(idle(words))
  expect(await world.run('apply --yes', more)).toMatchObject({ exit: 0 })
  for (const command of ['doctor', 'audit']) expect(await said(command)).toContain(idle(words))
})

test.each<[string, ProfileName, readonly (keyof typeof source)[]]>([
  ['on the tenant', 'novu-2026-04', ['tenant']],
  ['if the contract says nothing of it', 'contract', ['subscriber']],
  ['in a release that has rules', 'novu-2026-09', ['subscriber']],
])('nothing is said of conditions %s', async (_, profile, sources) => {
  const { said, world, more } = await say(profile, sources)
  for (const command of ['validate', 'plan']) expect(await said(command)).not.toContain('no effect')
  expect(await said('validate')).not.toContain('unknown-condition-source')
  expect(await world.run('apply --yes', more)).toMatchObject({ exit: 0 })
  for (const command of ['doctor', 'audit']) expect(await said(command)).not.toContain('no effect')
})

const row = { environment, channel: 'email' as const, active: true }

test('integrations of other environments show the release, too, if no integration has credentials', async () => {
  const { said } = await say('novu-2026-04', ['subscriber'], {
    integrations: [
      { ...row, identifier: 'one', providerId: 'ses', environment: 'Development' },
      { ...row, identifier: 'two', providerId: 'ses' },
    ],
  })
  expect(await said('plan')).toContain(idle('subscriber'))
})

test.each<[readonly (keyof typeof source)[], boolean]>([
  [['subscriber'], true],
  [['tenant'], false],
  [['subscriber', 'tenant'], false],
])('an audit: an integration with conditions on %s is unused: %s', async (sources, isUnused) => {
  const { said, world, more } = await say('novu-2026-04', sources)
  await world.run('apply --yes', more)
  expect((await said('audit')).includes('integration ses-eu is active, but it is not the primary')).toBe(
    isUnused,
  )
})
