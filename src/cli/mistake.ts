// A command line that nobody can carry out: what is wrong with it, and where to look.
import type { Command } from 'commander'
import { mostSimilar } from '../core/similar.ts'

/** The command that the words name, such as `belfry events get`. */
export function commandOf([name, ...rest]: readonly string[], within: Command): string {
  const found = within.commands.find((command) => command.name() === name)
  return found === undefined ? within.name() : `${within.name()} ${commandOf(rest, found)}`
}

/** What is wrong, and what to do about it: two lines. */
export function mistake(
  text: string,
  words: { readonly commands: readonly string[]; readonly flags: readonly string[] },
  command: string,
): string {
  const message = text.replace(/^error: /, '').split('\n')[0] ?? ''
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? []
  const word = quoted.split(/[\s,]/).find((part) => part !== '') ?? ''
  const best = mostSimilar(word, word.startsWith('-') ? [...new Set(words.flags)] : words.commands)
  return `belfry: ${message}\n${best === undefined ? `${command} --help lists ${command === 'belfry' ? 'the commands' : 'what it takes'}.` : `Did you mean ${best}?`}\n`
}
