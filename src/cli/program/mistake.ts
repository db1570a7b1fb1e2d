// Invalid command lines: what is wrong, and a suggestion or where to find help. Two lines, instead of commander's own sentences.
import { inputEnding } from '../../core/json.ts'
import { Command, type Argument, type Option } from 'commander'
import { counted, listText } from '../../core/words.ts'
import { mostSimilar } from '../../core/did-you-mean.ts'
import { visible } from '../../core/visible.ts'
import { kindNames } from '../../library/options/readers.ts'
import { topicNames } from '../../library/commands/topics.ts'
import { guideOf } from './command.ts'
import {
  answerTo,
  commandWords,
  leadingWords,
  optionCommands,
  optionWords,
  removed,
  synonyms,
} from './typed-words.ts'

/** A command whose mistakes are worded here. Commander calls the methods that it doesn't declare. */
export class CommandLine extends Command {
  #allowsUnknown = false
  /** The words of the command line before `--`. */
  #words: readonly string[] = []

  override createCommand(name?: string): CommandLine {
    return new CommandLine(name)
  }

  override allowUnknownOption(isAllowed = true): this {
    this.#allowsUnknown = isAllowed
    return super.allowUnknownOption(isAllowed)
  }

  /** Finds two mistakes first that commander would read as something else. */
  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    const words = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined)
    this.#words = words
    const single = words.filter((word) => /^-[a-z]{2}/.test(word)).find((word) => this.#isLong(word))
    if (single !== undefined && this.commands.length === 0) this.unknownOption(single)
    // As in `--to --wait`: commander would take the next option for the value.
    const flags = new Set(this.options.flatMap(({ short, long }) => [short, long]))
    const bare = this.options.find(
      ({ required, short, long }) =>
        required &&
        words.some((word, index) => [short, long].includes(word) && flags.has(words[index + 1] ?? '')),
    )
    if (bare !== undefined) this.optionMissingArgument(bare)
    return super.parseOptions(args)
  }

  /** Whether a word with one dash is a long option: commander would read `-target=A` as `-t arget=A`. */
  #isLong(word: string): boolean {
    const long = `-${word.replace(/=.*/s, '')}`
    return optionsOf(this).includes(long) || answerTo(long, [...synonyms, ...optionWords]) !== undefined
  }

  override addOption(option: Option): this {
    this.#checkChoice(option, option.long ?? option.flags)
    return super.addOption(option)
  }

  override addArgument(argument: Argument): this {
    this.#checkChoice(argument, argument.name())
    return super.addArgument(argument)
  }

  #checkChoice(of: Option | Argument, name: string): void {
    const { argChoices, parseArg } = of
    if (argChoices === undefined) return
    of.argParser((text: string, before: unknown) =>
      argChoices.includes(text)
        ? parseArg?.(text, before)
        : this.wrong(`${name} ${visible(text)} is not valid`, choiceOf(argChoices)),
    )
  }

  /** Ends the run with two lines on stderr. */
  wrong(sentence: string, next = helpOf(this)): never {
    this.configureOutput({ outputError: (_, write) => write(`belfry: ${sentence}\n${next}\n`) })
    return this.error(sentence)
  }

  /** @internal */
  missingArgument(name: string): never {
    const [example] = guideOf(this)?.examples ?? []
    const { argChoices } = this.registeredArguments.find((each) => each.name() === name) ?? {}
    const next = argChoices === undefined ? example && `For example: ${example}` : choiceOf(argChoices)
    return this.wrong(`the argument <${name}> is missing`, next)
  }

  /** @internal */
  optionMissingArgument({ long, flags, argChoices }: Option): never {
    return this.wrong(`${long ?? flags} needs a value: ${flags}`, argChoices && choiceOf(argChoices))
  }

  /** @internal The value of an option may be a secret: it isn't repeated. */
  unknownOption(text: string): void {
    if (this.#allowsUnknown) return
    const [word = ''] = text.split(/[\s,=]/)
    const [, resource] = /^--?target=(\w+[./][\w-]+)$/.exec(text) ?? []
    if (resource !== undefined)
      this.wrong(`unknown target "${resource}"`, `Did you mean --only ${resource.replace('.', '/')}?`)
    const isSwitch = text.includes('=') && optionsOf(this).includes(word)
    if (isSwitch)
      this.wrong(`${word} takes no value`, this.#asTime(text.slice(word.length + 1)) ?? `Write ${word}.`)
    this.wrong(`unknown option "${visible(word)}"`, this.#insteadOf(word.replace(/^-(?=[a-z]{2})/, '--')))
  }

  /** @internal */
  unknownCommand(): never {
    return unknownCommand(this, this.args[0] ?? '')
  }

  /** @internal */
  _excessArguments(given: readonly string[]): void {
    const expected = this.registeredArguments.length
    const word = visible(given[expected] ?? '')
    const most = expected === 0 ? 'no arguments' : `at most ${counted(expected, 'argument')}`
    this.wrong(
      `${this.name()} takes ${most}, but got "${word}"`,
      word === 'help'
        ? `Did you mean ${fullName(this)} --help?`
        : expected === 0 || optionsOf(this).includes('--to')
          ? this.#asOption(word)
          : undefined,
    )
  }

  /** The option or command that does what the unknown option was meant for. */
  #insteadOf(word: string): string | undefined {
    const known = removed[`${fullName(this)} ${word}`] ?? answerTo(word, optionWords)
    if (known !== undefined) return known
    if (this.commands.length > 0) {
      const name = this.parent === null ? 'plan' : this.commands[0]?.name()
      const option = answerTo(word, synonyms) === '--config' ? '--config FILE' : '-t NAME'
      return `Options come after the command, as in: ${fullName(this)} ${name} ${option}`
    }
    const run = answerTo(word, optionCommands)
    // A command with a dry run of its own has it suggested as a similar option.
    if (run === undefined || optionsOf(this).includes('--dry-run')) return this.#similarOption(word)
    return run === this.name() ? `belfry ${run} never writes. Remove ${word}.` : `Did you mean belfry ${run}?`
  }

  /** The option of this command with the same purpose or a similar name. */
  #similarOption(word: string): string | undefined {
    const own = optionsOf(this)
    const meant = answerTo(word, synonyms)
    const written = formatIn(this.#words)
    // `-o json` means --format, and `-o plan.json` means --out.
    const isFormat = meant === '--out' && (written !== undefined || !own.includes(meant))
    const synonym = own.find((long) => long === (isFormat ? '--format' : meant))
    const same = own.includes(word) ? word : synonym
    const { argChoices = [] } = this.options.find(({ long }) => long === '--format') ?? {}
    const format = argChoices.find((each) => each === written) ?? 'json'
    const best =
      same === '--format' && word !== same ? `--format ${format}` : (same ?? mostSimilar(word, own))
    return best === undefined ? undefined : `Did you mean ${best}?`
  }

  /** As in `--wait 30s`. */
  #asTime(word: string): string | undefined {
    return optionsOf(this).includes('--expect') && /^\d+(ms|s|m)?$/.test(word)
      ? `Did you mean --expect within=${/\d$/.test(word) ? `${word}s` : word}?`
      : undefined
  }

  /** A time, a recipient, a file, or the name of a target, a folder or a resource. */
  #asOption(word: string): string | undefined {
    const isFile = inputEnding.test(word) || /[/\\]|\.json$/i.test(word)
    const own = optionsOf(this)
    const time = this.#asTime(word)
    if (time !== undefined) return time
    if (own.includes('--to') && !isFile) return `Did you mean --to ${word}?`
    if (own.includes('--only') && kindNames.some((kind) => word.startsWith(`${kind}/`)))
      return `Did you mean --only ${word}? Repeat the option for each resource.`
    const meant = [
      ...(own.includes('--target') && !isFile ? [`-t ${word}`] : []),
      ...(own.includes('--file') ? [`-f ${word}`] : []),
      ...(own.includes('--only') && !isFile ? [`--only KIND/${word}`] : []),
      ...(own.includes('--out') && !own.includes('--file') ? [`--out ${word}`] : []),
    ]
    return meant.length === 0 ? undefined : `Did you mean ${meant.join(' or ')}?`
  }
}

