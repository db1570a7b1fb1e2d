// `promote` and `log` return the data of the commands, and `promote` changes files only with `write`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { open } from '../../src/index.ts'
import { keys } from '../support/cli-world.ts'
import { thrownBy, worldWith } from './library-world.ts'

const mail = `integrations:
  - identifier: ses-eu
    name: SES
    providerId: ses
    channel: email
    active: false
    targets: [Development]
`

test('promote returns the changes of the manifests, and writes them only with `write`', async () => {
  const other = mail.replace('ses-eu', 'other').replace('Development', 'Production')
  const { folder, project, writes } = await worldWith({
    'manifests/mail.yaml': mail,
    'manifests/other.yaml': other,
  })
  const before = manifestsIn(folder)
  const { files, changes, plan, isWritten } = await project.promote('Development', 'Production', { only: ['integration/ses-eu'] }) // prettier-ignore
  expect(changes).toContainEqual({ resource: 'integration ses-eu', field: 'targets', value: '["Development","Production"]' }) // prettier-ignore
  expect({ isWritten, create: plan?.counts['create'] }).toEqual({ isWritten: false, create: 1 })
  expect(manifestsIn(folder)).toBe(before)
  await project.promote('Development', 'Production', { only: ['integration/ses-eu'], write: true })
  expect(files).toHaveLength(1)
  expect(manifestsIn(folder)).toContain('targets: [Development, Production]')
  expect(writes()).toBe(0)
})

test('log reads the journals that apply wrote', async () => {
  const { folder, sandbox } = await worldWith({ 'manifests/mail.yaml': mail })
  const project = await open({ cwd: folder, env: { BELFRY_URL: sandbox.url, ...keys, USER: 'ada' } })
  await project.apply(await project.plan(), { journal: 'journal.ndjson' })
  const { runs, damaged } = await project.log(['.'], { only: ['integration/*'] })
  expect(runs).toMatchObject([{ by: 'ada', file: 'journal.ndjson', exit: 0, outcomes: [{ name: 'ses-eu', status: 'done' }] }]) // prettier-ignore
  expect(damaged).toEqual([])
})

test.each([
  ['promote', ['Development'], 'to must be a string'],
  ['promote', ['Development', 'Production', { only: [] }], 'only is an empty list'],
  [
    'promote',
    ['Development', 'Production', { only: ['x'], field: ['name'] }],
    'unknown option field; did you mean "fields"?',
  ],
  [
    'promote',
    ['Development', 'Production', { only: ['integration/none'] }],
    'only integration/none matches no resource of target Development',
  ],
  ['log', [], 'files must be a list of strings'],
  ['log', [[]], 'files is an empty list'],
  ['log', [['nowhere']], "nowhere can't be read"],
] as const)('%s is called with %j', async (method, args, message) => {
  const { project } = await worldWith({ 'manifests/mail.yaml': mail })
  const call = project[method] as (...given: unknown[]) => Promise<unknown>
  const error = await thrownBy(() => call(...args))
  expect(error.message).toContain(message)
  expect(error.exit).toBe(3)
})

function manifestsIn(folder: string): string {
  return readFileSync(join(folder, 'manifests/mail.yaml'), 'utf8')
}
