// Reads files within their limits, even if they change while they are read.
import { option } from '../../core/shell.ts'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { whyUnusable } from '../../core/file-failure.ts'
import { sizeText, type InputLimits } from './input-limits.ts'
import type { Report } from '../frames/reporter.ts'
import { placeOfLine } from './source.ts'

/** The text of standard input; undefined if it has more bytes than that. */
export type ReadStdin = (atMost: number) => Promise<string | undefined>

export const noStdin: ReadStdin = () => Promise.reject(new Error('a program has no standard input here'))

/** A file to read; `path` is undefined for standard input. */
export interface FoundFile {
  readonly path: string | undefined
  /** As printed: relative to the working directory. */
  readonly name: string
}

export interface ReadOptions {
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
      hint: `Move subscribers to an NDJSON file and include it with \`- include: people.ndjson\`, or raise the limit with ${option('inputLimits', { 'max-file-size': '16MiB' })}.`,
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
    const isText = !(error instanceof TypeError)
    report({
      rule: isText ? 'file-unreadable' : 'yaml-syntax',
      place: placeOfLine(file.name),
      message: isText ? `this file can't be read: ${whyUnusable(error)}` : 'this file is not UTF-8 text',
    })
    return undefined
  }
}

/** Throws a TypeError if it isn't UTF-8. */
export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Bytes that are read at once if the size of a file isn't known. */
const step = 65_535

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
    const rest = size > 0 && total <= size ? size - total : step
    const chunk = Buffer.allocUnsafe(Math.min(rest, limit) + 1)
    const count = readSync(file, chunk)
    total += count
    if (total > limit) return undefined
    if (count === 0) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    chunks.push(chunk.subarray(0, count))
  }
}
