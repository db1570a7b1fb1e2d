// The commands and options of the program as plain rows, for explanations and reference pages.
import type { Command, Option } from 'commander'
import { given } from '../../core/given.ts'
import { guideOf } from './command.ts'
import type { CommandRow, OptionRow } from '../../explain/explained.ts'

/** `program` was built with the options of all commands. */
export function commandRows(program: Command): readonly CommandRow[] {
  const walk = (command: Command, names: readonly string[]): readonly CommandRow[] =>
    command.commands.length > 0
      ? command.commands.flatMap((each) => walk(each, [...names, each.name()]))
      : [rowOf(command, names.join(' '))]
  return walk(program, []).filter(({ name }) => name !== 'help')
}

function rowOf(command: Command, name: string): CommandRow {
  const { registeredArguments: all } = command
  const guide = guideOf(command)
  return {
    name,
    usage: all
      .map((each) => {
        const text = `${each.name()}${each.variadic ? '...' : ''}`
        return each.required ? `<${text}>` : `[${text}]`
      })
      .join(' '),
    help: command.description(),
    arguments: all
      .filter(({ description }) => description !== '')
      .map((each) => ({ name: each.name(), help: each.description })),
    options: command.options.filter(({ hidden }) => !hidden).map(optionRow),
    ...given({ notes: guide?.notes, variables: guide?.variables }),
    examples: guide?.examples ?? [],
  }
}

function optionRow(option: Option): OptionRow {
  const { long, short, flags, description, argChoices, helpGroupHeading } = option
  const at = flags.search(/[<[]/)
  const argument = at < 0 ? undefined : flags.slice(at)
  return {
    name: long ?? flags,
    help: description,
    ...given({
      short,
      argument,
      choices: argChoices,
      default: typeof option.defaultValue === 'string' ? option.defaultValue : undefined,
      group: helpGroupHeading?.replace(/:$/, ''),
    }),
  }
}
