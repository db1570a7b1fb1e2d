// What those who publish packages check: the entries, the types of each way to import them, and the fields of package.json.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPackage, type Installed } from '../support/package.ts'

let packed: Installed

beforeAll(() => {
  packed = installPackage()
})
afterAll(() => rmSync(packed.folder, { recursive: true, force: true }))

test('publint finds nothing', async () => {
  const pkgDir = join(packed.folder, 'node_modules/belfry')
  const { messages } = await publint({ pkgDir, strict: true, pack: false })
  const manifest = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8')) as Record<string, unknown>
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([])
})

test('the types are right for everyone who imports an ES module', async () => {
  const tarball = new Uint8Array(readFileSync(join(packed.folder, packed.filename)))
  const checked = await checkPackage(createPackageFromTarballData(tarball))
  if (checked.types === false) throw new Error('the package has no types')
  // It has no CommonJS, and resolution as before Node 12 knows no entries besides the first.
  const found = checked.problems.filter(
    (problem) => !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
  )
  expect(found).toEqual([])
  expect(Object.keys(checked.entrypoints)).toEqual(expect.arrayContaining(['.', './sandbox']))
})
