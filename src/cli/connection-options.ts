// The flags of every command that speaks with a service.
import type { Command } from 'commander'

/** `timeout` is the default, in seconds, as help shows it. */
export function connected(command: Command, timeout: number | string): Command {
  return command
    .option('--url <url>', "the service's address")
    .option('--insecure-http', 'let keys go over http to other machines')
    .option('--api-key-file <file>', 'a file that holds the API key, or - for stdin')
    .option('--rate <rate>', "how much of the service's limits to use: a share such as 80% (default), or 5/s")
    .option(
      '--timeout <seconds>',
      `how long one request may take in all, waits included (default: ${timeout})`,
    )
    .option('--debug', 'tell of every HTTP exchange, without any value of it')
}
