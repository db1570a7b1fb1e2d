// Problems of invalid options: all are found at once, before anything is sent.
import { whyUnusable } from '../../core/file-failure.ts'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { mostSimilar } from '../../core/similar.ts'

export function badFlag(message: string, hint?: string): Problem {
  return { rule: 'bad-flag', severity: 'error', message, ...given({ hint }) }
}

/** Of a file that the command line names. */
export function unwritableFile(what: string, error: unknown): Problem {
  return {
    rule: 'file-unwritable',
    severity: 'error',
    message: `${what}: ${whyUnusable(error)}`,
    hint: 'Give a file in a folder that exists and that you can write to.',
  }
}

/** Of two moments, the first has to be earlier. */
export function orderProblems(after: string | undefined, before: string | undefined): Problem[] {
  const isOrdered = after === undefined || before === undefined || Date.parse(after) < Date.parse(before)
  return isOrdered ? [] : [badFlag(`--after ${after} is not earlier than --before ${before}`)]
}

/** Services may have channels that the contract lacks, so an unknown one is sent anyway. */
export function channelWarnings(channels: readonly string[], known: readonly string[]): Problem[] {
  return channels
    .filter((channel) => channel !== '' && !known.includes(channel))
    .map((channel) => {
      const best = mostSimilar(channel, known)
      return {
        rule: 'unknown-channel',
        severity: 'warning',
        message: `--channel ${channel}: unknown channel${best === undefined ? '' : `; did you mean ${best}?`}`,
        hint: `The filter is sent unchanged. Known channels: ${known.join(', ')}.`,
      }
    })
}
