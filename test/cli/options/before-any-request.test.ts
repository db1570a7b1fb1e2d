// What is wrong with flags and variables is refused before the service is asked anything, as `exit 1` would show: nothing listens there.
import { expect, test } from 'vitest'
import { folderWith } from '../../support/cli-process.ts'
import { people, project } from '../../support/cli-world.ts'
import { runProgram } from '../../support/cli.ts'

const files = { 'belfry.yaml': project, 'manifests/people.yaml': people, 'a/file': '', 'apply.json': '{}' }
const env = {
  BELFRY_URL: 'http://127.0.0.1:9',
  DEVELOPMENT_KEY: 'a-key-of-a-test',
  PRODUCTION_KEY: 'another-key',
}
const shortKey = { BELFRY_FINGERPRINT_KEY: 'short' }

test.each([
  ['plan --out=', {}, '--out is empty'],
  ['plan --out nowhere/plan.json', {}, "--out nowhere/plan.json can't be written: no such file or folder"],
  ['plan --out manifests', {}, "--out manifests can't be written: the path is a folder, not a file"],
  ['plan --config=', {}, '--config is empty'],
  ['plan --file=', {}, '-f is empty'],
  ['plan --file-root=', {}, '--file-root is empty'],
  ['plan --url=', {}, '--url is empty'],
  ['plan --api-key-file=', {}, '--api-key-file is empty'],
  ['validate --file=', {}, '-f is empty'],
  ['diff a manifests --file-root=', {}, '--file-root is empty'],
  ['apply --yes --journal=', {}, '--journal is empty'],
  ['apply --yes --approved=', {}, '--approved is empty'],
  ['doctor --config=', {}, '--config is empty'],
  ['events list -t Production --config=', {}, '--config is empty'],
  ['trigger welcome --to ada -t Production --api-key-file=', {}, '--api-key-file is empty'],
  ['plan --out plan.json', shortKey, 'BELFRY_FINGERPRINT_KEY has fewer than 16 characters'],
  ['plan', shortKey, 'BELFRY_FINGERPRINT_KEY has fewer than 16 characters'],
  ['apply --yes', shortKey, 'BELFRY_FINGERPRINT_KEY has fewer than 16 characters'],
  ['doctor', shortKey, 'BELFRY_FINGERPRINT_KEY has fewer than 16 characters'],
  ['validate --file-root nowhere', {}, '--file-root nowhere: no such file or folder'],
  ['validate --file-root a/file', {}, '--file-root a/file: the path is not a folder'],
  ['validate', { BELFRY_FILE_ROOTS: 'a:nowhere' }, 'BELFRY_FILE_ROOTS names nowhere: no such file or folder'],
  ['diff a manifests --file-root nowhere', {}, '--file-root nowhere: no such file or folder'],
  ['smoke --file-root nowhere', {}, '--file-root nowhere: no such file or folder'],
  ['doctor --file-root nowhere', {}, '--file-root nowhere: no such file or folder'],
  ['events list -t Production --file-root nowhere', {}, '--file-root nowhere: no such file or folder'],
])('%s %j', async (args, more, message) => {
  const cwd = folderWith(files)
  const { exit, err } = await runProgram(args.split(' '), { cwd, env: { ...env, ...more } })
  expect({ exit, err }).toEqual({ exit: 3, err: expect.stringContaining(message) as string })
})

test('the argument of apply', async () => {
  const said = await runProgram(['apply', ''], { cwd: folderWith(files), env })
  expect(said).toMatchObject({
    exit: 3,
    err: expect.stringContaining('the file name of the saved plan is empty') as string,
  })
})
