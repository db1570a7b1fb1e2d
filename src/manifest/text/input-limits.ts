// The limits of input. Each limit has a name that messages show and `--input-limit NAME=VALUE` takes.

export interface InputLimits {
  /** Bytes of a YAML file, and of one line of NDJSON. 8 MiB are some thirty thousand subscribers in YAML. */
  readonly 'max-file-size': number
  /** Bytes of a file that a reference names. */
  readonly 'max-referenced-file': number
  /** How deep collections may be nested. */
  readonly 'max-depth': number
  /** How many aliases a YAML file may have. */
  readonly 'max-aliases': number
  /** How many values the aliases of one document may repeat. */
  readonly 'max-nodes': number
}

export type InputLimitName = keyof InputLimits

const mebibyte = 1024 * 1024

export const defaultInputLimits: InputLimits = {
  'max-file-size': 8 * mebibyte,
  'max-referenced-file': mebibyte,
  'max-depth': 100,
  'max-aliases': 25_000,
  'max-nodes': 250_000,
}

export const inputLimitNames = Object.keys(defaultInputLimits) as readonly InputLimitName[]

/** The YAML parser's stack holds some thousand levels; beyond, it ends without a message. */
const highest: Partial<InputLimits> = { 'max-depth': 500 }

const units: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: mebibyte }

/** `max-file-size=16MiB`; undefined for anything else. */
export function parseInputLimit(
  text: string,
): { readonly name: InputLimitName; readonly value: number } | undefined {
  const [, name = '', digits = '', unit = ''] = /^([a-z-]+)=(\d{1,12})(KiB|MiB)?$/.exec(text) ?? []
  const known = inputLimitNames.find((each) => each === name)
  const value = Number(digits) * (units[unit] ?? 1)
  if (known === undefined || value < 1 || value > (highest[known] ?? Infinity)) return undefined
  return { name: known, value }
}

/** `8 MiB`, `512 bytes`. */
export function sizeText(bytes: number): string {
  return bytes < mebibyte / 10 ? `${bytes} bytes` : `${Number((bytes / mebibyte).toFixed(1))} MiB`
}
