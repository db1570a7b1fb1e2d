// `unmanaged: fail` judges the integrations of a target for which no manifest declares any.
import { expect, test } from 'vitest'
import { cliWorld, project, unchanged } from '../../support/cli-world.ts'

test.each([
  ['fail', 4, 'in the service but in no manifest'],
  ['deactivate', 4, 'no manifest declares any integration'],
  ['report', 0, 'No changes'],
])('unmanaged: %s without a declared integration', async (does, exit, words) => {
  const world = await cliWorld({
    'belfry.yaml': project
      .replace(/ {2}Development.*\n/, '')
      .replace(' }\nmanifests', `, unmanaged: ${does} }\nmanifests`),
    'manifests/people.yaml': unchanged,
  })
  const said = await world.run('plan')
  expect([said.exit, `${said.out}${said.err}`]).toEqual([exit, expect.stringContaining(words)])
  expect(world.writes()).toEqual([])
})
