// How a version is made: files in .changeset become its number and a section of CHANGELOG.md, without any address.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const changesets = join(root, 'node_modules/@changesets/cli/bin.js')
const changed = "---\n'belfry': minor\n---\n\n`belfry plan` counts the changes of the bells.\n"

let folder: string

/** What a release reads, in a folder of its own, with a version that no other package has. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-release-'))
  mkdirSync(join(folder, '.changeset'))
  cpSync(join(root, '.changeset/config.json'), join(folder, '.changeset/config.json'))
  for (const file of ['package.json', 'package-lock.json']) {
    const text = readFileSync(join(root, file), 'utf8')
    const { version } = JSON.parse(text) as { readonly version: string }
    // Of the project, which comes first; in the lockfile twice.
    const head = text.slice(0, 400).replaceAll(`"version": "${version}"`, '"version": "901.2.3"')
    writeFileSync(join(folder, file), head + text.slice(400))
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a release takes its number from the changesets, and describes them in CHANGELOG.md', () => {
  writeFileSync(join(folder, 'CHANGELOG.md'), '# belfry\n\n## 901.2.3\n\n### Patch Changes\n\n- Older.\n')
  writeFileSync(join(folder, '.changeset/bells.md'), changed)
  const before = ['package.json', 'package-lock.json'].map((file) => readFileSync(join(folder, file), 'utf8'))
  execFileSync(process.execPath, [join(root, 'scripts/version.mjs')], { cwd: folder })
  const after = ['package.json', 'package-lock.json'].map((file) => readFileSync(join(folder, file), 'utf8'))

  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toBe(
    '# belfry\n\n## 901.3.0\n\n### Minor Changes\n\n- `belfry plan` counts the changes of the bells.\n\n## 901.2.3\n\n### Patch Changes\n\n- Older.\n',
  )
  expect(existsSync(join(folder, '.changeset/bells.md'))).toBe(false)
  // Nothing but the number.
  expect(after).toEqual(before.map((text) => text.replaceAll('"901.2.3"', '"901.3.0"')))
})

test('every pending changeset can be released', () => {
  cpSync(join(root, '.changeset'), join(folder, '.changeset'), { recursive: true })
  execFileSync(process.execPath, [changesets, 'version'], { cwd: folder })
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})

describe('CI asks for a changeset', () => {
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
    })
  const commit = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
    git('add', '--all')
    git('commit', '--quiet', '--message', path)
  }
  const status = (): number | null =>
    spawnSync(process.execPath, [changesets, 'status', '--since=main'], { cwd: folder }).status

  beforeEach(() => {
    git('init', '--quiet', '--initial-branch=main')
    commit('src/bin.ts', '')
    git('switch', '--quiet', '--create', 'topic')
  })

  test.each(['docs/smoke.md', 'test/bin.test.ts', 'src/service/package.ts'])('not for %s', (path) => {
    commit(path, '// changed\n')
    expect(status()).toBe(0)
  })

  test('for src, until there is one; an empty one will do', () => {
    commit('src/bin.ts', '// changed\n')
    expect(status()).toBe(1)
    commit('.changeset/bells.md', '---\n---\n')
    expect(status()).toBe(0)
  })
})

test('the notes of a release are its section of CHANGELOG.md', () => {
  const { jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as {
    readonly jobs: { readonly pack: { readonly steps: readonly { name?: string; run?: string }[] } }
  }
  const { run = '' } = jobs.pack.steps.find(({ name }) => name === 'The notes of the release') ?? {}
  writeFileSync(join(folder, 'CHANGELOG.md'), '# belfry\n\n## 1.3.0\n\n- New.\n\n## 1.2.3\n\n- Older.\n')
  const notesOf = (tag: string): string => {
    execFileSync('bash', ['-euo', 'pipefail', '-c', run], {
      cwd: folder,
      env: { ...process.env, GITHUB_REF_NAME: tag },
    })
    return readFileSync(join(folder, 'notes.md'), 'utf8')
  }
  expect(notesOf('v1.3.0')).toBe('\n- New.\n\n')
  expect(notesOf('v1.2.3')).toBe('\n- Older.\n')
})
