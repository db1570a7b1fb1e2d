// belfry completion: the script for a shell, or the candidates for the last word of a command line: commands, topics, options, and
// the values of options.
import type { Command, Option } from 'commander'
import { holdsHidden } from '../../core/visible.ts'
import { selectorOf } from '../../core/plan/change.ts'
import { kindNames, providerIds } from '../../library/options/readers.ts'
import type { Loaded } from '../../library/prepare/ready.ts'
import type { AccountCommand } from '../../report/account.ts'
import { formatsFor } from '../../report/formats.ts'
import type { Io } from '../terminal/io.ts'
import { topics } from '../../library/commands/topics.ts'
import bash from './belfry.bash?raw'
import fish from './belfry.fish?raw'
import zsh from './belfry.zsh?raw'

const scripts = { bash, zsh, fish } as const

interface Candidate {
  readonly word: string
  readonly about?: string
}

/** Prints the script for a shell or, for that script, a candidate a line: the word, and after a tab what it is for. */
export async function completion(
  _flags: object,
  io: Io,
  [shell, ...words]: readonly string[],
  program: Command,
): Promise<number> {
  if (words.length === 0) io.out(scripts[shell as keyof typeof scripts])
  else
    for (const { word, about } of await candidatesFor(words, program, io))
      io.out(about === undefined ? `${word}\n` : `${word}\t${about}\n`)
  return 0
}

/** `words` are those after the name of the program; the last one is still being typed, and may be empty. */
export async function candidatesFor(
  words: readonly string[],
  program: Command,
  io: Io,
): Promise<readonly Candidate[]> {
  const last = words.at(-1) ?? ''
  if (words[0] === 'help' && words.length > 1)
    return wordsAfterHelp(words.slice(1, -1), program).filter(({ word }) => word.startsWith(last))
  const { command, awaiting, texts } = readWords(words.slice(0, -1), program)
  const [, name] = /^(--[^=]+)=/.exec(last) ?? []
  const option = name === undefined ? awaiting : command.options.find(({ long }) => long === name)
  const found =
    option === undefined
      ? await wordsOf(command, last)
      : (await valuesOf(option, texts, io, command.name())).map((value) => ({
          word: name === undefined ? value : `${name}=${value}`,
        }))
  return found.filter(({ word }) => word.startsWith(last) && !holdsHidden(word))
}

/** The words that may follow `belfry help`. */
function wordsAfterHelp(words: readonly string[], program: Command): readonly Candidate[] {
  const { command } = readWords(words, program)
  if (words.length > 0 && command === program) return []
  const commands = command.commands.map((each) => ({ word: each.name(), about: each.description() }))
  return words.length > 0
    ? commands
    : [...commands, ...Object.entries(topics).map(([word, { help }]) => ({ word, about: help }))]
}

/** What the words before the last one say. */
interface TypedWords {
  /** The innermost command that the words name. */
  readonly command: Command
  /** The option whose value comes next. */
  readonly awaiting: Option | undefined
  /** The values of options, by their name without the dashes. */
  readonly texts: ReadonlyMap<string, readonly string[]>
}

function readWords(words: readonly string[], program: Command): TypedWords {
  let command = program
  let awaiting: Option | undefined
  const texts = new Map<string, readonly string[]>()
  const add = (option: Option | undefined, text: string): void => {
    if (option !== undefined) texts.set(option.name(), [...(texts.get(option.name()) ?? []), text])
  }
  for (const word of words) {
    const [name = '', ...rest] = word.split('=')
    const option = command.options.find(({ short, long }) => short === name || long === name)
    if (awaiting !== undefined) {
      add(awaiting, word)
      awaiting = undefined
    } else if (rest.length > 0) add(option, rest.join('='))
    else if (option?.required === true) awaiting = option
    else command = command.commands.find((each) => each.name() === word) ?? command
  }
  return { command, awaiting, texts }
}

async function wordsOf(command: Command, last: string): Promise<readonly Candidate[]> {
  const { commands, registeredArguments, options } = command
  if (!last.startsWith('-') && commands.length > 0)
    return [
      ...commands.map((each) => ({ word: each.name(), about: each.description() })),
      ...(command.parent === null ? [{ word: 'help', about: 'show help, or search the manual' }] : []),
    ]
  // If a file or an ID is expected, options are offered only after a dash.
  if (!last.startsWith('-') && registeredArguments.length > 0)
    return command.name() === 'schema' ? schemas() : []
  return [
    ...options.map(({ long, description }) => ({ word: long ?? '', about: description })),
    { word: '--help', about: 'show this help' },
  ]
}

async function schemas(): Promise<readonly Candidate[]> {
  const { published } = await import('../../library/schemas.ts')
  return [...published()].map(([word, { title }]) => ({ word, about: title }))
}

/** Empty if they aren't known: a shell then offers names of files. */
async function valuesOf(
  option: Option,
  texts: TypedWords['texts'],
  io: Io,
  command: string,
): Promise<readonly string[]> {
  const [, argument = ''] = /[<[]([^<>[\]]+)[>\]]/.exec(option.flags) ?? []
  const names = Object.hasOwn(sources, argument) ? sources[argument] : undefined
  return option.argChoices ?? (await (sources[option.name()] ?? names)?.(texts, io, command)) ?? []
}

/** Code that reads manifests is loaded late: it loads zod, and most completions don't need it. */
type Source = (
  texts: TypedWords['texts'],
  io: Io,
  command: string,
) => Promise<readonly string[]> | readonly string[]

type Desired = Loaded['organisation'][number]

/** Names of the resources of a project. */
const resources =
  (isOffered: (desired: Desired) => boolean): Source =>
  async (texts, io, command) => {
    const [{ needs, openProject }, { privacy: personal }] = await Promise.all([
      import('../../library/prepare/open-project.ts'),
      import('../../library/privacy.ts'),
    ])
    const found = await openProject(manifestFlagsIn(texts), needs.offline, { machine: io })
    const { privacy } = 'project' in found ? found.project : found
    const isShown = ({ kind }: Desired): boolean => privacy !== 'mask' || !personal.isPersonalKind(kind)
    if (found.loaded === undefined) return []
    const { organisation, forTarget } = found.loaded
    const targets = (await sources['target']?.(texts, io, command)) ?? []
    const all = [...organisation, ...targets.flatMap((alias) => [...forTarget(alias)])]
    const offered = all.filter((each) => isShown(each) && isOffered(each))
    return [...new Set(offered.map(selectorOf))]
  }

/** By the name of an option, or by its argument as help shows it. */
const sources: Readonly<Record<string, Source>> = {
  target: async (texts, { cwd }) => {
    const { targetNames } = await import('../../library/files/target-names.ts')
    return targetNames(cwd, texts.get('config')?.[0])
  },
  'kind/name': resources(() => true),
  'check-credentials': resources(
    ({ kind, fields }) => kind === 'integration' && Object.hasOwn(fields, 'credentials'),
  ),
  'kind=limit': () => kindNames.map((name) => `${name}=`),
  'kind=file': (_texts, _io, command) =>
    formatsFor('file', command as AccountCommand).map((name) => `${name}=`),
  switch: () => providerIds.map((name) => `${name}=`),
}

/** Without `-f -`: the shell reads standard input itself. */
function manifestFlagsIn(texts: TypedWords['texts']) {
  const [config] = texts.get('config') ?? []
  return {
    ...(config !== undefined && { config }),
    files: (texts.get('file') ?? []).filter((path) => path !== '-'),
    targets: [],
    fileRoots: texts.get('file-root') ?? [],
  }
}
