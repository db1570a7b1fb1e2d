// Reads the files that options name, up to a limit: a device such as /dev/zero never ends.
import { resolve } from 'node:path'
import { sizeText } from '../../manifest/text/input-limits.ts'
import { readAtMost } from '../../manifest/text/read.ts'
import type { Ambient } from '../ambient.ts'

const mebibyte = 1024 * 1024

/** Bytes that each may have at most. */
export const sizeLimits = {
  /** An API key: more fits in no header. */
  key: 65_536,
  /** JSON of an option: services accept at most 26 MB. */
  json: 32 * mebibyte,
  /** A saved plan, a journal, or a seed: a plan of 100,000 changes has some 150 MB. */
  record: 256 * mebibyte,
} as const

/** Throws as `fs` does, and if the file is larger than the limit. */
export function textOfFile(path: string, { cwd }: Pick<Ambient, 'cwd'>, limit: number): string {
  return within(limit, readAtMost(resolve(cwd, path), limit)?.toString('utf8'))
}

/** The result of `readStdin`; throws if stdin has more than the limit. */
export function within(limit: number, text: string | undefined): string {
  if (text === undefined) throw new Error(`the content is larger than ${sizeText(limit)}`)
  return text
}
