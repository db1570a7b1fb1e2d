// Bulk lists: `- include: people.ndjson` reads one JSON object a line, without ever holding the file.
import { createReadStream } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isMap, type Value } from '../core/value.ts'
import { didYouMean } from '../core/similar.ts'
import { confine } from './confine.ts'
import { printed } from './find.ts'
import { keyPlace, nodeOf, placeOf, type MapNode, type Node } from './node.ts'
import type { Report } from './reporter.ts'
import { show } from './show.ts'
import { lineOf } from './source.ts'

export interface Include {
  /** Real path. */
  readonly path: string
  /** As printed. */
  readonly name: string
  readonly resolvesReferences: boolean
  readonly targets: Node | undefined
}

export interface IncludeContext {
  /** The real path of the manifest, or the working directory for standard input. */
  readonly manifest: string | undefined
  readonly cwd: string
  readonly readable: readonly string[]
  readonly hasTargets: boolean
  readonly report: Report
}

export function isInclude(node: Node): node is MapNode {
  return node.type === 'map' && node.entries.has('include')
}

/** Undefined after a problem. Paths are relative to the manifest that names them. */
export function readInclude(node: MapNode, context: IncludeContext): Include | undefined {
  const { report, manifest, cwd } = context
  const known = ['include', 'references', ...(context.hasTargets ? ['targets'] : [])]
  for (const entry of node.entries.values())
    if (!known.includes(entry.key))
      report({
        rule: 'unknown-field',
        place: keyPlace(node, entry),
        message: `an include has no field ${show(entry.key)}${didYouMean(entry.key, known)}`,
      })
  const path = node.entries.get('include')?.value
  const references = node.entries.get('references')?.value
  if (references !== undefined && !(references.type === 'scalar' && typeof references.value === 'boolean'))
    report({ rule: 'wrong-type', place: placeOf(references), message: '"references" must be true or false' })
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
    report({
      rule: found.rule,
      place: placeOf(path),
      message: `the file ${show(path.value)} ${found.message}`,
    })
    return undefined
  }
  return {
    path: found.path,
    name: printed(resolve(folder, path.value), cwd),
    resolvesReferences: references?.type === 'scalar' && references.value === true,
    targets: node.entries.get('targets')?.value,
  }
}

/** The objects of a file, each at its line. Lines that hold none are reported and skipped. */
export async function* readLines({ path, name }: Include, report: Report): AsyncGenerator<Node> {
  const stream = createReadStream(path, 'utf8')
  let line = 0
  try {
    for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
      line += 1
      if (text.trim() === '') continue
      const source = lineOf(name, line)
      const value = parseLine(line === 1 ? text.replace(/^\uFEFF/, '') : text)
      if (value !== undefined && isMap(value)) yield nodeOf(value, source, [0, 0])
      else
        report({
          rule: 'ndjson-syntax',
          place: { source, range: [0, 0] },
          message: value === undefined ? 'this line is not JSON' : 'this line is not a JSON object',
          hint: 'Write one whole object a line, with nothing between them.',
        })
    }
  } finally {
    stream.destroy()
  }
}

/** The parser's own message quotes the line, so it is not kept. */
function parseLine(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value
  } catch {
    return undefined
  }
}
