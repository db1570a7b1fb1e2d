// One row a command: its name, its help, its options, and the file that is loaded when it runs.
import type { Command } from 'commander'
import { exportFlags, promoteFlags } from '../../library/options/export.ts'
import { initFlags } from '../../library/options/init.ts'
import {
  applyFlags,
  compareFlags,
  diffFlags,
  failoverFlags,
  logFlags,
  planFlags,
  validateFlags,
} from '../../library/options/plan.ts'
import * as operations from '../../library/operations.ts'
import { sandboxFlags } from '../../library/options/sandbox.ts'
import { extentFlags, formatFlags } from '../../library/options/common.ts'
import type { Shell } from '../completion/scripts.ts'
import type { Io } from '../terminal/io.ts'
import { activityCommands } from './activity-commands.ts'
import { command, under, withGuide, type Listed } from './command.ts'
import type { Headed } from './help.ts'
import { proxies, sealed, service } from './variables.ts'

const completionHelp = 'print a completion script for a shell'

export const commands: readonly (Listed & Headed)[] = [
  ...under('Get started', [
    command({
      name: 'init',
      help: 'start a project: write belfry.yaml, manifests and a pipeline',
      notes:
        "init asks for each value that no option sets. Without a terminal, init doesn't ask: then --url, --target and --pipeline are required, unless --yes is given. init doesn't replace existing files (exit 4). If .gitignore exists, init only adds lines.",
      argument: ['[folder]', 'folder of the project (default: the working directory)'],
      flags: initFlags,
      examples: [
        'belfry init',
        'belfry init notify --yes --url sandbox',
        'belfry init --target Production=PRODUCTION_API_KEY',
      ],
      variables: ['BELFRY_URL', 'BELFRY_API_KEY', ...proxies],
      topics: ['files', 'connection'],
      load: async () => (await import('../commands/init.ts')).init,
    }),
    command({
      name: 'sandbox',
      help: 'run a local service with test data',
      flags: sandboxFlags,
      examples: [
        'belfry sandbox',
        'belfry sandbox --port 0 --seed seed.json',
        'belfry sandbox --profile novu-2026-09 --fault reset-after@3',
      ],
      topics: ['connection', 'output'],
      load: async () => (await import('../commands/sandbox.ts')).sandbox,
    }),
    command({
      name: 'export',
      help: 'write manifests for the resources in the service',
      flags: exportFlags,
      examples: [
        'belfry export --out manifests -t Production',
        'belfry export --write',
        'belfry export --out people --subscribers all',
      ],
      variables: service,
      topics: ['targets', 'files', 'connection', 'output'],
      operation: operations.exportManifests,
    }),
  ]),
  ...under('Plan and apply', [
    command({
      name: 'validate',
      help: 'check manifests offline, and list all problems',
      notes: "validate doesn't need API keys or secrets.",
      flags: validateFlags,
      examples: [
        'belfry validate',
        'belfry validate -f manifests',
        'belfry validate --report sarif=belfry.sarif',
      ],
      variables: ['BELFRY_URL', 'BELFRY_FILE_ROOTS'],
      topics: ['files', 'secrets', 'output'],
      operation: operations.validate,
    }),
    command({
      name: 'plan',
      help: 'show the changes that apply would make',
      flags: planFlags,
      examples: ['belfry plan', 'belfry plan -t Production --out plan.json'],
      variables: [...sealed, 'GITHUB_BASE_REF'],
      topics: ['targets', 'secrets', 'guards', 'pipelines'],
      load: async () => (await import('../commands/plan.ts')).plan,
    }),
    command({
      name: 'diff [before] [after]',
      help: 'compare manifests offline: folders, files or git revisions',
      notes:
        "Without arguments, diff compares the merge base of HEAD and the default branch with the working tree. With one argument, diff compares this folder, file or revision with the working tree. diff doesn't need API keys or environment variables.",
      flags: diffFlags,
      examples: ['belfry diff', 'belfry diff main', 'belfry diff v1.0 v1.1 --git --full'],
      variables: ['BELFRY_FILE_ROOTS', 'GITHUB_BASE_REF', 'CI_MERGE_REQUEST_DIFF_BASE_SHA'],
      topics: ['targets', 'files', 'output', 'pipelines'],
      operation: (flags, run, words) => operations.diff(words, flags, run),
    }),
    command({
      name: 'compare <from> <to>',
      help: 'show what one target would change in another target',
      notes:
        'compare reads both targets and never writes. Fields with perTarget or a variable are listed separately: the manifests declare them differently on purpose.',
      flags: compareFlags,
      examples: [
        'belfry compare Staging Production',
        'belfry compare Staging Production --declared --detailed-exitcode',
      ],
      variables: service,
      topics: ['targets', 'connection', 'output'],
      operation: (flags, run, [from = '', to = '']) => operations.compare([from, to], flags, run),
    }),
    command({
      name: 'promote <from> <to>',
      help: 'declare resources of one target for another target',
      notes:
        'promote shows the changes of the manifests and the plan of the second target. promote never writes to the service. In place of each secret, promote writes a variable that the second target must define.',
      flags: promoteFlags,
      examples: [
        'belfry promote Staging Production --only integration/ses-eu',
        'belfry promote Staging Production --only integration/ses-eu --write',
      ],
      variables: service,
      topics: ['files', 'secrets', 'output'],
      operation: (flags, run, [from = '', to = '']) => operations.promote({ ...flags, from, to }, run),
    }),
    command({
      name: 'apply',
      help: 'make the changes that plan shows, then check with a new plan',
      argument: ['[plan]', 'saved plan, written by plan --out; belfry applies exactly this plan'],
      flags: applyFlags,
      examples: [
        'belfry apply',
        'belfry apply plan.json',
        'belfry apply --yes -t Development --smoke smoke/deploy.yaml',
      ],
      variables: [...sealed, 'GITHUB_EVENT_NAME', 'CI_MERGE_REQUEST_IID', 'CI_EXTERNAL_PULL_REQUEST_IID'],
      topics: ['targets', 'secrets', 'guards', 'exit-codes'],
      load: async () => (await import('../commands/apply.ts')).apply,
    }),
    command({
      name: 'failover',
      help: 'make a standby the primary integration of a channel, or return',
      argument: ['<channel>', 'email or sms'],
      notes:
        'belfry activates the standby, sends a smoke trigger through it, and switches only if the standby delivered it. Exit codes: 0 switched, or nothing to do; 2 --if-failing without --yes found a failing provider; 4 refused; 5 not all requests are done; 6 a later read returned different values; 7 the smoke trigger failed, so belfry did not switch.',
      flags: failoverFlags,
      examples: [
        "belfry failover email -t Production --to ses-eu --reason 'SendGrid is down'",
        'belfry failover email -t Production --back',
        'belfry failover email -t Production --if-failing 20%/10m --yes',
      ],
      variables: [...service, 'GITHUB_EVENT_NAME'],
      topics: ['targets', 'guards', 'exit-codes'],
      load: async () => (await import('../commands/failover.ts')).failover,
    }),
    command({
      name: 'show',
      help: 'show a saved plan, or the journal of an apply',
      argument: ['<file>', 'file that plan --out or apply --journal wrote'],
      flags: extentFlags,
      examples: [
        'belfry show plan.json',
        'belfry show plan.json --format markdown',
        'belfry show journal.ndjson',
      ],
      topics: ['files', 'output'],
      load: async () => (await import('../commands/show.ts')).show,
    }),
    command({
      name: 'log',
      help: 'show who changed which resource when, from journals',
      argument: [
        '[path...]',
        'journals that apply --journal wrote, and folders with journals (default: the journal of failovers)',
      ],
      flags: logFlags,
      examples: ['belfry log', 'belfry log journals', 'belfry log journals --only integration/ses-eu'],
      topics: ['files', 'output'],
      operation: ({ only }, run, names) => operations.log({ names, only }, run),
    }),
  ]),
  ...activityCommands,
  ...under('Tools', [
    command({
      name: 'explain',
      help: 'explain a rule, an exit code, a provider, a field or an option',
      argument: ['[subject]', 'for example duplicate-key, exit/4, sendgrid, integration.primary or --only'],
      flags: formatFlags,
      isAboutOptions: true,
      examples: [
        'belfry explain duplicate-key',
        'belfry explain integration.credentials',
        'belfry explain --max-changes',
      ],
      topics: ['exit-codes', 'output'],
      load: async () => (await import('../commands/tools/explain.ts')).explain,
    }),
    command({
      name: 'schema',
      help: 'print a JSON Schema for editors and tools, or list all',
      argument: ['[name]', 'for example manifest, project, smoke or plan'],
      flags: formatFlags,
      examples: ['belfry schema', 'belfry schema manifest', 'belfry schema plan --format json'],
      topics: ['files', 'output'],
      operation: (_flags, _run, [name]) => operations.schema(name),
    }),
    { name: 'completion', help: completionHelp, add: completion },
  ]),
]

/** Completes the program that it is added to, and has no options. */
function completion(to: Command, _: readonly string[], io: Io, done: (code: number) => void): void {
  const added = to.command('completion').description(completionHelp)
  const shells: readonly Shell[] = ['bash', 'zsh', 'fish']
  added
    .addArgument(added.createArgument('<shell>', 'bash, zsh or fish').choices(shells))
    .argument(
      '[words...]',
      'the words of a command line, written after "--"; belfry prints completions of the last word',
    )
    .action(async (shell: Shell, words: readonly string[]) => {
      const { completion: run } = await import('../commands/tools/completion.ts')
      done(await run(shell, words, to, io))
    })
  withGuide(added, {
    examples: ['belfry completion bash', 'belfry completion zsh', 'belfry completion fish'],
    topics: ['environment'],
  })
}
