// The commands of the program: those of the table of commands, with what only a command line does.
import type { Command } from 'commander'
import { grouped } from '../../core/grouped.ts'
import { groups, sections } from '../../library/commands/commands.ts'
import type { Shell } from '../completion/scripts.ts'
import type { Io } from '../terminal/io.ts'
import { command, group, withGuide, type Body, type Listed } from './command.ts'
import type { Headed } from './help.ts'

/** What commands do that show more than the result of an operation, or that ask. */
const bodies: Readonly<Record<string, () => Promise<Body>>> = {
  init: async () => (await import('../commands/init.ts')).init,
  sandbox: async () => (await import('../commands/sandbox.ts')).sandbox,
  plan: async () => (await import('../commands/plan.ts')).plan,
  apply: async () => (await import('../commands/apply.ts')).apply,
  failover: async () => (await import('../commands/failover.ts')).failover,
  show: async () => (await import('../commands/show.ts')).show,
  trigger: async () => (await import('../commands/trigger.ts')).trigger,
  smoke: async () => (await import('../commands/smoke.ts')).smoke,
  explain: async () => (await import('../commands/tools/explain.ts')).explain,
}

const completionHelp = 'print a completion script for a shell'

export const commands: readonly (Listed & Headed)[] = [
  ...Object.entries(sections).flatMap(([heading, rows]) =>
    [...grouped(Object.entries(rows), ([name]) => name.split(' ', 1).join())].flatMap(([first, own]) => {
      const listed = own.map(([name, row]) => command(name, row, bodies[name]))
      const guide = groups[first]
      return (guide === undefined ? listed : [group(first, guide, listed)]).map((each) => ({
        ...each,
        heading,
      }))
    }),
  ),
  { name: 'completion', help: completionHelp, add: completion, heading: 'Tools' },
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
