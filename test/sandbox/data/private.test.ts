// The state holds API keys and credentials in clear: only its owner may read it.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStage } from '../../support/sandbox-stage.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test.skipIf(platform() === 'win32')('folder and files are closed to others', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'belfry-private-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const data = join(parent, 'data')
  const stage = await openStage({ data })
  await stage.send('PATCH', '/v2/subscribers/user-0001', { firstName: 'Ann' })
  expect(modeOf(data)).toBe('700')
  const modes = readdirSync(data).map((name) => [name, modeOf(join(data, name))])
  expect(Object.fromEntries(modes)).toEqual({
    'journal-1.ndjson': '600',
    lock: '600',
    'state.ndjson': '600',
  })
  await stage.close()
})
