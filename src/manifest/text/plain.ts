// Reads the part of YAML that most manifests are written in, ten times as fast as the parser of all of YAML: block maps and
// lists, values on one line with quotes or without, brackets and braces, JSON too, and comments. Everything else, and
// everything that would be reported, is left to the full parser: anchors, tags, text over several lines, escapes, tabs,
// several documents, repeated keys.
import { noneHidden, type Entry, type MapNode, type Node, type Range, type Source } from './node.ts'
import { badCharacter, isBadKey, notPlain, typed } from './scalar.ts'

/** The tree of a file, exactly as the full parser makes it; undefined if the full parser must read the file. */
export function parsePlain(source: Source, maxDepth: number): Node | undefined {
  const { text } = source
  if (isOdd.test(text) || badCharacter(text) !== undefined) return undefined
  const reader = new Reader(source, maxDepth)
  try {
    return reader.document()
  } catch (error) {
    if (error === notPlain) return undefined
    throw error
  }
}

/**
 * Parses a map of a file again that `parsePlain` has parsed. Keeping only the text saves memory: the text of 10,000 resources
 * takes 3 MB, and their nodes 45 MB.
 */
export function readAgain({ source, range: [from] }: MapNode): () => MapNode {
  return () => new Reader(source, Infinity).mapAt(from)
}

/** Control characters, tabs, carriage returns, a byte order mark, directives, and the marks of several documents. */
const isOdd = /[^\P{Cc}\n]|[\u2028\u2029\uFEFF]|^(?:---|\.\.\.|%)/mu

