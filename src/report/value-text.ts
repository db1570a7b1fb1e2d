// Writes values for people: on one line, quoted only where the bare text would mislead, and never able to act.
import { IdOf, isList, isMap, Sealed, Unreadable, type Value } from '../core/value.ts'
import { Secret } from '../core/secrecy/secret.ts'
import { visible } from './visible.ts'

export function inline(value: Value | undefined): string {
  if (value === undefined || value === null) return 'null'
  if (
    value instanceof Secret ||
    value instanceof IdOf ||
    value instanceof Unreadable ||
    value instanceof Sealed
  )
    return visible(value.toString())
  if (isList(value)) return `[${value.map(inline).join(', ')}]`
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, entry]) => `${visible(key)} ${nested(entry)}`)
    return entries.length === 0 ? '{}' : entries.join(', ')
  }
  return typeof value === 'string' ? text(value) : String(value)
}

function nested(value: Value): string {
  return isMap(value) && Object.keys(value).length > 0 ? `{ ${inline(value)} }` : inline(value)
}

/** Bare, unless a reader couldn't tell where it ends or what it is. */
function text(value: string): string {
  const isClear =
    value !== '' &&
    value.trim() === value &&
    !/^(?:true|false|null|[-+]?[\d.]+)$|[\n\r\t]|^["[{(]/.test(value)
  return isClear ? visible(value) : visible(JSON.stringify(value))
}
