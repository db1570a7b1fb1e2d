// Projects and services that differ in many ways: the whole text of several commands for each. BELFRY_UPDATE=1 updates the texts.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, productionApiKey } from '../../src/sandbox/index.ts'
import { runProgram } from '../support/cli.ts'
import { expectText, folderOf, textOf, worlds, type Case } from '../support/cli-cases.ts'

test('there are some', () => {
  expect(worlds.length).toBeGreaterThan(5)
})

describe.each(worlds)('$name', (each) => {
  test('says what is expected, and writes nothing to the service', async () => {
    const texts: string[] = []
    for (const command of each.commands) texts.push(await saidTo(each, command))
    const text = texts.join('')
    expectText(each, text)
    // Each secret of the worlds has this word in it.
    expect(text).not.toContain('canary')
  })
})

/** Each command has the files and the service to itself. */
async function saidTo(world: Case, command: readonly string[]): Promise<string> {
  const sandbox = await createSandbox({ seed: world.seed ?? {}, profile: world.profile })
  onTestFinished(() => sandbox.close())
  const cwd = folderOf(world)
  const env = { BELFRY_URL: sandbox.url, PRODUCTION_KEY: productionApiKey, ...world.env }
  const said = textOf(await runProgram(command, { cwd, env }))
  expect(sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([])
  return `$ belfry ${command.join(' ')}\n${said.replaceAll(sandbox.url, '{sandbox}')}${writtenIn(cwd, world)}`
}

/** What the command wrote, without the journal. */
function writtenIn(folder: string, { files }: Case): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.belfry') && statSync(join(folder, path)).isFile())
    .toSorted()
    .flatMap((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      const before = files.find((file) => file.path === path)?.content.toString()
      return before === text ? [] : [`> ${path}\n${text}`]
    })
    .join('')
}
