// Invalid command lines: what is wrong, and a suggestion or where to find help.
import type { Command } from 'commander'
import { mostSimilar } from '../../core/similar.ts'
import { visible } from '../../core/visible.ts'
import { topicNames } from '../topics/names.ts'

/** Options of similar tools, and the option of belfry for the same purpose. */
const synonyms: Readonly<Record<string, string>> = {
  '--auto-approve': '--yes',
  '--approve': '--yes',
  '--force': '--yes',
  '--output': '--out',
  '-o': '--out',
  '--env': '--target',
  '--env-file': '--dotenv',
  '-e': '--target',
  '--environment': '--target',
  '--stage': '--target',
  '--json': '--format',
  '--verbose': '--debug',
  '-v': '--debug',
  '--dir': '--file',
  '--filename': '--file',
  '--parallelism': '--concurrency',
}

/** Options that are commands in belfry. */
const commands: Readonly<Record<string, string>> = {
  '--dryrun': 'plan',
  '--dry-run': 'plan',
  '--check': 'plan',
  '--diff': 'plan',
}

/** Options that were removed, and what is in their place. */
const removed: Readonly<Record<string, string>> = {
  'belfry audit --fix': 'Run belfry explain shared-device-token.',
  'belfry compare --all': 'Run belfry compare FROM TO for two targets.',
  'belfry messages stats': 'Run belfry messages list.',
  'belfry sandbox --data': 'Use --save FILE and --seed FILE.',
  'belfry plan --traffic': 'Run belfry messages list.',
  'belfry plan --notify': 'Run belfry plan --detailed-exitcode, then belfry trigger if the exit code is 2.',
}

/** Of the words of a command line, those that name the command. */
export function commandIn([name, ...rest]: readonly string[], within: Command): Command {
  const found = within.commands.find((command) => command.name() === name)
  return found === undefined ? within : commandIn(rest, found)
}

/** The first word that stands where a command's name is expected, and names none; undefined if there is none. */
export function strayCommand([name, ...rest]: readonly string[], within: Command): string | undefined {
  if (within.commands.length === 0 || name === undefined || name.startsWith('-')) return undefined
  if (name === 'help') return strayCommand(rest, within)
  const found = within.commands.find((command) => command.name() === name)
  return found === undefined ? name : strayCommand(rest, found)
}

/** What is wrong and how to fix it: two lines. An option is suggested only if the command has it. */
export function mistake(text: string, args: readonly string[], program: Command): string {
  const message = text.replace(/^error: /, '').split('\n')[0] ?? ''
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? []
  const word = quoted.split(/[\s,=]/).find((part) => part !== '') ?? ''
  const command = commandIn(args, program)
  const name = nameOf(command)
  const best = word.startsWith('-')
    ? (instead(word, command, program) ?? similarOption(word, optionsOf(command)))
    : (asTarget(message, command) ??
      mostSimilar(word, [...namesOf(program), ...(args[0] === 'help' ? topicNames : [])]))
  const list = `${name} --help lists ${command === program ? 'the commands and topics' : 'its arguments and options'}.`
  const next = removed[`${name} ${word}`] ?? (best === undefined ? list : `Did you mean ${best}?`)
  return `belfry: ${message}\n${next}\n`
}

/** A command that takes no arguments was given one, which most likely is a target. */
function asTarget(message: string, command: Command): string | undefined {
  const [given] = command.args
  const isStray = message.startsWith('too many arguments') && command.registeredArguments.length === 0
  return isStray && given !== undefined && optionsOf(command).includes('--target')
    ? `-t ${visible(given)}`
    : undefined
}

function instead(word: string, command: Command, program: Command): string | undefined {
  const other = commands[word]
  const isOwn = program.commands.some((each) => each.name() === other && each !== command)
  // A command with a dry run of its own has it suggested as a similar option.
  if (other !== undefined && !optionsOf(command).includes('--dry-run'))
    return isOwn ? `belfry ${other}` : undefined
  const option = command.options.find(({ long }) => long === synonyms[word])
  if (option === undefined) return undefined
  return option.long === '--format' ? '--format json' : (option.long ?? undefined)
}

/** What the command has is not mistyped: it has no value, or excludes another option. */
function similarOption(word: string, known: readonly string[]): string | undefined {
  return known.includes(word) ? undefined : mostSimilar(word, known)
}

function optionsOf(command: Command): string[] {
  return ['--help', ...command.options.flatMap(({ long }) => long ?? [])]
}

function namesOf(program: Command): string[] {
  return program.commands.flatMap((command) => [
    command.name(),
    ...command.commands.map((each) => each.name()),
  ])
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
}
