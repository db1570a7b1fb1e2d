// The command that a plan ends with does what was shown, wherever that was.
import { expect, test } from 'vitest'
import { cliWorld, keys, people } from '../support/cli-world.ts'

test('the address, the key, the folders and the selection of the plan', async () => {
  const { sandbox, run } = await cliWorld({
    'belfry.yaml': 'manifests: [manifests]\n',
    'manifests/people.yaml': people,
    key: keys.PRODUCTION_KEY,
  })
  const flags = `--url ${sandbox.url} --api-key-file key --file-root .. --only subscriber/*`
  const { exit, out } = await run(`plan ${flags}`, { env: { BELFRY_URL: '' } })
  expect(exit).toBe(0)
  expect(out.trimEnd().split('\n').at(-1)).toBe(
    `Next: belfry apply --url ${sandbox.url} --api-key-file key --file-root .. --only 'subscriber/*'`,
  )
})
