// Reads JSON that comes in pieces, value by value: a large file is never one string, which V8 limits to 512 MB.
import { isTooDeep } from './json.ts'

/** Valid JSON that is not read; the message says why, for use after a colon. */
export class RefusedJson extends SyntaxError {}

/** Reads forwards only. Throws a `SyntaxError` if the text is not JSON or ends too early, and a `RefusedJson`. */
export class JsonReader {
  readonly #pieces: Iterator<string>
  readonly #most: number
  #piece = ''
  #at = 0

  /** `most` is how many characters one value may have. */
  constructor(pieces: Iterable<string>, most: number) {
    this.#pieces = pieces[Symbol.iterator]()
    this.#most = most
  }

  /** The names of the members of the object that begins here. Read the value of a member before you ask for the next name. */
  *members(): Generator<string, void> {
    const names = new Set<unknown>()
    for (const _ of this.#separated('{', '}')) {
      const name = this.value()
      if (typeof name !== 'string') throw new SyntaxError('the name of a member is not a string')
      if (names.size === names.add(name).size) throw new RefusedJson(sameName)
      this.#skip(':')
      yield name
    }
  }

  /** One step for each entry of the list that begins here. Read the entry before the next step. */
  entries(): Generator<undefined, void> {
    return this.#separated('[', ']')
  }

  /** The next character that isn't a blank: what the next value begins with. Undefined at the end of the text. */
  begins(): string | undefined {
    let skipped = 0
    do {
      const from = this.#at
      for (; this.#at < this.#piece.length; this.#at += 1)
        if (!blanks.has(this.#piece.charCodeAt(this.#at))) return this.#piece[this.#at]
      skipped += this.#at - from
      this.#refuseMore(skipped)
    } while (this.#readOn())
    return undefined
  }

  /** The whole value that begins here. Refuses values that are nested too deep, and objects with two members of one name. */
  value(): unknown {
    const parts: string[] = []
    let members = 0
    const isEnd = endOfValue(this.begins(), () => (members += 1))
    let length = 0
    for (;;) {
      const from = this.#at
      while (this.#at < this.#piece.length && !isEnd(this.#piece.charCodeAt(this.#at))) this.#at += 1
      parts.push(this.#piece.slice(from, this.#at))
      length += this.#at - from
      this.#refuseMore(length)
      if (this.#at < this.#piece.length || !this.#readOn()) break
    }
    const value: unknown = JSON.parse(parts.join(''))
    if (isTooDeep(value)) throw new RefusedJson('a value is nested too deep')
    if (members > membersIn(value)) throw new RefusedJson(sameName)
    return value
  }

  /** After the last value only blanks may follow. */
  end(): void {
    if (this.begins() !== undefined) throw new SyntaxError('there is more text after the JSON value')
  }

  *#separated(open: string, close: string): Generator<undefined, void> {
    this.#skip(open)
    for (let isFirst = true; this.begins() !== close; isFirst = false) {
      if (!isFirst) this.#skip(',')
      yield
    }
    this.#skip(close)
  }

  #skip(character: string): void {
    if (this.begins() !== character) throw new SyntaxError(`${character} is missing`)
    this.#at += 1
  }

  /** A device may produce data without end. */
  #refuseMore(length: number): void {
    if (length > this.#most)
      throw new RefusedJson(
        `a value, or the space between two values, has more than ${this.#most} characters`,
      )
  }

  #readOn(): boolean {
    const { value, done } = this.#pieces.next()
    this.#piece = done === true ? '' : value
    this.#at = 0
    return done !== true
  }
}

/** Only one of them can be used, and a person may have read the other one. */
const sameName = 'an object has two members of the same name'

const blanks = new Set([0x20, 0x09, 0x0a, 0x0d])
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The number of members of all objects in a value. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner: unknown[] = Object.values(value)
  return inner.reduce<number>((sum, each) => sum + membersIn(each), Array.isArray(value) ? 0 : inner.length)
}

/**
 * Whether the value that begins with `first` ended before a character. Give it each character once. `onMember` is called for
 * each member in it.
 */
function endOfValue(first: string | undefined, onMember: () => void): (code: number) => boolean {
  if (first !== '{' && first !== '[' && first !== '"')
    return (code) =>
      blanks.has(code) || code === comma || code === colon || code === closeBrace || code === closeBracket
  let depth = 0
  let isStarted = false
  let isInString = false
  let isEscaped = false
  return (code) => {
    if (isStarted && depth === 0 && !isInString) return true
    isStarted = true
    if (isInString) {
      if (isEscaped) isEscaped = false
      else if (code === backslash) isEscaped = true
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === openBrace || code === openBracket) depth += 1
    else if (code === closeBrace || code === closeBracket) depth -= 1
    else if (code === colon) onMember()
    return false
  }
}
