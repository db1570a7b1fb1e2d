// Problems of invalid options: all are found at once, before anything is sent.
import type { Problem } from '../../core/problem.ts'
import { badFlag, unwritableFile } from '../../library/problems.ts'
import { mostSimilar } from '../../core/similar.ts'

export { badFlag, unwritableFile }

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
