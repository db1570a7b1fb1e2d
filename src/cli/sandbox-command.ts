// The flags of belfry sandbox.
import type { Command } from 'commander'
import type { SandboxFlags } from './flags.ts'
import type { Io } from './io.ts'
import { collect } from './options.ts'

/** `command` has a format; `done` takes the exit code. */
export function addSandbox(command: Command, io: Io, done: (code: number) => void): void {
  command
    .description('run an embedded service on this machine to try things out')
    .option('--port <number>', 'the port to listen on; 0 picks a free one', '4111')
    .option('--seed <file>', 'a JSON file with what the sandbox starts with')
    .option('--data <folder>', 'keep the state in this folder across restarts; --seed is for a new one')
    .option('--speed <number>', 'seconds that pass in the sandbox in one real second', '1')
    .option(
      '--profile <name>',
      'which service it is like: contract, novu-2026-04 or novu-2026-09',
      'contract',
    )
    .option(
      '--rate-limit <plan>',
      "free, pro, team, enterprise, off, or requests a second; else the profile's",
    )
    .option(
      '--fault <spec>',
      'what goes wrong: NAME[=AMOUNT][:OPERATION][@N or :N%]; repeatable, an unknown name lists all',
      collect,
      [],
    )
    .option('--fault-seed <number>', 'of the chances of faults at a rate', '1')
    .option(
      '--provider <switch>',
      'how a provider answers: ID=accept, refuse[:TEXT], slow[:TIME] or silent; repeatable',
      collect,
      [],
    )
    .action(async (flags: SandboxFlags) =>
      done(await (await import('./commands/sandbox.ts')).sandbox(flags, io)),
    )
}
