// docs/reference/commands.md: every command with its arguments, options, examples and environment variables.
import { grouped } from '../../core/grouped.ts'
import type { CommandRow, OptionRow } from '../explained.ts'
import { sentence } from '../options.ts'
import { code, codes, exampleBlock, page, prose, table } from './markdown.ts'

export function commandsPage(commands: readonly CommandRow[]): string {
  return page(
    'Commands and options',
    'This page lists every command with all of its options. `belfry plan --help` prints the options of the command `plan`. `belfry explain --only` explains the option `--only`.',
    [
      table(
        ['Command', 'What it does'],
        commands.map(({ name, help }) => [
          `[${code(`belfry ${name}`)}](#belfry-${name.replaceAll(' ', '-')})`,
          prose(sentence(help)),
        ]),
      ),
      'Every command also has `--help`. An argument that is shown with `...` can be repeated.',
      ...commands.flatMap(commandSection),
    ],
  )
}

function commandSection(command: CommandRow): readonly string[] {
  const { name, usage, help, notes, arguments: all, options, examples, variables = [] } = command
  return [
    `## belfry ${name}`,
    `${prose(sentence(help))} Usage: ${code(`belfry ${name} ${usage}`.trimEnd())}`,
    ...(notes === undefined ? [] : [prose(notes)]),
    ...(all.length === 0
      ? []
      : [
          table(
            ['Argument', 'What it is'],
            all.map((each) => [code(each.name), prose(sentence(each.help))]),
          ),
        ]),
    ...[...grouped(options, ({ group = 'Options' }) => group)].flatMap(([group, each]) => [
      `**${group}**`,
      table(['Option', 'What it does', 'Default'], each.map(optionCells)),
    ]),
    ...(examples.length === 0 ? [] : [exampleBlock({ language: 'sh', text: examples.join('\n') })]),
    ...(variables.length === 0 ? [] : [`The command reads the environment variables ${codes(variables)}.`]),
  ]
}

function optionCells(option: OptionRow): readonly string[] {
  const { name, short, argument = '', help, choices = [], default: usual = '' } = option
  const isNamed = choices.every((choice) => help.includes(choice))
  return [
    code(`${short === undefined ? '' : `${short}, `}${name} ${argument}`.trimEnd()),
    `${prose(sentence(help))}${isNamed ? '' : ` Values: ${codes(choices)}.`}`,
    code(usual),
  ]
}
