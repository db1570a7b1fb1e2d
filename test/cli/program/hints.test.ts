// Every command that a message of the program names is run as it stands there: the program takes it.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Command } from 'commander'
import { build } from '../../../src/cli/program/program.ts'
import { processIo } from '../../../src/cli/terminal/io.ts'
import { cliWorld, people, project } from '../../support/cli-world.ts'

/** Of the words of a command line, those that name the command. */
function commandIn([name, ...rest]: readonly string[], within: Command): Command {
  const found = within.commands.find((each) => each.name() === name)
  return found === undefined ? within : commandIn(rest, found)
}

const src = fileURLToPath(new URL('../../../src/', import.meta.url))
const program = build([], processIo(), () => undefined)
const commands = program.commands.map((command) => command.name())
/** `belfry plan --out FILE` in a string of the code, not in a comment. */
const named = new RegExp(`belfry (?:${commands.join('|')})\\b[^'"\`;,:()\\n]*`, 'g')

/** Examples and topics of help have a test of their own: topics.test.ts. */
const ofHelp = /^(?:cli[\\/]program|library[\\/]commands)[\\/]/

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !ofHelp.test(file),
)
/** A command that gets the options of the run is a call, `commandLine('plan --out FILE')`. */
function textOf(file: string): string {
  return readFileSync(`${src}${file}`, 'utf8')
    .replaceAll(/commandLine\(\s*`([^`]*)`/g, '`belfry $1`')
    .replaceAll(/commandLine\(\s*'([^']*)'/g, "'belfry $1'")
}

const found = files.flatMap((file) =>
  textOf(file)
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
    .flatMap((line) =>
      [...line.matchAll(named)].flatMap(([sentence]) => sentence.split(/ (?:or|and) (?=belfry )/)),
    ),
)

/** `plan --out` of `belfry plan --out FILE writes one`: the command and its options, without what stands for values. */
const templates = [...new Set(found.map(templateOf))].filter((template) => template !== '').sort()

/** What stands for each value, and the exit code: all but 3, with which the program refuses what was typed. */
const runs: Readonly<Record<string, readonly [run: string, exit: number]>> = {
  apply: ['apply --yes', 0],
  'apply --approved': ['apply --approved approved.json --yes', 0],
  'apply --journal': ['apply --journal other.ndjson --yes', 0],
  'apply FILE': ['apply plan.json', 0],
  'audit --format': ['audit --format ndjson', 0],
  compare: ['compare Production Production', 0],
  diff: ['diff . .', 0],
  doctor: ['doctor', 0],
  'events get': ['events get 6b0000080000000000000001 -t Production', 0],
  'events list': ['events list -t Production', 0],
  'events list --transaction-id': ['events list --transaction-id txn-0001 -t Production', 0],
  'events list --transaction-id -t': ['events list --transaction-id txn-0001 -t Production', 0],
  explain: ['explain limit', 0],
  'export --write': ['export --write', 0],
  'export --write -t': ['export --write -t Production', 0],
  // The project has no standby.
  failover: ['failover email --help', 0],
  'failover -t': ['failover email -t Production --help', 0],
  'failover --back -t': ['failover email --back -t Production --help', 0],
  get: ['get integrations -t Production', 0],
  init: ['init new --yes --url sandbox:9', 0],
  'init --skill': ['init --skill', 0],
  log: ['log journal.ndjson', 0],
  'log FILE': ['log journal.ndjson', 0],
  'messages list': ['messages list -t Production', 0],
  plan: ['plan', 0],
  'plan -t': ['plan -t Production', 0],
  'plan --dotenv': ['plan --dotenv .env', 0],
  'plan --failback --out': ['plan --failback --out other.json', 0],
  'plan --out': ['plan --out other.json', 0],
  'plan --secrets --out': ['plan --secrets=defer --out other.json', 0],
  'plan --secrets': ['plan --secrets=defer', 0],
  sandbox: ['sandbox --help', 0],
  'sandbox --port': ['sandbox --port 9 --help', 0],
  schema: ['schema', 0],
  show: ['show plan.json', 0],
  'show FILE': ['show plan.json', 0],
  smoke: ['smoke', 0],
  trigger: ['trigger app-update --to ops-oncall -t Production', 0],
  validate: ['validate', 0],
  'validate --full': ['validate --full', 0],
}

const suite =
  'workflow: app-update\ncases:\n  - { name: greeting, to: ops-oncall, expect: { status: processed } }\n'
const suites = `${project}smoke: { suites: [smoke], recipients: [ops-oncall] }\n`

test('each command has its row, and each row its command', () => {
  expect(Object.keys(runs).sort()).toEqual(templates)
})

test('a command of a message is no fixed string, or it would lack the options of its run', () => {
  const fixed = /(?:[Rr]un|then|Next:) belfry (?!with|explain|init|sandbox|schema|completion)[a-z]+/
  // The next commands of init are about the project that it writes.
  const others = files.filter((file) => !/[\\/]init(?:[\\/]|\.ts$)/.test(file))
  const lines = others.flatMap((file) => readFileSync(`${src}${file}`, 'utf8').split('\n'))
  expect(lines.filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line) && fixed.test(line))).toEqual([])
})

/** Sentences that say what options of other commands do. */
const aboutOthers =
  /plan without secrets|To plan the subscribers|from the file that --dotenv names|To list the events of a single trigger/

const cases = fileURLToPath(new URL('../../cases/', import.meta.url))
const expected = readdirSync(cases, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.txt'))
  .flatMap((file) => readFileSync(`${cases}${file}`, 'utf8').split(/^(?=\$ belfry )/m))

test('a message names only options that its command has', () => {
  const foreign = expected.flatMap((text) => {
    const [, words = '', output = ''] = /^\$ belfry (.*)\n(?:[^]*?^-- expected --\n)?([^]*)/m.exec(text) ?? []
    const { options } = commandIn(words.split(' '), program)
    const known = new Set(options.flatMap(({ short, long }) => [short, long]))
    return output
      .split(/\n|\. /)
      .flatMap((sentence) =>
        aboutOthers.test(sentence) || /belfry |^> /.test(sentence)
          ? []
          : [...sentence.matchAll(/(?<=[ (])--?[a-z][a-z-]*/g)].flatMap(([name]) =>
              known.has(name) ? [] : [`${words}: ${sentence}`],
            ),
      )
  })
  expect(foreign).toEqual([])
})

test.each(Object.entries(runs))('belfry %s', async (_, [command, exit]) => {
  const { run } = await cliWorld({
    'belfry.yaml': suites,
    'manifests/people.yaml': people,
    'smoke/greeting.yaml': suite,
    '.env': 'OTHER=value\n',
  })
  if (command.includes('plan.json')) await run('plan --out plan.json')
  if (command.includes('journal.ndjson')) await run('apply --yes --journal journal.ndjson')
  if (command.includes('approved.json')) await run('plan --secrets=defer --out approved.json')
  const said = await run(command)
  expect([said.exit, said.exit === exit ? '' : said.err]).toEqual([exit, ''])
})

function templateOf(sentence: string): string {
  const words = sentence
    // The sentence ends with the command.
    .replace(/\.(?: .*)?$/, '')
    .replace(/ without .*/, '')
    .replaceAll(/\$\{[^}]*(?:\}|$)/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .split(/\s+/)
    .slice(1)
  const command = commandIn(words, program)
  const own = words.slice(0, depthOf(command))
  const options = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.replace(/[=.].*$/, ''))
  const file = words[own.length] === 'FILE' ? ['FILE'] : []
  return [...own, ...options, ...file].join(' ')
}

function depthOf(command: Command): number {
  return command.parent === null ? 0 : 1 + depthOf(command.parent)
}
