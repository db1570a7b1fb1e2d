// A file that holds an API key is no value, under whatever name a reference reaches it.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { loadManifests } from '../../../src/manifest/load-manifests.ts'
import { loadProject } from '../../../src/project/load-project.ts'
import type { Settings } from '../../../src/project/project.ts'
import { folderWith } from '../../support/cli-process.ts'
import { settingsIn } from '../load-files.ts'

const project = (file: string): string => `service: { url: sandbox }
targets:
  One: { apiKey: '\${file:${file}}' }
  Two: { apiKey: '\${env:TWO_KEY}' }
manifests: [manifests]
`

/** `folder/linked` is a link to `keys`, and `link.txt` one to `keys/one.txt`. */
async function rulesFor(
  reference: string,
  key: string,
  settings: (folder: string) => Partial<Settings> = () => ({}),
) {
  const folder = folderWith({
    'belfry.yaml': project(key),
    'keys/one.txt': 'key-of-one\n',
    'keys/other.txt': 'no key\n',
    'manifests/a.yaml': `subscribers: [{ subscriberId: ada, targets: [Two], firstName: '\${file:${reference}}' }]\n`,
  })
  symlinkSync('keys/one.txt', join(folder, 'link.txt'))
  symlinkSync('link.txt', join(folder, 'second.txt'))
  symlinkSync('keys', join(folder, 'linked'))
  const read = await loadProject(settingsIn(folder, { env: { TWO_KEY: 'key-of-two' }, ...settings(folder) }))
  if (read.project === undefined) throw new Error(read.problems.map(({ message }) => message).join('; '))
  const { problems } = await loadManifests(read.project, registry)
  return problems.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)
}

describe.each(['offline', 'live'] as const)('%s', (need) => {
  test.each([
    ['the file itself', 'keys/one.txt', 'keys/one.txt'],
    ['the file by a longer way', './keys/../keys/one.txt', 'keys/one.txt'],
    ['a link to it', 'link.txt', 'keys/one.txt'],
    ['a link to a link to it', 'second.txt', 'keys/one.txt'],
    ['a linked folder', 'linked/one.txt', 'keys/one.txt'],
    ['the file, where the key is read through a link', 'keys/one.txt', 'link.txt'],
    ['another link, where the key is read through a link', 'linked/one.txt', 'second.txt'],
  ])('%s is refused', async (_, reference, key) => {
    expect(await rulesFor(reference, key, () => ({ need }))).toEqual(['forbidden-reference'])
  })

  test.each(['keys/one.txt', 'link.txt', 'linked/one.txt'])(
    '%s of --api-key-file is refused',
    async (reference) => {
      const settings = { need, apiKey: Secret.of('key-of-one', 'file:keys/one.txt') }
      expect(await rulesFor(reference, 'keys/other.txt', () => settings)).toEqual(['forbidden-reference'])
    },
  )

  test('a file beside it is a value', async () => {
    expect(await rulesFor('linked/other.txt', 'keys/one.txt', () => ({ need }))).toEqual([])
  })
})
