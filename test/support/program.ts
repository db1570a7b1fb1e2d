// What the program offers: its commands and all of their options.
import type { Command } from 'commander'
import { build } from '../../src/cli/program/program.ts'
import { processIo } from '../../src/cli/terminal/io.ts'

const io = processIo()

/** A new one, with all options of all commands. */
export function program(): Command {
  return build([], io, () => undefined)
}

/** Those that `belfry --help` lists. */
export function commandNames(): readonly string[] {
  return program().commands.map((command) => command.name())
}

/** `--yes` and `-y`, of a command and of those in it. */
export function optionNames(of: Command = program()): ReadonlySet<string> {
  return new Set([
    '--help',
    '-h',
    ...of.options.flatMap(({ short, long }) => [short, long].filter((each) => typeof each === 'string')),
    ...of.commands.flatMap((each) => [...optionNames(each)]),
  ])
}
