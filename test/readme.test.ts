// The README says what is so: its commands, flags and manifests exist, and its output is what the program prints.
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { parseDocument } from 'yaml'
import { expect, test } from 'vitest'
import { runProgram } from './support/cli.ts'
import { expectGolden } from './support/golden.ts'
import { replay } from './support/replay/replay.ts'
import { commandNames } from './support/program.ts'

const file = new URL('../README.md', import.meta.url)
const readme = readFileSync(file, 'utf8')
const examples = new URL('../examples/', import.meta.url)
const quickstart = new URL('quickstart/', examples)

test('the table of commands lists exactly those of --help', () => {
  const rows = [...readme.matchAll(/^\| `belfry ([a-z]+)`/gm)].map(([, name]) => name)
  expect(new Set(rows)).toEqual(new Set(commandNames()))
  expect(new Set(rows).size).toBe(rows.length)
})

test('`npm link` makes a command of the built file, and a later build leaves it executable', () => {
  expect(readme).toContain('npm link')
  const bin = new URL('../dist/bin.js', import.meta.url)
  expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  if (process.platform !== 'win32') accessSync(bin, constants.X_OK)
})

test('the first manifest is valid, and its first plan has no warnings', async () => {
  const blocks = [...readme.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'belfry-readme-'))
  try {
    mkdirSync(join(folder, 'manifests'))
    for (const [index, text] of blocks.entries()) {
      const isProject = parseDocument(text).has('service')
      writeFileSync(join(folder, isProject ? 'belfry.yaml' : `manifests/${index}.yaml`), text)
    }
    expect(await runProgram(['validate'], { cwd: folder })).toMatchObject({ exit: 0, err: '' })
    expect(blocks).toHaveLength(2)
    // Warnings come before the first request, so it doesn't matter that no sandbox answers.
    const [, assignment = '', line = ''] = /`(\w+=\S+) belfry (plan)`/.exec(readme) ?? []
    const said = await runProgram([line], { cwd: folder, env: parseEnv(assignment), pass: () => undefined })
    expect(said.err).not.toContain('warning')
    expect([0, 1]).toContain(said.exit)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// `BELFRY_UPDATE=1 npx vitest run test/readme.test.ts` writes what the program prints now into the page.
test('the commands run, and print what the page shows', async () => {
  const { text } = await replay(readme, { project: fileURLToPath(quickstart) })
  expectGolden({ name: 'README.md', file: fileURLToPath(file) }, text)
})
