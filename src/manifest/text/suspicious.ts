// Finds what JSON.parse would silently change: such lines are read as YAML too, of which JSON is a part.
import { isList, isMap, type Value } from '../../core/value.ts'
import type { InputLimits } from './input-limits.ts'
import { parseYaml } from './parse.ts'
import type { Report } from '../frames/reporter.ts'
import { sourceOf, type Place } from './source.ts'

/** Whether a JSON parser may lose something of a line. */
export function isSuspicious(text: string, value: Value, limits: InputLimits): boolean {
  return isDeep(text, limits) || isOdd.test(text) || mayRepeatKeys(text, value)
}

/** Reports, at the line's place, what a suspicious line holds that a JSON parser loses; false where it did. */
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

/** Long numbers, exponents, and escaped characters that are none. */
const isOdd = /\d{16}|\d[eE]|\\u(?:0000|[dD][89a-fA-F])/

function isDeep(text: string, { 'max-depth': most }: InputLimits): boolean {
  let depth = 0
  for (const character of text)
    if ((character === '[' || character === '{') && ++depth > most) return true
    else if (character === ']' || character === '}') depth -= 1
  return false
}

/** Texts that look like keys only make the line read twice. */
function mayRepeatKeys(text: string, value: Value): boolean {
  return (text.match(/"\s*:/g)?.length ?? 0) > keysIn(value)
}

function keysIn(value: Value): number {
  if (isList(value)) return value.reduce<number>((total, item) => total + keysIn(item), 0)
  if (!isMap(value)) return 0
  return Object.values(value).reduce<number>((total, item) => total + 1 + keysIn(item), 0)
}
