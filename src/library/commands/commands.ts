// The table of commands, which the command line, the methods of the library and generated files read: the rows of Tools, and
// those of activity.ts and manifests.ts.
import { formatFlags } from '../options/common.ts'
import { getRows, triggerRows } from './activity.ts'
import { changeRows, startRows } from './manifests.ts'
import { command, type AnyRow, type Guide } from './row.ts'

const toolRows = {
  explain: command({
    help: 'explain a rule, an exit code, a provider, a field or an option',
    words: {
      subject: {
        argument: '[subject]',
        help: 'for example duplicate-key, exit/4, sendgrid, integration.primary or --only',
      },
    },
    flags: formatFlags,
    isAboutOptions: true,
    examples: [
      'belfry explain duplicate-key',
      'belfry explain integration.credentials',
      'belfry explain --max-changes',
    ],
    topics: ['exit-codes', 'output'],
  }),
  schema: command({
    help: 'print a JSON Schema for editors and tools, or list all',
    words: { name: { argument: '[name]', help: 'for example manifest, project, smoke or plan' } },
    flags: formatFlags,
    examples: ['belfry schema', 'belfry schema manifest', 'belfry schema plan --format json'],
    topics: ['files', 'output'],
    load: async () => (await import('../schemas.ts')).schemaNamed,
  }),
  completion: command({
    help: 'print a completion script for a shell',
    words: {
      shell: { argument: '<shell>', help: 'bash, zsh or fish', choices: ['bash', 'zsh', 'fish'] },
      words: {
        argument: '[words...]',
        help: 'the words of a command line, written after "--"; belfry prints completions of the last word',
      },
    },
    flags: {},
    examples: ['belfry completion bash', 'belfry completion zsh', 'belfry completion fish'],
    topics: ['environment'],
  }),
}

/** By heading, in the order of `belfry --help`. */
export const sections: Readonly<Record<string, Readonly<Record<string, AnyRow>>>> = {
  'Get started': startRows,
  'Plan and apply': changeRows,
  'Look into the service': getRows,
  'Trigger and test': triggerRows,
  Tools: toolRows,
}

/** By name, such as `get subscribers`. */
export const commands = new Map(Object.values(sections).flatMap((rows) => Object.entries(rows)))

const listed = [...commands.keys()].flatMap((name) =>
  name.startsWith('get ') ? name.slice('get '.length) : [],
)

/** Commands with the same first word. */
export const groups: Readonly<Record<string, Guide & Pick<AnyRow, 'help'>>> = {
  get: {
    help: `show ${listed.slice(0, -1).join(', ')} or ${listed.at(-1)}`,
    examples: ['belfry get integrations -t Production', 'belfry get subscribers --email @acme.example'],
    topics: ['targets', 'connection', 'output'],
  },
  events: {
    help: 'show the results of triggers',
    examples: ['belfry events list -t Production', 'belfry events get 6b0000080000000000000001 --explain'],
    topics: ['connection', 'output'],
  },
  messages: {
    help: 'show the messages of each channel',
    examples: [
      'belfry messages list --channel email',
      'belfry messages get 6b0000090000000000000001 -t Production',
    ],
    topics: ['connection', 'output'],
  },
}
