// What both searches for secrets offer: the one for whole secrets in our output, and the one for parts in text from outside.
import type { Secret } from './secret.ts'

export interface Place extends Range {
  readonly secret: Secret
}

/** Calls `visit` with each of some texts. */
export type EachText = (visit: (text: string) => void) => void

export interface Finder {
  readonly know: (secret: Secret) => void
  /** What is in these texts is no longer searched for, because people may read it. */
  readonly leaveOut: (eachText: EachText) => void
  /** Where secrets are in a text. */
  readonly places: (text: string) => readonly Place[]
}

/** `from` counts, `to` doesn't. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The index of the last of some ranges, in ascending order, that begins at a limit or before it; 0 if none does. */
export function lastUpTo(ranges: readonly Pick<Range, 'from'>[], limit: number): number {
  let [low, high] = [0, ranges.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.from ?? 0) <= limit) low = middle
    else high = middle
  }
  return low
}
