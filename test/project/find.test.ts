// A project file that can't be read is not called missing: who reads it says why.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProjectFile } from '../../src/project/project.ts'
import { folderWith } from '../support/cli-process.ts'

test('a link that leads to itself counts as a project file, a path through a file does not', () => {
  const folder = folderWith({ file: '' })
  symlinkSync('belfry.yaml', join(folder, 'belfry.yaml'))
  expect(findProjectFile(folder)).toBe(join(folder, 'belfry.yaml'))
  expect(findProjectFile(folder, 'file/belfry.yaml')).toBeUndefined()
})
