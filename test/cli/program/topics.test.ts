// Each help fits one screen, and what it names exists: commands, options, topics and environment variables.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { screen } from '../../../src/cli/program/help.ts'
import { isTopic, topicNamed, topicNames } from '../../../src/library/commands/topics.ts'
import { sectionOf, topicText } from '../../../src/cli/topic-text.ts'
import { belfry } from '../../support/cli-process.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { optionNames, program } from '../../support/program.ts'

function typed(...args: readonly string[]): Promise<Said> {
  return runProgram(args, { cwd: import.meta.dirname })
}

/** The words of each command and of each group. */
function pathsIn(command: Command, words: readonly string[]): readonly (readonly string[])[] {
  return [
    words,
    ...command.commands
      .filter((each) => each.name() !== 'help')
      .flatMap((each) => pathsIn(each, [...words, each.name()])),
  ]
}

const paths = pathsIn(program(), [])
const helps = await Promise.all(
  paths.map(async (words) => [words, (await typed(...words, '--help')).out] as const),
)
const texts = [
  ...helps.map(([words, text]) => [`belfry ${words.join(' ')} --help`, text] as const),
  ...topicNames.map((name) => [`belfry help ${name}`, topicText(name, 80)] as const),
]

test('there is something to look at', () => {
  expect(paths.length).toBeGreaterThan(20)
  expect(topicNames.length).toBeGreaterThan(8)
})

test.each(helps.map(([words, text]) => [words.join(' '), text] as const))(
  'belfry help %s prints the same as --help',
  async (words, out) => {
    const args = words.split(' ').filter((word) => word !== '')
    expect(await typed('help', ...args)).toEqual({ exit: 0, out, err: '' })
  },
)

