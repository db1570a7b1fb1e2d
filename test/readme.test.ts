// README.md says what is so: its commands and manifests exist, and its output is what the program prints.
import { accessSync, constants, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { expectGolden } from './support/golden.ts'
import { commandNames } from './support/program.ts'
import { replay } from './support/replay/replay.ts'

const file = new URL('../README.md', import.meta.url)
const readme = readFileSync(file, 'utf8')

test('the table of commands lists exactly those of --help', () => {
  const [, table = ''] = /^## Commands\n(.*?)^## /ms.exec(readme) ?? []
  const rows = table.match(/^\| (?!For |-).*$/gm) ?? []
  const names = rows.flatMap((row) => [...row.matchAll(/`([a-z]+)`/g)].map(([, name]) => name))
  expect(names.length).toBe(new Set(names).size)
  expect(new Set(names)).toEqual(new Set(commandNames()))
})

describe('what makes belfry different', () => {
  const [, table = ''] = /^What makes belfry different.*?\n\n(.*?)\n\n/ms.exec(readme) ?? []
  const commands = [...table.matchAll(/`(belfry [^`]+)`/g)].map(([, command = '']) => command)

  test('is on the first screen, with a command for each', () => {
    expect(commands).toHaveLength(5)
    expect(readme.slice(0, readme.indexOf(table)).split('\n').length).toBeLessThan(10)
  })

  test.each(commands)('%s runs', async (command) => {
    const project = fileURLToPath(
      new URL(
        command.includes('failover') ? '../examples/failover' : '../examples/quickstart',
        import.meta.url,
      ),
    )
    const before = [
      'git init --quiet --initial-branch=main',
      'git add --all',
      'git -c user.name=a -c user.email=a@example.com commit --quiet --message=Manifests',
      'belfry apply --yes',
    ]
    const { ran } = await replay('', { project }, [...before, command])
    expect(ran.at(-1)).toMatchObject({ line: command, exit: 0 })
  })
})

test('the npm scripts of the page exist', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const named = [...readme.matchAll(/npm (?:run )?(?!run|ci|link|install)([a-z]+)/g)].map(
    ([, name = '']) => name,
  )
  expect(named).toEqual(['demo', 'test'])
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the page fits two screens', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(160)
})

test('`npm link` makes a command of the built file, and a later build leaves it executable', () => {
  expect(readme).toContain('npm link')
  const bin = new URL('../dist/bin.js', import.meta.url)
  expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  if (process.platform !== 'win32') accessSync(bin, constants.X_OK)
})

// `BELFRY_UPDATE=1 npx vitest run test/readme.test.ts` writes what the program prints now into the page.
test('the first manifest is valid, and its commands print what the page shows', async () => {
  const { text, ran } = await replay(readme, {}, ['belfry validate', 'belfry plan'])
  expectGolden({ name: 'README.md', file: fileURLToPath(file) }, text)
  expect(ran.filter(({ out }) => /\bwarning\b/.test(out))).toEqual([])
  expect(ran.filter(({ line }) => /^belfry (?:plan|apply)/.test(line)).length).toBeGreaterThan(2)
})
