// Reads a manifest file as text, within the size that YAML can be parsed in.
import { readFileSync, statSync } from 'node:fs'
import type { FoundFile } from './find.ts'
import type { Report } from './reporter.ts'
import { lineOf } from './source.ts'

/** 8 MiB: some thirty thousand subscribers. */
export const maxFileSize = 8 * 1024 * 1024

export interface Limits {
  readonly maxFileSize?: number | undefined
  readonly stdin?: (() => Promise<string>) | undefined
}

/** Undefined after a problem. */
export async function readText(file: FoundFile, limits: Limits, report: Report): Promise<string | undefined> {
  const place = { source: lineOf(file.name, 1), range: [0, 0] } as const
  const limit = limits.maxFileSize ?? maxFileSize
  const tooLarge = (size: number): undefined =>
    void report({
      rule: 'max-file-size',
      place,
      message: `this file has ${(size / 1048576).toFixed(1)} MiB; max-file-size is ${(limit / 1048576).toFixed(1)} MiB`,
      hint: 'Put subscribers in an NDJSON file and name it with `- include: people.ndjson`.',
    })
  if (file.path === undefined) {
    const text = await limits.stdin?.().catch(() => undefined)
    if (text === undefined)
      return void report({
        rule: 'file-unreadable',
        place,
        message: "standard input can't be read, or something else has read it",
      })
    return Buffer.byteLength(text) > limit ? tooLarge(Buffer.byteLength(text)) : text
  }
  try {
    const { size } = statSync(file.path)
    if (size > limit) return tooLarge(size)
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file.path))
  } catch (error) {
    const isText = !(error instanceof TypeError)
    report({
      rule: isText ? 'file-unreadable' : 'yaml-syntax',
      place,
      message: isText ? "this file can't be read" : 'this file is not UTF-8 text',
    })
    return undefined
  }
}
