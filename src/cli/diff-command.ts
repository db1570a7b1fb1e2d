// The flags of belfry diff.
import type { Command } from 'commander'
import type { DiffFlags } from './flags.ts'
import type { Io } from './io.ts'
import { collect } from './options.ts'

/** `command` takes what tells which manifests are meant already. */
export function addDiffCommand(command: Command, io: Io, done: (code: number) => void): void {
  command
    .description('compare two trees of manifests offline: folders, files or git revisions')
    .option(
      '--only <kind/name>',
      'only these resources; repeatable, * stands for any characters',
      collect,
      [],
    )
    .option('--exclude <kind/name>', 'all but these resources; repeatable', collect, [])
    .option('--git', 'the names are revisions, also where there are files of these names')
    .option('--base <ref>', 'what HEAD left, instead of origin/HEAD, origin/main or main')
    .option('--detailed-exitcode', 'exit 2 where anything differs')
    .addHelpText(
      'after',
      '\nWithout names: from the merge base of HEAD and the default branch to the working tree; with one name:\nfrom it to the working tree. No key and no variable is needed.\n',
    )
    .action(async (before: string | undefined, after: string | undefined, flags: DiffFlags) => {
      const names = [before, after].filter((name) => name !== undefined)
      done(await (await import('./commands/diff.ts')).diff(names, flags, io))
    })
}
