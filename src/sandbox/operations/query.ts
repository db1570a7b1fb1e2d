// A request's query, read by the types that the contract gives its parameters.
import { invalid } from '../http/errors.ts'

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
