// Bulk lists: `- include: people.ndjson` reads one JSON object a line, never the whole file at once. The rows of a CSV file
// become the same kind of items.
import { createReadStream } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { csvEnding, jsonIn, ndjsonEnding } from '../../core/json.ts'
import { whyUnusable } from '../../core/system-failure.ts'
import { isMap, type Value, type ValueMap } from '../../core/value.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import { confine, unconfined } from '../text/allowed-folders.ts'
import { printed } from '../text/find.ts'
import { sizeText, type InputLimits, decode, orRaise } from '../text/read-text.ts'
import { keyPlace, placeOf, type MapNode, type Node, placeOfLine, type Place } from '../text/node.ts'
import type { Report } from '../frames/reporter.ts'
import { show } from '../frames/frame.ts'
import { isKept, isSuspicious } from '../text/parse.ts'

export interface Include {
  /** Real path. */
  readonly path: string
  /** As printed. */
  readonly name: string
  readonly resolvesReferences: boolean
  /** The entry of the manifest. */
  readonly node: MapNode
}

export interface IncludeContext {
  /** The real path of the manifest, or the working directory for standard input. */
  readonly manifest: string | undefined
  readonly cwd: string
  readonly readable: readonly string[]
  readonly hasTargets: boolean
  /** Only for subscribers: if the file is missing, no apply deletes them, but an apply could deactivate an integration. */
  readonly mayBeOptional: boolean
  readonly report: Report
}

export function isInclude(node: Node): node is MapNode {
  return node.type === 'map' && node.entries.has('include')
}

/** Undefined after a problem. Paths are relative to the manifest that names them. */
export function readInclude(node: MapNode, context: IncludeContext): Include | 'missing' | undefined {
  const { report, manifest, cwd } = context
  const flags = ['references', ...(context.mayBeOptional ? ['optional'] : [])]
  const path = node.entries.get('include')?.value
  const known = [
    'include',
    ...flags,
    ...(path?.type === 'scalar' && csvEnding.test(String(path.value)) ? ['columns'] : []),
    ...(context.hasTargets ? ['targets'] : []),
  ]
  for (const entry of node.entries.values())
    if (!known.includes(entry.key))
      report({
        rule: 'unknown-field',
        place: keyPlace(node, entry),
        message: `unknown field ${show(entry.key)} in an include${didYouMean(entry.key, known)}`,
      })
  for (const flag of flags) {
    const value = node.entries.get(flag)?.value
    if (value !== undefined && !(value.type === 'scalar' && typeof value.value === 'boolean'))
      report({ rule: 'wrong-type', place: placeOf(value), message: `"${flag}" must be true or false` })
  }
  if (path?.type !== 'scalar' || typeof path.value !== 'string' || path.value === '') {
    report({
      rule: 'wrong-type',
      place: placeOf(path ?? node),
      message: '"include" must be the path of a file',
    })
    return undefined
  }
  const folder = manifest === undefined ? cwd : dirname(manifest)
  const found = confine(resolve(folder, path.value), [folder, ...context.readable])
  if ('rule' in found) {
    if (found.isMissing === true && context.mayBeOptional && isTrue(node, 'optional')) return 'missing'
    report(unconfined(path.value, placeOf(path), found))
    return undefined
  }
  return {
    path: found.path,
    name: printed(resolve(folder, path.value), cwd),
    resolvesReferences: isTrue(node, 'references'),
    node,
  }
}

function isTrue(node: MapNode, key: string): boolean {
  const value = node.entries.get(key)?.value
  return value?.type === 'scalar' && value.value === true
}

interface TextLine {
  /** From 1. */
  readonly number: number
  readonly place: Place
  /** Undefined if it is not UTF-8. */
  readonly text: string | undefined
}

/** An object, and the line on which it begins. */
export interface BulkLine extends Omit<TextLine, 'text'> {
  readonly value: ValueMap
}

/** The lines of a file, in the chunks that are read. If the rest can't be read, that is reported. */
export async function* textLines(
  { path, name }: Include,
  limits: InputLimits,
  report: Report,
): AsyncGenerator<readonly TextLine[]> {
  const most = limits['max-file-size']
  let number = 0
  const lines = linesOf(
    readable(path, (why) => {
      const message = `the rest of this file can't be read: ${why}`
      report({ rule: 'file-unreadable', place: placeOfLine(name, number + 1), message })
    }),
    most,
  )
  for await (const ended of lines) {
    const found: TextLine[] = []
    for (const bytes of ended) {
      number += 1
      const place = placeOfLine(name, number)
      if (bytes !== undefined) found.push({ text: textOf(bytes, number), number, place })
      else {
        const message = `this line is longer than ${sizeText(most)} (max-file-size)`
        const hint = `Shorten the line${orRaise('max-file-size', most)}.`
        report({ rule: 'max-file-size', place, message, hint })
      }
    }
    yield found
  }
}

/** The objects of an NDJSON file, in the chunks that are read. Lines without one are reported and skipped. */
export async function* readLines(
  include: Include,
  limits: InputLimits,
  report: Report,
): AsyncGenerator<readonly BulkLine[]> {
  for await (const lines of textLines(include, limits, report)) {
    const found: BulkLine[] = []
    for (const { text, number, place } of lines) {
      if (text?.trim() === '') continue
      const value = text === undefined ? 'this line is not UTF-8 text' : valueOfLine(text)
      if (typeof value !== 'string') {
        const mayLose = text !== undefined && isSuspicious(text, value, limits)
        if (!mayLose || (await isKept(text, place, limits, report))) found.push({ value, number, place })
      } else
        report({
          rule: 'ndjson-syntax',
          place,
          message: value,
          hint: 'Write one complete JSON object per line, without commas at the ends of lines and without brackets around the objects.',
        })
    }
    yield found
  }
}

/** Whether the first line of a file is a JSON object such as a subscriber; with one of the `lists` in it, it is a manifest. */
export function isNdjson(name: string, text: string, lists: readonly string[]): boolean {
  if (!ndjsonEnding.test(name)) return false
  const [first = ''] = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n', 1)
  const value = jsonIn(first) as Value | undefined
  if (value === undefined || !isMap(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && !keys.some((key) => key === 'targets' || lists.includes(key))
}

/** The readable part of a file; `fail` gets the reason if it can't be read to its end. */
async function* readable(path: string, fail: (why: string) => void): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>
  } catch (error) {
    fail(whyUnusable(error))
  }
}

/** The lines that end in each chunk, without their line ends. Ends with undefined at a line of more than `most` bytes. */
async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  most: number,
): AsyncGenerator<readonly (Buffer | undefined)[]> {
  let rest: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    const ended: Buffer[] = []
    let from = 0
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      if (length + end - from > most) return yield [...ended, undefined]
      const line = chunk.subarray(from, end)
      ended.push(rest.length === 0 ? line : Buffer.concat([...rest, line]))
      rest = []
      length = 0
      from = end + 1
    }
    length += chunk.length - from
    if (length > most) return yield [...ended, undefined]
    if (from < chunk.length) rest.push(chunk.subarray(from))
    yield ended
  }
  if (length > 0) yield [Buffer.concat(rest)]
}

function textOf(bytes: Buffer, line: number): string | undefined {
  try {
    const text = decode(bytes)
    return line === 1 ? text.replace(/^\uFEFF/, '') : text
  } catch {
    return undefined
  }
}

/** The object of a line, or as a string what is wrong with it. */
function valueOfLine(text: string): ValueMap | string {
  const value = jsonIn(text) as Value | undefined
  if (value === undefined) return 'this line is not valid JSON'
  return isMap(value) ? value : 'this line is not a JSON object'
}
