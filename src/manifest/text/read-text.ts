// Reads files within their limits, even if they change while they are read.
import { option } from '../../core/shell.ts'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { whyUnusable } from '../../core/system-failure.ts'
import type { Report } from '../frames/reporter.ts'
import { placeOfLine } from './node.ts'

/** The text of standard input; undefined if it has more bytes than that. */
export type ReadStdin = (atMost: number) => Promise<string | undefined>

export const noStdin: ReadStdin = () => Promise.reject(new Error('the library does not read standard input'))

/** A file to read; `path` is undefined for standard input. */
export interface FoundFile {
  readonly path: string | undefined
  /** As printed: relative to the working directory. */
  readonly name: string
}

interface ReadOptions {
  readonly limits: InputLimits
  readonly stdin?: ReadStdin | undefined
}

/** Undefined after a problem. */
export async function readText(
  file: FoundFile,
  { limits, stdin = noStdin }: ReadOptions,
  report: Report,
): Promise<string | undefined> {
  const limit = limits['max-file-size']
  const tooLarge = (): undefined =>
    void report({
      rule: 'max-file-size',
      place: placeOfLine(file.name),
      message: `this file is larger than ${sizeText(limit)} (max-file-size)`,
      hint: `Move subscribers to an NDJSON file and include it with \`- include: people.ndjson\`${orRaise('max-file-size', limit)}.`,
    })
  if (file.path === undefined) {
    try {
      return (await stdin(limit)) ?? tooLarge()
    } catch (error) {
      return void report({
        rule: 'file-unreadable',
        place: placeOfLine(file.name),
        message: `stdin can't be read: ${whyUnusable(error)}`,
      })
    }
  }
  try {
    const bytes = readAtMost(file.path, limit)
    return bytes === undefined ? tooLarge() : decode(bytes)
  } catch (error) {
    const place = placeOfLine(file.name)
    // `decode` throws a TypeError.
    if (error instanceof TypeError)
      report({ rule: 'yaml-syntax', place, message: 'this file is not UTF-8 text' })
    else report({ rule: 'file-unreadable', place, message: `this file can't be read: ${whyUnusable(error)}` })
    return undefined
  }
}

/** Throws a TypeError if it isn't UTF-8. */
export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Bytes that are read at once if the size of a file isn't known. */
const chunkSize = 65_535

/** All bytes of a file; undefined if it has more, even if it grows while it is read. Throws as `fs` does. */
export function readAtMost(path: string, limit: number): Buffer | undefined {
  const file = openSync(path, 'r')
  try {
    return readOpen(file, limit)
  } finally {
    closeSync(file)
  }
}

function readOpen(file: number, limit: number): Buffer | undefined {
  const { size } = fstatSync(file)
  if (size > limit) return undefined
  const chunks: Buffer[] = []
  let total = 0
  for (;;) {
    // The system's size is usually right: then the second read finds the end, and needs room for one byte only.
    const rest = size > 0 && total <= size ? size - total : chunkSize
    const chunk = Buffer.allocUnsafe(Math.min(rest, limit) + 1)
    const count = readSync(file, chunk)
    total += count
    if (total > limit) return undefined
    if (count === 0) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    chunks.push(chunk.subarray(0, count))
  }
}

export interface InputLimits {
  /** Bytes of a YAML file, and of one line of NDJSON or CSV. 8 MiB are some thirty thousand subscribers in YAML. */
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

/** The limits of input. Each limit has a name that messages show and `--input-limit NAME=VALUE` takes. */
export const defaultInputLimits: InputLimits = {
  'max-file-size': 8 * mebibyte,
  'max-referenced-file': mebibyte,
  'max-depth': 100,
  'max-aliases': 25_000,
  'max-nodes': 250_000,
}

export const inputLimitNames = Object.keys(defaultInputLimits) as readonly InputLimitName[]

/** The YAML parser's stack allows some thousand levels; beyond, it ends without a message. */
const highest: Partial<InputLimits> = { 'max-depth': 500 }

const units: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: mebibyte }

/** `, or raise the limit with --input-limit max-file-size=16MiB`: to twice the value, if that is allowed. */
export function orRaise(name: InputLimitName, limit: number): string {
  const value = Math.min(2 * limit, highest[name] ?? Infinity)
  const text = value % mebibyte === 0 ? `${value / mebibyte}MiB` : value
  return value === limit ? '' : `, or raise the limit with ${option('inputLimits', { [name]: text })}`
}

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
