// The flags of belfry smoke.
import type { Command } from 'commander'
import type { SmokeFlags } from './flags.ts'
import type { Io } from './io.ts'
import { collect, connected } from './options.ts'

/** `command` has the flags of what tells an account; `done` takes the exit code. */
export function addSmoke(command: Command, io: Io, done: (code: number) => void): void {
  connected(command, 300)
    .description(
      "trigger what smoke suites say, and tell what is not as they expect; by default the project's",
    )
    .option('--config <file>', 'the project file, instead of belfry.yaml found upwards')
    .option('-t, --target <name>', 'only this target; repeatable, * stands for any characters', collect, [])
    .option('--filter <name>', 'only cases of this name, SUITE/NAME, or tag:TAG; repeatable', collect, [])
    .option('--concurrency <number>', 'how many cases may be under way at once', '4')
    .option(
      '--file-root <folder>',
      'a folder outside the project that suites and ${file:…} may read; repeatable',
      collect,
      [],
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 all is as expected, 7 something is not, 4 a recipient may not be told,\n5 not known of a trigger whether it was taken.\n',
    )
    .action(async (files: readonly string[], flags: SmokeFlags) =>
      done(await (await import('./commands/smoke.ts')).smoke(files, flags, io)),
    )
}
