// Reads the part of YAML that most manifests are written in, ten times as fast as the parser of all of YAML: block maps and
// lists, values on one line, brackets and braces, JSON too, and comments. The full parser reads the rest, and all that would be
// reported: anchors, tags, text over several lines, escapes, tabs, several documents, repeated keys.
import { noneHidden, type Entry, type MapNode, type Node, type Range, type Source } from './node.ts'
import { badCharacter, isBadKey, needsFullParser, typed } from './scalar.ts'

/** The tree of a file, exactly as the full parser makes it; undefined if the full parser must read the file. */
export function parsePlain(source: Source, maxDepth: number): Node | undefined {
  const { text } = source
  if (beyondPlain.test(text) || badCharacter(text) !== undefined) return undefined
  const reader = new Reader(source, maxDepth)
  try {
    return reader.document()
  } catch (error) {
    if (error === needsFullParser) return undefined
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
const beyondPlain = /[^\P{Cc}\n]|[\u2028\u2029\uFEFF]|^(?:---|\.\.\.|%)/mu

/** These four match at `lastIndex` only. A key, with the colon after it. */
const blockKey = /(?:[A-Za-z_][\w.-]{0,99}|"[^"\\\n]{0,99}"|'[^'\n]{0,99}') *:(?= |\n|$)/y
/** In braces, no space need follow a key in quotes. */
const flowKey = /(?:[A-Za-z_][\w.-]{0,99} *:(?= |\n)|(?:"[^"\\\n]{0,99}"|'[^'\n]{0,99}') *:)/y
/** An unquoted value up to the end of the line. In braces and brackets, a comma and a bracket end it too. */
const blockValue = /(?:[A-Za-z0-9_/.$+(=;~^<\u00A0-\uFFFF]|-(?=\w))[^\n]*/y
const flowValue = /(?:[A-Za-z0-9_/.$(=;^<\u00A0-\uFFFF]|-(?=\w))[^\n,[\]{}]*/y

/** Codes of characters. */
const lineFeed = 0x0a
const space = 0x20
const doubleQuote = 0x22
const hash = 0x23
const singleQuote = 0x27
const comma = 0x2c
const dash = 0x2d
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

class Reader {
  readonly #source: Source
  readonly #text: string
  readonly #maxDepth: number
  /** Each key once, so that a key that many maps have is one string in memory. */
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
    if (column !== 0 || this.#isDash()) throw needsFullParser
    const isFlow = this.#text.charCodeAt(this.#at) === openBrace
    const root = isFlow ? this.#braces(1) : this.#map(0, 1)
    if ((isFlow && !this.#endLine()) || this.#nextLine() !== -1) throw needsFullParser
    return root
  }

  mapAt(from: number): MapNode {
    this.#at = from
    const column = from - this.#text.lastIndexOf('\n', from) - 1
    return this.#text.charCodeAt(from) === openBrace ? this.#braces(1) : this.#map(column, 1)
  }

  /** Goes to the first character of the next line that contains something; its column, or -1 at the end. */
  #nextLine(): number {
    const text = this.#text
    for (;;) {
      const start = this.#at
      let at = start
      while (text.charCodeAt(at) === space) at++
      const code = text.charCodeAt(at)
      if (code === hash) {
        const end = text.indexOf('\n', at)
        this.#at = end < 0 ? text.length : end + 1
      } else if (code === lineFeed) this.#at = at + 1
      else {
        this.#at = at
        return at >= text.length ? -1 : at - start
      }
    }
  }

  #isDash(): boolean {
    const next = this.#text.charCodeAt(this.#at + 1)
    return (
      this.#text.charCodeAt(this.#at) === dash && (next === space || next === lineFeed || Number.isNaN(next))
    )
  }

  /** A map whose first key is here; its keys are in this column. */
  #map(column: number, depth: number): MapNode {
    if (depth > this.#maxDepth) throw needsFullParser
    const from = this.#at
    const entries = new Map<string, Entry>()
    for (;;) {
      const keyRange = this.#key(blockKey)
      const name = this.#nameIn(keyRange, entries)
      entries.set(name, { key: name, keyRange, value: this.#valueOf(keyRange, column, depth + 1) })
      const to = this.#at
      const next = this.#nextLine()
      if (next > column || (next === column && this.#isDash())) throw needsFullParser
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
    if (!pattern.test(this.#text)) throw needsFullParser
    this.#at = pattern.lastIndex
    return [from, endWithoutSpaces(this.#text, this.#at - 1)]
  }

  #nameIn([from, to]: Range, entries: ReadonlyMap<string, Entry>): string {
    const code = this.#text.charCodeAt(from)
    const quotes = code === doubleQuote || code === singleQuote ? 1 : 0
    const written = this.#text.slice(from + quotes, to - quotes)
    const known = this.#names.get(written)
    if (known === undefined) this.#names.set(written, written)
    const name = known ?? written
    if (entries.has(name) || isBadKey(name)) throw needsFullParser
    return name
  }

  /** The value after a colon: on the line, or below it. Ends at the beginning of a line. */
  #valueOf(keyRange: Range, column: number, depth: number): Node {
    if (!this.#endLine()) return this.#inLine(column, depth)
    const at = this.#at
    const below = this.#nextLine()
    const isDash = this.#isDash()
    if (below > column || (below === column && isDash))
      return isDash ? this.#list(below, depth) : this.#map(below, depth)
    this.#at = at
    return { type: 'scalar', source: this.#source, range: keyRange, value: null, text: '' }
  }

  /** A list whose first dash is here. */
  #list(column: number, depth: number): Node {
    if (depth > this.#maxDepth) throw needsFullParser
    const from = this.#at
    const items: Node[] = []
    for (;;) {
      this.#at += 1
      if (this.#endLine()) throw needsFullParser
      items.push(this.#item(column, depth + 1))
      const to = this.#at
      const next = this.#nextLine()
      if (next > column) throw needsFullParser
      if (next !== column || !this.#isDash()) {
        this.#at = to
        return { type: 'list', source: this.#source, range: [from, to], items }
      }
    }
  }

  /** What is after a dash, on the same line. */
  #item(column: number, depth: number): Node {
    if (this.#isDash()) throw needsFullParser
    blockKey.lastIndex = this.#at
    if (!blockKey.test(this.#text)) return this.#inLine(column, depth)
    const lineStart = this.#text.lastIndexOf('\n', this.#at) + 1
    return this.#map(this.#at - lineStart, depth)
  }

  /** A value of one line, and the end of the line. A line below that is indented further would belong to it. */
  #inLine(column: number, depth: number): Node {
    this.#flowColumn = column
    const node = this.#flow(blockValue, depth)
    if (!this.#endLine()) throw needsFullParser
    const at = this.#at
    if (this.#nextLine() > column) throw needsFullParser
    this.#at = at
    return node
  }

  /** Skips spaces; if there is nothing else but a comment, goes to the next line. */
  #endLine(): boolean {
    const text = this.#text
    const from = this.#at
    let at = from
    while (text.charCodeAt(at) === space) at++
    const code = text.charCodeAt(at)
    this.#at = at
    if (code === lineFeed) this.#at = at + 1
    else if (code === hash && at > from) {
      const end = text.indexOf('\n', at)
      this.#at = end < 0 ? text.length : end + 1
    } else return at >= text.length
    return true
  }

  /** A scalar on one line, brackets or braces. */
  #flow(plain: RegExp, depth: number): Node {
    if (depth > this.#maxDepth) throw needsFullParser
    const code = this.#text.charCodeAt(this.#at)
    if (code === doubleQuote || code === singleQuote) return this.#quoted(code)
    if (code === openBracket) return this.#brackets(depth)
    return code === openBrace ? this.#braces(depth) : this.#unquoted(plain)
  }

  #quoted(code: number): Node {
    const from = this.#at
    const quote = code === doubleQuote ? '"' : "'"
    const end = this.#text.indexOf(quote, from + 1)
    const inside = this.#text.slice(from + 1, end)
    const isPlain = end > 0 && !inside.includes('\n') && !(code === doubleQuote && inside.includes('\\'))
    // A second quote is an escaped one.
    if (!isPlain || this.#text.charCodeAt(end + 1) === code) throw needsFullParser
    this.#at = end + 1
    return { type: 'scalar', source: this.#source, range: [from, end + 1], value: inside, text: inside }
  }

  #unquoted(plain: RegExp): Node {
    const from = this.#at
    plain.lastIndex = from
    if (!plain.test(this.#text)) throw needsFullParser
    const line = this.#text.slice(from, plain.lastIndex)
    const comment = line.indexOf(' #')
    const text = line.slice(0, endWithoutSpaces(line, comment < 0 ? line.length : comment))
    // A key in a value is a mistake, or another map.
    if (text.endsWith(':') || text.includes(': ')) throw needsFullParser
    this.#at = from + text.length
    const range: Range = [from, this.#at]
    return { type: 'scalar', source: this.#source, range, value: typed(text), text }
  }

  #brackets(depth: number): Node {
    const from = this.#at
    const items: Node[] = []
    this.#at += 1
    while (!this.#closes(closeBracket, items.length)) items.push(this.#flow(flowValue, depth + 1))
    return { type: 'list', source: this.#source, range: [from, this.#at], items }
  }

  #braces(depth: number): MapNode {
    const from = this.#at
    const entries = new Map<string, Entry>()
    this.#at += 1
    while (!this.#closes(closeBrace, entries.size)) {
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
      if (code !== comma) throw needsFullParser
      this.#at += 1
      this.#skipSpaces()
      if (this.#text.charCodeAt(this.#at) === closing) throw needsFullParser
    }
    return false
  }

  #skipSpaces(): void {
    while (this.#text.charCodeAt(this.#at) === space) this.#at++
    if (this.#text.charCodeAt(this.#at) === lineFeed && this.#nextLine() <= this.#flowColumn)
      throw needsFullParser
  }
}

/** Where a text ends without the spaces before this end: other white space belongs to the value. */
function endWithoutSpaces(text: string, end: number): number {
  let at = end
  while (text.charCodeAt(at - 1) === space) at--
  return at
}
