// Problems of the filters of lists: all are found at once, before anything is sent.
import type { Problem } from '../../core/problem.ts'
import { option } from '../../core/shell.ts'
import { mostSimilar } from '../../core/similar.ts'
import { badFlag } from '../problems.ts'

/** Of two moments, the first has to be earlier. */
export function orderProblems(after: string | undefined, before: string | undefined): Problem[] {
  const isOrdered = after === undefined || before === undefined || Date.parse(after) < Date.parse(before)
  return isOrdered
    ? []
    : [badFlag(`${option('after')} ${after} is not earlier than ${option('before')} ${before}`)]
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
        message: `${option('channel')} ${channel}: unknown channel${best === undefined ? '' : `; did you mean ${best}?`}`,
        hint: `The filter is sent unchanged. Known channels: ${known.join(', ')}.`,
      }
    })
}
