// What a request says: its query, read by the types that the contract gives its parameters, and plain shapes of bodies, with the
// messages for values with a wrong shape.
import { z } from 'zod'
import { invalid, invalidIn, Refusal } from '../http/refusals.ts'

export class Query {
  readonly #parameters: URLSearchParams

  constructor(parameters: URLSearchParams) {
    this.#parameters = parameters
  }

  /** A string; an empty one counts as absent. */
  text(name: string): string | undefined {
    return this.#parameters.get(name) || undefined
  }

  /** A string that must not be repeated. */
  single(name: string): string | undefined {
    if (this.#parameters.getAll(name).length > 1) throw invalid([`${name} must be a string`])
    return this.text(name)
  }

  /** All values of a repeated parameter; undefined if it is absent. */
  texts(name: string): readonly string[] | undefined {
    return this.#parameters.has(name) ? this.#parameters.getAll(name) : undefined
  }

  flag(name: string): boolean {
    return this.text(name) === 'true'
  }

  number(
    name: string,
    range: { readonly min: number; readonly max?: number; readonly default: number },
  ): number {
    const text = this.text(name)
    if (text === undefined) return range.default
    const value = Number(text)
    if (!Number.isInteger(value)) throw invalid([`${name} must be an integer number`])
    if (value < range.min) throw invalid([`${name} must not be less than ${range.min}`])
    if (range.max !== undefined && value > range.max) {
      throw invalid([`${name} must not be greater than ${range.max}`])
    }
    return value
  }

  oneOf<const Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const word = words.find((candidate) => candidate === text)
    if (word === undefined)
      throw invalid([`${name} must be one of the following values: ${words.join(', ')}`])
    return word
  }
}

export const text = z.string()
export const flag = z.boolean()
export const number = z.number()
export const maybe = z.exactOptional

/** Of a subscriber; null clears the value. */
export const attribute = maybe(text.nullable())

/** Any JSON object, kept as it came. */
export const freeForm = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
)

export function each<const Key extends string, Shape extends z.ZodType>(
  keys: readonly Key[],
  shape: Shape,
): Record<Key, Shape> {
  return Object.fromEntries(keys.map((key) => [key, shape])) as Record<Key, Shape>
}

/** With or without `#`. */
export const hexadecimal = /^#?([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
export const color = text.regex(hexadecimal, 'must be a hexadecimal color')

/** One sentence for each thing that is wrong, opening with its path. */
export function sentences(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${pathText(issue.path) || 'body'}: ${issue.message}`)
}

/** `['children', 0, 'on']` → `children[0].on` */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

/** Paths of the input that the parsed value lacks: `['credentials.apiUrl']`. */
export function unknownFields(input: unknown, read: unknown, path = ''): string[] {
  if (input === read || typeof input !== 'object' || input === null) return []
  if (typeof read !== 'object' || read === null) return []
  return Object.entries(input).flatMap(([key, value]) => {
    const here = Array.isArray(input) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    return Object.hasOwn(read, key)
      ? unknownFields(value, (read as Record<string, unknown>)[key], here)
      : [here]
  })
}

/** Whether a text has the form of the ids of deployed services' database. */
export function isObjectId(id: string): boolean {
  return /^[0-9a-f]{24}$/i.test(id)
}

/** For operations in which only the database checks an id. Throws a Refusal with the status 500. */
export function requireCastable(id: string): void {
  if (!isObjectId(id)) throw new Refusal(500, 'Internal server error')
}

/** For operations that check an id first, by the command that is made of the request. Throws a Refusal with the status 422. */
export function requireObjectId(command: string, name: string, id: string): void {
  if (!isObjectId(id)) throw invalidIn(command, name, id, `${name} must be a mongodb id`)
}
