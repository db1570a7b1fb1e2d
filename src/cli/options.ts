// The flags that several commands have in common, by what they are for.
import { Option, type Command } from 'commander'
import type { Account } from '../report/account.ts'
import { formatsFor } from '../report/formats.ts'

export function formats(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'how to write the result').choices(['text', 'json']).default('text'),
    )
    .option('--no-color', 'no colour')
}

/** Of commands that show a plan. */
export function extents(command: Command): Command {
  return told(command)
    .addOption(new Option('--summary', 'tell only how many changes each target has').conflicts('full'))
    .option('--full', 'tell also of what matches, and cut nothing')
}

/** What tells an account; see `telling`. */
export function told(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'how to write the result')
        .choices([...formatsFor('stdout')])
        .default('text'),
    )
    .option(
      '--report <kind=file>',
      `write it into a file too, as ${formatsFor('file', command.name() as Account['command']).join(', ')}; repeatable`,
      collect,
      [],
    )
    .option(
      '--show-personal-data',
      'mask nothing for being about a person, in reports and `privacy: mask` neither',
    )
    .option('--no-color', 'no colour')
}

export function planned(command: Command): Command {
  return manifests(extents(command))
}

export function declared(command: Command): Command {
  return manifests(told(command))
}

export function manifests(command: Command): Command {
  return command
    .option('--config <file>', 'the project file, instead of belfry.yaml found upwards')
    .option('-f, --file <path>', 'manifests: a file, folder, glob or - for stdin; repeatable', collect, [])
    .option('-t, --target <name>', 'only this target; repeatable, * stands for any characters', collect, [])
    .option(
      '--file-root <folder>',
      'a folder outside the project that manifests and ${file:…} may read; repeatable',
      collect,
      [],
    )
    .option(
      '--input-limit <name=value>',
      'another limit of input, such as max-file-size=16MiB; repeatable',
      collect,
      [],
    )
}

export function live(command: Command): Command {
  return connected(command, 300).option(
    '--concurrency <number>',
    'how many requests may be under way at once',
    '4',
  )
}

export function selecting(command: Command): Command {
  return command
    .option(
      '--only <kind/name>',
      'only these resources; repeatable, * stands for any characters',
      collect,
      [],
    )
    .option('--exclude <kind/name>', 'all but these resources; repeatable', collect, [])
    .option(
      '--resend <kind/name>',
      "send declared fields of these that can't be compared; repeatable",
      collect,
      [],
    )
    .option(
      '--check-credentials <kind/name>',
      'have the service try out the credentials of these with their provider when they are sent; repeatable',
      collect,
      [],
    )
    .option(
      '--max-changes <kind=limit>',
      'refuse to change more resources of a kind: a number, or a share such as 10%; repeatable',
      collect,
      [],
    )
}

/** `timeout` is the default, in seconds, as help shows it. */
export function connected(command: Command, timeout: number | string): Command {
  return command
    .option('--url <url>', "the service's address")
    .option('--insecure-http', 'let keys go over http to other machines')
    .option('--api-key-file <file>', 'a file that holds the API key, or - for stdin')
    .option('--rate <rate>', "how much of the service's limits to use: a share such as 80% (default), or 5/s")
    .option(
      '--timeout <time>',
      `how long one request may take in all, waits included: seconds, or 2m (default: ${timeout})`,
    )
    .option('--debug', 'tell of every HTTP exchange, without any value of it')
}

/** The values of a repeatable option. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value]
}
