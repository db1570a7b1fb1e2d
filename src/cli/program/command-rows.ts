// The commands and their options as plain rows, for explanations and reference pages.
import { given } from '../../core/given.ts'
import { commands } from '../../library/commands/commands.ts'
import { flagOf, groups, type Flag } from '../../library/options/flag.ts'
import type { CommandRow, OptionRow } from '../../explain/explained.ts'
import { inGroups } from './command.ts'

export function commandRows(): readonly CommandRow[] {
  return [...commands].map(([name, { help, words = {}, flags, notes, variables, examples }]) => ({
    name,
    usage: Object.values(words)
      .map(({ argument }) => argument)
      .join(' '),
    help,
    arguments: Object.values(words).flatMap(({ argument, help: about }) =>
      about === undefined ? [] : [{ name: argument.replaceAll(/[<>[\].]/g, ''), help: about }],
    ),
    options: inGroups(flags).map(([key, row]) => optionRow(key, row, name)),
    ...given({ notes, variables }),
    examples,
  }))
}

function optionRow(key: string, row: Flag, command: string): OptionRow {
  const { short, argument, help, choices, default: usual, group = 'own' } = row
  return {
    name: `--${flagOf(key, row)}`,
    help: typeof help === 'string' ? help : help(command),
    ...given({ short, argument, choices, default: usual, group: groups[group] }),
  }
}
