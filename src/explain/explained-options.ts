// Explanations of options: the commands that have them, with their arguments, choices, defaults and help.
import { grouped } from '../core/lists.ts'
import { listText, capitalized } from '../core/words.ts'
import type { Entry, Explained, CommandRow, OptionRow } from './explained.ts'

interface Use {
  readonly command: string
  readonly option: OptionRow
}

/** By their names, such as `--max-changes`. */
export function explainedOptions(commands: readonly CommandRow[]): readonly Explained[] {
  const uses = commands.flatMap(({ name, options }) =>
    options.map((option): Use => ({ command: name, option })),
  )
  return [...grouped(uses, ({ option }) => option.name)]
    .map(([name, all]) => explainedOption(name, all))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** By a name with or without dashes, long or short. */
export function optionNamed(text: string, options: readonly Explained[]): Explained | undefined {
  const isNamed = (name: string | undefined): boolean => name === text || name?.replace(/^--?/, '') === text
  return options.find(({ name, facts }) => isNamed(name) || isNamed(facts['Short']))
}

function explainedOption(name: string, uses: readonly Use[]): Explained {
  const variants = [...grouped(uses, ({ option }) => comparableText(option)).values()]
  const [{ option }] = uses as [Use]
  const { short } = option
  const isOne = variants.length === 1
  const usages = new Set(uses.map((use) => usageOf(name, use)))
  const entries = variants.map((each) => entryOf(each, usages.size > 1 ? name : undefined))
  return {
    sort: 'option',
    name,
    summary: isOne ? sentence(option.help) : `An option of ${uses.length} commands.`,
    facts: {
      ...(usages.size === 1 && { Usage: usageOf(name, { option }) }),
      ...(short !== undefined && { Short: short }),
      ...(isOne && detailsOf(option)),
      ...(isOne && { Commands: listText(uses.map(({ command }) => command)) }),
    },
    text: [],
    examples: [],
    parts: isOne ? [] : [{ title: 'Commands', entries }],
  }
}

function usageOf(name: string, { option: { argument } }: Pick<Use, 'option'>): string {
  return argument === undefined ? name : `${name} ${argument}`
}

/** With `name`, the usages of the commands differ. */
function entryOf(uses: readonly Use[], name?: string): Entry {
  const [use] = uses as [Use, ...Use[]]
  const { option } = use
  const usage = name === undefined ? {} : { Usage: usageOf(name, use) }
  const details = Object.entries({ ...usage, ...detailsOf(option) }).map(
    ([label, value]) => `${label}: ${value}.`,
  )
  return {
    name: uses.map(({ command }) => command).join(', '),
    summary: [sentence(option.help), ...details].join(' '),
  }
}

function detailsOf({ choices, default: usual }: OptionRow): Readonly<Record<string, string>> {
  return {
    ...(choices !== undefined && { Choices: choices.join(', ') }),
    ...(usual !== undefined && { Default: usual }),
  }
}

function comparableText({ help, argument, choices, default: usual }: OptionRow): string {
  return JSON.stringify([help, argument, choices, usual])
}

/** Help begins without a capital and ends without a full stop. */
function sentence(help: string): string {
  const text = capitalized(help)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