test.each(texts)('%s fits 80 columns', (_, text) => {
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test.each(helps.map(([words, text]) => [words.join(' '), text] as const))(
  'the help of "%s" fits a screen of 50 lines',
  (_, text) => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(screen)
  },
)

test.each(texts)('the topics and options that %s names exist', (_, text) => {
  const topics = [...text.matchAll(/belfry help ([a-z-]+)/g)].map(([, name = '']) => name)
  expect(topics.filter((name) => !(topicNames as readonly string[]).includes(name))).toEqual([])
  const options = text.match(/(?<![\w-])--?[a-zA-Z][a-z-]*/g) ?? []
  const foreign = new Set(['-hex', '--env-file'])
  const all = optionNames()
  expect(options.filter((name) => !all.has(name) && !foreign.has(name))).toEqual([])
})

test.each(helps.map(([words, text]) => [words.join(' '), text] as const))(
  'options that the help of "%s" only names are described in the topic of their group',
  (_, text) => {
    const groups = [...text.matchAll(/^[A-Z][a-z ]+ \(belfry help ([a-z-]+)\):\n((?: {2}.*\n)+)/gm)]
    const missing = groups.flatMap(([, topic = '', list = '']) =>
      (list.match(/--[a-z-]+/g) ?? []).filter(
        (option) => option !== '--help' && !new RegExp(`${option}(?![\\w-])`).test(textOf(topic)),
      ),
    )
    expect(missing).toEqual([])
  },
)

function textOf(topic: string): string {
  return isTopic(topic) ? topicText(topic, 80) : ''
}

describe.each(helps.filter(([words]) => words.length > 0))('the help of %s', (words, text) => {
  const examples = text
    .slice(text.search(/^Examples:$/m))
    .replace(/\n\n.*/s, '')
    .split('\n')
    .filter((line) => line.startsWith('  belfry '))
    .map((line) => line.trim())

  test('lists every option, and ends with topics', () => {
    const command = words.reduce<Command>(
      (within, name) => within.commands.find((each) => each.name() === name) ?? within,
      program(),
    )
    const missing = command.options.filter(({ long }) => !new RegExp(`${long}(?![\\w-])`).test(text))
    expect(missing.map(({ long }) => long)).toEqual([])
    expect(text).toMatch(/^More: belfry help [a-z-]+(?:,\s+belfry help [a-z-]+)*\n$(?![\s\S])/m)
    expect(text).not.toContain('Options:\n  -h')
  })

  test('has two or three examples of this command, which the program accepts', async () => {
    expect([2, 3]).toContain(examples.length)
    expect(examples.filter((example) => !example.startsWith(`belfry ${words.join(' ')}`))).toEqual([])
    for (const example of examples) expect(await commandsRunBy(example)).toHaveLength(1)
  })
})

test('the program accepts each command line in a block of code of a topic', async () => {
  const pages = topicNames.map((name) => {
    const { page, heading } = topicNamed(name)
    return sectionOf(readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8'), heading)
  })
  const code = pages.flatMap((page) => page.match(/^```[^]*?^```/gm) ?? []).join('\n')
  const lines = code.match(/^belfry .*/gm) ?? []
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(await commandsRunBy(line)).toHaveLength(1)
})

/** The names of the commands that would run; rejects if an option or an argument is invalid. */
async function commandsRunBy(line: string): Promise<readonly string[]> {
  const ran: string[] = []
  const parsed = program()
  const hear = (command: Command): void => {
    command.exitOverride().action(() => void ran.push(command.name()))
    command.commands.forEach(hear)
  }
  parsed.commands.forEach(hear)
  await parsed.parseAsync(wordsOf(line).slice(1), { from: 'user' })
  return ran
}

/** As a shell splits it. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

describe('belfry help', () => {
  test.each(topicNames)('%s', async (name) => {
    expect(await typed('help', name)).toEqual({ exit: 0, out: topicText(name, 80), err: '' })
  })

  test('lists commands and topics', async () => {
    const { exit, out } = await typed('help')
    expect(exit).toBe(0)
    for (const name of [...topicNames, 'plan', 'doctor']) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
  })

  test('there is one of a command in a group', () => {
    const [, text] = helps.find(([words]) => words.join(' ') === 'get subscribers') ?? []
    expect(text).toContain('Usage: belfry get subscribers')
  })

  test.each([
    ['target', 'belfry: unknown command or topic "target"\nDid you mean targets?\n'],
    ['plna', 'belfry: unknown command or topic "plna"\nDid you mean plan?\n'],
  ])('of %s, which there is not', async (name, err) => {
    expect(await typed('help', name)).toEqual({ exit: 3, out: '', err })
  })

  test('of a word with an answer of its own: the answer, then what the manual says', async () => {
    const { exit, out } = await typed('help', 'workflows')
    expect(exit).toBe(0)
    expect(out).toMatch(/^belfry manages environments, integrations and subscribers\.\n\n/)
    expect(out).toContain('docs/')
  })

  test('in the built program too', async () => {
    expect(await belfry(['help', 'exit-codes'])).toMatchObject({ exit: 0, out: topicText('exit-codes', 80) })
  })
})

test('the topic environment has every variable that the code reads', () => {
  const src = fileURLToPath(new URL('../../../src/', import.meta.url))
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const read = files
    .filter((name) => !name.replaceAll('\\', '/').startsWith('library/commands/row.ts'))
    // A list of names that may not be read.
    .filter((name) => !name.endsWith('forbidden-variables.ts'))
    .flatMap((name) => [
      ...readFileSync(`${src}${name}`, 'utf8').matchAll(
        /env\['([A-Z_]+)'\]|'((?:BELFRY|GITHUB|CI|NODE|LC)_[A-Z_]+|[A-Z]+_PROXY|(?:NO|FORCE)_COLOR)'/g,
      ),
    ])
    .map(([, bracketed, quoted]) => bracketed ?? quoted ?? '')
  const named = new Set(read)
  expect(named.size).toBeGreaterThan(25)
  const environment = topicText('environment', 80)
  expect([...named].filter((name) => !new RegExp(`\\b${name}\\b`).test(environment))).toEqual([])
  // And those that a help names.
  const inHelps = helps.flatMap(
    ([, text]) => /^Environment: ([^;]*?)(?:;|^More|\n\S)/ms.exec(text)?.[1]?.match(/[A-Z_]{2,}/g) ?? [],
  )
  expect(inHelps.filter((name) => !new RegExp(`\\b${name}\\b`).test(environment))).toEqual([])
})
