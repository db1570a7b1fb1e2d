// The help of a command, on one screen if it can be: options in groups, examples, environment variables and topics; and the help of
// the program.
import { capitalized } from '../../core/words.ts'
import type { Command, Help, Option } from 'commander'
import { grouped } from '../../core/lists.ts'
import type { Guide } from '../../library/commands/row.ts'
import { topicNames, topics, type TopicName } from '../../library/commands/topics.ts'
import { blocks, itemsOf, listed, under, wrapped } from './help-layout.ts'

/** A command in the help of the program. */
export interface Headed {
  readonly name: string
  readonly help: string
  readonly heading: string
}

export const purpose = 'Keeps a notification service in sync with YAML files in git.'
/** The options of the program. */
export const versionOption = [
  '-V, --version',
  'print the version; with --debug also the bundled packages',
] as const
export const helpOption = ['-h, --help', 'show this help'] as const

/** The width to which commander wraps help if the output is not a terminal. */
export const usualWidth = 80

/** Lines of a terminal window. */
export const screen = 50

/** If the help is longer than a screen, the options of these groups are only named: a topic describes them. */
const described: Readonly<Record<string, TopicName>> = {
  'Connection:': 'connection',
  'Output:': 'output',
  'Manifests:': 'files',
  'Targets and resources:': 'targets',
}

/** The help of a command. Groups of options lose their descriptions, one after the other, until it fits on a screen. */
export function commandHelp(command: Command, helper: Help, guide: Guide): string {
  const named: string[] = []
  let text = helpText(command, helper, guide, named)
  for (const heading of Object.keys(described)) {
    if (text.split('\n').length - 1 <= screen) break
    named.push(heading)
    text = helpText(command, helper, guide, named)
  }
  return text
}

function helpText(command: Command, helper: Help, guide: Guide, named: readonly string[]): string {
  const ownArguments = helper
    .visibleArguments(command)
    .map((each) => [each.name(), each.description] as const)
  const commands = helper
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .map((each) => [termOf(each), each.description()] as const)
  const { examples, variables = [], topics: own, notes } = guide
  const options = helper.visibleOptions(command)
  const { helpWidth: width = usualWidth } = helper
  const items = itemsOf(
    [...ownArguments, ...commands, ...options.map((each) => [each.flags, aboutOption(each)] as const)],
    width,
  )
  const linesOf = (rows: readonly (readonly [term: string, text: string])[]) =>
    rows.map(([term]) => items(term))
  const groups = helper.groupItems(
    command.options as Option[],
    options,
    ({ helpGroupHeading = 'Output:' }) => helpGroupHeading,
  )
  const optionLines = [...groups].flatMap(([heading, each]) => {
    const flags = each.map((option) => option.flags)
    if (!named.includes(heading)) return [heading, ...flags.map(items)]
    return [`${heading.slice(0, -1)} (belfry help ${described[heading]}):`, ...listed('  ', flags, width)]
  })
  const exampleLines = examples.map((each) => `  ${each}`)
  const topicCommands = own.map((topic) => `belfry help ${topic}`)
  const isRepeatable = options.some(({ flags }) => flags.endsWith('...'))
  return blocks(
    wrapped(`Usage: ${helper.commandUsage(command)}`, width),
    [...wrapped(`${capitalized(command.description())}.`, width), ...wrapped(notes ?? '', width)],
    [
      ...under('Arguments:', linesOf(ownArguments)),
      ...under('Commands:', linesOf(commands)),
      ...optionLines,
      ...(isRepeatable ? ['Options with ... can be repeated.'] : []),
    ],
    under('Examples:', exampleLines),
    [
      ...(variables.length === 0 ? [] : listed('Environment: ', variables, width)),
      ...listed('More: ', topicCommands, width),
    ],
  )
}

/** The help of the program: the commands in groups, and the topics. */
export function programHelp(commands: readonly Headed[], width: number): string {
  const options = [versionOption, helpOption]
  const topicRows = topicNames.map((name) => ({ name, help: topics[name].help }))
  const items = itemsOf(
    [...[...commands, ...topicRows].map(({ name, help }) => [name, help] as const), ...options],
    width,
  )
  const optionLines = options.map(([flags]) => items(flags))
  return blocks(
    ['Usage: belfry <command> [options]'],
    [purpose],
    [
      ...[...grouped(commands, ({ heading }) => heading)].flatMap(([heading, each]) => [
        `${heading}:`,
        ...each.map(({ name }) => items(name)),
      ]),
      ...under('Options:', optionLines),
      ...under('Topics (belfry help TOPIC):', topicNames.map(items)),
    ],
    [
      ...wrapped(
        'Exit codes: 0 done, 1 service failed, 2 changes or findings, 3 invalid input, 4 refused, 5 not all changes done, 6 not converged, 7 a trigger or a smoke test failed.',
        width,
      ),
      ...wrapped('Environment: BELFRY_URL, BELFRY_API_KEY, NO_COLOR; all: belfry help environment', width),
      'Help of a command: belfry COMMAND --help; search the manual: belfry help WORDS',
    ],
  )
}

/** `get subscribers` → `subscribers [id]`. */
function termOf(command: Command): string {
  const { registeredArguments } = command
  const words = registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? '...' : ''}`
    return each.required ? `<${name}>` : `[${name}]`
  })
  return [command.name(), ...words].join(' ')
}

function aboutOption({ description, argChoices = [], defaultValue }: Option): string {
  const [, text = description, written] = /^(.*) \(default: ([^()]*)\)$/.exec(description) ?? []
  const usual = written ?? (typeof defaultValue === 'string' ? defaultValue : undefined)
  const isNamed = argChoices.every((choice) => text.includes(choice))
  const more = [
    ...(isNamed ? [] : [argChoices.join(', ')]),
    ...(usual === undefined ? [] : [`default: ${usual}`]),
  ]
  return more.length === 0 ? text : `${text} (${more.join('; ')})`
}
