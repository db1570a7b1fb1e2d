// The service's own name in enumerated values: the contract writes `svc-slack`, deployed services `novu-slack`.
import { at, isList, isMap, type Value } from './value.ts'

/** The name as the contract writes it. */
export const contractVendor = 'svc'

/** The contract's first. */
export const spellings = [contractVendor, 'novu']
const ofVendor = new RegExp(`^(${spellings.join('|')})(?=-|$)`)

/** The name in a value, such as `novu` in `novu-slack`; undefined if it contains none. */
export function vendorIn(value: string): string | undefined {
  return ofVendor.exec(value)?.[1]
}

/** The value with `vendor` for the service's name, however it is spelled there; others stay, and all without a vendor. */
export function respelled(value: string, vendor: string | undefined): string {
  return vendor === undefined ? value : value.replace(ofVendor, vendor)
}

/** Each value of the family in both spellings, the contract's first. */
export function spellingsOf(values: readonly string[]): string[] {
  return values.flatMap((value) =>
    vendorIn(value) === undefined ? [value] : spellings.map((name) => respelled(value, name)),
  )
}

/** Whether a text at one of the paths, such as `channels.providerId`, contains the name. */
export function containsVendor(value: Value, paths: readonly string[]): boolean {
  return paths.some((path) => stringsAt(value, path.split('.')).some((text) => vendorIn(text) !== undefined))
}

/** The same value with `vendor` for the service's name at these paths. */
export function respelledAt(value: Value, paths: readonly string[], vendor: string | undefined): Value {
  const change = (text: string): string => respelled(text, vendor)
  return paths.reduce((each, path) => mapStrings(each, path.split('.'), change), value)
}

/** The strings at a path; the path has no indexes of lists. */
export function stringsAt(value: Value | undefined, [key, ...rest]: readonly string[]): readonly string[] {
  if (isList(value))
    return value.flatMap((entry) => stringsAt(entry, key === undefined ? [] : [key, ...rest]))
  if (key === undefined) return typeof value === 'string' ? [value] : []
  return isMap(value) ? stringsAt(at(value, key), rest) : []
}

/** The same value with each text at a path as `change` gives it back. */
export function mapStrings(value: Value, path: readonly string[], change: (text: string) => string): Value {
  if (isList(value)) return value.map((entry) => mapStrings(entry, path, change))
  const [key, ...rest] = path
  if (key === undefined) return typeof value === 'string' ? change(value) : value
  const inside = isMap(value) ? at(value, key) : undefined
  return inside === undefined || !isMap(value) ? value : { ...value, [key]: mapStrings(inside, rest, change) }
}
