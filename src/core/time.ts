// Lengths of time as people write them, in manifests, suites and options.

/** A number with a unit. */
export const lengthOfTime = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `500ms`, `30s`, `1.5m` or `1h`; undefined for anything else. */
export function millisecondsOf(text: string): number | undefined {
  const [, amount = '', unit = ''] = lengthOfTime.exec(text) ?? []
  const length = units[unit]
  return length === undefined ? undefined : Number(amount) * length
}

/** For an option in seconds: `40` is the same as `40s`. NaN for an invalid time. */
export function flagMilliseconds(text: string): number {
  return millisecondsOf(text) ?? (text.trim() === '' ? NaN : Number(text) * 1000)
}
