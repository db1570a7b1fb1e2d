// Command lines for readers to copy: each name is quoted for the shell, and the options of this run are added.

export function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** Adds the options of a run: `plan --out FILE` becomes `belfry plan -t Production --out FILE`. */
export type CompleteCommand = (words: string, scope: Scope) => string

/**
 * Which part of a selection the command repeats: all, only its targets, or nothing. `run` is the command of this run, which gets
 * its arguments too, and all options that decide what it sends.
 */
export type Scope = 'selection' | 'targets' | 'project' | 'run'

/** The value of an option, as a program writes it. */
type OptionValue = string | number | boolean | readonly string[] | Readonly<Record<string, string | number>>

/** How messages write commands and options: for the command line, or for a program. */
export interface Wording {
  readonly command: CompleteCommand
  readonly option: (name: string, value?: OptionValue) => string
  /** Whether the command of this run has the option. By default it has all. */
  readonly offers?: (name: string) => boolean
}

/** Options that only commands have, so hints for programs don't name them. */
const onlyOfCommands: ReadonlySet<string> = new Set(['phone', 'secrets'])

const forPrograms: Wording = {
  command: (words) => `belfry ${words}`,
  option: (name, value) => (value === undefined ? name : `${name}: ${literal(value)}`),
  offers: (name) => !onlyOfCommands.has(name),
}
let wording = forPrograms

/** `words` follow `belfry`. Programs that use the library have no options to add. */
export function commandLine(words: string, scope: Scope = 'selection'): string {
  return wording.command(words, scope)
}

/**
 * `option('only', ['integration/ses-eu'])` is `only: ['integration/ses-eu']` for a program, and `--only integration/ses-eu` on
 * the command line.
 */
export function option(name: string, value?: OptionValue): string {
  return wording.option(name, value)
}

/**
 * `text`, or an empty string if the command of this run doesn't have the option, or for a program no method has it: advice never
 * names an option that would be refused.
 */
export function ifOffered(name: string, text: string): string {
  return wording.offers?.(name) === false ? '' : text
}

function literal(value: OptionValue): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  const entries = Object.entries(value as Readonly<Record<string, string | number>>).map(
    ([name, each]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(each)}`,
  )
  return `{ ${entries.join(', ')} }`
}

/** While it runs, all messages have this wording. A process has one run at a time. */
export async function worded<Value>(by: Wording, run: () => Promise<Value>): Promise<Value> {
  wording = by
  try {
    return await run()
  } finally {
    wording = forPrograms
  }
}
