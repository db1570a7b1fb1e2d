// Finds the messages in the body of a failed request: services of different versions have them in different places.
import { jsonIn, isObject } from '../core/json.ts'

const longest = 500
const most = 20
const deepest = 5

/** Masks secrets that were sent, in a text that quotes them. */
export type Label = (text: string) => string

/** Every message once, each at most 500 characters, at most 20 of them. Values that a body repeats are left out. */
export function messagesOf(body: string, label: Label = (text) => text): readonly string[] {
  // Filtered before they are cut, because the filter would not find half a secret.
  const json = jsonIn(body)
  const texts = sentences(json === undefined ? replyText(body) : json)
  const found = [...new Set(texts.map((text) => label(text).trim()))].filter(Boolean)
  return found.slice(0, most).map((text) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text))
}

/**
 * The path that a message starts with, in the wire's names: `conditions.0.value` of `conditions[0].value must be …`. It may be
 * any word: the caller checks whether it is a field.
 */
export function fieldIn(message: string): readonly string[] {
  const [, place = ''] = /^(?:each value in )?([\w$-]+(?:\.[\w$-]+|\[\d+\])*)[\s:]/.exec(message) ?? []
  const steps = place.split(/[.[\]]/).filter((step) => step !== '')
  return steps[0] === 'body' ? steps.slice(1) : steps
}

export function isWebPage(body: string): boolean {
  return /^\s*</.test(body)
}

/** The title of a proxy's error page is enough. */
function replyText(body: string): string {
  if (!isWebPage(body)) return body
  const title = /<title[^>]*>([^<]*)</i.exec(body.slice(0, 10_000))?.[1]?.trim()
  return title === undefined || title === '' ? 'a web page, not JSON' : `a web page, not JSON: ${title}`
}

function sentences(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (depth > deepest) return []
  const inside = (part: unknown): string[] => sentences(part, depth + 1)
  if (Array.isArray(value)) return value.slice(0, most).flatMap(inside)
  if (!isObject(value)) return []
  const general = [...inside(value['message']), ...inside(value['messages'])]
  const details = detailsOf(value['errors'], inside)
  // `Validation failed for …: name is empty` only repeats `name is empty`.
  const isSaid = (text: string): boolean => details.length > 0 && details.every((each) => text.includes(each))
  const all = [...general.filter((text) => !isSaid(text)), ...details]
  return all.length > 0 ? all : inside(value['error'])
}

/** `{field: {messages}}`, `{field: [texts]}`, `[{field, message}]` or `[{path, message}]`. */
function detailsOf(errors: unknown, inside: (part: unknown) => string[]): string[] {
  if (Array.isArray(errors))
    return errors.slice(0, most).flatMap((each) => named(placeOf(each), inside(each)))
  if (!isObject(errors)) return inside(errors)
  const entries = Object.entries(errors).slice(0, most)
  return entries.flatMap(([field, detail]) => named(field === 'general' ? '' : field, inside(detail)))
}

function placeOf(detail: unknown): string {
  if (!isObject(detail)) return ''
  const place = detail['field'] ?? detail['path']
  if (Array.isArray(place)) return place.filter((part) => typeof part !== 'object').join('.')
  return typeof place === 'string' ? place : ''
}

function named(field: string, messages: readonly string[]): string[] {
  const isNamed = (message: string): boolean =>
    message.startsWith(field) && !/[\w.]/.test(message[field.length] ?? '')
  return messages.map((message) => (field === '' || isNamed(message) ? message : `${field}: ${message}`))
}
