// Text → located trees, one a document. The common part of YAML is read here, and everything else by the full parser. Lines that
// JSON.parse would silently change are read as YAML too, of which JSON is a part.
import { isList, isMap, type Value } from '../../core/value.ts'
import type { Report } from '../frames/reporter.ts'
import type { InputLimits } from './read-text.ts'
import type { Parsed } from './parse-fully.ts'
import { parsePlain, readAgain } from './plain.ts'
import { type Source, sourceOf, type Place } from './node.ts'
import { isExact } from './scalar.ts'

/** The full parser is loaded if a file needs it: loading it takes longer than reading a short file. */
export async function parseYaml(source: Source, report: Report, limits: InputLimits): Promise<Parsed> {
  const root = parsePlain(source, limits['max-depth'])
  if (root !== undefined) return { documents: [root], isSound: true, soundUntil: Infinity, again: readAgain }
  const { parseFully } = await import('./parse-fully.ts')
  return parseFully(source, report, limits)
}

/** Whether a JSON parser may lose something of a line. */
export function isSuspicious(text: string, value: Value, limits: InputLimits): boolean {
  const keys = keysIn(value, limits['max-depth'])
  // A key that is repeated isn't in the value. Strings with `":` in them only make belfry read the line twice.
  return Number.isNaN(keys) || keysLike(text) > keys || hasBadEscape(text)
}

/** Reports, at the line's place, what a suspicious line contains that a JSON parser loses; false if it did. */
export async function isKept(
  text: string,
  place: Place,
  limits: InputLimits,
  report: Report,
): Promise<boolean> {
  let problems = 0
  const counted: Report = (found) => {
    problems += 1
    return report({ ...found, place })
  }
  await parseYaml(sourceOf(place.source.file, text), counted, limits)
  return problems === 0
}

/** Whether it may have `\u0000`, or half of a surrogate pair such as `\ud800`. */
function hasBadEscape(text: string): boolean {
  return text.includes('\\u') && /\\u(?:0000|[dD][89a-fA-F])/.test(text)
}

/** How many colons follow a quotation mark: at least as many as the text has keys, repeated ones too. */
function keysLike(text: string): number {
  let count = 0
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1
    while (isSpace(text.charCodeAt(before))) before -= 1
    if (text.charCodeAt(before) === 0x22) count += 1
  }
  return count
}

/** White space of JSON. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

/** The number of keys; NaN if the value is nested deeper than `depth`, or contains a number that isn't exact. */
function keysIn(value: Value, depth: number): number {
  if (typeof value === 'number') return isExact(value) ? 0 : Number.NaN
  if (!isList(value) && !isMap(value)) return 0
  if (depth === 0) return Number.NaN
  let keys = 0
  if (isList(value)) for (const item of value) keys += keysIn(item, depth - 1)
  else for (const key in value) keys += 1 + keysIn(value[key] as Value, depth - 1)
  return keys
}
