// Values as text: on one line, quoted only if the bare text would be misleading, with special characters made visible.
import { isList, isMap, type Value } from '../../core/value.ts'
import { visible } from '../../core/visible.ts'
import { counted } from '../../core/words.ts'

export function inline(value: Value | undefined): string {
  if (value === undefined || value === null) return 'null'
  if (isList(value)) return `[${value.map(inline).join(', ')}]`
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, entry]) => `${visible(key)} ${nested(entry)}`)
    return entries.length === 0 ? '{}' : entries.join(', ')
  }
  return typeof value === 'string' ? bare(value) : visible(value.toString())
}

function nested(value: Value): string {
  return isMap(value) && Object.keys(value).length > 0 ? `{ ${inline(value)} }` : inline(value)
}

/** Without quotes, unless its end or its type would be unclear. */
function bare(value: string): string {
  const isClear =
    value !== '' &&
    value.trim() === value &&
    !/^(?:true|false|null|[-+]?[\d.]+)$|[\n\r\t]|^["[{(]/.test(value)
  return isClear ? visible(value) : visible(JSON.stringify(value))
}

/** What `cutText` and `cutItems` leave instead of what they cut. */
export const cutSign = /… \(\d+ (?:characters|more \w+)\)/

/** Replaces so many lines or names. */
export function cutItems(count: number, noun: string): string {
  return `… (${counted(count, `more ${noun}`)})`
}

/** Cut, with the length of the whole. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  // Never within a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[length - 1] ?? '') ? length - 1 : length
  return `${text.slice(0, end)}… (${text.length} characters)`
}

/** Both from shortly before their first difference, if one of them is too long. */
export function cutPair(was: string, is: string, length: number): readonly [was: string, is: string] {
  if (was.length <= length && is.length <= length) return [was, is]
  let same = 0
  while (same < was.length && was[same] === is[same]) same += 1
  const start = same < length / 2 ? 0 : same - 20
  const shown = (text: string): string => `${start > 0 ? '…' : ''}${cutText(text.slice(start), length)}`
  return [shown(was), shown(is)]
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for HTML and XML, also for attributes in double quotes. */
export function withEntities(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}
