// Every command line that a message of the program names is one that the program takes.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Command } from 'commander'
import { build } from '../../src/cli/program.ts'
import { commandIn } from '../../src/cli/mistake.ts'
import { processIo } from '../../src/cli/io.ts'

const src = fileURLToPath(new URL('../../src/', import.meta.url))
const program = build([], processIo(), () => undefined)
const commands = program.commands.map((command) => command.name())
/** `belfry plan --out FILE` in a string of the code, not in a comment. */
const named = new RegExp(`belfry (?:${commands.join('|')})\\b[^'"\`;,:()\\n]*`, 'g')

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const lines = files.flatMap((file) =>
  readFileSync(`${src}${file}`, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
    .flatMap((line) => [...line.matchAll(named)].map(([found]): [string, string] => [found.trim(), file])),
)

test('there are many', () => {
  expect(lines.length).toBeGreaterThan(30)
})

test.each(lines)('%s (%s)', (line) => {
  // `${where}` stands for options, and `or` begins another command line.
  const words = line
    .replaceAll(/\$\{.*?\}/g, ' ')
    .replace(/ or belfry .*/, '')
    .trim()
    .split(/\s+/)
    .slice(1)
  const command = commandIn(words, program)
  const options = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.replace(/[=.].*$/, ''))
  expect(options.filter((option) => !takes(command, option))).toEqual([])
})

function takes(command: Command, option: string): boolean {
  return option === '--help' || command.options.some(({ long, short }) => option === long || option === short)
}
