// Ranges of characters in a text.

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
