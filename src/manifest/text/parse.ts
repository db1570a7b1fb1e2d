// Text → located trees, one a document. The common part of YAML is read here, and everything else by the full parser.
import type { Report } from '../frames/reporter.ts'
import type { InputLimits } from './read.ts'
import type { Parsed } from './parse-fully.ts'
import { parsePlain, readAgain } from './plain.ts'
import type { Source } from './node.ts'

/** The full parser is loaded if a file needs it: loading it takes longer than reading a short file. */
export async function parseYaml(source: Source, report: Report, limits: InputLimits): Promise<Parsed> {
  const root = parsePlain(source, limits['max-depth'])
  if (root !== undefined) return { documents: [root], isSound: true, soundUntil: Infinity, again: readAgain }
  const { parseFully } = await import('./parse-fully.ts')
  return parseFully(source, report, limits)
}
