// An environment whose name is the key: what refuses it says so without the key, and as no bug.
import { expect, test } from 'vitest'
import { developmentApiKey, productionApiKey } from '../../../src/sandbox/index.ts'
import { cliWorld, people } from '../../support/cli-world.ts'

test.each([
  ['doctor', 3],
  ['doctor --format json', 3],
  ['plan', 4],
  ['apply --yes', 4],
  ['trigger welcome --to ops', 4],
])('%s', async (command, code) => {
  const world = await cliWorld(
    { 'manifests/people.yaml': people },
    {
      environments: [
        { name: 'Development', apiKey: developmentApiKey },
        { name: `Key ${productionApiKey}`, apiKey: productionApiKey },
      ],
    },
  )
  const { exit, out, err } = await world.run(`${command} -t Production`)
  expect(exit).toBe(code)
  expect(out + err).toContain('belongs to environment Key (secret env:PRODUCTION_KEY)')
  expect(out + err).not.toContain(productionApiKey)
})
