// The way in, as docs/adopting.md shows it: from an empty folder to a green plan, on a service that has been in use for years.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createSandbox, virtualClock } from '../src/sandbox/index.ts'
import { adoptingSeed, keys } from './support/adopting-seed.ts'
import { runProgram } from './support/cli.ts'
import { expectGolden } from './support/golden.ts'

const page = fileURLToPath(new URL('../docs/adopting.md', import.meta.url))
const blocks = /^```console\n\$ belfry ([^\n]*)\n(.*?)^```$/gms

const env = Object.fromEntries(
  Object.entries(keys).map(([name, key]) => [`BELFRY_${name.toUpperCase()}_API_KEY`, key]),
)

// `BELFRY_UPDATE=1 npx vitest run test/adopting.test.ts` writes what the program prints now into the page.
test('the commands of the page lead to an empty plan, and print what it shows', async () => {
  const sandbox = await createSandbox({ clock: virtualClock(), seed: adoptingSeed })
  const folder = mkdtempSync(join(tmpdir(), 'belfry-adopting-'))
  try {
    const text = readFileSync(page, 'utf8')
    const commands: string[] = []
    let fresh = ''
    let from = 0
    let exit = 0
    for (const block of text.matchAll(blocks)) {
      const [whole, command = ''] = block
      commands.push(command)
      let now = 0
      const words = command.replace('http://127.0.0.1:4111', sandbox.url).split(' ')
      const io = { clock: () => (now += 10) }
      const said = await runProgram(words, { cwd: folder, env, io })
      exit = said.exit
      expect({ command, exit, err: said.err }).toEqual({ command, exit: 0, err: '' })
      const printed = said.out
        .replaceAll(sandbox.url, 'http://127.0.0.1:4111')
        .replaceAll(/(?<=, )\d+(?:\.\d+)? m?s$/gm, '0.5 s')
      fresh += `${text.slice(from, block.index)}\`\`\`console\n$ belfry ${command}\n${printed}\`\`\``
      from = block.index + whole.length
    }
    expectGolden({ name: 'docs/adopting.md', file: page }, `${fresh}${text.slice(from)}`)
    expect(commands.length).toBeLessThanOrEqual(5)
    const last = await runProgram(['plan', '--secrets=defer', '--detailed-exitcode'], { cwd: folder, env })
    expect({ exit: last.exit, command: commands.at(-1) }).toEqual({
      exit: 0,
      command: 'plan --secrets=defer',
    })
  } finally {
    rmSync(folder, { recursive: true })
    await sandbox.close()
  }
})