/** `json` of `-o json`, `-ojson`, `-o=json` and `--output=json`; undefined if no word is a format. */
function formatIn(words: readonly string[]): string | undefined {
  const values = words.map((word) => word.replace(/^(?:-o=?|--output=)/, ''))
  return values.find((value) => ['json', 'yaml', 'wide', 'name', 'table'].includes(value))
}

/** `within` is the program or a group. */
export function unknownCommand(within: CommandLine, word: string, isTopic = false): never {
  return within.wrong(
    `unknown command ${isTopic ? 'or topic ' : ''}"${visible(word)}"`,
    commandMeant(within, word, isTopic) ?? choiceOf(namesIn(within, isTopic)),
  )
}

/** The answer to a word that is similar to a name, or that other tools have as a command. */
export function commandMeant(within: CommandLine, word: string, isTopic = false): string | undefined {
  // As in `get integration/ses`.
  const [stem = '', name = ''] = word.split('/')
  const best = mostSimilar(stem, namesIn(within, isTopic))
  const known =
    removed[`${fullName(within)} ${word}`] ?? (within.parent === null ? wordMeant(within, word) : undefined)
  return known ?? (best === undefined ? undefined : `Did you mean ${visible(`${best} ${name}`.trim())}?`)
}

function namesIn({ commands }: CommandLine, isTopic: boolean): readonly string[] {
  return [...commands.map((each) => each.name()), ...(isTopic ? topicNames : [])]
}

/** The answer to a word that other tools have as a command, or that belfry manages. */
export function wordMeant({ args, commands }: CommandLine, word: string): string | undefined {
  const next = leadingWords.includes(word) ? (args[1] ?? '') : ''
  const isCommand = commands.some((command) => command.name() === next)
  const answers = commandWords()
  return answerTo(next, answers) ?? (isCommand ? `Run belfry ${next}.` : answerTo(word, answers))
}

/** The first word that should name a command of the program or of a group and doesn't, and the program or the group. */
export function strayCommand(
  [name, ...rest]: readonly string[],
  within: CommandLine,
): { readonly within: CommandLine; readonly word: string } | undefined {
  if (within.commands.length === 0 || name === undefined || name.startsWith('-')) return undefined
  if (name === 'help') return strayCommand(rest, within)
  const found = within.commands.find((command) => command.name() === name)
  return found instanceof CommandLine ? strayCommand(rest, found) : { within, word: name }
}

function choiceOf(choices: readonly string[]): string {
  return `Write one of ${listText(choices)}.`
}

function helpOf(command: Command): string {
  const list = command.parent === null ? 'the commands and topics' : 'its arguments and options'
  return `${fullName(command)} --help lists ${list}.`
}

function optionsOf(command: Command): string[] {
  return ['--help', ...command.options.flatMap(({ long }) => long ?? [])]
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`
}