const key = /(?:[A-Za-z_][\w.-]{0,99}|"[^"\\\n]{0,99}"|'[^'\n]{0,99}') *:(?= |\n|$)/y
/** In braces, no space need follow a key in quotes. */
const flowKey = /(?:[A-Za-z_][\w.-]{0,99} *:(?= |\n)|(?:"[^"\\\n]{0,99}"|'[^'\n]{0,99}') *:)/y
/** In braces and brackets, a comma and a bracket end a value. */
const value = /(?:[A-Za-z0-9_/.$+(=;~^<\u00A0-\uFFFF]|-(?=\w))[^\n]*/y
const flowValue = /(?:[A-Za-z0-9_/.$(=;^<\u00A0-\uFFFF]|-(?=\w))[^\n,[\]{}]*/y

class Reader {
  readonly #source: Source
  readonly #text: string
  readonly #maxDepth: number
  /** So that a key that comes often is one string. */
  readonly #names = new Map<string, string>()
  #at = 0
  /** Lines inside braces and brackets begin after this column. */
  #flowColumn = -1

  constructor(source: Source, maxDepth: number) {
    this.#source = source
    this.#text = source.text
    this.#maxDepth = maxDepth
  }

  document(): Node | undefined {
    const column = this.#nextLine()
    if (column !== 0 || this.#isDash()) throw notPlain
    const isFlow = this.#text.charCodeAt(this.#at) === 0x7b
    const root = isFlow ? this.#braces(1) : this.#map(0, 1)
    if ((isFlow && !this.#endLine()) || this.#nextLine() !== -1) throw notPlain
    return root
  }

  mapAt(from: number): MapNode {
    this.#at = from
    if (this.#text.charCodeAt(from) === 0x7b) return this.#braces(1)
    return this.#map(from - this.#text.lastIndexOf('\n', from) - 1, 1)
  }

  /** Goes to the first character of the next line that contains something; its column, or -1 at the end. */
  #nextLine(): number {
    const text = this.#text
    for (;;) {
      const start = this.#at
      let at = start
      while (text.charCodeAt(at) === 0x20) at++
      const code = text.charCodeAt(at)
      if (code === 0x23) {
        const end = text.indexOf('\n', at)
        this.#at = end < 0 ? text.length : end + 1
      } else if (code === 0x0a) this.#at = at + 1
      else {
        this.#at = at
        return at >= text.length ? -1 : at - start
      }
    }
  }

  /** The column of the next line that contains something, without going there. */
  #peek(): number {
    const at = this.#at
    const column = this.#nextLine()
    this.#at = at
    return column
  }

  #isDash(): boolean {
    const next = this.#text.charCodeAt(this.#at + 1)
    return this.#text.charCodeAt(this.#at) === 0x2d && (next === 0x20 || next === 0x0a || Number.isNaN(next))
  }

  /** A map whose first key is here; its keys are in this column. */
  #map(column: number, depth: number): MapNode {
    if (depth > this.#maxDepth) throw notPlain
    const from = this.#at
    const entries = new Map<string, Entry>()
    for (;;) {
      const keyRange = this.#key(key)
      const name = this.#nameIn(keyRange, entries)
      entries.set(name, { key: name, keyRange, value: this.#valueOf(keyRange, column, depth + 1) })
      const to = this.#at
      const next = this.#nextLine()
      if (next > column || (next === column && this.#isDash())) throw notPlain
      if (next !== column) {
        this.#at = to
        return { type: 'map', source: this.#source, range: [from, to], entries, hidden: noneHidden }
      }
    }
  }

  /** Continues after the colon. */
  #key(pattern: RegExp): Range {
    const from = this.#at
    pattern.lastIndex = from
    if (!pattern.test(this.#text)) throw notPlain
    this.#at = pattern.lastIndex
    return [from, endWithoutSpaces(this.#text, this.#at - 1)]
  }

  #nameIn([from, to]: Range, entries: ReadonlyMap<string, Entry>): string {
    const code = this.#text.charCodeAt(from)
    const quotes = code === 0x22 || code === 0x27 ? 1 : 0
    const written = this.#text.slice(from + quotes, to - quotes)
    const known = this.#names.get(written)
    if (known === undefined) this.#names.set(written, written)
    const name = known ?? written
    if (entries.has(name) || isBadKey(name)) throw notPlain
    return name
  }

  /** What is after a colon: on the line, or below it. Ends at the beginning of a line. */
  #valueOf(keyRange: Range, column: number, depth: number): Node {
    if (!this.#endLine()) return this.#inLine(column, depth)
    const below = this.#peek()
    if (below > column || (below === column && this.#isDashBelow())) {
      this.#nextLine()
      return this.#isDash() ? this.#list(below, depth) : this.#map(below, depth)
    }
    return { type: 'scalar', source: this.#source, range: keyRange, value: null, text: '' }
  }

  #isDashBelow(): boolean {
    const at = this.#at
    this.#nextLine()
    const isDash = this.#isDash()
    this.#at = at
    return isDash
  }

  /** A list whose first dash is here. */
  #list(column: number, depth: number): Node {
    if (depth > this.#maxDepth) throw notPlain
    const from = this.#at
    const items: Node[] = []
    for (;;) {
      this.#at += 1
      if (this.#endLine()) throw notPlain
      items.push(this.#item(column, depth + 1))
      const to = this.#at
      const next = this.#nextLine()
      if (next > column) throw notPlain
      if (next !== column || !this.#isDash()) {
        this.#at = to
        return { type: 'list', source: this.#source, range: [from, to], items }
      }
    }
  }

  /** What is after a dash, on the same line. */
  #item(column: number, depth: number): Node {
    if (this.#isDash()) throw notPlain
    key.lastIndex = this.#at
    if (!key.test(this.#text)) return this.#inLine(column, depth)
    const lineStart = this.#text.lastIndexOf('\n', this.#at) + 1
    return this.#map(this.#at - lineStart, depth)
  }

  /** A value of one line, and the end of the line. A line below that is indented further would belong to it. */
  #inLine(column: number, depth: number): Node {
    this.#flowColumn = column
    const node = this.#flow(value, depth)
    if (!this.#endLine() || this.#peek() > column) throw notPlain
    return node
  }

  /** Skips spaces; if there is nothing else but a comment, goes to the next line. */
  #endLine(): boolean {
    const text = this.#text
    const from = this.#at
    let at = from
    while (text.charCodeAt(at) === 0x20) at++
    const code = text.charCodeAt(at)
    this.#at = at
    if (code === 0x0a) this.#at = at + 1
    else if (code === 0x23 && at > from) {
      const end = text.indexOf('\n', at)
      this.#at = end < 0 ? text.length : end + 1
    } else return at >= text.length
    return true
  }

  /** A scalar on one line, brackets or braces. */
  #flow(plain: RegExp, depth: number): Node {
    if (depth > this.#maxDepth) throw notPlain
    const code = this.#text.charCodeAt(this.#at)
    if (code === 0x22 || code === 0x27) return this.#quoted(code)
    if (code === 0x5b) return this.#brackets(depth)
    return code === 0x7b ? this.#braces(depth) : this.#unquoted(plain)
  }

  #quoted(code: number): Node {
    const from = this.#at
    const quote = code === 0x22 ? '"' : "'"
    const end = this.#text.indexOf(quote, from + 1)
    const inside = this.#text.slice(from + 1, end)
    const isPlain = end > 0 && !inside.includes('\n') && !(code === 0x22 && inside.includes('\\'))
    // A second quote is an escaped one.
    if (!isPlain || this.#text.charCodeAt(end + 1) === code) throw notPlain
    this.#at = end + 1
    return { type: 'scalar', source: this.#source, range: [from, end + 1], value: inside, text: inside }
  }

  #unquoted(plain: RegExp): Node {
    const from = this.#at
    plain.lastIndex = from
    if (!plain.test(this.#text)) throw notPlain
    const line = this.#text.slice(from, plain.lastIndex)
    const comment = line.indexOf(' #')
    const text = line.slice(0, endWithoutSpaces(line, comment < 0 ? line.length : comment))
    // A key in a value is a mistake, or another map.
    if (text.endsWith(':') || text.includes(': ')) throw notPlain
    this.#at = from + text.length
    const range: Range = [from, this.#at]
    return { type: 'scalar', source: this.#source, range, value: typed(text), text }
  }

  #brackets(depth: number): Node {
    const from = this.#at
    const items: Node[] = []
    this.#at += 1
    while (!this.#closes(0x5d, items.length)) {
      items.push(this.#flow(flowValue, depth + 1))
    }
    return { type: 'list', source: this.#source, range: [from, this.#at], items }
  }

  #braces(depth: number): MapNode {
    const from = this.#at
    const entries = new Map<string, Entry>()
    this.#at += 1
    while (!this.#closes(0x7d, entries.size)) {
      const keyRange = this.#key(flowKey)
      const name = this.#nameIn(keyRange, entries)
      this.#skipSpaces()
      entries.set(name, { key: name, keyRange, value: this.#flow(flowValue, depth + 1) })
    }
    return { type: 'map', source: this.#source, range: [from, this.#at], entries, hidden: noneHidden }
  }

  /** After a bracket or a value inside brackets: continues after the closing bracket, or at the next value. */
  #closes(closing: number, before: number): boolean {
    this.#skipSpaces()
    const code = this.#text.charCodeAt(this.#at)
    if (code === closing) {
      this.#at += 1
      return true
    }
    if (before > 0) {
      if (code !== 0x2c) throw notPlain
      this.#at += 1
      this.#skipSpaces()
      if (this.#text.charCodeAt(this.#at) === closing) throw notPlain
    }
    return false
  }

  #skipSpaces(): void {
    while (this.#text.charCodeAt(this.#at) === 0x20) this.#at++
    if (this.#text.charCodeAt(this.#at) === 0x0a && this.#nextLine() <= this.#flowColumn) throw notPlain
  }
}

/** Where a text ends without the spaces before this end: other white space belongs to the value. */
function endWithoutSpaces(text: string, end: number): number {
  let at = end
  while (text.charCodeAt(at - 1) === 0x20) at--
  return at
}
